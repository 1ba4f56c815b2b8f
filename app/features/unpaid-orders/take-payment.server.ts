import { bookCashSale } from "~/features/accounting/book-cash.server";
import type { Cents } from "~/features/fields";
import { feeLeftOf } from "~/features/orders/delivery-fee";
import { logStep } from "~/features/orders/log-step.server";
import { markPartPaid, type LockedPart } from "~/features/orders/order-parts.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { dueCentsOf } from "~/features/collection-payments/due.server";
import type { PaidTo } from "~/features/collection-payments/schema";
import { notePaid } from "~/features/collection-payments/mark-payment.server";
import { feeAtCollection } from "~/features/payouts/fee-at-collection.server";
import { givenTooLittle, toBePaid } from "~/features/collection-payments/errors.server";

/** A sum that was taken for parts that were handed over together, and what the buyer put down. */
export interface Payment {
  paidCents: Cents;
  givenCents: Cents;
}

/**
 * Takes the payment of parts that are handed over together, once, from one sum that the buyer puts down. Each part
 * takes its price from the sum, and the change belongs to the last part. Returns the sums; null if nothing was to be
 * paid. The orders must be locked. Refuses `to_be_paid` if nothing is given, and `given_too_little`, both with the sum
 * of all.
 */
export async function takePayments(
  trx: Trx,
  services: Services,
  parts: readonly LockedPart[],
  givenCents: Cents | null,
  paidTo: PaidTo,
): Promise<Payment | null> {
  // Parts are booked merchant by merchant, which prevents a deadlock between two payments for several merchants. Parts
  // of one merchant stay in the order of their orders.
  const unpaid = parts
    .filter(({ part }) => part.isUnpaid === 1)
    .toSorted((one, second) => inOrder(one.part.merchantId, second.part.merchantId));
  if (unpaid.length === 0) return null;
  const dueCents = unpaid.reduce((sum, { part }) => sum + dueCentsOf(part), 0);
  if (givenCents === null) throw toBePaid(dueCents);
  if (givenCents < dueCents) throw givenTooLittle(dueCents);
  for (const [place, locked] of unpaid.entries()) {
    const isLast = place === unpaid.length - 1;
    await takePayment(trx, services, locked, dueCentsOf(locked.part) + (isLast ? givenCents - dueCents : 0), paidTo);
  }
  return { paidCents: dueCents, givenCents };
}

const inOrder = (one: string, second: string) => (one < second ? -1 : one > second ? 1 : 0);

/**
 * Takes the payment of a part that is handed over: the merchant has got the rest of its price from the buyer, who puts
 * down `givenCents`. From now on the books have the sale, the money that the merchant has got, and the marketplace's
 * fee.
 */
async function takePayment(
  trx: Trx,
  services: Services,
  { order, part, lines }: LockedPart,
  givenCents: Cents,
  paidTo: PaidTo,
): Promise<void> {
  const dueCents = dueCentsOf(part);
  const paidAt = timestamp(services.clock);
  const deliveryFeeCents = feeLeftOf(part);
  const goodsCents = dueCents - deliveryFeeCents;
  const feeCents = feeAtCollection(services, goodsCents);
  await notePaid(trx, part._id, { paidAt, paidCents: dueCents, tenderedCents: givenCents, paidTo, feeCents });
  await markPartPaid(trx, { _id: part._id, orderId: order._id }, paidAt);
  await bookCashSale(trx, services, order, part, lines, {
    paidAt,
    goodsCents,
    deliveryFeeCents,
    paidTo,
    feeCents,
  });
  logStep(trx, services, order._id, "paid at collection");
}
