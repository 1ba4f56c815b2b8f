import { paymentInWords } from "~/features/collection-payments/words-schema";
import { momentInWords } from "~/features/delivery/words-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import type { RowOrder } from "~/ui/hand-over/contract";

/** An order as the hand-over page tells it; null where it has no code. */
export function rowOrder(order: MerchantOrder, timeZone: string): RowOrder | null {
  const { _id, itemId, user, statusText, delivery, handedOver, carts, notes, onCollection } = order;
  if (!delivery?.code) return null;
  const isOff = statusText === "Cancelled" || statusText === "Refunded";
  const isDone = statusText === "Delivered";
  const when = handedOver
    ? `, on ${momentInWords(handedOver.at, timeZone)}${handedOver.by && `, by ${handedOver.by}`}`
    : "";
  const isUnweighed =
    statusText === "Processing" &&
    carts.some(({ weighed, quantity, refundedQuantity }) => weighed?.due === null && quantity > refundedQuantity);
  return {
    id: _id,
    number: itemId,
    code: delivery.code,
    name: `${user.firstName} ${user.lastName}`.trim() || "Deleted account",
    lines: carts.flatMap(({ product, quantity, refundedQuantity }) =>
      quantity > refundedQuantity ? [{ pieces: quantity - refundedQuantity, title: product.title }] : [],
    ),
    notes,
    payment: onCollection ? paymentInWords(onCollection) : "",
    isToPay: onCollection?.state === "to_be_paid",
    step: isOff ? "off" : isDone ? "done" : "open",
    closed: isOff
      ? "this was cancelled."
      : isDone
        ? `this was handed over already${when}.`
        : isUnweighed
          ? "weigh it first."
          : "",
  };
}
