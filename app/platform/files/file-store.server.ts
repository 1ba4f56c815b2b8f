import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newToken } from "~/platform/ids.server";

/** The port to where bytes are kept. Keys are relative paths of our own making, such as `65f…/640.webp`. */
export interface FileStore {
  /** Keeps `bytes` whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same for what is too large to hold: written as it comes. Should `chunks` throw, nothing is kept. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Gives everything below a key another one; what is there already stays, for it is the same. */
  move(from: string, to: string): Promise<void>;
  /** Null when there is no such file. A part is named by its first and last byte. */
  open(
    key: string,
  ): Promise<{ size: number; stream(part?: { start: number; end: number }): ReadableStream<Uint8Array> } | null>;
  /** Removes everything below a key; absent ones do not matter. */
  remove(key: string): Promise<void>;
  /** Throws when files cannot be written, or there is no room for another. */
  check(): Promise<void>;
}

/** What a small picture takes. */
const PROBE_BYTES = 64 * 1024;

export function diskStore(dataDir: string): FileStore {
  const root = path.join(dataDir, "files");
  const ready = mkdir(root, { recursive: true });
  // Whoever uses the store hears of it.
  ready.catch(() => undefined);

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
      try {
        await writeFile(draft, bytes);
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async putStream(key, chunks) {
      await ready;
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true });
      const draft = `${file}.${newToken().slice(0, 8)}`;
      try {
        await pipeline(chunks, createWriteStream(draft));
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async move(from, to) {
      const moved = await rename(place(from), place(to)).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
          return false;
        },
      );
      if (!moved) await rm(place(from), { recursive: true, force: true });
    },
    async open(key) {
      const file = place(key);
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) return null;
      return {
        size: found.size,
        stream: (part) => Readable.toWeb(createReadStream(file, part)) as ReadableStream<Uint8Array>,
      };
    },
    async remove(key) {
      await rm(place(key), { recursive: true, force: true });
    },
    async check() {
      await ready;
      // Only writing tells whether there is room.
      const probe = path.join(root, `probe.${newToken().slice(0, 8)}`);
      try {
        await writeFile(probe, Buffer.alloc(PROBE_BYTES));
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}
