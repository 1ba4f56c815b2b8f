import type { Trx } from "~/platform/database/database.server";
import { etagOf as etagOfRecord, requireMatch, type Expected } from "~/platform/http/versions.server";
import { unknownProduct } from "./errors.server";
import { ownProduct } from "./queries.server";
import type { ManagedProduct } from "./schema";

/**
 * A product's version, as `ETag` carries it: the same as long as nobody saves, counts or decides anything, the mark of
 * low stock included. Orders, ratings and what its category demands change by themselves and do not count; see `countStock`.
 */
export function etagOf(product: ManagedProduct): string {
  const {
    quantity: _stock,
    runsLow: _low,
    rating: _rating,
    updatedAt: _time,
    lacks: _lacks,
    variants,
    ...rest
  } = product;
  const sizes = variants.map(({ quantity: _pieces, runsLow: _few, ...size }) => size);
  return etagOfRecord({ ...rest, variants: sizes });
}

/**
 * Refuses with 412 when a product is no longer as it was when it was read. To be asked once its row is locked. Answers
 * whether the request named exactly the version that is there.
 */
export async function requireVersion(
  trx: Trx,
  merchantId: string,
  productId: string,
  expectedVersion: Expected,
): Promise<boolean> {
  if (expectedVersion.ifMatch === undefined) return false;
  const current = await ownProduct(trx, merchantId, productId);
  if (!current) throw unknownProduct();
  return requireMatch(current, expectedVersion, etagOf(current));
}
