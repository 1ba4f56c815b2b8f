import type { Selectable } from "kysely";
import { changed, left } from "~/features/cache-tags";
import { claimFiles, releaseFiles } from "~/features/media/stored-files.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate, type Trx } from "~/platform/database/database.server";
import type { ProductRow } from "~/platform/database/tables";
import { isFirstTime, madeBefore } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { announceOffSale } from "./off-sale.server";
import { notYourCategory, onlyReviewed, skuTaken, unknownImage, unknownProduct, unknownVideo } from "./errors.server";
import {
  imageIdsOf,
  imagesInOrders,
  lockedRow,
  offSale,
  ownCategoryTitle,
  revisionOf,
  shown,
  sold,
  shortOf,
  stockAfter,
  staysOnSale,
  waitingAfter,
} from "./product-row.server";
import { requireVersion, type Expected } from "./product-version.server";
import { managedProductOf } from "./rules.server";
import type { ManagedProduct, ProductPayload } from "./schema";
import { countAwayHeld, noteStock } from "./stock.server";

/** Adds a product, as a draft or handed in for review. */
export async function addProduct(
  services: Services,
  merchantId: string,
  wanted: ProductPayload,
): Promise<ManagedProduct> {
  if (wanted.availType === "published") throw onlyReviewed();
  const { clock } = services;
  const productId = newId(clock.now());
  const now = timestamp(clock);
  const savedId = await saving(services, async (trx) => {
    const made = await madeBefore(trx, productId);
    if (made !== null) return made;
    const categoryTitle = await categoryFor(trx, merchantId, wanted.category, null);
    await changeHeld(trx, merchantId, productId, { images: [], videos: [] }, heldBy(wanted.image, wanted.video));
    await trx
      .insertInto("products")
      .values({
        _id: productId,
        merchantId,
        ...sold(wanted),
        ...shown(wanted, categoryTitle),
        quantity: wanted.quantity,
        lowStockAt: wanted.lowStockAt ?? null,
        availType: wanted.availType,
        rating: null,
        isPublic: 0,
        submittedAt: wanted.availType === "in-review" ? now : null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      })
      .execute();
    await noteStock(trx, services, "added", [
      { productId, pieces: wanted.quantity, quantity: wanted.quantity, byUserId: merchantId },
    ]);
    await setImages(trx, productId, wanted.image);
    return productId;
  });
  return managedProductOf(services, merchantId, savedId);
}

/**
 * Saves a product. Of a published one stock, price and the like change at once; what a buyer reads and sees waits for
 * review while the published version stays on sale. With `expected`, only what was read is written over. Source:
 * decisions, AMB-36.
 */
export async function saveProduct(
  services: Services,
  merchantId: string,
  productId: string,
  wanted: ProductPayload,
  expected?: Expected,
): Promise<ManagedProduct> {
  const now = timestamp(services.clock);
  await saving(services, async (trx) => {
    if (!(await isFirstTime(trx))) return;
    const row = await lockedRow(trx, services.dialect, merchantId, productId);
    if (!row) throw unknownProduct();
    if (expected) await requireVersion(trx, merchantId, productId, expected);
    const onSale = staysOnSale(row, wanted);
    if (wanted.availType === "published" && !onSale) throw onlyReviewed();
    const categoryTitle = await categoryFor(trx, merchantId, wanted.category, row.categoryId);
    const images = await imageIdsOf(trx, productId);
    const waiting = await revisionOf(trx, productId);
    const before = {
      images: [...images, ...(waiting?.imageIds ?? [])],
      videos: [row.videoId, waiting?.videoId].flatMap((id) => id ?? []),
    };
    const after = onSale
      ? { images: [...images, ...wanted.image], videos: [row.videoId, wanted.video].flatMap((id) => id ?? []) }
      : heldBy(wanted.image, wanted.video);
    const quantity = stockAfter(row, wanted);
    await trx
      .updateTable("products")
      .set({
        ...sold(wanted),
        quantity,
        ...(wanted.lowStockAt !== undefined && { lowStockAt: wanted.lowStockAt }),
        updatedAt: now,
        ...(!onSale && offSale(wanted, categoryTitle, now)),
      })
      .where("_id", "=", productId)
      .execute();
    await noteStock(trx, services, "corrected", [
      { productId, pieces: quantity - row.quantity, quantity, byUserId: merchantId },
    ]);
    await countAwayHeld(trx, services, new Map([[productId, shortOf(row, wanted)]]), merchantId);
    if (onSale) await keepForReview(trx, row, images, wanted, now);
    else {
      await setImages(trx, productId, wanted.image);
      await trx.deleteFrom("productRevisions").where("productId", "=", productId).execute();
    }
    await changeHeld(trx, merchantId, productId, before, after);
    if (row.isPublic === 1) await services.dialect.announceChange(trx, onSale ? changed([productId]) : left([row]));
    if (row.isPublic === 1 && !onSale) await announceOffSale(trx, services);
  });
  return managedProductOf(services, merchantId, productId);
}

/** Takes a product out of the shop and of the merchant's list at once. Its row and pictures stay: orders show them. */
export async function removeProduct(
  services: Services,
  merchantId: string,
  productId: string,
  expected?: Expected,
): Promise<void> {
  const now = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    if (!(await isFirstTime(trx))) return;
    const row = await lockedRow(trx, services.dialect, merchantId, productId);
    if (!row) throw unknownProduct();
    if (expected) await requireVersion(trx, merchantId, productId, expected);
    const waiting = await revisionOf(trx, productId);
    await trx
      .updateTable("products")
      .set({ deletedAt: now, updatedAt: now, isPublic: 0 })
      .where("_id", "=", productId)
      .execute();
    if (waiting) {
      const kept = { images: await imageIdsOf(trx, productId), videos: row.videoId ? [row.videoId] : [] };
      await trx.deleteFrom("productRevisions").where("productId", "=", productId).execute();
      await changeHeld(
        trx,
        merchantId,
        productId,
        {
          images: [...kept.images, ...waiting.imageIds],
          videos: [...kept.videos, ...(waiting.videoId ? [waiting.videoId] : [])],
        },
        kept,
      );
    }
    if (row.isPublic === 1) {
      await services.dialect.announceChange(trx, left([row]));
      await announceOffSale(trx, services);
    }
  });
}

/** One transaction; a second product with the same SKU is refused by the database. */
async function saving<T>(services: Services, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(services.db, work).catch((error: unknown) => {
    throw isDuplicate(error) ? skuTaken() : error;
  });
}

async function categoryFor(trx: Trx, merchantId: string, categoryId: string, standing: string | null): Promise<string> {
  const title = await ownCategoryTitle(trx, merchantId, categoryId, standing);
  if (title === null) throw notYourCategory();
  return title;
}

const heldBy = (images: string[], video: string | null) => ({ images, videos: video ? [video] : [] });

/** Writes the change down that waits for review; one that changes nothing any more is taken back. */
async function keepForReview(
  trx: Trx,
  row: Selectable<ProductRow>,
  images: string[],
  wanted: ProductPayload,
  now: string,
): Promise<void> {
  const after = waitingAfter(row, images, wanted, await revisionOf(trx, row._id));
  if (after === "nothing") await trx.deleteFrom("productRevisions").where("productId", "=", row._id).execute();
  else if (after !== "as before") {
    await trx
      .insertInto("productRevisions")
      .values({ productId: row._id, payload: after.payload, submittedAt: now })
      .onConflict((oc) => oc.column("productId").doUpdateSet({ payload: after.payload, submittedAt: now }))
      .execute();
    await trx.updateTable("products").set({ sentBackReason: "" }).where("_id", "=", row._id).execute();
  }
}

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
  if (!(await claimFiles(trx, merchantId, "image", without(after.images, before.images)))) throw unknownImage();
  if (!(await claimFiles(trx, merchantId, "video", without(after.videos, before.videos)))) throw unknownVideo();
  const gone = [...without(before.images, after.images), ...without(before.videos, after.videos)];
  const ordered = await imagesInOrders(trx, productId, gone);
  const free = gone.filter((fileId) => !ordered.has(fileId));
  await releaseFiles(trx, merchantId, free);
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
