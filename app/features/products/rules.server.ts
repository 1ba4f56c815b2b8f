import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownProduct } from "./errors.server";
import { changeHeld } from "./files.server";
import { countOwn, imageIdsOf, lockedRow, ownProduct, ownProducts, revisionOf } from "./queries.server";
import type { ManagedProduct, ManagedQuery } from "./schema";

const A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

/** A page, or several together, of a merchant's products, newest first. */
export async function managedProducts({ db }: Services, merchantId: string, { q, page, from }: ManagedQuery) {
  const first = Math.max(Math.min(from ?? page, page), page - MOST_PAGES_AT_ONCE + 1, 1);
  const total = await countOwn(db, merchantId, q);
  const docs = await ownProducts(db, merchantId, q, {
    limit: (page - first + 1) * A_PAGE,
    offset: (first - 1) * A_PAGE,
  });
  return { docs, page, hasNextPage: page * A_PAGE < total, total };
}

export async function managedProductOf(
  { db }: Services,
  merchantId: string,
  productId: string,
): Promise<ManagedProduct> {
  const product = await ownProduct(db, merchantId, productId);
  if (!product) throw unknownProduct();
  return product;
}

/** Takes a product out of the shop and of the merchant's list at once. Its row and pictures stay: orders show them. */
export async function removeProduct(services: Services, merchantId: string, productId: string): Promise<void> {
  const now = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    const row = await lockedRow(trx, services.dialect, merchantId, productId);
    if (!row) throw unknownProduct();
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
    if (row.isPublic === 1) await services.dialect.announceChange(trx);
  });
}
