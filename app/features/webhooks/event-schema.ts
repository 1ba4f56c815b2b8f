import { dollars } from "~/features/fields";
import { toldDelivery } from "~/features/delivery/schema";
import { food } from "~/features/food-information/schema";
import { netContent } from "~/features/products/net-content-schema";
import { orderedSize } from "~/features/products/ordered-size-schema";
import { z } from "~/features/zod";
import type { EventType } from "./plain-schema";

/*
 * The payloads of events. They contain no buyer's name, address or mail: a receiver that needs them reads the order
 * with a token. Thus neither logs of deliveries nor unknown servers hold personal data.
 */

const orderPart = z
  .object({
    order: z.string().describe("The order's id, as in GET /product/order/merchant/{id}."),
    number: z.number().int().describe("The number that people see."),
    status: z.enum(["Processing", "Shipped", "Delivered", "Cancelled", "Refunded"]),
    amount: dollars.describe("Of the goods of the merchant's part."),
    refunded: dollars.describe("What of it has gone back in all."),
    deliveryFee: dollars.describe("The price of the way, in addition to the amount; 0 where it is free."),
    deliveryFeeRefunded: dollars.describe("What of the delivery fee has gone back: all of it, or nothing."),
    delivery: toldDelivery
      .nullable()
      .describe("How and when the goods get to the buyer; null where they are sent by carrier, unasked."),
    lines: z.array(
      z.object({
        product: z
          .object({ _id: z.string(), title: z.string(), sku: z.string() })
          .describe(
            "As it was when it was ordered: of several sizes the title names the one that was, and sku is its.",
          ),
        ...orderedSize,
        price: dollars.describe("Of one piece; the most that one costs where it is weighed at packing."),
        quantity: z.number().int(),
        refundedQuantity: z.number().int(),
      }),
    ),
  })
  .describe("The merchant's part of an order, as it was at that moment.");
export type OrderPartData = z.infer<typeof orderPart>;

const product = z.object({ _id: z.string(), title: z.string(), sku: z.string().describe("Of its first size.") });
const labelled = product
  .extend({
    variants: z
      .array(z.object({ _id: z.string(), name: z.string(), sku: z.string(), content: netContent.optional() }))
      .describe(
        "Its sizes in the merchant's order, those that wait for review too; one without a name is the only one.",
      ),
    food: food.describe("What its label says in the shop; of a product that was never there, what was handed in."),
  })
  .describe("The product as it stands with the event.");
const reviewed = z.object({
  product: labelled,
  change: z.boolean().describe("Whether it was a change of what is on sale already."),
});

const payout = z.object({
  _id: z.string(),
  order: z.string().describe("The order that it is for."),
  amount: dollars.describe("After the fee."),
});

const DATA = {
  "order.placed": orderPart,
  "order.cancelled": orderPart.extend({
    amountBack: dollars.describe("What goes back to the buyer this time, the delivery fee included."),
  }),
  "order.moved": orderPart,
  "order.shipped": orderPart.extend({ carrier: z.string(), trackingNumber: z.string() }),
  "order.delivered": orderPart.extend({
    deliveredBy: z.enum(["merchant", "buyer", "time"]).describe("Who said so; time: nobody did for two weeks."),
  }),
  "order.not_collected": orderPart,
  "order.refunded": orderPart.extend({ amountBack: dollars.describe("What goes back to the buyer this time.") }),
  "order.disputed": orderPart.extend({
    dispute: z.object({
      _id: z.string(),
      status: z
        .enum(["warning", "open", "won", "lost", "closed"])
        .describe(
          "warning: the bank asks, nothing was taken. open: taken until it is decided. closed: nothing came of it.",
        ),
      amount: dollars.describe("Of the whole order's payment."),
      reason: z.string().describe("The bank's, in the provider's word for it."),
    }),
  }),
  "product.approved": reviewed,
  "product.sent_back": reviewed.extend({ reason: z.string() }),
  "product.out_of_stock": z.object({ product: labelled }),
  "product.stock_changed": z.object({
    products: z
      .array(
        product.extend({
          variants: z.array(
            z.object({
              _id: z.string(),
              name: z.string(),
              sku: z.string(),
              quantity: z.number().int().describe("Pieces that can be bought, as the event is written."),
            }),
          ),
        }),
      )
      .describe("At most 100; a change of more products is told in several events."),
  }),
  "payout.sent": z.object({ payout }),
  "payout.failed": z.object({
    payout: payout.nullable().describe("null where the bank sent back what Stripe had paid out of the account there."),
    amount: dollars,
    reason: z.string().describe("As Stripe says it; empty where it says nothing."),
  }),
  "review.created": z.object({
    review: z.object({ _id: z.string(), stars: z.number().int(), text: z.string() }),
    product,
  }),
  "message.created": z.object({
    message: z.object({ _id: z.string(), text: z.string() }),
    conversation: z.object({
      _id: z.string().describe("As in GET /conversations/{id}."),
      kind: z.enum(["product", "order", "stall"]),
      about: z.string().describe("The id of the product, of your part of the order, or of your stall."),
      title: z.string(),
    }),
  }),
  "webhook.test": z.object({ message: z.string() }),
} satisfies Record<EventType | "webhook.test", z.ZodType>;

export type LabelledProduct = z.infer<typeof labelled>;
export type SentType = keyof typeof DATA;
export type EventData<Type extends SentType> = z.infer<(typeof DATA)[Type]>;

const WHEN: Record<SentType, string> = {
  "order.placed": "An order with something of yours is placed and paid",
  "order.cancelled": "Your part of an order is cancelled; its price goes back",
  "order.shipped": "You have marked your part of an order as sent, or as ready to be collected",
  "order.delivered": "Your part of an order has arrived: you said so, its buyer did, or two weeks have passed",
  "order.moved": "Your part of an order is moved to another time, by its buyer or by you",
  "order.not_collected": "You have said that your part of an order was not collected",
  "order.refunded": "Money of your part of an order goes back, all of it or some",
  "order.disputed": "The bank of its buyer asks for the payment back, asks for another sum, or has decided",
  "product.approved": "A product, or a change of one, passed its review",
  "product.sent_back": "A product, or a change of one, is sent back by review",
  "product.out_of_stock": "An order was paid, and nothing of the product is left",
  "product.stock_changed":
    "An order of the product was paid, pieces came back, or somebody has set its stock; several changes may come as one",
  "payout.sent": "Money of an order was sent to your account",
  "payout.failed": "Money of an order could not be sent, or your bank has sent it back",
  "review.created": "A buyer has reviewed a product of yours",
  "message.created": "A buyer has written a message to you",
  "webhook.test": "Somebody asked for a test event",
};

const eventOf = <Type extends SentType>(type: Type) =>
  z.object({
    id: z.string().describe("The same at every attempt: drop what you have seen."),
    type: z.literal(type),
    createdAt: z.string(),
    data: DATA[type],
  });

/** The payload of each type, for the document and for tests. */
export const EVENTS = (Object.keys(DATA) as SentType[]).map((type) => ({
  type,
  when: WHEN[type],
  schema: eventOf(type),
}));
