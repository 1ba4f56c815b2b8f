import { createHash } from "node:crypto";
import { timestamp } from "~/platform/clock";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { fileTooLarge, fileTooSmall, wrongFileType } from "./errors.server";
import { VIDEO_TYPES, type Video } from "./schema";
import { keyedId, videoOf, videoRow } from "./stored-files.server";

/** Formats that browsers play, by their names in file-type. */
const PLAYED: Record<string, string> = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
};
/** Enough bytes of a file's beginning to identify its format. */
const BEGINNING = 4100;

interface StoreOptions {
  ownerId: string;
  /** With a key, the same video always gets the same id. */
  key?: string | undefined;
  /** The id that it gets, if it is already known. */
  _id?: string;
  field: string;
}

/**
 * Stores a video as it arrives, directly on the disk. Its bytes identify its format. Refuses other files, and files
 * that are too large.
 */
export async function storeVideo(
  services: Services,
  chunks: AsyncIterable<Uint8Array>,
  { ownerId, key, _id, field }: StoreOptions,
): Promise<Video> {
  const { files, db, clock, config } = services;
  const draft = newId(clock.now());
  const hash = createHash("sha256");
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  async function* measured() {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > config.mostVideoBytes) throw fileTooLarge(config.mostVideoBytes, field);
      if (head.length < BEGINNING) head = Buffer.concat([head, chunk]);
      hash.update(chunk);
      yield chunk;
    }
  }
  // Its name on the disk does not include its type. The row has the type, and the answer sends it.
  await files.putStream(`${draft}/video`, measured());
  // Loaded by the first video, because no page needs it.
  const { fileTypeFromBuffer } = await import("file-type");
  const mime = PLAYED[(await fileTypeFromBuffer(head))?.ext ?? ""];
  if (bytes === 0 || !mime) {
    await files.remove(draft);
    throw bytes === 0 ? fileTooSmall(1, field) : wrongFileType(VIDEO_TYPES, field);
  }
  const before = _id ?? keyedId(ownerId, key, hash.digest("hex"));
  const existing = before && (await videoRow(db, before));
  if (existing) {
    await files.remove(draft);
    return videoOf(existing);
  }
  const row = { _id: before ?? draft, mime, bytes };
  if (before) await files.move(draft, before);
  await db
    .insertInto("files")
    .values({
      ...row,
      ownerId,
      kind: "video",
      width: 0,
      height: 0,
      widths: "[]",
      attached: 0,
      createdAt: timestamp(clock),
    })
    .onConflict((oc) => oc.column("_id").doNothing())
    .execute();
  return videoOf(row);
}
