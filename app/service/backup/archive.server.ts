import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack, type Pack } from "tar-stream";
import { z } from "~/features/zod";
import { newToken } from "~/platform/ids.server";
import { StartupError } from "~/platform/startup-error";

/*
 * A backup is one gzipped tar: manifest.json, the database's copy, the files, and the secret if the folder of data has
 * one.
 */

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  database: z.enum(["sqlite", "postgres"]),
  /** The number of rows in each table of the copy. */
  rows: z.record(z.string(), z.number()),
  /** Tells a restore whether earlier signatures are still valid. The secret cannot be derived from it. */
  secretFingerprint: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

const MANIFEST = "manifest.json";
/** A restore writes nothing else to the disk, whoever made the archive. */
const NAME = /^(database|secret|files\/[\w-]+(\/[\w.-]+)?)$/;

/** An entry of an archive: its name, and a function that opens it. Null if it has been removed meanwhile. */
export interface Source {
  name: string;
  open(): Promise<{ size: number; mtime?: Date; bytes: Readable } | null>;
}

/** A file of this machine. */
export function fileSource(name: string, file: string): Source {
  return {
    name,
    async open() {
      const handle = await open(file, "r").catch((error: { code?: string }) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (!handle) return null;
      const { size, mtime } = await handle.stat();
      if (size > 0) return { size, mtime, bytes: handle.createReadStream({ start: 0, end: size - 1 }) };
      await handle.close();
      return { size, mtime, bytes: Readable.from([]) };
    },
  };
}

/**
 * Writes an archive of these sources, whole or not at all. A source that was removed meanwhile, such as a swept file,
 * is left out. Throws if the archive cannot be written.
 */
export async function writeArchive(
  target: string,
  manifest: Manifest,
  sources: AsyncIterable<Source>,
): Promise<{ files: number }> {
  const draft = `${target}.${newToken().slice(0, 8)}.part`;
  const archive = pack();
  const writing = pipeline(archive, createGzip({ level: 1 }), createWriteStream(draft, { mode: 0o600, flags: "wx" }));
  // The code below awaits this pipeline and sees its error then.
  writing.catch(() => undefined);
  try {
    archive.entry({ name: MANIFEST }, JSON.stringify(manifest));
    let files = 0;
    for await (const source of sources)
      if ((await add(archive, source)) && source.name.startsWith("files/")) files += 1;
    archive.finalize();
    await writing;
    const handle = await open(draft, "r");
    await handle.sync().finally(() => handle.close());
    await rename(draft, target);
    return { files };
  } catch (error) {
    archive.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

async function add(archive: Pack, { name, open: openSource }: Source): Promise<boolean> {
  const content = await openSource();
  if (!content) return false;
  const { bytes, ...about } = content;
  await pipeline(bytes, archive.entry({ name, ...about }));
  return true;
}

/** Unpacks an archive into a folder. Throws a StartupError if the file is no archive, or not whole. */
export async function readArchive(file: string, into: string): Promise<Manifest> {
  let foundManifest: Manifest | undefined;
  const unpacking = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), unpacking);
  reading.catch(() => undefined);
  try {
    for await (const entry of unpacking) {
      const { name } = entry.header;
      if (name === MANIFEST) foundManifest = manifest.parse(JSON.parse(await text(entry)));
      else if (!NAME.test(name) || name.includes("..")) throw new Error(`it holds ${JSON.stringify(name)}`);
      else {
        const place = path.join(into, name);
        await mkdir(path.dirname(place), { recursive: true });
        await pipeline(entry, createWriteStream(place, { flags: "wx", mode: name === "secret" ? 0o600 : 0o644 }));
      }
    }
    await reading;
    if (!foundManifest) throw new Error("it has no manifest");
    return foundManifest;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === "ENOENT") throw new StartupError(`There is no file ${file}.`);
    if (code === "ENOSPC") throw new StartupError(`There is not enough room in ${into} to unpack ${file}.`);
    throw new StartupError(
      `${file} is no backup, or did not come whole (${message}). Nothing was changed. Take another one.`,
    );
  }
}
