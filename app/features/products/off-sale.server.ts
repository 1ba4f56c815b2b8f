import type { Db, Trx } from "~/platform/database/database.server";
import { jobProducer, type JobProducer } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";

/** Checkouts under way may hold what has just gone off sale: ended at once, not when the reconciling job comes round. */
export const wentOffSale: JobProducer<Record<string, never>> = jobProducer("payments.off-sale");

/** Says that something is off sale now that may have been on sale before; in the transaction that takes it off. */
export async function announceOffSale(trx: Trx, services: Pick<Services, "clock">): Promise<void> {
  await wentOffSale.enqueue(trx, services, {});
}

/** The titles of those products that nobody can buy now: deleted, sent back, a draft, or of a stall that is closed. */
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
 * Puts what a merchant has published on sale, but for what an operator keeps off, or takes everything of theirs off.
 * Answers whether anything changed.
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

/** Keeps a product off sale, whatever its merchant does with it. Answers it; undefined where somebody does already. */
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
 * Ends that a product is kept off sale: it is on sale at once if it is published and its stall is open. Answers it;
 * undefined where nobody keeps it off.
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
