import { randomBytes } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";

/** A file as a form brought it. It lies on the disk until `done`. */
export interface PostedFile {
  field: string;
  name: string;
  blob: Blob;
}

export interface Posted {
  /** The text fields alone. */
  form: FormData;
  files: PostedFile[];
  /** Throws the files away. */
  done(): Promise<void>;
}

/** What operating systems leave in folders. Source: specification §5, Files. */
const HIDDEN = new Set([".DS_Store", "Thumbs.db"]);
const MOST_TEXT_BYTES = 256 * 1024;
/** Far more than any form asks for; whoever sends more fills no disk with them. */
const MOST_FILES = 20;

/**
 * Reads a posted form with files in it. Files go to the disk as they come, so that a video is never held in memory. Of
 * one that is larger than `most` bytes only one byte more is kept: enough for the service to refuse it by name.
 */
export async function readPosted(request: Request, most: number): Promise<Posted> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) return { form: await request.formData(), files: [], done: async () => undefined };
  const folder = await mkdtemp(path.join(tmpdir(), "fieldstall-"));
  const done = () => rm(folder, { recursive: true, force: true });
  const files: PostedFile[] = [];
  try {
    const form = await parseMultipart(request, async ({ name, filename, data }) => {
      if (filename === undefined) return text(data);
      // A browser sends an unnamed empty file where none was chosen.
      if (filename === "" || HIDDEN.has(filename) || files.length >= MOST_FILES) {
        for await (const _ of data) void _;
        return undefined;
      }
      const place = path.join(folder, randomBytes(8).toString("hex"));
      await pipeline(first(data, most + 1), createWriteStream(place));
      files.push({ field: name, name: filename, blob: await openAsBlob(place) });
      return undefined;
    });
    return { form, files, done };
  } catch (error) {
    await done();
    // What the disk refuses has a code; what the parser cannot read has none.
    throw typeof (error as { code?: unknown }).code === "string" ? error : new Response("The form could not be read.", { status: 400 });
  }
}

/** The first `most` bytes; the rest is read all the same, since the next field comes behind it. */
async function* first(data: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of data) {
    if (length < most) yield chunk.subarray(0, most - length);
    length += chunk.length;
  }
}

async function text(data: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of first(data, MOST_TEXT_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
