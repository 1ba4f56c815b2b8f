import { Refusal, refusal, type RefusalItem } from "~/platform/refusal";

export const unknownOrder = refusal("unknown_order", 404, "There is no such order.");
export const busyElsewhere = refusal(
  "checkout_running",
  409,
  "Another checkout of yours is just being prepared. Please try again in a moment.",
);

/** Nothing is charged: the cart asks for more than there is. One item a line. */
export const notEnoughStock = (items: RefusalItem[]) => new Refusal(409, [items[0] as RefusalItem, ...items.slice(1)]);
