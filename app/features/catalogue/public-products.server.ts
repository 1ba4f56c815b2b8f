import { sql } from "kysely";
import { toDollars, type Image, type Tint } from "~/features/fields";
import { foodIn } from "~/features/food-information/food-json";
import { hasWays } from "~/features/delivery/has-ways.server";
import { imagesOf } from "~/features/products/images.server";
import { closedUntil, today } from "~/features/stores/holiday";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { weighedPriceOf, type WeighedColumns } from "~/features/products/weighed-schema";
import { contentColumns, contentsOf, unitPriceOf, type UnitSystem } from "~/features/products/net-content-schema";
import { reviewMeanOf } from "~/features/products/review-mean";
import { publicSeasonOn, seasonIn } from "~/features/products/season-schema";
import { sizesOnSale, type Variant } from "~/features/products/variants.server";
import type { Product, ProductSize } from "./schema";
import { measurementIn, tagsIn, variationsIn } from "~/features/products/stored-json";

/**
 * Public products by their ids, in the order of the ids. Runs two statements, however many products, or three if one
 * has several sizes.
 */
export async function publicProducts(
  services: Pick<Services, "db" | "clock" | "config">,
  ids: string[],
): Promise<Product[]> {
  if (ids.length === 0) return [];
  const { db } = services;
  const rows = await productRows(db).where("p._id", "in", ids).where("p.isPublic", "=", 1).execute();
  const images = await imagesOf(
    db,
    rows.map((row) => row._id),
  );
  // A product with one size has all of the size's data in its own row.
  const idsWithSizes = rows.filter((row) => row.variantCount > 1).map((row) => row._id);
  const sizes = await sizesOnSale(db, idsWithSizes);
  const day = today(services);
  const byId = new Map(
    rows.map((row) => {
      const variants = (sizes.get(row._id) ?? [{ ...row, _id: row.variantId, name: "" }]).map((size) =>
        toSize(size, row.discountPercent, services.config.units),
      );
      return [row._id, toProduct(row, variants, images.get(row._id) ?? [], day)];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The time at which the first held pieces of a product may be free again, if their buyer does not pay. Undefined while
 * none are held.
 */
export async function heldUntil(db: Db, productId: string): Promise<string | undefined> {
  const { until } = await db
    .selectFrom("orders as o")
    .innerJoin("orderLines as l", "l.orderId", "o._id")
    .select((eb) => eb.fn.min("o.heldUntil").as("until"))
    .where("o.status", "=", "pending")
    .where("l.productId", "=", productId)
    .executeTakeFirstOrThrow();
  return until ?? undefined;
}

/** Whether a product has answered questions that are shown, for products as `p`. */
const hasQuestions = sql<0 | 1>`case when exists (select 1 from "productQuestions" as "pq"
  where "pq"."productId" = "p"."_id" and "pq"."hiddenAt" is null) then 1 else 0 end`.as("hasQuestions");

function productRows(db: Db) {
  return db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .leftJoin("productFood as pf", "pf.productId", "p._id")
    .select([
      "p._id",
      "p.title",
      "p.description",
      "p.amountCents",
      "p.priceCents",
      "p.priorCents",
      "p.discountPercent",
      "p.quantity",
      "p.sku",
      "p.barcode",
      "p.variantCount",
      "p.variantId",
      "p.contentMilli",
      "p.contentUnit",
      "p.drainedMilli",
      "p.drainedUnit",
      "p.unitPriceCents",
      "p.weightUnit",
      "p.measurement",
      "p.tags",
      "p.variations",
      "p.seasonFrom",
      "p.seasonUntil",
      "p.seasonYearly",
      "p.noticeHours",
      "p.videoId",
      "p.availType",
      "p.rating",
      "p.reviewCount",
      "p.reviewStars",
      "p.merchantId",
      "p.createdAt",
      "c._id as categoryId",
      "c.title as categoryTitle",
      "c.tint",
      "pf.food",
      "s.storeName",
      "s.holidayFrom",
      "s.holidayUntil",
      hasQuestions,
      hasWays("p.merchantId").as("hasWays"),
    ]);
}

type ProductRecord = Awaited<ReturnType<ReturnType<typeof productRows>["executeTakeFirstOrThrow"]>>;

type SizeRecord = Pick<
  Variant,
  | "_id"
  | "name"
  | "sku"
  | "barcode"
  | "amountCents"
  | "priceCents"
  | "priorCents"
  | "quantity"
  | keyof ReturnType<typeof contentColumns>
  | keyof WeighedColumns
>;

/**
 * The price that is struck through, and the discount in percent. Null unless the price that the discount is compared
 * with is above the price paid. The percentage is the discount's, or is rounded down if that price is not the list
 * price.
 */
function reduction({ amountCents, priceCents, priorCents }: Prices, percent: number) {
  if (priorCents === null || priorCents <= priceCents) return null;
  return {
    priorCents,
    percent: priorCents === amountCents ? percent : Math.floor(((priorCents - priceCents) * 100) / priorCents),
  };
}
type Prices = Pick<SizeRecord, "amountCents" | "priceCents" | "priorCents">;

function toSize(size: SizeRecord, percent: number, units: UnitSystem): ProductSize {
  const { content, drained } = contentsOf(size);
  const reduced = reduction(size, percent);
  const { priceCents } = size;
  const weighed = weighedPriceOf(size, percent, (reduced?.priorCents ?? priceCents) / priceCents);
  const price =
    weighed ?? unitPriceOf({ content, drained }, { priceCents, amountCents: reduced?.priorCents ?? priceCents }, units);
  return {
    _id: size._id,
    name: size.name,
    sku: size.sku,
    barcode: size.barcode,
    amount: toDollars(size.priceCents),
    ...(reduced && { originalPrice: toDollars(reduced.priorCents) }),
    discount: reduced?.percent ?? 0,
    quantity: size.quantity,
    ...(content && { content }),
    ...(drained && { drained }),
    ...(price && { unitPrice: price }),
    ...(weighed && { weighed: true }),
  };
}

function toProduct(row: ProductRecord, variants: ProductSize[], image: Image[], day: string): Product {
  const closed = closedUntil(row, day);
  const season = seasonIn(row);
  const reduced = reduction(row, row.discountPercent);
  return {
    _id: row._id,
    title: row.title,
    description: row.description,
    amount: toDollars(row.priceCents),
    ...(reduced && { originalPrice: toDollars(reduced.priorCents), discountedPrice: toDollars(row.priceCents) }),
    discount: reduced?.percent ?? 0,
    quantity: row.quantity,
    variants,
    sku: row.sku,
    barcode: row.barcode,
    image,
    ...(row.videoId && { video: { _id: row.videoId, url: `/media/${row.videoId}` } }),
    measurement: measurementIn(row.measurement),
    category: { _id: row.categoryId, title: row.categoryTitle, tint: row.tint as Tint },
    tags: tagsIn(row.tags),
    variations: variationsIn(row.variations),
    ...(row.food !== null && { food: foodIn(row.food) }),
    ...(season && { season: publicSeasonOn(season, day) }),
    ...(row.noticeHours > 0 && { noticeHours: row.noticeHours }),
    availType: row.availType,
    rating: row.rating,
    ...reviewMeanOf(row),
    ...(row.hasQuestions === 1 && { hasQuestions: true as const }),
    merchant: {
      _id: row.merchantId,
      storeName: row.storeName ?? "",
      ...(closed !== null && { closedUntil: closed }),
      ...(row.hasWays === 1 && { hasWays: true as const }),
    },
    createdAt: row.createdAt,
  };
}
