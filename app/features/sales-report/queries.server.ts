import { sql } from "kysely";
import { imagesOf } from "~/features/products/images.server";
import { type Image, type Tint, toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db } from "~/platform/database/database.server";
import type { SalesReport, SalesUser, TopSelling } from "./schema";

/** Sales and refunds, each on its own day, in cents. */
export interface DayFigures {
  orders: number;
  units: number;
  cents: number;
  refundedOrders: number;
  refundedUnits: number;
  refundedCents: number;
  /** Delivery fees, less those that were refunded on the day. */
  deliveryFeeCents: number;
}

type Row = { [Figure in keyof DayFigures]: unknown };

const numbers = (row: Row | undefined): DayFigures => ({
  orders: Number(row?.orders ?? 0),
  units: Number(row?.units ?? 0),
  cents: Number(row?.cents ?? 0),
  refundedOrders: Number(row?.refundedOrders ?? 0),
  refundedUnits: Number(row?.refundedUnits ?? 0),
  refundedCents: Number(row?.refundedCents ?? 0),
  deliveryFeeCents: Number(row?.deliveryFeeCents ?? 0),
});

export const NO_FIGURES: DayFigures = numbers(undefined);

/** The sum of figures. */
export function sumOf(figures: Iterable<DayFigures>): DayFigures {
  const sum = { ...NO_FIGURES };
  for (const day of figures) for (const figure of Object.keys(sum) as (keyof DayFigures)[]) sum[figure] += day[figure];
  return sum;
}

/** A merchant's figures of all days. */
export function totalsOf(db: Db, merchantId: string): Promise<DayFigures> {
  return sumOfDays(db, merchantId, "", "9999");
}

/** A merchant's figures of each day of a period; days without any are missing. */
export async function daysOf(
  db: Db,
  merchantId: string,
  since: string,
  until: string,
): Promise<Map<string, DayFigures>> {
  const rows = await db
    .selectFrom("daySales")
    .select(["day", "orders", "units", "amountCents as cents", "refundedOrders", "refundedUnits", "refundedCents"])
    .select((eb) => eb("deliveryFeeCents", "-", eb.ref("deliveryFeeRefundedCents")).as("deliveryFeeCents"))
    .where("merchantId", "=", merchantId)
    .where("day", ">=", since)
    .where("day", "<=", until)
    .orderBy("day")
    .execute();
  return new Map(rows.map((row) => [row.day, numbers(row)]));
}

/** A merchant's figures of the days of a period together. */
export async function sumOfDays(db: Db, merchantId: string, since: string, until: string): Promise<DayFigures> {
  return numbers(await sumQuery(db, merchantId, since, until).executeTakeFirst());
}

/** `sumOfDays` of two periods. One statement. */
export async function sumsOfTwo(
  db: Db,
  merchantId: string,
  [first, second]: [{ since: string; until: string }, { since: string; until: string }],
): Promise<[DayFigures, DayFigures]> {
  const rows = await sumQuery(db, merchantId, first.since, first.until)
    .select(sql<number>`1`.as("place"))
    .unionAll(sumQuery(db, merchantId, second.since, second.until).select(sql<number>`2`.as("place")))
    .execute();
  return [numbers(rows.find((row) => row.place === 1)), numbers(rows.find((row) => row.place === 2))];
}

function sumQuery(db: Db, merchantId: string, since: string, until: string) {
  return db
    .selectFrom("daySales")
    .where("merchantId", "=", merchantId)
    .where("day", ">=", since)
    .where("day", "<=", until)
    .select((eb) => [
      eb.fn.sum<number>("orders").as("orders"),
      eb.fn.sum<number>("units").as("units"),
      eb.fn.sum<number>("amountCents").as("cents"),
      eb.fn.sum<number>("refundedOrders").as("refundedOrders"),
      eb.fn.sum<number>("refundedUnits").as("refundedUnits"),
      eb.fn.sum<number>("refundedCents").as("refundedCents"),
      eb.fn.sum<number>(eb("deliveryFeeCents", "-", eb.ref("deliveryFeeRefundedCents"))).as("deliveryFeeCents"),
    ]);
}

export async function yearsWithSales(db: Db, merchantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("daySales")
    .select((eb) => eb.fn<string>("substr", ["day", eb.val(1), eb.val(4)]).as("year"))
    .distinct()
    .where("merchantId", "=", merchantId)
    .orderBy("year", "desc")
    .execute();
  return rows.map((row) => row.year);
}

/** How many products a merchant has now, and when those since `since` were made, up to 1000 of them. */
export async function productsMade(
  db: Db,
  merchantId: string,
  since: string,
): Promise<{ total: number; times: string[] }> {
  const productsOfMerchant = db
    .selectFrom("products")
    .where("merchantId", "=", merchantId)
    .where("deletedAt", "is", null);
  const { n } = await productsOfMerchant.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await productsOfMerchant.select("createdAt").where("createdAt", ">=", since).limit(1000).execute();
  return { total: Number(n), times: rows.map((row) => row.createdAt) };
}

/**
 * How many customers have bought something and kept it, and when those since `since` first bought, up to 1000 of them.
 */
export async function customersWon(
  db: Db,
  merchantId: string,
  since: string,
): Promise<{ total: number; times: string[] }> {
  // A literal zero, not a bound one: SQLite takes the partial index only when it sees its condition.
  const salesOfMerchant = db
    .selectFrom("customerSales")
    .where("merchantId", "=", merchantId)
    .where((eb) => eb("orders", ">", eb.lit(0)));
  const { n } = await salesOfMerchant.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await salesOfMerchant
    .select("firstAt")
    .where("firstAt", ">=", since)
    .orderBy("firstAt", "desc")
    .limit(1000)
    .execute();
  return { total: Number(n), times: rows.map((row) => row.firstAt) };
}

export async function countSold(db: Db, merchantId: string): Promise<number> {
  const row = await db
    .selectFrom("productSales")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("merchantId", "=", merchantId)
    .where("units", ">", 0)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The merchant's products, each in its sizes, by pieces sold. Two statements. */
export async function bestSelling(
  db: Db,
  merchantId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TopSelling[]> {
  const rows = await db
    .selectFrom("productSales as s")
    .innerJoin("products as p", "p._id", "s.productId")
    .innerJoin("variants as v", "v._id", "s.variantId")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .innerJoin("stores as m", "m.userId", "p.merchantId")
    .select([
      "s.units",
      "s.amountCents",
      "s.sizeName",
      "p._id",
      "p.title",
      "p.availType",
      "v._id as variant",
      "v.sku",
      "v.priceCents",
      "v.quantity",
      "v.lowStockAt",
      "m.lowStockAt as stallMark",
      (eb) => eb.fn.coalesce("p.deletedAt", "v.deletedAt").as("deletedAt"),
      "c.tint",
    ])
    .where("s.merchantId", "=", merchantId)
    .where("s.units", ">", 0)
    .orderBy("s.units", "desc")
    .orderBy("s.variantId")
    .limit(limit)
    .offset(offset)
    .execute();
  const images = await imagesOf(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => ({
    product: {
      _id: row._id,
      variant: row.variant,
      title: row.title,
      size: row.sizeName,
      sku: row.sku,
      amount: toDollars(row.priceCents),
      quantity: row.quantity,
      runsLow: row.quantity <= (row.lowStockAt ?? row.stallMark),
      availType: row.availType,
      image: (images.get(row._id) ?? []).slice(0, 1),
      tint: row.tint as Tint,
      deleted: row.deletedAt !== null,
    },
    salesCount: row.units,
    salesAmount: toDollars(row.amountCents),
  }));
}

/** The merchant's customers who have bought for most. */
export async function bestCustomers(db: Db, merchantId: string, limit: number): Promise<SalesUser[]> {
  const rows = await db
    .selectFrom("customerSales as s")
    .innerJoin("users as u", "u._id", "s.buyerId")
    .leftJoin("files as f", "f._id", "u.imageId")
    .select([
      "u._id",
      "u.firstName",
      "u.lastName",
      "s.orders",
      "s.amountCents",
      "f._id as imageId",
      "f.widths",
      "f.width",
      "f.height",
    ])
    .where("s.merchantId", "=", merchantId)
    .where("s.orders", ">", 0)
    .orderBy("s.amountCents", "desc")
    .orderBy("s.buyerId")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const image: Image | null = row.imageId
      ? imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 })
      : null;
    return {
      _id: row._id,
      name: `${row.firstName} ${row.lastName}`.trim(),
      ...(image && { image }),
      salesCount: row.orders,
      salesAmount: toDollars(row.amountCents),
    };
  });
}

/** Sales and refunds of each product in its sizes in a period, highest revenue first. */
export async function productsSold(
  db: Db,
  merchantId: string,
  since: string,
  until: string,
): Promise<Omit<SalesReport["products"][number], "image">[]> {
  const rows = await db
    .selectFrom("dayProductSales as s")
    .innerJoin("products as p", "p._id", "s.productId")
    .innerJoin("variants as v", "v._id", "s.variantId")
    .select((eb) => [
      "p._id",
      "v._id as variant",
      "p.title",
      "v.sku",
      // A day has ten characters, so the name behind them is that of the size on its last day.
      sql<string>`substr(max("s"."day" || "s"."sizeName"), 11)`.as("size"),
      eb.fn.sum<number>("s.units").as("units"),
      eb.fn.sum<number>("s.amountCents").as("cents"),
      eb.fn.sum<number>("s.refundedUnits").as("refundedUnits"),
      eb.fn.sum<number>("s.refundedCents").as("refundedCents"),
      sql<number>`sum("s"."amountCents") - sum("s"."refundedCents")`.as("revenue"),
    ])
    .where("s.merchantId", "=", merchantId)
    .where("s.day", ">=", since)
    .where("s.day", "<=", until)
    .groupBy(["p._id", "p.title", "v._id", "v.sku"])
    .orderBy("revenue", "desc")
    .orderBy("v._id")
    .execute();
  return rows.map(({ _id, variant, title, size, sku, ...figures }) => ({
    _id,
    variant,
    title,
    size,
    sku,
    ...figuresInDollars(numbers({ ...figures, orders: 0, refundedOrders: 0, deliveryFeeCents: 0 })),
  }));
}

/** Figures as the API returns them: refunds are 0 or below, revenue is sales and refunds together. */
export function figuresInDollars({ units, cents, refundedUnits, refundedCents }: Omit<DayFigures, "deliveryFeeCents">) {
  return {
    units,
    refundedUnits,
    sales: toDollars(cents),
    refunds: toDollars(0 - refundedCents),
    revenue: toDollars(cents - refundedCents),
  };
}

/** Figures of days as the API returns them: with their orders, and with delivery fees apart from the revenue. */
export const dayInDollars = (figures: DayFigures) => ({
  orders: figures.orders,
  deliveryFees: toDollars(figures.deliveryFeeCents),
  ...figuresInDollars(figures),
});
