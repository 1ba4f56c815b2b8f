import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

export const refundedMeanwhile = refusal(
  "refunded_meanwhile",
  409,
  "Something of this order was refunded meanwhile. Please look at it again.",
);
export const unknownLine = refusal("unknown_line", 404, "There is no such line in this order.");
export const nothingToRefund = refusal("nothing_to_refund", 409, "All of this was given back to the buyer already.");

/** More pieces were asked for than are left. `lines` holds the places in the payload. */
export const moreThanIsLeft = (lines: { index: number; title: string; left: number }[]) => {
  const items = lines.map(({ index, title, left }): RefusalItem => ({
    message:
      left === 0
        ? `All pieces of ${title} were refunded already.`
        : `Only ${left} ${left === 1 ? "piece" : "pieces"} of ${title} ${left === 1 ? "is" : "are"} left to refund.`,
    code: "more_than_is_left",
    field: `lines.${index}.quantity`,
  }));
  return new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);
};
