import { toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/rules.server";
import type { BuyerSnapshot } from "~/features/orders/queries.server";
import { ordersKept, yearsOfSales } from "~/features/sales/rules.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { dayIn, startOfDay } from "~/platform/time-zone";
import type { MerchantPayment, PaymentQuery } from "./schema";

export const PAYMENTS_A_PAGE = 5;
/** The year of the footer's copyright line, and of the dropdown. Source: specification §2 (Merchant payments, Shell). */
const FIRST_YEAR = 2024;
const MOST_PAGES_AT_ONCE = 20;
const GIVEN_BACK = ["Cancelled", "Refunded"] as const;

/**
 * A page of what customers paid to the merchant, newest first, and the years to choose from. A part of
 * which all went back counts as refunded; a payment that could not become an order as failed.
 */
export async function paymentPage({ db, config, clock }: Pick<Services, "db" | "config" | "clock">, merchantId: string, query: PaymentQuery) {
  const { page, from = page } = query;
  const first = Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const chosen = filtered(db, merchantId, query, config.timeZone);
  const total = await countPayments(db, merchantId, query, config.timeZone);
  const rows = await chosen.innerJoin("orders as o", "o._id", "p.orderId").leftJoin("users as u", "u._id", "o.buyerId").leftJoin("files as f", "f._id", "u.imageId")
    .select(["p._id", "p.orderId", "p.statusText", "p.amountCents", "p.refundedCents", "p.paidAt", "p.createdAt", "o.paymentMethod", "o.buyer", "f._id as imageId", "f.widths", "f.width", "f.height"])
    .orderBy("p.createdAt", "desc").orderBy("p._id", "desc").limit((page - first + 1) * PAYMENTS_A_PAGE).offset((first - 1) * PAYMENTS_A_PAGE).execute();
  const docs = rows.map((row): MerchantPayment => {
    const { firstName, lastName, email } = JSON.parse(row.buyer) as BuyerSnapshot;
    const image = row.imageId ? imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 }) : undefined;
    return {
      _id: row._id, orderId: row.paidAt && row.orderId, user: { firstName, lastName, email, ...(image && { image }) }, paymentMethod: row.paymentMethod,
      createdAt: row.paidAt ?? row.createdAt, amount: toDollars(row.amountCents), refunded: toDollars(row.refundedCents),
      statusText: row.paidAt === null ? "Failed" : GIVEN_BACK.some((status) => status === row.statusText) ? "Refunded" : "Paid",
    };
  });
  return { docs, page, hasNextPage: page * PAYMENTS_A_PAGE < total, total, years: await yearsToChoose({ db, config, clock }, merchantId) };
}

/** Every year since the marketplace began, and those before it that something was sold in; newest first. */
async function yearsToChoose({ db, config, clock }: Pick<Services, "db" | "config" | "clock">, merchantId: string): Promise<string[]> {
  const thisYear = Number(dayIn(config.timeZone, clock.now()).slice(0, 4));
  const since = Array.from({ length: Math.max(1, thisYear - FIRST_YEAR + 1) }, (_, n) => String(FIRST_YEAR + n));
  return [...new Set([...since, ...(await yearsOfSales(db, merchantId))])].toSorted().toReversed();
}

/** Without a year the sums know how many payments were kept: only what went back or failed is counted one by one. */
async function countPayments(db: Db, merchantId: string, query: PaymentQuery, timeZone: string): Promise<number> {
  const kept = !query.year && (query.status === "" || query.status === "Paid") ? await ordersKept(db, merchantId) : null;
  if (kept !== null && query.status === "Paid") return kept;
  const counted = kept === null ? filtered(db, merchantId, query, timeZone) : filtered(db, merchantId, query, timeZone).where("p.statusText", "in", GIVEN_BACK);
  const row = await counted.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  return (kept ?? 0) + Number(row.n);
}

function filtered(db: Db, merchantId: string, { status, year }: PaymentQuery, timeZone: string) {
  let query = db.selectFrom("orderParts as p").where("p.merchantId", "=", merchantId);
  if (status === "Failed") query = query.where("p.paidAt", "is", null).where("p.statusText", "=", "Refunded");
  else if (status === "Refunded") query = query.where("p.paidAt", "is not", null).where("p.statusText", "in", GIVEN_BACK);
  else if (status === "Paid") query = query.where("p.paidAt", "is not", null).where("p.statusText", "not in", GIVEN_BACK);
  // Without `paidAt` and not refunded: never paid.
  else query = query.where((eb) => eb.or([eb("p.paidAt", "is not", null), eb("p.statusText", "=", "Refunded")]));
  if (!year) return query;
  const [start, end] = [startOfDay(timeZone, `${year}-01-01`), startOfDay(timeZone, `${Number(year) + 1}-01-01`)];
  return query.where((eb) => eb(eb.fn.coalesce("p.paidAt", "p.createdAt"), ">=", start)).where((eb) => eb(eb.fn.coalesce("p.paidAt", "p.createdAt"), "<", end));
}
