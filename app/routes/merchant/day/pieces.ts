import type { MerchantOrder } from "~/features/merchant-orders/schema";

/** "2 × Bread · 1 × Jam": the pieces of an order that were not given back. */
export const piecesOf = ({ carts }: Pick<MerchantOrder, "carts">): string =>
  carts
    .filter(({ quantity, refundedQuantity }) => quantity > refundedQuantity)
    .map(({ product, quantity, refundedQuantity }) => `${quantity - refundedQuantity} × ${product.title}`)
    .join(" · ");
