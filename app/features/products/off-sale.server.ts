import type { Db, Trx } from "~/platform/database/database.server";
import { jobProducer, type JobProducer } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";

/** The job that ends checkouts for products that have just gone off sale, without waiting for the reconciling job. */
export const wentOffSale: JobProducer<Record<string, never>> = jobProducer("payments.off-sale");

/** Announces that products may have gone off sale, in the transaction that takes them off. */
export async function announceOffSale(trx: Trx, services: Pick<Services, "clock">): Promise<void> {
  await wentOffSale.enqueue(trx, services, {});
}

/** The titles of the products that are off sale: deleted, sent back, taken off, a draft, or of a closed stall. */
export async function titlesOffSale(db: Db, productIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .select("title")
    .where("_id", "in", productIds)
    .where("isPublic", "=", 0)
    .orderBy("_id")
    .execute();
  return rows.map((row) => row.title);
}

/**
 * Puts a merchant's published products on sale, except those that an operator keeps off, or takes all of them off sale.
 * Returns whether anything changed.
 */
export async function showProductsOf(trx: Trx, merchantId: string, onSale: boolean): Promise<boolean> {
  const products = trx.updateTable("products").where("merchantId", "=", merchantId).where("deletedAt", "is", null);
  const { numUpdatedRows } = await (
    onSale
      ? products.set({ isPublic: 1 }).where("availType", "=", "published").where("takenOffAt", "is", null)
      : products.set({ isPublic: 0 }).where("isPublic", "=", 1)
  ).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Keeps a product off sale, whatever its merchant does. Returns its row, or undefined if it is kept off already. */
export function hideProduct(trx: Trx, productId: string, reason: string, now: string) {
  return trx
    .updateTable("products")
    .set({ takenOffAt: now, takenOffReason: reason, isPublic: 0, updatedAt: now })
    .where("_id", "=", productId)
    .where("takenOffAt", "is", null)
    .returning(["_id", "categoryId", "merchantId"])
    .executeTakeFirst();
}

/**
 * Stops keeping a product off sale. It is on sale at once if it is published and its stall is open. Returns its row, or
 * undefined if it was not kept off.
 */
export function showProduct(trx: Trx, productId: string, isStallOpen: boolean, now: string) {
  return trx
    .updateTable("products")
    .set((eb) => ({
      takenOffAt: null,
      takenOffReason: "",
      updatedAt: now,
      isPublic: eb
        .case()
        .when(eb.and([eb("availType", "=", "published"), eb("deletedAt", "is", null)]))
        .then<0 | 1>(isStallOpen ? 1 : 0)
        .else<0 | 1>(0)
        .end(),
    }))
    .where("_id", "=", productId)
    .where("takenOffAt", "is not", null)
    .returning(["_id", "categoryId", "merchantId", "isPublic", "deletedAt"])
    .executeTakeFirst();
}
