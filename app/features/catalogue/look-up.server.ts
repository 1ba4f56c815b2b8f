import { sql } from "kysely";
import { barcodeSpellings } from "~/features/products/gtin-schema";
import type { Db } from "~/platform/database/database.server";
import type { ProductQuery } from "./schema";

const MOST_PRODUCTS = 100;

/** Ids of public products with a size on sale that has the SKU, in any case, and the barcode. Runs one statement. */
export async function idsOfCodes(
  db: Db,
  { sku, barcode, stall }: Pick<ProductQuery, "sku" | "barcode" | "stall">,
): Promise<string[]> {
  let sizes = db
    .selectFrom("variants as v")
    .innerJoin("products as p", "p._id", "v.productId")
    .select("p._id")
    .distinct()
    .where("p.isPublic", "=", 1)
    .where("v.deletedAt", "is", null)
    .where("v.isPending", "=", 0)
    .orderBy("p._id", "desc")
    .limit(MOST_PRODUCTS);
  if (sku !== undefined) sizes = sizes.where(sql<boolean>`lower("v"."sku") = ${sku.toLowerCase()}`);
  if (barcode !== undefined) sizes = sizes.where("v.barcode", "in", barcodeSpellings(barcode));
  if (stall !== undefined) sizes = sizes.where("p.merchantId", "=", stall);
  return (await sizes.execute()).map(({ _id }) => _id);
}
