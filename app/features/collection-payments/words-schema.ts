import { toCents, toDollars } from "~/features/fields";
import type { CollectionPayment } from "./schema";

/* Payments at collection in words and sums, as pages and papers say them. */

interface PaidPart {
  amount: number;
  refunded: number;
  deliveryFee: number;
  deliveryFeeRefunded: number;
  onCollection: CollectionPayment | null;
}

/**
 * Splits the reduction of a part, in dollars with delivery fees: `takenOut` was never to be paid, because goods were
 * taken out, weigh less or were called off before; `back` was paid and refunded. A part paid by card has only the
 * latter.
 */
export function takenOutAndBack(part: PaidPart): { takenOut: number; back: number } {
  const { onCollection } = part;
  const lessCents = toCents(part.refunded) + toCents(part.deliveryFeeRefunded);
  if (!onCollection) return { takenOut: 0, back: toDollars(lessCents) };
  const totalCents = toCents(part.amount) + toCents(part.deliveryFee);
  const takenOutCents = onCollection.state === "paid" ? totalCents - toCents(onCollection.paid) : lessCents;
  return { takenOut: toDollars(takenOutCents), back: toDollars(lessCents - takenOutCents) };
}

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Several payments at collection as one, in dollars: what is due, or what was paid. */
export function paymentOfAll([first, ...rest]: readonly CollectionPayment[]): CollectionPayment | null {
  if (!first) return null;
  const all = [first, ...rest];
  const open = all.filter(({ state }) => state === "to_be_paid");
  const countedPayments = open.length > 0 ? open : all.filter(({ state }) => state === "paid");
  const sum = (figure: "due" | "paid" | "tendered" | "change") =>
    toDollars(countedPayments.reduce((cents, payment) => cents + toCents(payment[figure]), 0));
  return {
    ...(countedPayments[0] ?? first),
    due: sum("due"),
    paid: sum("paid"),
    tendered: sum("tendered"),
    change: sum("change"),
  };
}

/** The sum that the staff of a market day took of payments, in dollars. */
export const paidToMarket = (payments: readonly CollectionPayment[]): number =>
  toDollars(payments.reduce((cents, { paid, paidTo }) => cents + (paidTo === "market" ? toCents(paid) : 0), 0));

/** "Paid: $12.40, given $20.00, change $7.60". */
export const paidInWords = ({ paid, tendered, change }: Pick<CollectionPayment, "paid" | "tendered" | "change">) =>
  `Paid: ${money.format(paid)}${givenInWords({ tendered, change })}`;

const givenInWords = ({ tendered, change }: Pick<CollectionPayment, "tendered" | "change">) =>
  change > 0 ? `, given ${money.format(tendered)}, change ${money.format(change)}` : "";

/** "To be paid at collection: $12.40". "Paid at collection: $12.40, given $20.00, change $7.60". */
export function paymentInWords({ state, due, paid, paidTo, tendered, change }: CollectionPayment): string {
  switch (state) {
    case "to_be_paid":
      return `To be paid at collection: ${money.format(due)}`;
    case "paid":
      return `Paid at collection${paidTo === "market" ? ", to the market's staff" : ""}: ${money.format(paid)}${givenInWords({ tendered, change })}`;
    case "missed":
      return "Not collected: nothing was paid";
    case "called_off":
      return "Called off: there is nothing to pay";
  }
}

/** "Paid by card", or the state of a payment at collection. */
export const howPaid = (paymentMethod: string, onCollection: CollectionPayment | null): string =>
  onCollection ? paymentInWords(onCollection) : `Paid by ${paymentMethod.toLowerCase()}`;

const STATES = { to_be_paid: "to be paid", paid: "paid", called_off: "called off", missed: "not collected" };

/**
 * "Card", "On collection: to be paid": the payment method for spreadsheets, with the state of a payment at collection.
 */
export const methodInWords = (paymentMethod: string, onCollection: Pick<CollectionPayment, "state"> | null): string =>
  onCollection ? `${paymentMethod}: ${STATES[onCollection.state]}` : paymentMethod;
