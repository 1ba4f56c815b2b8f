import { type Cents, toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import { stateOfRefund } from "./refund-status";
import type { PartRefunded } from "./schema";
import { vatOfRefund } from "~/features/accounting/vat";

/** What of an order's parts was given back and what for, by part, oldest first. One statement. */
export async function refundsByPart(db: Db, orderId: string): Promise<Map<string, PartRefunded[]>> {
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("refundLines as b", "b.refundId", "r._id")
    .innerJoin("orderLines as l", "l._id", "b.lineId")
    .select(["r._id", "r.reason", "r.createdAt", "r.doneAt", "r.failedAt", "r.providerStatus", "r.otherWay", "r.cause"])
    .select(["r.otherWayDay", "b.lineId", "b.quantity as pieces", "b.amountCents"])
    .select(["l.partId", "l.title", "l.priceCents", "l.vatCents", "l.quantity"])
    .where("r.orderId", "=", orderId)
    .orderBy("r.createdAt")
    .orderBy("r._id")
    .orderBy("l.position")
    .execute();
  const byPart = new Map<string, PartRefunded[]>();
  const refundedOf = new Map<string, Cents>();
  const sums = new Map<PartRefunded, { cents: Cents; vatCents: Cents }>();
  for (const { _id, cause, reason, createdAt, partId, title, pieces, amountCents, lineId, ...row } of rows) {
    const { priceCents, vatCents, quantity, ...refund } = row;
    const refundedCents = refundedOf.get(lineId) ?? 0;
    const refundVatCents = vatOfRefund({ priceCents, vatCents, quantity, refundedCents }, amountCents);
    refundedOf.set(lineId, refundedCents + amountCents);
    const refunds = byPart.get(partId) ?? [];
    const known = refunds.find((refund) => refund._id === _id) ?? {
      _id,
      ...(cause === "weighed" && { cause }),
      reason,
      createdAt,
      state: stateOfRefund(refund),
      otherWay: refund.otherWay === null ? null : { how: refund.otherWay, day: refund.otherWayDay ?? "" },
      amount: 0,
      vat: 0,
      lines: [],
    };
    known.lines.push({ title, quantity: pieces, amount: toDollars(amountCents) });
    const { cents, vatCents: vatCentsBefore } = sums.get(known) ?? { cents: 0, vatCents: 0 };
    const sum = { cents: cents + amountCents, vatCents: vatCentsBefore + refundVatCents };
    sums.set(known, sum);
    known.amount = toDollars(sum.cents);
    known.vat = toDollars(sum.vatCents);
    if (known.lines.length === 1) refunds.push(known);
    byPart.set(partId, refunds);
  }
  return byPart;
}
