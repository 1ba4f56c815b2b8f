import { toCents, toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import type { Refusal } from "~/platform/refusal";
import { dueCentsOf } from "./due.server";
import { paysByCard, tooManyUnpaid, tooMuchUnpaid } from "./errors.server";
import type { CollectionStanding, CollectionTerms } from "./schema";
import { collectionTerms } from "./terms.server";

interface Counts {
  unpaidOrders: number;
  unpaidCents: number;
  missed: number;
}

/** The unpaid orders of a buyer, and those that the buyer did not come for. One statement. */
async function countsOf(db: Db, buyerId: string): Promise<Counts> {
  const rows = await db
    .selectFrom("collectionPayments as c")
    .innerJoin("orderParts as p", "p._id", "c.partId")
    .select([
      "c.orderId",
      "c.missedAt",
      "c.excusedAt",
      "p.statusText",
      "p.amountCents",
      "p.refundedCents",
      "p.isUnpaid",
    ])
    .select(["p.deliveryFeeCents", "p.deliveryFeeRefundId"])
    .where("c.buyerId", "=", buyerId)
    .where("c.paidAt", "is", null)
    .execute();
  const open = rows.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
  const missed = rows.filter(({ missedAt, excusedAt }) => missedAt !== null && excusedAt === null);
  return {
    unpaidOrders: new Set(open.map(({ orderId }) => orderId)).size,
    unpaidCents: open.reduce((sum, part) => sum + dueCentsOf(part), 0),
    missed: new Set(missed.map(({ orderId }) => orderId)).size,
  };
}

/** The refusal if a buyer cannot leave this many cents more to be paid at collection; null if the buyer can. */
function refusalOf(terms: CollectionTerms, counts: Counts, cents: number): Refusal | null {
  if (counts.missed >= terms.mostMissed) return paysByCard(counts.missed);
  if (counts.unpaidOrders >= terms.mostOrders) return tooManyUnpaid(counts.unpaidOrders);
  const mostCents = toCents(terms.mostMoney);
  return counts.unpaidCents + cents > mostCents ? tooMuchUnpaid(mostCents) : null;
}

/**
 * Refuses an order to be paid at collection beyond the market's limits: `pays_by_card`, `too_many_unpaid`,
 * `too_much_unpaid`. The buyer must be locked, because two orders at once would not count each other.
 */
export async function boundUnpaid(db: Db, terms: CollectionTerms, buyerId: string, cents: number): Promise<void> {
  const refusal = refusalOf(terms, await countsOf(db, buyerId), cents);
  if (refusal) throw refusal;
}

/** Whether a buyer may pay at collection now, and how much they have left to be paid. */
export async function standingOf(db: Db, buyerId: string): Promise<CollectionStanding> {
  const terms = await collectionTerms(db);
  const counts = terms.allowed ? await countsOf(db, buyerId) : { unpaidOrders: 0, unpaidCents: 0, missed: 0 };
  const refusal = terms.allowed ? refusalOf(terms, counts, 0) : null;
  return {
    allowed: terms.allowed,
    unpaidOrders: counts.unpaidOrders,
    unpaid: toDollars(counts.unpaidCents),
    missed: counts.missed,
    refusal: refusal && { code: refusal.code, message: refusal.message },
  };
}
