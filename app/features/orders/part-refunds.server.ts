import { type Cents, toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import { stateOfRefund } from "./refund-status";
import type { PartRefunded } from "./schema";
import { vatOfRefund } from "~/features/accounting/vat";

const REFUND = [
  "r._id",
  "r.reason",
  "r.createdAt",
  "r.doneAt",
  "r.failedAt",
  "r.providerStatus",
  "r.otherWay",
  "r.otherWayDay",
  "r.cause",
] as const;

/** The refunds of an order's parts with their pieces, by part, oldest first. Two statements. */
export async function refundsByPart(db: Db, orderId: string): Promise<Map<string, PartRefunded[]>> {
  const pieces = await db
    .selectFrom("refunds as r")
    .innerJoin("refundLines as b", "b.refundId", "r._id")
    .innerJoin("orderLines as l", "l._id", "b.lineId")
    .select(REFUND)
    .select(["b.lineId", "b.quantity as pieces", "b.amountCents"])
    .select(["l.partId", "l.title", "l.priceCents", "l.vatCents", "l.quantity"])
    .where("r.orderId", "=", orderId)
    .orderBy("r.createdAt")
    .orderBy("r._id")
    .orderBy("l.position")
    .execute();
  const fees = await db
    .selectFrom("orderParts as p")
    .innerJoin("refunds as r", "r._id", "p.deliveryFeeRefundId")
    .select(REFUND)
    .select(["p._id as partId", "p.deliveryFeeCents"])
    .where("p.orderId", "=", orderId)
    .execute();
  const byPart = new Map<string, Sums[]>();
  const sumsOf = (partId: string, refund: RefundRecord): Sums => {
    const ofPart = byPart.get(partId) ?? [];
    byPart.set(partId, ofPart);
    const sums = ofPart.find(({ told }) => told._id === refund._id) ?? newSums(refund);
    if (!ofPart.includes(sums)) ofPart.push(sums);
    return sums;
  };
  const refundedOf = new Map<string, Cents>();
  for (const { partId, title, pieces: count, amountCents, lineId, ...row } of pieces) {
    const { priceCents, vatCents, quantity, ...refund } = row;
    const refundedCents = refundedOf.get(lineId) ?? 0;
    refundedOf.set(lineId, refundedCents + amountCents);
    const sums = sumsOf(partId, refund);
    sums.cents += amountCents;
    sums.vatCents += vatOfRefund({ priceCents, vatCents, quantity, refundedCents }, amountCents);
    sums.told.lines.push({ title, quantity: count, amount: toDollars(amountCents) });
  }
  for (const { partId, deliveryFeeCents, ...refund } of fees) {
    const sums = sumsOf(partId, refund);
    sums.cents += deliveryFeeCents;
    sums.told.deliveryFee = toDollars(deliveryFeeCents);
  }
  return new Map([...byPart].map(([partId, ofPart]) => [partId, ofPart.map(toldOf).toSorted(byAge)]));
}

type RefundRecord = Parameters<typeof stateOfRefund>[0] &
  Pick<PartRefunded, "_id" | "reason" | "createdAt"> & { otherWayDay: string | null; cause: string | null };

/** A refund of a part with its running sums in cents. */
interface Sums {
  told: PartRefunded;
  cents: Cents;
  vatCents: Cents;
}

function newSums(refund: RefundRecord): Sums {
  const { _id, cause, reason, createdAt, otherWay, otherWayDay } = refund;
  const buyerRefund = {
    _id,
    ...(cause === "weighed" && { cause: "weighed" as const }),
    reason,
    createdAt,
    state: stateOfRefund(refund),
    otherWay: otherWay === null ? null : { how: otherWay, day: otherWayDay ?? "" },
    amount: 0,
    vat: 0,
    deliveryFee: 0,
    lines: [],
  };
  return { told: buyerRefund, cents: 0, vatCents: 0 };
}

const toldOf = ({ told, cents, vatCents }: Sums): PartRefunded => ({
  ...told,
  amount: toDollars(cents),
  vat: toDollars(vatCents),
});

const byAge = (first: PartRefunded, second: PartRefunded): number =>
  first.createdAt.localeCompare(second.createdAt) || first._id.localeCompare(second._id);
