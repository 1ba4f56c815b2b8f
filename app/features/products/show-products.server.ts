import type { Trx } from "~/platform/database/database.server";

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
