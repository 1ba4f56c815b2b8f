import { createHash } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import type { Image } from "~/features/fields";
import { z } from "~/features/zod";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";
import type { OpenFile, Part } from "~/platform/files/file-store.server";
import type { Services } from "~/platform/services.server";
import type { Video } from "./schema";

/*
 * The rows of stored pictures and videos. They are found, read, marked while something shows them, and swept once
 * nothing does.
 */

const ORPHAN_HOURS = 24;
/** The name of a picture's JPEG, for programs that show previews of links. */
export const SHARED = "shared.jpg";

/** The id of a file that is sent with a key: the same for the same owner, key and content. Null without a key. */
export function keyedId(ownerId: string, key: string | undefined, digest: string): string | null {
  return key ? createHash("sha256").update(`${ownerId} ${key} ${digest}`).digest("hex").slice(0, 24) : null;
}

const storedWidths = z.array(z.number().int());

/** The widths in pixels in which a picture is stored, from its column. Empty for a video. */
export const widthsIn = (column: string): number[] => storedWidths.parse(JSON.parse(column));

/** A stored picture as the API reports it. `url` is a middle size. */
export function imageOf(row: { _id: string; widths: string; width: number; height: number }): Image {
  const widths = widthsIn(row.widths);
  const middle = widths.filter((width) => width <= 640).at(-1) ?? widths[0] ?? 640;
  return { _id: row._id, url: `/media/${row._id}/${middle}.webp`, width: row.width, height: row.height, widths };
}

/** A stored video as the API reports it. */
export function videoOf({ _id, mime, bytes }: { _id: string; mime: string; bytes: number }): Video {
  return { _id, url: `/media/${_id}`, mime, bytes };
}

/** An image of this owner, or null. */
export async function storedImage(db: Db, ownerId: string, fileId: string): Promise<Image | null> {
  const row = await db
    .selectFrom("files")
    .select(["_id", "widths", "width", "height"])
    .where("_id", "=", fileId)
    .where("ownerId", "=", ownerId)
    .where("kind", "=", "image")
    .executeTakeFirst();
  return row ? imageOf(row) : null;
}

/** The files with these ids that belong to this owner. */
async function filesOf(db: Db, ownerId: string, fileIds: string[]) {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom("files")
    .select(["_id", "kind", "mime", "bytes", "widths", "width", "height"])
    .where("_id", "in", fileIds)
    .where("ownerId", "=", ownerId)
    .execute();
}

/** A picture of any owner. */
export function pictureRow(db: Db, fileId: string) {
  return db
    .selectFrom("files")
    .select(["widths", "height"])
    .where("_id", "=", fileId)
    .where("kind", "=", "image")
    .executeTakeFirst();
}

/** A video of any owner, because its address is public. */
export function videoRow(db: Db, fileId: string) {
  return db
    .selectFrom("files")
    .select(["_id", "mime", "bytes", "ownerId"])
    .where("_id", "=", fileId)
    .where("kind", "=", "video")
    .executeTakeFirst();
}

/** The files with these ids that belong to this owner. */
export async function storedFiles({ db }: Services, ownerId: string, fileIds: string[]) {
  const rows = await filesOf(db, ownerId, fileIds.filter((fileId) => /^[0-9a-f]{24}$/.test(fileId)).slice(0, 20));
  return {
    images: rows.filter((row) => row.kind === "image").map(imageOf),
    videos: rows.filter((row) => row.kind === "video").map(videoOf),
  };
}

/** Widths that every picture has if it is wide enough: for small places, and for cards at double resolution. */
const [SMALLEST, SHARP] = [160, 640];
const MIME: Record<string, string> = { webp: "image/webp", avif: "image/avif", jpg: "image/jpeg" };

/**
 * The keys of one size of a picture, the wanted one first. Empty if `name`, such as `640.webp`, is no valid name. With
 * `saving`, for a browser that asks for less data, about half the width comes first; not every picture has it.
 */
export function imageKeys(fileId: string, name: string, saving: boolean): string[] {
  if (name === SHARED && /^[0-9a-f]{24}$/.test(fileId)) return [`${fileId}/${name}`];
  const match = /^(\d{1,4})\.(webp|avif)$/.exec(name);
  if (!match || !/^[0-9a-f]{24}$/.test(fileId)) return [];
  const [, width, format = ""] = match;
  const smaller = saving && Number(width) > SMALLEST ? (Number(width) < SHARP ? SMALLEST : SHARP / 2) : null;
  return [...(smaller ? [`${fileId}/${smaller}.${format}`] : []), `${fileId}/${name}`];
}

/** The bytes of one size of a picture. Null if it does not exist. */
export async function openImage(
  { files }: Services,
  fileId: string,
  name: string,
  { saving = false } = {},
): Promise<(OpenFile & { mime: string }) | null> {
  for (const key of imageKeys(fileId, name, saving)) {
    const file = await files.open(key);
    if (file) return { ...file, mime: MIME[key.slice(key.lastIndexOf(".") + 1)] as string };
  }
  return null;
}

/** A video's type and its size in bytes. Null if there is no such video. */
export async function videoToPlay(services: Services, fileId: string): Promise<{ mime: string; size: number } | null> {
  if (!/^[0-9a-f]{24}$/.test(fileId)) return null;
  const row = await videoRow(services.db, fileId);
  return row ? { mime: row.mime, size: row.bytes } : null;
}

/** The bytes of a video, whole or in part. Null if there is no such video. */
export async function openVideo({ files }: Services, fileId: string, part?: Part): Promise<OpenFile | null> {
  return files.open(`${fileId}/video`, part);
}

/** Whether the bytes of a stored file exist. For a picture, those of its smallest size are checked. */
export async function hasBytes(
  { files }: Services,
  row: { _id: string; kind: string; widths: string },
): Promise<boolean> {
  const name = row.kind === "video" ? "video" : `${widthsIn(row.widths)[0]}.webp`;
  return (await files.sizeOf(`${row._id}/${name}`)) !== null;
}

/** Marks files as shown somewhere, so that they are not swept. */
export async function attach(trx: Trx, fileIds: string[]): Promise<void> {
  if (fileIds.length > 0) await trx.updateTable("files").set({ attached: 1 }).where("_id", "in", fileIds).execute();
}

/**
 * Marks files that something no longer shows. They are swept once they are a day old. A file that a product, a category
 * or a stall still shows, such as the demo's pictures, stays.
 */
export async function detach(db: Db, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db
    .updateTable("files")
    .set({ attached: 0 })
    .where("_id", "in", fileIds)
    .where("_id", "not in", (eb) => eb.selectFrom("productImages").select("fileId").where("fileId", "in", fileIds))
    .where("_id", "not in", (eb) =>
      eb.selectFrom("categories").select("imageId").where("imageId", "in", fileIds).$castTo<{ imageId: string }>(),
    )
    .where("_id", "not in", (eb) =>
      eb.selectFrom("stores").select("bannerId").where("bannerId", "in", fileIds).$castTo<{ bannerId: string }>(),
    )
    .execute();
}

/**
 * Marks an owner's files as shown by something new. Returns whether each of them existed, was of this kind, and was
 * shown nowhere else. If not, the transaction must not go on.
 */
export async function claimFiles(
  trx: Trx,
  ownerId: string,
  kind: "image" | "video",
  fileIds: string[],
): Promise<boolean> {
  if (fileIds.length === 0) return true;
  const claimed = await trx
    .updateTable("files")
    .set({ attached: 1 })
    .where("_id", "in", fileIds)
    .where("ownerId", "=", ownerId)
    .where("kind", "=", kind)
    .where("attached", "=", 0)
    .executeTakeFirst();
  return claimed.numUpdatedRows === BigInt(fileIds.length);
}

/**
 * Releases an owner's files that something no longer shows. With `unlessOrdered`, pictures that an order shows stay;
 * without it, the caller has checked that. Runs one statement.
 */
export async function releaseFiles(
  trx: Trx,
  ownerId: string,
  fileIds: string[],
  { unlessOrdered = false }: { unlessOrdered?: boolean } = {},
): Promise<void> {
  if (fileIds.length === 0) return;
  let query = trx.updateTable("files").set({ attached: 0 }).where("_id", "in", fileIds).where("ownerId", "=", ownerId);
  if (unlessOrdered)
    query = query.where("_id", "not in", (eb) =>
      eb.selectFrom("orderLines").select("imageId").where("imageId", "in", fileIds).$castTo<{ imageId: string }>(),
    );
  await query.execute();
}

const SWEPT_AT_ONCE = 200;
/** The sweep runs again in an hour, and has other work to do. */
const MOST_ROUNDS = 25;

/** Removes files that nothing shows, once they are a day old. */
export async function sweepOrphans(services: Services): Promise<void> {
  const before = timestamp(services.clock, -ORPHAN_HOURS * 3600);
  for (let round = 0; round < MOST_ROUNDS; round += 1) if ((await sweepSome(services, before)) < SWEPT_AT_ONCE) return;
}

/** Selects files that no row refers to, whatever their mark. */
function unnamed({ and, not, exists, selectFrom }: ExpressionBuilder<Tables, "files">) {
  return and(
    [
      selectFrom("users").select("_id").whereRef("users.imageId", "=", "files._id"),
      selectFrom("products").select("_id").whereRef("products.videoId", "=", "files._id"),
      selectFrom("productImages").select("fileId").whereRef("productImages.fileId", "=", "files._id"),
      selectFrom("orderLines").select("_id").whereRef("orderLines.imageId", "=", "files._id"),
      selectFrom("categories").select("_id").whereRef("categories.imageId", "=", "files._id"),
      selectFrom("stores").select("userId").whereRef("stores.bannerId", "=", "files._id"),
      selectFrom("reviewPictures").select("fileId").whereRef("reviewPictures.fileId", "=", "files._id"),
      selectFrom("messagePictures").select("fileId").whereRef("messagePictures.fileId", "=", "files._id"),
    ].map((naming) => not(exists(naming))),
  );
}

async function sweepSome({ db, files }: Services, before: string): Promise<number> {
  const orphans = await db
    .selectFrom("files")
    .select("_id")
    .where("attached", "=", 0)
    .where("createdAt", "<", before)
    .where(unnamed)
    .limit(SWEPT_AT_ONCE)
    .execute();
  for (const { _id } of orphans) await files.remove(_id);
  if (orphans.length > 0)
    await db
      .deleteFrom("files")
      .where(
        "_id",
        "in",
        orphans.map((file) => file._id),
      )
      .where("attached", "=", 0)
      .execute();
  return orphans.length;
}
