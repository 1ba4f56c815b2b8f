import { toDollars, type Image, type Tint } from "~/features/fields";
import { imagesOf } from "~/features/products/images.server";
import { closedUntil, today } from "~/features/stalls/holiday";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import type { Product } from "./schema";

/** Whole products by their ids, in the order of the ids; public ones only. Two statements, however many. */
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
  const day = today(services);
  const byId = new Map(rows.map((row) => [row._id, toProduct(row, images.get(row._id) ?? [], day)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * When the first pieces of a product that are held for a buyer who has not paid yet may be free again; undefined while
 * none are.
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

function productRows(db: Db) {
  return db
    .selectFrom("products as p")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select([
      "p._id",
      "p.title",
      "p.description",
      "p.amountCents",
      "p.priceCents",
      "p.discountPercent",
      "p.quantity",
      "p.sku",
      "p.barcode",
      "p.measurement",
      "p.tags",
      "p.variations",
      "p.videoId",
      "p.availType",
      "p.rating",
      "p.merchantId",
      "p.createdAt",
      "c._id as categoryId",
      "c.title as categoryTitle",
      "c.tint",
      "s.storeName",
      "s.holidayFrom",
      "s.holidayUntil",
    ]);
}

type ProductRecord = Awaited<ReturnType<ReturnType<typeof productRows>["executeTakeFirstOrThrow"]>>;

function toProduct(row: ProductRecord, image: Image[], day: string): Product {
  const closed = closedUntil(row, day);
  const discounted = row.priceCents < row.amountCents;
  return {
    _id: row._id,
    title: row.title,
    description: row.description,
    amount: toDollars(row.priceCents),
    ...(discounted && { originalPrice: toDollars(row.amountCents), discountedPrice: toDollars(row.priceCents) }),
    discount: discounted ? row.discountPercent : 0,
    quantity: row.quantity,
    sku: row.sku,
    barcode: row.barcode,
    image,
    ...(row.videoId && { video: { _id: row.videoId, url: `/media/${row.videoId}` } }),
    measurement: JSON.parse(row.measurement) as Product["measurement"],
    category: { _id: row.categoryId, title: row.categoryTitle, tint: row.tint as Tint },
    tags: JSON.parse(row.tags) as string[],
    variations: JSON.parse(row.variations) as Product["variations"],
    availType: row.availType,
    rating: row.rating,
    merchant: { _id: row.merchantId, storeName: row.storeName ?? "", ...(closed !== null && { closedUntil: closed }) },
    createdAt: row.createdAt,
  };
}
