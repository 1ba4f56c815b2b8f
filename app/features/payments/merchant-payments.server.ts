import { paidAndBack } from "~/features/collection-payments/due.server";
import { sql } from "kysely";
import { behind, changedSince, cutAt, readCursor, type Cursor } from "~/features/cursor.server";
import { toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import { feesOf } from "~/features/orders/delivery-fee";
import { buyerOf } from "~/features/orders/order.server";
import { ordersOf, ordersPaidIn, yearsOfSales } from "~/features/sales-report/rules.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { dayIn, startOfDay } from "~/platform/time-zone";
import type { MerchantPayment, PaymentQuery } from "./merchant-schema";

export const PAYMENTS_A_PAGE = 5;
/**
 * The first year of the dropdown and of the footer's copyright line. Source: specification §2 (Merchant payments,
 * Shell).
 */
const FIRST_YEAR = 2024;
const MOST_PAGES_AT_ONCE = 20;

const LIST = "payments";
const BY_CHANGE = "payments changed";

/**
 * A page of what customers paid to the merchant, newest first, or the pages from `from` to `page` together, or what
 * follows a cursor, or what was changed since a moment; with the years to choose from. A part that was refunded whole
 * counts as refunded, and a payment that could not become an order as failed.
 */
export async function paymentPage(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  merchantId: string,
  query: PaymentQuery,
) {
  const { page, from = page, after, updatedSince: since } = query;
  const size = (query.from === undefined ? query.limit : undefined) ?? PAYMENTS_A_PAGE;
  const list = since === undefined ? LIST : BY_CHANGE;
  const [column, direction] = orderOf(since);
  const cursor = readCursor(list, after);
  const first = cursor ? page : Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const range = cursor ? { limit: size, cursor } : { limit: (page - first + 1) * size, offset: (first - 1) * size };
  const total = await countPayments(db, merchantId, query, config.timeZone);
  const ids = paymentIdsQuery(db, merchantId, query, config.timeZone, { ...range, since });
  const rows = await db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("users as u", "u._id", "o.buyerId")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .leftJoin("files as f", "f._id", "u.imageId")
    .select([
      "p._id",
      "p.orderId",
      "p.payment",
      "p.paymentAt",
      "p.amountCents",
      "p.refundedCents",
      "c.paidCents",
      "p.deliveryFeeCents",
      "p.deliveryFeeRefundId",
      "p.createdAt",
      "p.updatedAt",
      "o.paymentMethod",
      "o.buyer",
      "f._id as imageId",
      "f.widths",
      "f.width",
      "f.height",
    ])
    .where("p._id", "in", ids)
    .orderBy(`p.${column}`, direction)
    .orderBy("p._id", direction)
    .execute();
  const { docs: pageDocs, next } = cutAt(list, rows, range.limit, (row) => ({
    at: since === undefined ? (row.paymentAt ?? row.createdAt) : row.updatedAt,
    id: row._id,
  }));
  const docs = pageDocs.map((row): MerchantPayment => {
    const { firstName, lastName, email } = buyerOf(row);
    const image = row.imageId
      ? imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 })
      : undefined;
    const statusText = row.payment ?? "Failed";
    return {
      _id: row._id,
      orderId: statusText === "Failed" ? null : row.orderId,
      user: { firstName, lastName, email, ...(image && { image }) },
      paymentMethod: row.paymentMethod,
      createdAt: row.paymentAt ?? row.createdAt,
      ...inDollars(paidAndBack(row)),
      ...feesOf(row),
      statusText,
    };
  });
  return {
    docs,
    page: cursor ? 1 : page,
    hasNextPage: next !== null,
    total,
    next,
    years: await yearsToChoose({ db, config, clock }, merchantId),
  };
}

const inDollars = ({ amountCents, refundedCents }: ReturnType<typeof paidAndBack>) => ({
  amount: toDollars(amountCents),
  refunded: toDollars(refundedCents),
});

const orderOf = (since: string | undefined) =>
  since === undefined ? (["paymentAt", "desc"] as const) : (["updatedAt", "asc"] as const);

/**
 * The ids of the payments in a range of the list, and one more. The query reads only an index, so a deep page costs
 * little more than the first, and a page behind a cursor costs nothing more. A test checks its plan.
 */
export function paymentIdsQuery(
  db: Db,
  merchantId: string,
  filters: Pick<PaymentQuery, "status" | "year">,
  timeZone: string,
  { limit, offset = 0, cursor, since }: { limit: number; offset?: number; cursor?: Cursor; since?: string | undefined },
) {
  const [column, direction] = orderOf(since);
  const place = { at: sql.ref<string>(`p.${column}`), id: sql.ref<string>("p._id") };
  let selected = filtered(db, merchantId, filters, timeZone);
  if (since !== undefined) selected = selected.where(changedSince(since, cursor ?? null, place));
  else if (cursor) selected = selected.where(behind(cursor, place, direction));
  return selected
    .select("p._id")
    .orderBy(`p.${column}`, direction)
    .orderBy("p._id", direction)
    .limit(limit + 1)
    .offset(offset);
}

/** Every year since the marketplace began, and earlier years with sales; newest first. */
async function yearsToChoose(
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
  merchantId: string,
): Promise<string[]> {
  const thisYear = Number(dayIn(config.timeZone, clock.now()).slice(0, 4));
  const since = Array.from({ length: Math.max(1, thisYear - FIRST_YEAR + 1) }, (_, n) => String(FIRST_YEAR + n));
  return [...new Set([...since, ...(await yearsOfSales(db, merchantId))])].toSorted().toReversed();
}

/**
 * How many payments match. The stored sums say how many were paid, so only refunded and failed ones are counted one by
 * one.
 */
async function countPayments(db: Db, merchantId: string, query: PaymentQuery, timeZone: string): Promise<number> {
  const { status, year, updatedSince: since } = query;
  if (since !== undefined) {
    const payments = filtered(db, merchantId, query, timeZone).where("p.updatedAt", ">=", since);
    const row = await payments.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
    return Number(row.n);
  }
  const count = async (payment: "Refunded" | "Failed") => {
    const rows = filtered(db, merchantId, { status: payment, year }, timeZone);
    const row = await rows.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
    return Number(row.n);
  };
  if (status === "Refunded" || status === "Failed") return count(status);
  const paid = await (year
    ? ordersPaidIn(db, merchantId, year)
    : ordersOf(db, merchantId).then((orders) => orders.paid));
  return status === "Paid" ? paid - (await count("Refunded")) : paid + (await count("Failed"));
}

/** The next payments that the filters show, newest first, behind the last one that was read. */
export function paymentsBehind(
  db: Db,
  merchantId: string,
  filters: Pick<PaymentQuery, "status" | "year">,
  timeZone: string,
  last: { _id: string; paymentAt: string | null } | null,
  limit: number,
) {
  let query = filtered(db, merchantId, filters, timeZone)
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select([
      "p._id",
      "p.payment",
      "p.paymentAt",
      "p.createdAt",
      "p.amountCents",
      "p.refundedCents",
      "c.paidCents",
      "p.deliveryFeeCents",
      "p.deliveryFeeRefundId",
      "p.invoiceNumber",
      "o.itemId",
      "o.paymentMethod",
      "o.buyer",
      "o.shipping",
    ])
    .orderBy("p.paymentAt", "desc")
    .orderBy("p._id", "desc")
    .limit(limit);
  if (last)
    query = query.where((eb) =>
      eb.or([
        eb("p.paymentAt", "<", last.paymentAt),
        eb.and([eb("p.paymentAt", "=", last.paymentAt), eb("p._id", "<", last._id)]),
      ]),
    );
  return query.execute();
}

function filtered(
  db: Db,
  merchantId: string,
  { status, year }: Pick<PaymentQuery, "status" | "year">,
  timeZone: string,
) {
  let query = db.selectFrom("orderParts as p").where("p.merchantId", "=", merchantId);
  if (status) query = query.where("p.payment", "=", status);
  if (!year) return query.where("p.paymentAt", "is not", null);
  return query
    .where("p.paymentAt", ">=", startOfDay(timeZone, `${year}-01-01`))
    .where("p.paymentAt", "<", startOfDay(timeZone, `${Number(year) + 1}-01-01`));
}
