import type { Trx } from "~/platform/database/database.server";
import { unknownImage, unknownVideo } from "./errors.server";
import { imagesInOrders } from "./queries.server";

/** The pictures and videos that a product holds, in the shop and in a change that waits. */
export interface Held {
  images: string[];
  videos: string[];
}

/**
 * Takes hold of files that are new to the product, and lets go of those that it no longer shows. New ones must be the
 * merchant's own and in use nowhere else; a picture that an order shows stays.
 */
export async function changeHeld(
  trx: Trx,
  merchantId: string,
  productId: string,
  before: Held,
  after: Held,
): Promise<void> {
  await hold(trx, merchantId, "image", without(after.images, before.images));
  await hold(trx, merchantId, "video", without(after.videos, before.videos));
  const gone = [...without(before.images, after.images), ...without(before.videos, after.videos)];
  const ordered = await imagesInOrders(trx, productId, gone);
  const free = gone.filter((fileId) => !ordered.has(fileId));
  if (free.length > 0)
    await trx
      .updateTable("files")
      .set({ attached: 0 })
      .where("_id", "in", free)
      .where("ownerId", "=", merchantId)
      .execute();
}

async function hold(trx: Trx, merchantId: string, kind: "image" | "video", fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const held = await trx
    .updateTable("files")
    .set({ attached: 1 })
    .where("_id", "in", fileIds)
    .where("ownerId", "=", merchantId)
    .where("kind", "=", kind)
    .where("attached", "=", 0)
    .executeTakeFirst();
  if (held.numUpdatedRows !== BigInt(fileIds.length)) throw kind === "image" ? unknownImage() : unknownVideo();
}

function without(files: string[], others: string[]): string[] {
  const known = new Set(others);
  return [...new Set(files)].filter((fileId) => !known.has(fileId));
}

export async function setImages(trx: Trx, productId: string, fileIds: string[]): Promise<void> {
  await trx.deleteFrom("productImages").where("productId", "=", productId).execute();
  if (fileIds.length > 0)
    await trx
      .insertInto("productImages")
      .values(fileIds.map((fileId, position) => ({ productId, fileId, position })))
      .execute();
}
