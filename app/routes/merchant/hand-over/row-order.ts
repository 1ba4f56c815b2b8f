import { paymentInWords, paymentOfAll } from "~/features/collection-payments/words-schema";
import { momentInWords } from "~/features/delivery/words-schema";
import { toCents } from "~/features/fields";
import { notesOf, numbersInWords } from "~/features/merchant-orders/hand-overs-schema";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import type { RowOrder } from "~/ui/hand-over/contract";

const isOpen = ({ statusText }: MerchantOrder) => statusText === "Processing" || statusText === "Shipped";

/** Orders that are handed over together, as the hand-over page shows them. Null if they have no code. */
export function rowOrder(group: [MerchantOrder, ...MerchantOrder[]], timeZone: string): RowOrder | null {
  const [{ _id, user, delivery }] = group;
  if (!delivery?.code) return null;
  const open = group.filter(isOpen);
  const deliveredOrder = group.find(({ statusText }) => statusText === "Delivered");
  const relevantOrders = open.length > 0 ? open : group;
  const handedOver = deliveredOrder?.handedOver;
  const when = handedOver
    ? `, on ${momentInWords(handedOver.at, timeZone)}${handedOver.by && `, by ${handedOver.by}`}`
    : "";
  const isUnweighed = open.some(
    ({ statusText, carts }) =>
      statusText === "Processing" &&
      carts.some(({ weighed, quantity, refundedQuantity }) => weighed?.due === null && quantity > refundedQuantity),
  );
  const step = open.length > 0 ? "open" : deliveredOrder ? "done" : "off";
  return {
    id: _id,
    numbers: numbersInWords(group),
    code: delivery.code,
    name: `${user.firstName} ${user.lastName}`.trim() || "Deleted account",
    lines: relevantOrders.flatMap(({ carts }) =>
      carts.flatMap(({ product, quantity, refundedQuantity }) =>
        quantity > refundedQuantity ? [{ pieces: quantity - refundedQuantity, title: product.title }] : [],
      ),
    ),
    notes: notesOf(relevantOrders),
    ...paymentOf(relevantOrders),
    step,
    closed:
      step === "off"
        ? "this was cancelled."
        : step === "done"
          ? `this was handed over already${when}.`
          : isUnweighed
            ? "weigh it first."
            : "",
  };
}

/** The payment of orders that are handed over together: the sum due for all of them, or how each was paid. */
function paymentOf(orders: MerchantOrder[]): Pick<RowOrder, "payment" | "isToPay" | "dueCents"> {
  const payments = orders.flatMap(({ onCollection }) => onCollection ?? []);
  const isToPay = payments.some(({ state }) => state === "to_be_paid");
  const due = isToPay ? paymentOfAll(payments) : null;
  return {
    payment: due ? paymentInWords(due) : payments.map(paymentInWords).join(". "),
    isToPay,
    dueCents: due ? toCents(due.due) : 0,
  };
}
