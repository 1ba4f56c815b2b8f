import { collectionPayment, tender } from "~/features/collection-payments/schema";
import { dollars, messageAnswer, id, optionalText } from "~/features/fields";
import { missing } from "~/features/merchant-orders/missing-schema";
import { partStatus } from "~/features/orders/schema";
import { z } from "~/features/zod";

/* A market day as the market's staff see it: whole orders, handed over part by part or at once. */

/** The most parts of a day that are shown. */
export const MOST_PARTS_A_DAY = 2000;

export const dayParams = z.object({
  id: id.describe("The market day's."),
  day: z.string().max(40).describe("YYYY-MM-DD in the marketplace's time zone."),
});

export const dayQuery = z.object({
  code: optionalText("A code", 20).describe("Only the order that has it; written as buyers say it."),
});

const timeOfDay = z.object({ from: z.string(), to: z.string() });

export const busyMarketDay = z
  .object({
    day: z.string(),
    times: z.array(
      timeOfDay.extend({
        orders: z.number().int().describe("All but those that were called off."),
        parts: z.number().int(),
        handedOver: z.number().int().describe("Parts that are handed over."),
      }),
    ),
  })
  .meta({ id: "BusyMarketDay" });
export type BusyMarketDay = z.infer<typeof busyMarketDay>;

const collectedPart = z.object({
  _id: z.string(),
  order: z.string().describe("Its order: another one where it was added to the first."),
  itemId: z.number().int().describe("The number of its order."),
  merchant: z.string(),
  storeName: z.string(),
  statusText: partStatus,
  deliveredAt: z.string().nullable(),
  onCollection: collectionPayment
    .nullable()
    .describe("What is to be paid or was paid at collection; null where it is paid by card."),
  deliveryFee: dollars.describe("The rest of the price of its way that did not go back."),
  lines: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      price: dollars.describe("Of a piece."),
      pieces: z.number().int().describe("Without those that were refunded."),
    }),
  ),
});

export const collectedOrder = z
  .object({
    _id: z.string().describe("Of the first order, where others were added to it."),
    itemId: z.number().int(),
    buyer: z.string().describe("Empty once the account is deleted."),
    code: z.string(),
    parts: z.array(collectedPart),
  })
  .meta({ id: "CollectedOrder" });
export type CollectedOrder = z.infer<typeof collectedOrder>;

export const marketDayOrders = z
  .object({
    day: z.string(),
    name: z.string().describe("Of the market day."),
    times: z.array(timeOfDay.extend({ orders: z.array(collectedOrder) })),
    cash: z
      .array(z.object({ merchant: z.string(), storeName: z.string(), amount: dollars }))
      .describe("What the staff took at hand-over on that day, by the stall that it is given to."),
    cut: z.boolean().describe(`Whether the day has more than the ${MOST_PARTS_A_DAY} parts that are shown.`),
  })
  .meta({ id: "MarketDayOrders" });
export type MarketDayOrders = z.infer<typeof marketDayOrders>;

export const handOverAtMarket = z.object({
  order: id.describe("The order."),
  parts: z
    .array(id)
    .min(1, "Choose what is handed over.")
    .max(100, "An order has at most 100 parts.")
    .optional()
    .describe("Its parts that are handed over; without them, all that are not yet."),
  given: tender.shape.given
    .optional()
    .describe("Where something of it is to be paid at collection: the sum that the buyer puts down for all of it."),
  missing: missing
    .optional()
    .describe(
      "Lines of these parts that are not there: their price goes back, or is off what is to be paid, and the rest is handed over.",
    ),
});
/** The answer to the staff after an order was handed over. */
export const handedOverAtMarket = messageAnswer.extend({
  payment: z
    .object({ paid: dollars, tendered: dollars, change: dollars })
    .nullable()
    .describe("The sum that was paid for what is handed over; null where nothing was to be paid."),
});

export type HandOverAtMarket = z.infer<typeof handOverAtMarket>;
