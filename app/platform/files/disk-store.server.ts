import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newToken } from "~/platform/ids.server";
import { checkedKey } from "./file-key";
import type { FileStore } from "./file-store.server";

/** The size of a small picture. */
const PROBE_BYTES = 64 * 1024;

/** Files in a folder of this machine, or of a disk that several share. */
export function diskStore(dataDir: string): FileStore {
  const root = path.join(dataDir, "files");
  let making: Promise<unknown> | undefined;
  /** Makes the folder at the first use, and not again: a disk that is gone must be noticed. */
  const makeFolder = () => (making ??= mkdir(root, { recursive: true }));
  const place = (key: string) => path.join(root, checkedKey(key));

  /** Writes a draft and renames it, so that nobody ever reads half a file. */
  async function writeDraft(key: string, write: (draft: string) => Promise<void>): Promise<void> {
    await makeFolder();
    const file = place(key);
    await mkdir(path.dirname(file), { recursive: true });
    const draft = `${file}.${newToken().slice(0, 8)}`;
    try {
      await write(draft);
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async function sizeOf(key: string): Promise<number | null> {
    const info = await stat(place(key)).catch((error: { code?: string }) => {
      // Any other error means that the disk fails, and not that the file is gone.
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    });
    return info?.isFile() ? info.size : null;
  }

  return {
    place: root,
    elsewhere: false,
    put: (key, bytes) => writeDraft(key, (draft) => writeFile(draft, bytes)),
    putStream: (key, chunks) => writeDraft(key, (draft) => pipeline(chunks, createWriteStream(draft))),
    async move(from, to) {
      const isMoved = await rename(place(from), place(to)).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
          return false;
        },
      );
      if (!isMoved) await rm(place(from), { recursive: true, force: true });
    },
    async open(key, part) {
      const size = await sizeOf(key);
      if (size === null) return null;
      const stream = Readable.toWeb(createReadStream(place(key), part)) as ReadableStream<Uint8Array>;
      return { size, stream };
    },
    sizeOf,
    async remove(key) {
      await rm(place(key), { recursive: true, force: true });
    },
    async *list() {
      await makeFolder();
      for await (const folder of await opendir(root)) {
        if (!folder.isDirectory()) continue;
        // The folder may have been removed meanwhile.
        const inside = await opendir(path.join(root, folder.name)).catch((error: { code?: string }) => {
          if (error.code === "ENOENT") return null;
          throw error;
        });
        for await (const { name } of inside ?? []) {
          const key = `${folder.name}/${name}`;
          const size = await sizeOf(key);
          if (size !== null) yield { key, size };
        }
      }
    },
    async check() {
      await makeFolder();
      // Only writing tells whether there is room.
      const probe = path.join(root, `probe.${newToken().slice(0, 8)}`);
      try {
        await writeFile(probe, Buffer.alloc(PROBE_BYTES));
      } finally {
        await rm(probe, { force: true });
      }
    },
    close: () => undefined,
  };
}
