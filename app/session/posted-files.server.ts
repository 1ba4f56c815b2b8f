import { randomBytes } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ApiFailure, read, type Client } from "~/api/client";
import type { Image } from "~/features/fields";
import { MOST_IMAGES, TOO_MANY_FILES, type Video } from "~/features/media/schema";
import { readMultipart, UnreadableBody } from "~/platform/files/multipart.server";
import { isOdd, isOfOurs, MOST_ENTRIES, noteRead, postedForm, unreadable } from "./posted-form.server";

/** A posted file. It is on the disk until `done`. */
export interface PostedFile {
  field: string;
  name: string;
  blob: Blob;
}

export interface Posted {
  /** The text fields alone. */
  form: FormData;
  files: PostedFile[];
  /** The number of files that `mayHold` turned down. */
  passedOver: number;
  /** Deletes the files. */
  done(): Promise<void>;
}

/** Files that operating systems leave in folders. Source: specification §5, Files. */
const HIDDEN = new Set([".DS_Store", "Thumbs.db"]);
/** The limit of all text fields together, as in any other form. */
const MOST_TEXT_BYTES = 256 * 1024;
/** Far more files than any form asks for. Further ones do not reach the disk. */
const MOST_FILES = 20;

/**
 * Reads a posted form with files in it. Files are written to the disk as they arrive, so that a video is never held in
 * memory. Of a file larger than `limit` bytes only one byte more is kept: enough for the service to refuse it by name.
 * A form that none of ours could have posted is refused, as in `postedForm`. `mayHold` is asked about each file, with
 * the texts before it in the form, before a byte of it is written.
 */
export async function readPosted(
  request: Request,
  limit: number,
  mayHold: (field: string, before: ReadonlyMap<string, string>) => boolean | Promise<boolean> = () => true,
): Promise<Posted> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? ""))
    return { form: await postedForm(request), files: [], passedOver: 0, done: async () => undefined };
  const folder = await mkdtemp(path.join(tmpdir(), "fieldstall-"));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const files: PostedFile[] = [];
  const before = new Map<string, string>();
  let [entries, room, passedOver] = [0, MOST_TEXT_BYTES, 0];
  try {
    const form = await readMultipart(request, async ({ name, filename, data }) => {
      entries += 1;
      if (entries > MOST_ENTRIES || isOdd(name)) throw unreadable();
      if (filename === undefined) {
        const value = await bytesOf(data, room + 1);
        room -= value.length;
        if (room < 0) throw unreadable();
        const text = value.toString("utf8");
        before.set(name, text);
        return text;
      }
      // A browser sends an unnamed empty file where none was chosen.
      const isNone = filename === "" || HIDDEN.has(filename) || files.length >= MOST_FILES;
      if (isNone || !(await mayHold(name, before))) {
        if (!isNone) passedOver += 1;
        for await (const _ of data) void _;
        return undefined;
      }
      const place = path.join(folder, randomBytes(8).toString("hex"));
      await pipeline(first(data, limit + 1), createWriteStream(place));
      files.push({ field: name, name: filename, blob: await openAsBlob(place) });
      return undefined;
    });
    if (!isOfOurs(form)) throw unreadable();
    noteRead(request, form);
    return { form, files, passedOver, done: removeFolder };
  } catch (error) {
    await removeFolder();
    throw error instanceof UnreadableBody ? unreadable() : error;
  }
}

/** Knows for which account a form's page was made. */
interface OwnerCheck {
  isOfAnother(form: FormData): Promise<boolean>;
  requireOwnerOf(form: FormData): Promise<void>;
}

/**
 * The same for an action, which acts in the name of the signed-in account. A form that was made for another account is
 * refused before anything of it is stored. Its files must then be chosen once more, as the kept form says.
 */
export async function readPostedFor(
  session: { account: OwnerCheck },
  ...args: Parameters<typeof readPosted>
): Promise<Posted> {
  const postedParts = await readPosted(...args);
  try {
    const { form, files } = postedParts;
    if (await session.account.isOfAnother(form))
      for (const { field, blob, name } of files) form.append(field, blob, name);
    await session.account.requireOwnerOf(form);
    return postedParts;
  } catch (error) {
    await postedParts.done();
    throw error;
  }
}

/** The first `limit` bytes. The rest is read all the same, because the next field comes after it. */
async function* first(data: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of data) {
    if (length < limit) yield chunk.subarray(0, limit - length);
    length += chunk.length;
  }
}

async function bytesOf(data: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of first(data, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/* Stored pictures and a video, which a form holds by their ids: as `image[n]` and `video`. */

/** The kind of file in each of these fields, in the service's words. */
const STORED_FIELDS: Record<string, "image" | "video"> = { photos: "image", videoFile: "video" };

export function isStoredById({ field }: Pick<PostedFile, "field">): boolean {
  return field in STORED_FIELDS;
}

/** Sends one file to the service, in the fields that it asks for. */
export type SendFile = (body: FormData) => Promise<{ data: Image[] | Video }>;

/**
 * Stores the files of a form one by one and puts their ids into it. Returns, by field, what was wrong with the others.
 */
export async function storeFiles(
  form: FormData,
  files: PostedFile[],
  send: SendFile,
): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  const imageCount = [...form.keys()].filter((name) => /^image\[\d+\]$/.test(name)).length;
  const ids = new Set<string>();
  for (const file of files) {
    try {
      if (file.field === "photos" && imageCount + ids.size >= MOST_IMAGES)
        throw new ApiFailure(422, [{ message: TOO_MANY_FILES, code: "too_many_files" }], "");
      for (const id of await storeFile(file, send)) {
        if (file.field === "videoFile") form.set("video", id);
        else ids.add(id);
      }
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500 || failure.status === 401) throw failure;
      const message = failure.is("too_many_files") ? failure.message : `${file.name}: ${failure.message}`;
      wrong[file.field] = [...new Set([...(wrong[file.field] ?? []), message])];
    }
  }
  [...ids].forEach((id, place) => form.append(`image[${imageCount + place}]`, id));
  return wrong;
}

/** Sends one file to the service and returns the ids that it has there. */
export async function storeFile({ field, name, blob }: PostedFile, send: SendFile): Promise<string[]> {
  const [kind, body] = [STORED_FIELDS[field] ?? "image", new FormData()];
  body.set("intendedFileName", kind);
  body.set(kind === "video" ? "intendedFile" : "intendedFile[]", blob, name);
  const { data: storedFile } = await send(body);
  return (Array.isArray(storedFile) ? storedFile : [storedFile]).map(({ _id }) => _id);
}

/** The pictures and the video that a form holds, to be shown again. */
export async function filesIn(api: Client, form: FormData): Promise<{ images: Image[]; videos: Video[] }> {
  const ids = [...form.entries()].flatMap(([name, value]) =>
    /^(image\[\d+\]|video)$/.test(name) && typeof value === "string" && value ? [value] : [],
  );
  return ids.length > 0
    ? (await read(api.file.$get({ query: { ids: ids.join(",") } }))).data
    : { images: [], videos: [] };
}
