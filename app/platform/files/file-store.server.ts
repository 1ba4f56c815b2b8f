import { createReadStream } from "node:fs";
import { access, constants, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { newToken } from "~/platform/ids.server";

/** The port to where bytes are kept. Keys are relative paths of our own making, such as `65f…/640.webp`. */
export interface FileStore {
  /** Keeps `bytes` whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  open(key: string): Promise<{ size: number; stream(): ReadableStream<Uint8Array> } | null>;
  /** Removes everything below a key; absent ones do not matter. */
  remove(key: string): Promise<void>;
  /** Throws when files cannot be written. */
  check(): Promise<void>;
}

export function diskStore(dataDir: string): FileStore {
  const root = path.join(dataDir, "files");
  const ready = mkdir(root, { recursive: true });

  function place(key: string): string {
    if (!/^[\w-]+(\/[\w.-]+)?$/.test(key) || key.includes("..")) throw new Error(`Not a key of a file: ${key}`);
    return path.join(root, key);
  }

  return {
    async put(key, bytes) {
      await ready;
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true });
      // Written beside and renamed, so that nobody ever reads half a file.
      const draft = `${file}.${newToken().slice(0, 8)}`;
      await writeFile(draft, bytes);
      await rename(draft, file);
    },
    async open(key) {
      const file = place(key);
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) return null;
      return { size: found.size, stream: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array> };
    },
    async remove(key) {
      await rm(place(key), { recursive: true, force: true });
    },
    async check() {
      await ready;
      await access(root, constants.R_OK | constants.W_OK);
    },
  };
}
