import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import { billing } from "~/features/accounts/schema";
import { fold } from "~/features/catalogue/folding";
import { toDollars } from "~/features/fields";
import { lineDocs, type BuyerSnapshot } from "~/features/orders/queries.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderPartRow } from "~/platform/database/tables";
import type { PartStatus } from "~/features/orders/schema";
import { startOfDay, plusDays } from "~/platform/time-zone";
import type { MerchantOrder, MerchantOrderDetails, OrderFilters } from "./schema";

/** What the filters ask of a part alone. Days are the marketplace's. */
function partFilter(merchantId: string, { status, since, until }: OrderFilters, timeZone: string) {
  return (eb: ExpressionBuilder<{ p: OrderPartRow }, "p">): Expression<SqlBool> => eb.and([
    eb("p.merchantId", "=", merchantId),
    eb("p.paidAt", "is not", null),
    ...(status ? [eb("p.statusText", "=", status)] : []),
    ...(since ? [eb("p.createdAt", ">=", startOfDay(timeZone, since))] : []),
    ...(until ? [eb("p.createdAt", "<", startOfDay(timeZone, plusDays(until, 1)))] : []),
  ]);
}

/** A merchant's paid parts with their orders, as far as the filters let them through. */
function filtered(db: Db, merchantId: string, filters: OrderFilters, timeZone: string) {
  const query = db.selectFrom("orderParts as p").innerJoin("orders as o", "o._id", "p.orderId").where(partFilter(merchantId, filters, timeZone));
  const number = /^#?(\d{1,12})$/.exec(filters.q)?.[1];
  if (number) return query.where("o.itemId", "=", Number(number));
  const words = fold(filters.q).split(" ").filter(Boolean).slice(0, 10);
  return query.where((eb) => eb.and(words.map((word) => sql<SqlBool>`${eb.ref("o.buyerText")} like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`)));
}

const COLUMNS = ["p._id as partId", "p.statusText", "p.amountCents", "p.refundedCents", "p.paidAt", "p.createdAt", "p.shippedAt", "p.deliveredAt", "p.cancelledAt", "p.carrier", "p.trackingNumber", "p.cancelReason",
  "o._id", "o.itemId", "o.paymentMethod", "o.buyer", "o.billing", "o.shipping", "o.notes"] as const;

export async function countOrders(db: Db, merchantId: string, filters: OrderFilters, timeZone: string): Promise<number> {
  const count = filters.q ? filtered(db, merchantId, filters, timeZone).select((eb) => eb.fn.countAll<number>().as("n"))
    // Without a search an index of the parts has all there is to count.
    : db.selectFrom("orderParts as p").where(partFilter(merchantId, filters, timeZone)).select((eb) => eb.fn.countAll<number>().as("n"));
  const row = await count.executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many of a merchant's parts went back whole after they were paid. */
export async function countGivenBack(db: Db, merchantId: string): Promise<number> {
  const row = await db.selectFrom("orderParts as p").where("p.merchantId", "=", merchantId).where("p.statusText", "in", ["Cancelled", "Refunded"]).where("p.paidAt", "is not", null)
    .select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** A stretch of a merchant's orders, newest first, lines included. Two statements. */
export async function ordersOfMerchant(db: Db, merchantId: string, filters: OrderFilters, timeZone: string, { limit, offset }: { limit: number; offset: number }): Promise<MerchantOrder[]> {
  const rows = await filtered(db, merchantId, filters, timeZone).select(COLUMNS)
    .orderBy("p.createdAt", "desc").orderBy("p._id", "desc").limit(limit).offset(offset).execute();
  return withLines(db, rows);
}

/** The same in steps, each going on behind the last part of the one before; for lists without an end. */
export async function ordersBehind(db: Db, merchantId: string, filters: OrderFilters, timeZone: string, last: { createdAt: string; partId: string } | null, limit: number) {
  let query = filtered(db, merchantId, filters, timeZone).select(COLUMNS).orderBy("p.createdAt", "desc").orderBy("p._id", "desc").limit(limit);
  if (last) query = query.where((eb) => eb.or([eb("p.createdAt", "<", last.createdAt), eb.and([eb("p.createdAt", "=", last.createdAt), eb("p._id", "<", last.partId)])]));
  const rows = await query.execute();
  const end = rows.at(-1);
  return { docs: await withLines(db, rows), last: rows.length === limit && end ? { createdAt: end.createdAt, partId: end.partId } : null };
}

/** One order of this merchant, whole, or undefined. */
export async function orderOfMerchant(db: Db, merchantId: string, orderId: string): Promise<MerchantOrderDetails | undefined> {
  const row = await db.selectFrom("orderParts as p").innerJoin("orders as o", "o._id", "p.orderId").select(COLUMNS)
    .where("p.orderId", "=", orderId).where("p.merchantId", "=", merchantId).where("p.paidAt", "is not", null).executeTakeFirst();
  if (!row) return undefined;
  const [order] = await withLines(db, [row]);
  return order && {
    ...order,
    billing: billing.parse(JSON.parse(row.billing)),
    shipping: billing.parse(JSON.parse(row.shipping)),
    notes: row.notes,
    shippedAt: row.shippedAt, deliveredAt: row.deliveredAt, cancelledAt: row.cancelledAt,
    carrier: row.carrier, trackingNumber: row.trackingNumber, cancelReason: row.cancelReason,
  };
}

interface PartRecord {
  partId: string;
  _id: string;
  itemId: number;
  statusText: PartStatus;
  amountCents: number;
  refundedCents: number;
  paidAt: string | null;
  createdAt: string;
  paymentMethod: string;
  buyer: string;
  billing: string;
}

async function withLines(db: Db, rows: PartRecord[]): Promise<MerchantOrder[]> {
  const lines = await lineDocs(db, rows.map((row) => row._id));
  return rows.map((row) => {
    const { firstName, lastName, email, telephone } = JSON.parse(row.buyer) as BuyerSnapshot;
    const { streetAddress } = billing.parse(JSON.parse(row.billing));
    return {
      _id: row._id, itemId: row.itemId, createdAt: row.createdAt, date: row.paidAt, statusText: row.statusText, paymentMethod: row.paymentMethod, amount: toDollars(row.amountCents), refunded: toDollars(row.refundedCents),
      user: { firstName, lastName, email, telephone, extras: { streetAddress } },
      carts: (lines.get(row._id) ?? []).flatMap(({ partId, ...line }) => (partId === row.partId ? [line] : [])),
    };
  });
}
