import type { Trx } from "~/platform/database/database.server";
import { etagOf as etagOfRecord, requireMatch, type Expected } from "~/platform/http/versions.server";
import { unknownProduct } from "./errors.server";
import { ownProduct } from "./queries.server";
import type { ManagedProduct } from "./schema";

/**
 * A product's version, as `ETag` carries it. It changes when somebody saves, counts or decides anything, including the
 * mark of low stock. Orders, ratings and changes of the category's demands do not change it; see `countStock`.
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
 * Refuses with 412 if a product has changed since it was read. The caller must have locked its row. Returns whether the
 * request named exactly the present version.
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
