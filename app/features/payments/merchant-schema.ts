import { dollars, image } from "~/features/fields";
import { after, firstPage, limit, page, updatedSince } from "~/features/pagination";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { z } from "~/features/zod";

/** A payment of a customer, as the merchant sees it. Source: specification §3 (Payment), decision OPEN-38. */
export const paymentStatus = z.enum(["Paid", "Refunded", "Failed"]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const merchantPayment = z
  .object({
    _id: z.string(),
    orderId: z.string().nullable().describe("The order it paid for; null for one that failed."),
    user: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), image: image.optional() }),
    paymentMethod: z.string(),
    createdAt: z.string().describe("When it was paid."),
    amount: dollars.describe("Of the goods."),
    refunded: dollars.describe("How much of the amount went back."),
    deliveryFee: dollars.describe("What was paid for the way, in addition to the amount."),
    deliveryFeeRefunded: dollars.describe("How much of the delivery fee went back: all of it, or nothing."),
    statusText: paymentStatus.describe("Refunded: all of it went back."),
  })
  .meta({ id: "MerchantPayment" });
export type MerchantPayment = z.infer<typeof merchantPayment>;

export const paymentFilters = z.object({
  status: z.union([z.literal(""), paymentStatus], { error: "status must be Paid, Refunded or Failed." }).default(""),
  year: z.union([z.literal(""), z.string().regex(/^20\d\d$/)], { error: "year must have four digits." }).default(""),
});
export const paymentExport = paymentFilters.extend({ format: spreadsheetFormat });
export const paymentQuery = paymentFilters.extend({ page, from: firstPage, limit, after, updatedSince });
export type PaymentQuery = z.infer<typeof paymentQuery>;
