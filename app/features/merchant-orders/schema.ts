import { billing } from "~/features/accounts/schema";
import { collectionPayment } from "~/features/collection-payments/schema";
import { partDelivery } from "~/features/delivery/schema";
import { day, dollars, inOrder, optionalText, text } from "~/features/fields";
import { externalId } from "~/features/external-id";
import { after, cursorPageOf, firstPage, limit, page, updatedSince } from "~/features/pagination";
import { orderLine, partRefunded, partStatus, orderTogether } from "~/features/orders/schema";
import { publicTrader } from "~/features/stores/trader-schema";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { z } from "~/features/zod";

/*
 * Orders as merchants see them, each with the merchant's own part. Source: specification §2 (Orders, Order Details), §3
 * (Order, merchant).
 */

/** The most orders of a search that are shown and counted, the newest ones. */
export const MOST_FOUND = 300;

const filters = z.object({
  status: z
    .union([z.literal(""), partStatus], {
      error: "status must be Processing, Shipped, Delivered, Cancelled or Refunded.",
    })
    .default(""),
  since: day("since").describe("Orders that were paid on this day or later."),
  until: day("until").describe("Orders that were paid on this day or earlier."),
  q: optionalText("A search", 100).describe("An order's number, or words of its customer's name or e-mail."),
  externalId: externalId.optional().describe("The id that it has in your own system."),
});
export const orderFilters = filters.refine(inOrder.check, inOrder.error);
export const orderExport = filters.extend({ format: spreadsheetFormat }).refine(inOrder.check, inOrder.error);
export type OrderFilters = z.infer<typeof filters>;
export const orderQuery = filters
  .extend({
    page,
    from: firstPage,
    limit,
    after,
    updatedSince,
    counts: z
      .literal("1", { error: "counts must be 1." })
      .optional()
      .describe("Also answers `open`: how many orders are to do, and how many are ready or on their way."),
  })
  .refine(inOrder.check, inOrder.error)
  .refine(({ q, updatedSince: since }) => q === "" || since === undefined, {
    error: "A search and updatedSince do not go together.",
    path: ["q"],
  });
export type OrderQuery = z.infer<typeof orderQuery>;

const customer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  telephone: z.string(),
  extras: z.object({ streetAddress: z.string() }),
});

/** The merchant's part of an order; `_id` and `itemId` are the order's. */
export const merchantOrder = z
  .object({
    _id: z.string(),
    itemId: z.number().int().describe("The short number that people see."),
    createdAt: z.string(),
    updatedAt: z.string().describe("When anything of the part became different, its money too."),
    externalId: z.string().describe("The id that it has in your own system; empty for none."),
    invoiceNumber: z
      .string()
      .describe(
        "Of its invoice: INV- and a number without gaps among yours, before November 2026 the order's number; empty until it is paid.",
      ),
    suppliedAt: z
      .string()
      .nullable()
      .describe(
        "When it was handed over or sent, the date of supply on its invoice; null before, where the planned day is `delivery.day`.",
      ),
    date: z.string().nullable().describe("When it was paid; while it is to be paid at collection, when it was placed."),
    statusText: partStatus,
    paymentMethod: z.string(),
    amount: dollars.describe("Of this merchant's lines alone."),
    refunded: dollars.describe("How much of the amount went back to the buyer."),
    deliveryFee: dollars.describe("The price of the way, in addition to the amount; 0 where it is free."),
    deliveryFeeRefunded: dollars.describe("How much of the delivery fee went back: all of it, or nothing."),
    vat: dollars.describe("VAT in the amount, as the merchant stated it of the goods; 0 where nothing is stated."),
    vatRefunded: dollars.describe("VAT in what went back."),
    user: customer,
    shipping: billing.describe("Where the goods go."),
    notes: z.string().describe("What the buyer asks for."),
    carts: z.array(orderLine),
    delivery: partDelivery
      .nullable()
      .describe("The way and time that the buyer chose; null where the goods are sent by carrier."),
    onCollection: collectionPayment
      .nullable()
      .describe("What is to be paid or was paid at collection; null where it is paid by card."),
    handedOver: z
      .object({ at: z.string(), by: z.string().describe("The device on which that was said.") })
      .nullable()
      .describe("That it was handed over at the stall; null where it was not."),
  })
  .meta({ id: "MerchantOrder" });
export type MerchantOrder = z.infer<typeof merchantOrder>;

/** Open orders of a merchant, by state. */
export const openOrders = z.object({
  Processing: z.number().int().describe("Orders that are to do."),
  Shipped: z.number().int().describe("Orders that are ready or on their way."),
});
export type OpenOrders = z.infer<typeof openOrders>;

export const merchantOrders = z.object({
  data: cursorPageOf(merchantOrder).shape.data.extend({
    open: openOrders.optional().describe("Of all orders, whatever the filters show; absent without `counts`."),
  }),
});

export const merchantOrderDetails = merchantOrder
  .extend({
    billing,
    shippedAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    cancelledAt: z.string().nullable(),
    carrier: z.string(),
    trackingNumber: z.string(),
    cancelReason: z.string(),
    trader: publicTrader.describe("Who sold it, as named when the order was placed; null where nobody was named."),
    refunds: z.array(partRefunded).describe("What went back to the buyer and what for, oldest first."),
    together: z
      .array(orderTogether)
      .describe("Other orders that it is handed over with, since it was added to them or they to it."),
    takeBackUntil: z
      .string()
      .nullable()
      .describe("Until when the merchant may take back the last step; null where it is not theirs to take back."),
  })
  .meta({ id: "MerchantOrderDetails" });
export type MerchantOrderDetails = z.infer<typeof merchantOrderDetails>;

export const saleExternalId = z.object({
  externalId: externalId.describe("Once among your orders; empty for none."),
});

export const shipment = z.object({
  carrier: optionalText("Carrier", 80),
  trackingNumber: optionalText("Tracking number", 80),
});
export type Shipment = z.infer<typeof shipment>;

export const stepBack = z.object({
  step: z
    .enum(["shipped", "delivered"], { error: "step must be shipped or delivered." })
    .describe("The step that was a mistake: a part that has not come so far stays as it is."),
});
export type StepBack = z.infer<typeof stepBack>;

export const cancellation = z.object({ reason: text("A reason", 500) });
