import { billing } from "~/features/accounts/schema";
import { collectionPayment } from "~/features/collection-payments/schema";
import { partDelivery } from "~/features/delivery/schema";
import { dollars, image } from "~/features/fields";
import { food } from "~/features/food-information/schema";
import { changes, firstPage, page } from "~/features/pagination";
import { orderedSize } from "~/features/products/ordered-size-schema";
import { publicTrader } from "~/features/stores/trader-schema";
import { z } from "~/features/zod";

/* Orders as their buyer sees them. Source: specification §3 (Order), §4. */

export const orderPageQuery = z.object({ page, from: firstPage, ...changes });
export type OrderPageQuery = z.infer<typeof orderPageQuery>;

export const partStatus = z.enum(["Processing", "Shipped", "Delivered", "Cancelled", "Refunded"]);
export type PartStatus = z.infer<typeof partStatus>;

export const orderLine = z.object({
  _id: z.string(),
  product: z
    .object({ _id: z.string(), title: z.string(), sku: z.string(), image: z.array(image) })
    .describe("As it was when it was ordered; of several sizes the title names the one that was."),
  ...orderedSize,
  food: food.optional().describe("What its label said when it was ordered; absent where nothing was said."),
  price: dollars,
  vat: dollars.describe(
    "VAT in the price of all pieces, as the merchant stated it when it was ordered; 0 where nothing is.",
  ),
  quantity: z.number().int(),
  refundedQuantity: z.number().int().describe("How many of the pieces were given back, or are on their way."),
  refunded: dollars.describe("How much of the price was given back, for pieces or as an amount by itself."),
  vatRefunded: dollars.describe("VAT in what was given back: the same share as of the price."),
});

export const refundState = z
  .enum(["on_its_way", "waits_for_buyer", "refunded", "failed", "other_way"])
  .describe(
    "on_its_way: decided, the money has not gone yet. waits_for_buyer: the provider has asked the buyer where it is to go. " +
      "refunded: it has gone back to the card. failed: the bank did not take it, and it is owed again. " +
      "other_way: given back without the card.",
  );
export type RefundState = z.infer<typeof refundState>;

/** A refund of a merchant's part. */
export const partRefunded = z.object({
  _id: z.string(),
  cause: z
    .literal("weighed")
    .optional()
    .describe("Why: its goods weigh less than was paid for. Absent for any other reason."),
  amount: dollars.describe("Of this part alone, the delivery fee included."),
  vat: dollars.describe("What of the amount is VAT."),
  deliveryFee: dollars.describe("What of the amount is the delivery fee."),
  reason: z.string(),
  createdAt: z.string(),
  state: refundState,
  otherWay: z
    .object({ how: z.string(), day: z.string().describe("YYYY-MM-DD") })
    .nullable()
    .describe("How and when it was given back without the card; null otherwise."),
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
    date: z.string().nullable().describe("When it was paid; of an order to be paid at collection, when it was placed."),
    amount: dollars.describe("What was charged: the goods and the delivery fees."),
    deliveryFee: dollars.describe("What of the amount is delivery fees; 0 where shipping is free."),
    isCompleted: z.boolean(),
    quantity: z.number().int().describe("Pieces in it."),
    paymentMethod: z.string(),
    carts: z.array(orderLine),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** Another order that a part is handed over with. */
export const orderTogether = z
  .object({
    order: z.string(),
    itemId: z.number().int(),
    part: z.string(),
    storeName: z.string(),
    statusText: partStatus,
  })
  .meta({ id: "OrderTogether" });
export type OrderTogether = z.infer<typeof orderTogether>;

/** One order with everything its buyer may know of it. */
export const orderDetails = order
  .extend({
    billing,
    shipping: billing,
    notes: z.string(),
    refunded: dollars.describe(
      "How much of the amount goes back, delivery fees included; `refunds` of the parts say whether it has arrived.",
    ),
    vat: dollars.describe("VAT in the amount, as the merchants stated it of the goods; 0 where nothing is stated."),
    vatRefunded: dollars.describe("VAT in what goes back."),
    parts: z.array(
      z.object({
        _id: z.string(),
        merchant: z.string().describe("Id of the merchant, by which the stall is found."),
        storeName: z.string(),
        invoiceNumber: z.string().describe("Of the stall's invoice for it; empty until it is paid."),
        trader: publicTrader.describe("Who sold it, as named when the order was placed; null where nobody was named."),
        statusText: partStatus,
        amount: dollars.describe("Of its goods."),
        refunded: dollars.describe(
          "How much of the amount goes back; `refunds` of the parts say whether it has arrived.",
        ),
        deliveryFee: dollars.describe("The price of its way, in addition to the amount."),
        deliveryFeeRefunded: dollars.describe("How much of the delivery fee goes back: all of it, or nothing."),
        vat: dollars.describe("VAT in the amount of the part."),
        vatRefunded: dollars.describe("VAT in what goes back of the part."),
        refunds: z.array(partRefunded).describe("What for, oldest first, where it is known."),
        shippedAt: z.string().nullable(),
        deliveredAt: z.string().nullable(),
        carrier: z.string(),
        trackingNumber: z.string(),
        cancelReason: z.string().describe("Why it was cancelled, or refunded whole; empty otherwise."),
        lines: z.array(z.string()).describe("Ids of the order lines that this merchant sends."),
        delivery: partDelivery
          .nullable()
          .describe("The way and time that were chosen; null where the goods are sent by carrier."),
        together: z
          .array(orderTogether)
          .describe("Other orders that it is handed over with: what was added to it, and what it was added to."),
        onCollection: collectionPayment
          .nullable()
          .describe("What is to be paid or was paid at collection; null where it is paid by card."),
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
