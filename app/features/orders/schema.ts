import { billing } from "~/features/accounts/schema";
import { dollars, image } from "~/features/fields";
import { after, firstPage, limit, page } from "~/features/pagination";
import { z } from "~/features/zod";

/* Orders as their buyer sees them. Source: specification §3 (Order), §4. */

export const orderPageQuery = z.object({ page, from: firstPage, limit, after });
export type OrderPageQuery = z.infer<typeof orderPageQuery>;

export const partStatus = z.enum(["Processing", "Shipped", "Delivered", "Cancelled", "Refunded"]);
export type PartStatus = z.infer<typeof partStatus>;

export const orderLine = z.object({
  _id: z.string(),
  product: z
    .object({ _id: z.string(), title: z.string(), sku: z.string(), image: z.array(image) })
    .describe("As it was when it was ordered."),
  price: dollars,
  quantity: z.number().int(),
  refundedQuantity: z.number().int().describe("How many of the pieces were given back to the card."),
  refunded: dollars.describe("How much of the price was given back, for pieces or as an amount by itself."),
});

/** Money of a merchant's part that was given back. */
export const partRefunded = z.object({
  _id: z.string(),
  amount: dollars.describe("Of this part alone."),
  reason: z.string(),
  createdAt: z.string(),
  lines: z.array(
    z.object({
      title: z.string(),
      quantity: z.number().int().describe("Pieces; 0 for an amount by itself."),
      amount: dollars,
    }),
  ),
});
export type PartRefunded = z.infer<typeof partRefunded>;

export const order = z
  .object({
    _id: z.string(),
    itemId: z.number().int().describe("The short number that people see."),
    createdAt: z.string(),
    date: z.string().nullable().describe("When it was paid."),
    amount: dollars,
    isCompleted: z.boolean(),
    quantity: z.number().int().describe("Pieces in it."),
    paymentMethod: z.string(),
    carts: z.array(orderLine),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** One order with everything its buyer may know of it. */
export const orderDetails = order
  .extend({
    billing,
    shipping: billing,
    notes: z.string(),
    refunded: dollars.describe("How much of the amount went back to the card."),
    parts: z.array(
      z.object({
        _id: z.string(),
        merchant: z.string().describe("Id of the merchant, by which the stall is found."),
        storeName: z.string(),
        statusText: partStatus,
        amount: dollars,
        refunded: dollars.describe("How much of the amount went back to the card."),
        refunds: z.array(partRefunded).describe("What for, oldest first, where it is known."),
        shippedAt: z.string().nullable(),
        deliveredAt: z.string().nullable(),
        carrier: z.string(),
        trackingNumber: z.string(),
        cancelReason: z.string().describe("Why it was cancelled, or refunded whole; empty otherwise."),
        lines: z.array(z.string()).describe("Ids of the order lines that this merchant sends."),
      }),
    ),
  })
  .meta({ id: "OrderDetails" });
export type OrderDetails = z.infer<typeof orderDetails>;

/* Orders as operators find them. */

export const orderStatus = z.enum(["pending", "paid", "released", "refused"]);
export const foundOrder = order
  .pick({ _id: true, itemId: true, createdAt: true, date: true, amount: true, isCompleted: true })
  .extend({
    status: orderStatus,
    dispute: z
      .enum(["open", "lost"])
      .nullable()
      .describe("Whether the buyer's bank asks for the money back, or has taken it."),
    buyer: z.object({ name: z.string(), email: z.string() }),
  })
  .meta({ id: "FoundOrder" });
export type FoundOrder = z.infer<typeof foundOrder>;
