import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import { billing } from "~/features/accounts/schema";
import { fold } from "~/platform/folding";
import { toDollars } from "~/features/fields";
import { lineDocs } from "~/features/orders/order-details.server";
import { refundsByPart } from "~/features/orders/part-refunds.server";
import type { BuyerSnapshot } from "~/features/orders/order.server";
import type { PartStatus } from "~/features/orders/schema";
import { behind, type Cursor } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";
import { asInName, containing, type Dialect } from "~/platform/database/dialects/dialect";
import type { OrderPartRow, OrderRow } from "~/platform/database/tables";
import { startOfDay, plusDays } from "~/platform/time-zone";
import { takeBackUntil } from "./take-back-until";
import { MOST_FOUND, type MerchantOrder, type MerchantOrderDetails, type OrderFilters } from "./schema";

/**
 * What the filters ask of a part alone. Days are the marketplace's. `chosen`: the orders are known, and SQLite is
 * kept from going through all parts of the merchant instead.
 */
function partFilter(merchantId: string, { status, since, until }: OrderFilters, timeZone: string, chosen = false) {
  return (eb: ExpressionBuilder<{ p: OrderPartRow }, "p">): Expression<SqlBool> =>
    eb.and([
      eb(chosen ? sql<string>`${eb.ref("p.merchantId")} || ''` : "p.merchantId", "=", merchantId),
      eb("p.paidAt", "is not", null),
      ...(status ? [eb("p.statusText", "=", status)] : []),
      ...(since ? [eb("p.createdAt", ">=", startOfDay(timeZone, since))] : []),
      ...(until ? [eb("p.createdAt", "<", startOfDay(timeZone, plusDays(until, 1)))] : []),
    ]);
}

/**
 * A merchant's paid parts, as far as the filters let them through; which of the orders a search finds is asked of
 * each.
 */
function filtered(db: Db, merchantId: string, filters: OrderFilters, timeZone: string) {
  const query = db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .where(partFilter(merchantId, filters, timeZone));
  return query.where(customerFilter(filters));
}

const numberIn = ({ q }: OrderFilters) => /^#?(\d{1,12})$/.exec(q)?.[1];
const wordsIn = ({ q }: OrderFilters) => fold(q).split(" ").filter(Boolean).slice(0, 10);

function customerFilter(filters: OrderFilters) {
  const number = numberIn(filters);
  if (number) return (eb: ExpressionBuilder<{ o: OrderRow }, "o">) => eb("o.itemId", "=", Number(number));
  return (eb: ExpressionBuilder<{ o: OrderRow }, "o">): Expression<SqlBool> =>
    eb.and(
      wordsIn(filters).map(
        (word) => sql<SqlBool>`' ' || ${eb.ref("o.buyerText")} like ${containing(asInName(word))} escape '\\'`,
      ),
    );
}

/**
 * Up to so many orders of the marketplace are looked through for the merchant's; where a search finds more, going
 * down the merchant's own list meets enough of them soon. Measured with 100,000 orders.
 */
const FEW = 3000;

const COLUMNS = [
  "p._id as partId",
  "p.statusText",
  "p.amountCents",
  "p.refundedCents",
  "p.paidAt",
  "p.createdAt",
  "p.updatedAt",
  "p.shippedAt",
  "p.deliveredAt",
  "p.deliveredBy",
  "p.cancelledAt",
  "p.carrier",
  "p.trackingNumber",
  "p.cancelReason",
  "o._id",
  "o.itemId",
  "o.paymentMethod",
  "o.buyer",
  "o.billing",
  "o.shipping",
  "o.notes",
] as const;

/** Orders, and where the last of them stands in its list; null where there is none. */
export interface Found {
  docs: MerchantOrder[];
  last: Cursor | null;
}

interface Stretch {
  limit: number;
  offset: number;
}

/**
 * A stretch of what a search finds among a merchant's orders, newest first, lines included, and how many it finds: of
 * very many the newest MOST_FOUND. With a cursor the stretch is counted from behind it.
 */
export async function searchOrders(
  db: Db,
  dialect: Dialect,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  { limit, offset }: Stretch,
  cursor: Cursor | null = null,
): Promise<Found & { total: number; more: boolean }> {
  const known = await fewFound(db, dialect, filters);
  if (known?.length === 0) return { docs: [], last: null, total: 0, more: false };
  const first = db
    .selectFrom("orders as o")
    .where("o.itemId", "in", known ?? [])
    .where(customerFilter(filters));
  const found = known
    ? await first
        .crossJoin("orderParts as p")
        .whereRef("p.orderId", "=", "o._id")
        .where(partFilter(merchantId, filters, timeZone, true))
        .select(["p._id", "p.createdAt"])
        .orderBy("p.createdAt", "desc")
        .orderBy("p._id", "desc")
        .execute()
    : await filtered(db, merchantId, filters, timeZone)
        .select(["p._id", "p.createdAt"])
        .orderBy("p.createdAt", "desc")
        .orderBy("p._id", "desc")
        .limit(MOST_FOUND)
        .execute();
  const rows = cursor
    ? found.filter((row) => row.createdAt < cursor.at || (row.createdAt === cursor.at && row._id < cursor.id))
    : found;
  const ids = rows.slice(offset, offset + limit).map((row) => row._id);
  const shown = ids.length > 0 ? await ordersByParts(db, ids) : { docs: [], last: null };
  return { ...shown, total: found.length, more: rows.length > offset + limit };
}

/** The numbers of all orders that a search may mean, unless they are many. */
async function fewFound(db: Db, dialect: Dialect, filters: OrderFilters): Promise<number[] | null> {
  const number = numberIn(filters);
  if (number) return [Number(number)];
  const words = wordsIn(filters);
  const searched = words.length > 0 ? dialect.ordersSearched(words, FEW + 1) : null;
  if (!searched) return null;
  const { rows } = await searched.execute(db);
  return rows.length > FEW ? null : rows.map((row) => Number(row.itemId));
}

/** How many orders fit the filters, a search apart: an index of the parts has all there is to count. */
export async function countOrders(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
): Promise<number> {
  const row = await db
    .selectFrom("orderParts as p")
    .where(partFilter(merchantId, filters, timeZone))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many of a merchant's parts went back whole after they were paid. */
export async function countGivenBack(db: Db, merchantId: string): Promise<number> {
  const row = await db
    .selectFrom("orderParts as p")
    .where("p.merchantId", "=", merchantId)
    .where("p.payment", "=", "Refunded")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** A stretch of a merchant's orders, newest first, lines included; a search is not asked of them. Two statements. */
export async function ordersOfMerchant(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  { limit, offset }: Stretch,
): Promise<Found> {
  // The index alone tells which they are, so that a deep page costs little more than the first.
  return ordersByParts(
    db,
    db
      .selectFrom("orderParts as p")
      .where(partFilter(merchantId, filters, timeZone))
      .select("p._id")
      .orderBy("p.createdAt", "desc")
      .orderBy("p._id", "desc")
      .limit(limit)
      .offset(offset)
      .$asScalar(),
  );
}

/** The merchant's orders that are to be shipped, oldest first, lines included. Two statements. */
export async function ordersToShip(db: Db, merchantId: string, limit: number): Promise<MerchantOrder[]> {
  const { docs } = await ordersByParts(
    db,
    db
      .selectFrom("orderParts as p")
      .where("p.merchantId", "=", merchantId)
      .where("p.statusText", "=", "Processing")
      .where("p.paidAt", "is not", null)
      .select("p._id")
      .orderBy("p.createdAt")
      .orderBy("p._id")
      .limit(limit)
      .$asScalar(),
    "asc",
  );
  return docs;
}

/** Those of the orders of these numbers that are the merchant's, oldest first, lines included. Two statements. */
export async function ordersByNumber(db: Db, merchantId: string, numbers: number[]): Promise<MerchantOrder[]> {
  const { docs } = await ordersByParts(
    db,
    db
      .selectFrom("orders as o")
      .innerJoin("orderParts as p", "p.orderId", "o._id")
      .where("o.itemId", "in", numbers)
      .where("p.merchantId", "=", merchantId)
      .where("p.paidAt", "is not", null)
      .select("p._id")
      .$asScalar(),
    "asc",
  );
  return docs;
}

async function ordersByParts(
  db: Db,
  partIds: string[] | Expression<string>,
  direction: "asc" | "desc" = "desc",
): Promise<Found> {
  const rows = await db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .select(COLUMNS)
    .where("p._id", "in", partIds)
    .orderBy("p.createdAt", direction)
    .orderBy("p._id", direction)
    .execute();
  const last = rows.at(-1);
  return { docs: await withLines(db, rows), last: last ? { at: last.createdAt, id: last.partId } : null };
}

interface Beyond {
  since: string | undefined;
  cursor: Cursor | null;
  limit: number;
}

/**
 * A merchant's orders behind a cursor, a search apart: newest first, or, of what was changed since a moment, oldest
 * change first. `last` is where they go on, null where they end. Two statements.
 */
export async function ordersBeyond(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  beyond: Beyond,
): Promise<Found> {
  const rows = await ordersBeyondQuery(db, merchantId, filters, timeZone, beyond).execute();
  const [shown, last] = [rows.slice(0, beyond.limit), rows[beyond.limit - 1]];
  const goesOn = rows.length > beyond.limit && last !== undefined;
  const at = beyond.since === undefined ? "createdAt" : "updatedAt";
  return { docs: await withLines(db, shown), last: goesOn ? { at: last[at], id: last.partId } : null };
}

/** The first of the two; its plan is tested. */
export function ordersBeyondQuery(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  { since, cursor, limit }: Beyond,
) {
  const [column, direction] = since === undefined ? (["createdAt", "desc"] as const) : (["updatedAt", "asc"] as const);
  let query = filtered(db, merchantId, filters, timeZone)
    .select(COLUMNS)
    .orderBy(`p.${column}`, direction)
    .orderBy("p._id", direction)
    .limit(limit + 1);
  // What is behind the cursor is later by itself; SQLite would take the earlier of two bounds.
  if (since !== undefined && !(cursor && cursor.at >= since)) query = query.where("p.updatedAt", ">=", since);
  const place = { at: sql.ref<string>(`p.${column}`), id: sql.ref<string>("p._id") };
  return cursor ? query.where(behind(cursor, place, direction)) : query;
}

/** How many of a merchant's orders were changed since a moment, under the filters. */
export async function countChanged(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  since: string,
): Promise<number> {
  const row = await db
    .selectFrom("orderParts as p")
    .where(partFilter(merchantId, filters, timeZone))
    .where("p.updatedAt", ">=", since)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The same in steps, each going on behind the last part of the one before; for lists without an end. */
export async function ordersBehind(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  last: { createdAt: string; partId: string } | null,
  limit: number,
) {
  let query = filtered(db, merchantId, filters, timeZone)
    .select(COLUMNS)
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .limit(limit);
  if (last)
    query = query.where((eb) =>
      eb.or([
        eb("p.createdAt", "<", last.createdAt),
        eb.and([eb("p.createdAt", "=", last.createdAt), eb("p._id", "<", last.partId)]),
      ]),
    );
  const rows = await query.execute();
  const end = rows.at(-1);
  return {
    docs: await withLines(db, rows),
    partIds: rows.map((row) => row.partId),
    last: rows.length === limit && end ? { createdAt: end.createdAt, partId: end.partId } : null,
  };
}

/** One order of this merchant, whole, or undefined. */
export async function orderOfMerchant(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<MerchantOrderDetails | undefined> {
  const row = await db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .select(COLUMNS)
    .where("p.orderId", "=", orderId)
    .where("p.merchantId", "=", merchantId)
    .where("p.paidAt", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const [order] = await withLines(db, [row]);
  return (
    order && {
      ...order,
      billing: billing.parse(JSON.parse(row.billing)),
      shippedAt: row.shippedAt,
      deliveredAt: row.deliveredAt,
      cancelledAt: row.cancelledAt,
      carrier: row.carrier,
      trackingNumber: row.trackingNumber,
      cancelReason: row.cancelReason,
      refunds: row.refundedCents > 0 ? ((await refundsByPart(db, orderId)).get(row.partId) ?? []) : [],
      takeBackUntil: takeBackUntil(row),
    }
  );
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
  updatedAt: string;
  paymentMethod: string;
  buyer: string;
  billing: string;
  shipping: string;
  notes: string;
}

async function withLines(db: Db, rows: PartRecord[]): Promise<MerchantOrder[]> {
  const lines = await lineDocs(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => {
    const { firstName, lastName, email, telephone } = JSON.parse(row.buyer) as BuyerSnapshot;
    const { streetAddress } = billing.parse(JSON.parse(row.billing));
    return {
      _id: row._id,
      itemId: row.itemId,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      date: row.paidAt,
      statusText: row.statusText,
      paymentMethod: row.paymentMethod,
      amount: toDollars(row.amountCents),
      refunded: toDollars(row.refundedCents),
      user: { firstName, lastName, email, telephone, extras: { streetAddress } },
      shipping: billing.parse(JSON.parse(row.shipping)),
      notes: row.notes,
      carts: (lines.get(row._id) ?? []).flatMap(({ partId, ...line }) => (partId === row.partId ? [line] : [])),
    };
  });
}
