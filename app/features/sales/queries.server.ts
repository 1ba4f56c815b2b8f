import { imagesOf } from "~/features/products/images.server";
import { type Image, type Tint, toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db } from "~/platform/database/database.server";
import type { SalesReport, SalesUser, TopSelling } from "./schema";

export interface DayFigures {
  orders: number;
  units: number;
  cents: number;
}

const numbers = (row: { orders: unknown; units: unknown; cents: unknown } | undefined): DayFigures => ({
  orders: Number(row?.orders ?? 0),
  units: Number(row?.units ?? 0),
  cents: Number(row?.cents ?? 0),
});

/** Everything that a merchant has ever sold. */
export async function totalsOf(db: Db, merchantId: string): Promise<DayFigures> {
  return numbers(
    await db
      .selectFrom("daySales")
      .where("merchantId", "=", merchantId)
      .select((eb) => [
        eb.fn.sum<number>("orders").as("orders"),
        eb.fn.sum<number>("units").as("units"),
        eb.fn.sum<number>("amountCents").as("cents"),
      ])
      .executeTakeFirst(),
  );
}

/** What was sold on each day of a period; days without a sale are missing. */
export async function daysOf(
  db: Db,
  merchantId: string,
  since: string,
  until: string,
): Promise<Map<string, DayFigures>> {
  const rows = await db
    .selectFrom("daySales")
    .select(["day", "orders", "units", "amountCents as cents"])
    .where("merchantId", "=", merchantId)
    .where("day", ">=", since)
    .where("day", "<=", until)
    .orderBy("day")
    .execute();
  return new Map(rows.map((row) => [row.day, numbers(row)]));
}

/** What was sold on the days of a period together. */
export async function sumOfDays(db: Db, merchantId: string, since: string, until: string): Promise<DayFigures> {
  return numbers(
    await db
      .selectFrom("daySales")
      .where("merchantId", "=", merchantId)
      .where("day", ">=", since)
      .where("day", "<=", until)
      .select((eb) => [
        eb.fn.sum<number>("orders").as("orders"),
        eb.fn.sum<number>("units").as("units"),
        eb.fn.sum<number>("amountCents").as("cents"),
      ])
      .executeTakeFirst(),
  );
}

export async function keptOnDays(db: Db, merchantId: string, since: string, until: string): Promise<number> {
  const row = await db
    .selectFrom("daySales")
    .select((eb) => eb.fn.sum<number>("orders").as("n"))
    .where("merchantId", "=", merchantId)
    .where("day", ">=", since)
    .where("day", "<=", until)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
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

/** When the products that a merchant has now were made: all of them, and each made since then. */
export async function productsMade(
  db: Db,
  merchantId: string,
  since: string,
): Promise<{ total: number; times: string[] }> {
  const mine = db.selectFrom("products").where("merchantId", "=", merchantId).where("deletedAt", "is", null);
  const { n } = await mine.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await mine.select("createdAt").where("createdAt", ">=", since).limit(1000).execute();
  return { total: Number(n), times: rows.map((row) => row.createdAt) };
}

/** The same for people who have bought something and kept it. */
export async function customersWon(
  db: Db,
  merchantId: string,
  since: string,
): Promise<{ total: number; times: string[] }> {
  // A written zero, not a bound one: SQLite takes the partial index only when it sees its condition.
  const mine = db
    .selectFrom("customerSales")
    .where("merchantId", "=", merchantId)
    .where((eb) => eb("orders", ">", eb.lit(0)));
  const { n } = await mine.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await mine
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

/** The merchant's products by pieces sold. Two statements. */
export async function bestSelling(
  db: Db,
  merchantId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TopSelling[]> {
  const rows = await db
    .selectFrom("productSales as s")
    .innerJoin("products as p", "p._id", "s.productId")
    .innerJoin("categories as c", "c._id", "p.categoryId")
    .innerJoin("stores as m", "m.userId", "p.merchantId")
    .select([
      "s.units",
      "s.amountCents",
      "p._id",
      "p.title",
      "p.sku",
      "p.priceCents",
      "p.quantity",
      "p.lowStockAt",
      "m.lowStockAt as stallMark",
      "p.availType",
      "p.deletedAt",
      "c.tint",
    ])
    .where("s.merchantId", "=", merchantId)
    .where("s.units", ">", 0)
    .orderBy("s.units", "desc")
    .orderBy("s.productId")
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
      title: row.title,
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

/** What was sold of each product in a period, highest revenue first. */
export async function productsSold(
  db: Db,
  merchantId: string,
  since: string,
  until: string,
): Promise<Omit<SalesReport["products"][number], "image">[]> {
  const rows = await db
    .selectFrom("dayProductSales as s")
    .innerJoin("products as p", "p._id", "s.productId")
    .select((eb) => [
      "p._id",
      "p.title",
      "p.sku",
      eb.fn.sum<number>("s.units").as("units"),
      eb.fn.sum<number>("s.amountCents").as("cents"),
    ])
    .where("s.merchantId", "=", merchantId)
    .where("s.day", ">=", since)
    .where("s.day", "<=", until)
    .groupBy(["p._id", "p.title", "p.sku"])
    .having((eb) => eb(eb.fn.sum<number>("s.units"), ">", 0))
    .orderBy("cents", "desc")
    .orderBy("p._id")
    .execute();
  return rows.map((row) => ({
    _id: row._id,
    title: row.title,
    sku: row.sku,
    units: Number(row.units),
    revenue: toDollars(Number(row.cents)),
  }));
}
