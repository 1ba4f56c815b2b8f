import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

export const refundedMeanwhile = refusal(
  "refunded_meanwhile",
  409,
  "Something of this order was refunded meanwhile. Please look at it again.",
);
export const unknownLine = refusal("unknown_line", 404, "There is no such line in this order.");
export const orderDisputed = refusal(
  "disputed",
  409,
  "The buyer's bank asks for this payment back. Until that has ended nothing can be refunded here.",
);
export const nothingToRefund = refusal("nothing_to_refund", 409, "All of this was given back to the buyer already.");

export const unknownRefund = refusal("unknown_refund", 404, "There is no such refund in this order.");
export const refundNotOpen = refusal(
  "refund_not_open",
  409,
  "This refund is not open any more. Please look at the order again.",
);
export const refundUnderWay = refusal(
  "refund_under_way",
  409,
  "This refund may be on its way just now. Please look at the order again in a few minutes.",
);
export const dayToCome = refusal("day_to_come", 422, "That day is still to come.", "day");

type Short = { index: number; title: string } & ({ left: number } | { leftCents: number });

/** More pieces or more money were requested than are left. `index` is a line's place in the payload. */
export const moreThanIsLeft = (lines: Short[]) => {
  const items = lines.map((short): RefusalItem => ({
    message: "left" in short ? fewerPieces(short) : lessMoney(short),
    code: "more_than_is_left",
    field: `lines.${short.index}.${"left" in short ? "quantity" : "amount"}`,
  }));
  return new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);
};

function fewerPieces({ title, left }: { title: string; left: number }): string {
  if (left === 0) return `All pieces of ${title} were refunded already.`;
  return `Only ${left} ${left === 1 ? "piece" : "pieces"} of ${title} ${left === 1 ? "is" : "are"} left to refund.`;
}

function lessMoney({ title, leftCents }: { title: string; leftCents: number }): string {
  if (leftCents === 0) return `The whole price of ${title} was refunded already.`;
  return `Only $${(leftCents / 100).toFixed(2)} of the price of ${title} are left to refund.`;
}
