import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { notePrices } from "./prior-prices.server";
import type { NewRow, VariantRow } from "~/platform/database/tables";
import { USUAL_MARGIN } from "./weighed-schema";

/*
 * The sizes of products as they are stored. Price and stock belong to a size. `refreshFigures` copies the figures that
 * lists need to the product's row. All code that writes sizes calls it in the same transaction.
 */

export type Variant = Selectable<VariantRow>;

/** Products in one statement. It names each of them three times: half of the parameters that SQLite allows. */
const BATCH = 5000;

/** The sizes of these products that are sold or wait for review, in the merchant's order. */
export async function variantsOf(db: Db, productIds: string[]): Promise<Map<string, Variant[]>> {
  const sizes = new Map<string, Variant[]>(productIds.map((id) => [id, []]));
  for (let start = 0; start < productIds.length; start += BATCH) {
    const rows = await db
      .selectFrom("variants")
      .selectAll()
      .where("productId", "in", productIds.slice(start, start + BATCH))
      .where("deletedAt", "is", null)
      .orderBy("productId")
      .orderBy("position")
      .execute();
    // SQLite's driver returns rows as hash tables of 1.6 KB. A copy of one is an object of 200 bytes.
    for (const row of rows) sizes.get(row.productId)?.push({ ...row });
  }
  return sizes;
}

/** The sizes of these products that can be bought, where their products are on sale. */
export async function sizesOnSale(db: Db, productIds: string[]): Promise<Map<string, Variant[]>> {
  const rows =
    productIds.length === 0
      ? []
      : await db
          .selectFrom("variants as v")
          .innerJoin("products as p", "p._id", "v.productId")
          .selectAll("v")
          .where("v.productId", "in", productIds)
          .where("v.deletedAt", "is", null)
          .where("v.isPending", "=", 0)
          .where("p.isPublic", "=", 1)
          .orderBy("v.productId")
          .orderBy("v.position")
          .execute();
  const sizes = new Map<string, Variant[]>();
  for (const row of rows) sizes.set(row.productId, [...(sizes.get(row.productId) ?? []), row]);
  return sizes;
}

/** The size that a line of a cart means: the one that it names, or the only one. */
export function sizeOf<Size extends { _id: string }>(
  line: { product: string; variant?: string | undefined },
  sizes: ReadonlyMap<string, readonly Size[]>,
): Size | undefined {
  const ownSizes = sizes.get(line.product) ?? [];
  if (line.variant !== undefined) return ownSizes.find(({ _id }) => _id === line.variant);
  return ownSizes.length === 1 ? ownSizes[0] : undefined;
}

/** Names of a product's sizes, in their order; those that wait for review as well. */
export async function sizeNamesOf(db: Db, productId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("variants")
    .select("name")
    .where("productId", "=", productId)
    .where("deletedAt", "is", null)
    .orderBy("position")
    .execute();
  return rows.map(({ name }) => name);
}

/** A product in a size, as people read it. */
export const inSize = (title: string, sizeName: string): string => (sizeName ? `${title}, ${sizeName}` : title);

/** The only size of a product, made from the product's row. */
export function onlySize(product: NewRow<"products">): NewRow<"variants"> {
  const { _id, merchantId, sku, barcode, amountCents, priceCents, vatCents, quantity } = product;
  const { stockVersion = 0, lowStockAt = null, deletedAt = null } = product;
  return {
    _id,
    productId: _id,
    merchantId,
    position: 0,
    name: "",
    sku,
    barcode,
    amountCents,
    priceCents,
    vatCents,
    quantity,
    stockVersion,
    lowStockAt,
    contentMilli: product.contentMilli ?? null,
    contentUnit: product.contentUnit ?? null,
    drainedMilli: product.drainedMilli ?? null,
    drainedUnit: product.drainedUnit ?? null,
    unitPriceCents: product.unitPriceCents ?? null,
    weightUnit: product.weightUnit ?? null,
    marginPercent: product.unitPriceCents === undefined || product.unitPriceCents === null ? null : USUAL_MARGIN,
    isPending: 0,
    deletedAt,
  };
}

/** The id of a product's next size. `count` is how many sizes it has had so far, including deleted ones. */
export const variantIdOf = (productId: string, count: number): string =>
  count === 0 ? productId : `${productId}-${count + 1}`;

/**
 * Updates the figures that lists read of products: the lowest price that is available, the numbers of pieces and sizes,
 * the first size's codes. Prices of sizes follow their product's discount, rounded half up. Runs two statements for
 * 5,000 products, four if prices may have changed.
 * @param now the time from which other prices hold; left out if only stock has changed
 */
export async function refreshFigures(trx: Db, productIds: readonly string[], now?: string): Promise<void> {
  for (let start = 0; start < productIds.length; start += BATCH) {
    const ids = sql.join(productIds.slice(start, start + BATCH));
    await sql`update "variants" set "priceCents" = case when "fresh"."cents" < 1 then 1 else "fresh"."cents" end from (
        select "v"."_id", cast((cast("v"."amountCents" as bigint) * (100 - "p"."discountPercent") + 50) / 100 as integer) as "cents"
        from "variants" as "v" join "products" as "p" on "p"."_id" = "v"."productId"
        where "v"."productId" in (${ids})) as "fresh"
      where "variants"."_id" = "fresh"."_id" and "variants"."priceCents" <> case when "fresh"."cents" < 1 then 1 else "fresh"."cents" end`.execute(
      trx,
    );
    if (now !== undefined) await notePrices(trx, ids, now);
    await sql`update "products" set "amountCents" = "of"."amountCents", "priorCents" = "of"."priorCents", "priceCents" = "of"."priceCents",
        "quantity" = "of"."pieces", "variantCount" = "of"."sizes", "sku" = "of"."sku", "barcode" = "of"."barcode",
        "vatCents" = "of"."vatCents", "lowStockAt" = "of"."lowStockAt", "stockVersion" = "of"."stockVersion",
        "variantId" = "of"."variantId", "contentMilli" = "of"."contentMilli", "contentUnit" = "of"."contentUnit",
        "drainedMilli" = "of"."drainedMilli", "drainedUnit" = "of"."drainedUnit",
        "unitPriceCents" = "of"."unitPriceCents", "weightUnit" = "of"."weightUnit"
      from (select "first".*, "sums"."pieces", "sums"."sizes", "cheap"."amountCents", "cheap"."priceCents", "cheap"."priorCents",
          "cheap"."_id" as "variantId", "cheap"."contentMilli", "cheap"."contentUnit", "cheap"."drainedMilli", "cheap"."drainedUnit",
          "cheap"."unitPriceCents", "cheap"."weightUnit"
        from (select "productId", "sku", "barcode", "vatCents", "lowStockAt", "stockVersion",
            row_number() over (partition by "productId" order by "isPending", "position") as "place"
          from "variants" where "productId" in (${ids}) and "deletedAt" is null) as "first"
        join (select "productId", "_id", "amountCents", "priceCents", "priorCents", "contentMilli", "contentUnit", "drainedMilli", "drainedUnit",
            "unitPriceCents", "weightUnit",
            row_number() over (partition by "productId" order by "isPending", case when "quantity" > 0 then 0 else 1 end, "priceCents", "position") as "place"
          from "variants" where "productId" in (${ids}) and "deletedAt" is null) as "cheap"
          on "cheap"."productId" = "first"."productId" and "cheap"."place" = 1
        join (select "productId", sum(case when "isPending" = 0 then "quantity" else 0 end) as "pieces", sum(1 - "isPending") as "sizes"
          from "variants" where "productId" in (${ids}) and "deletedAt" is null group by "productId") as "sums"
          on "sums"."productId" = "first"."productId"
        where "first"."place" = 1) as "of"
      where "products"."_id" = "of"."productId"`.execute(trx);
  }
}

/** SQL of whether a product, or one of its several sizes, has no more pieces than its low-stock mark or its stall's. */
export function runsLow(product: string, stallMark: RawBuilder<unknown>): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${product}.${column}`);
  return sql<boolean>`(case when ${of("variantCount")} = 1 then ${of("quantity")} <= coalesce(${of("lowStockAt")}, ${stallMark})
    else exists (select 1 from "variants" as "v" where "v"."productId" = ${of("_id")} and "v"."deletedAt" is null
      and "v"."quantity" <= coalesce("v"."lowStockAt", ${stallMark})) end)`;
}
