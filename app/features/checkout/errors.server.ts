import { closedSentence, type ClosedStall } from "~/features/stores/closed-stalls.server";
import type { Billing } from "~/features/accounts/schema";
import { missingForDelivery } from "./schema";
import { mayPass } from "~/platform/outage";
import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

export const noPendingPayment = refusal("no_pending_payment", 404, "There is no order waiting for payment.");
export const unknownPayment = refusal("unknown_payment", 404, "There is no such payment.");
export const paymentNotCompleted = refusal("payment_not_completed", 409, "The payment has not gone through.");
export const amountMismatch = refusal(
  "amount_mismatch",
  409,
  "The amount paid is not the amount of the order. Your money is on its way back to your card.",
);
export const soldMeanwhile = refusal(
  "sold_meanwhile",
  409,
  "Your payment arrived after the 30 minutes that we hold goods for, and they were sold meanwhile. Your money is on its way back to your card.",
);
/**
 * The code is the one of `soldMeanwhile`: for a program, the payment came too late either way, and there is no order.
 */
export const buyerLeft = refusal(
  "sold_meanwhile",
  409,
  "The account that this was ordered from was closed before your payment arrived. Your money is on its way back to your card.",
);
export const takenOffSale = refusal(
  "taken_off_sale",
  409,
  "What you ordered was taken off sale before your payment arrived. Your money is on its way back to your card.",
);
/** Nothing was charged, and nothing is held. */
export const amountRefused = (amountCents: number) =>
  new Refusal(422, [
    {
      message: `An order of $${(amountCents / 100).toFixed(2)} is too ${amountCents < 10_000 ? "small" : "large"} to be paid by card. Nothing was charged; please change the cart.`,
      code: "amount_not_payable",
    },
  ]);
/** Nothing was charged, and nothing can be any more. */
export const noLongerSold = (titles: string[]) =>
  new Refusal(409, [
    {
      message: `${titles.slice(0, 3).join(", ")}${titles.length > 3 ? " and more of your order" : ""} ${titles.length > 1 ? "are" : "is"} no longer sold. Nothing was charged.`,
      code: "no_longer_sold",
    },
  ]);
/** Nothing was charged, and nothing can be any more. */
export const stallsClosed = (stalls: ClosedStall[]) =>
  new Refusal(409, [{ message: `${stalls.map(closedSentence).join(" ")} Nothing was charged.`, code: "stall_closed" }]);
/** Nothing was charged, and nothing can be any more. */
export const outOfSeason = (sentences: string[]) =>
  new Refusal(409, [{ message: `${sentences.slice(0, 3).join(" ")} Nothing was charged.`, code: "out_of_season" }]);
export const paidTwice = refusal(
  "paid_twice",
  409,
  "This order was settled already, so your second payment is on its way back to your card.",
);

/**
 * Refuses a checkout with an address to which nothing could be sent, with `required` for each field that is missing.
 */
export function mustBeDeliverable({ billing, shipping }: { billing: Billing; shipping: Billing }): void {
  const items: RefusalItem[] = [];
  for (const [field, address] of [
    ["billing", billing],
    ...(shipping === billing ? [] : [["shipping", shipping] as const]),
  ] as const) {
    for (const missing of missingForDelivery(address))
      items.push({ message: missing.message, code: "required", field: `${field}.${missing.field}` });
  }
  const [first, ...otherItems] = items;
  if (first) throw new Refusal(422, [first, ...otherItems]);
}

/**
 * Whether a refused checkout is settled all the same: its money is on its way back, or none was paid. An outage settles
 * nothing.
 */
export function isSettled(error: unknown): boolean {
  return error instanceof Refusal && !mayPass(error);
}

export const busyElsewhere = refusal(
  "checkout_running",
  409,
  "Another checkout of yours is just being prepared. Please try again in a moment.",
);

/** The cart asks for more than there is. Nothing is charged. One item for each line. */
export const notEnoughStock = (items: RefusalItem[]) => new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);
