import { createHash } from "node:crypto";
import type { Trx } from "~/platform/database/database.server";
import { changedMeanwhile, unknownProduct } from "./errors.server";
import { ownProduct } from "./queries.server";
import type { ManagedProduct } from "./schema";

/** The version of a product that a request was made for, and what it sends. */
export interface Expected {
  /** As `If-Match` carries it: one ETag, several with commas, or `*`. */
  ifMatch: string;
  sent: unknown;
}

/**
 * A product's version, as `ETag` carries it: the same as long as nobody saves or decides anything, the mark of low stock
 * included. Stock and rating change by themselves and do not count; that stock is not lost is `quantityBefore`'s matter.
 */
export function etagOf(product: ManagedProduct): string {
  const { quantity: _stock, runsLow: _low, rating: _rating, updatedAt: _time, ...rest } = product;
  return `"${createHash("sha256").update(JSON.stringify(rest)).digest("hex").slice(0, 32)}"`;
}

/** Refuses with 412 when a product is no longer as it was when it was read. To be asked once its row is locked. */
export async function requireVersion(
  trx: Trx,
  merchantId: string,
  productId: string,
  { ifMatch, sent }: Expected,
): Promise<void> {
  const current = await ownProduct(trx, merchantId, productId);
  if (!current) throw unknownProduct();
  const etag = etagOf(current);
  const matches = ifMatch.split(",").map((one) => one.trim());
  if (!matches.includes("*") && !matches.includes(etag)) throw changedMeanwhile(etag, { current, sent });
}
