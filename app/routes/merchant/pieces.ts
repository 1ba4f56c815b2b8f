import type { MerchantOrder } from "~/features/merchant-orders/schema";

/** Lines of an order that were not refunded in full, with the pieces that are left of each. */
export const openLines = ({ carts }: Pick<MerchantOrder, "carts">) =>
  carts.flatMap(({ product, quantity, refundedQuantity }) =>
    quantity > refundedQuantity ? [{ product, pieces: quantity - refundedQuantity }] : [],
  );

/** "2 × Bread · 1 × Jam": the pieces of an order that were not refunded. */
export const piecesOf = (order: Pick<MerchantOrder, "carts">): string =>
  openLines(order)
    .map(({ product, pieces }) => `${pieces} × ${product.title}`)
    .join(" · ");

/** The most goods that an order's row names. It only counts the others. */
const MOST_NAMED = 3;

/** "2 × Bread · 1 × Jam · and 2 more": the first goods of an order, or, if all was refunded, the ordered goods. */
export function goodsInWords(order: Pick<MerchantOrder, "carts">): string {
  const open = openLines(order);
  const lines = open.length > 0 ? open : order.carts.map(({ product, quantity: pieces }) => ({ product, pieces }));
  const further = lines.length - MOST_NAMED;
  return [
    ...lines.slice(0, MOST_NAMED).map(({ product, pieces }) => `${pieces} × ${product.title}`),
    ...(further > 0 ? [`and ${further} more`] : []),
  ].join(" · ");
}
