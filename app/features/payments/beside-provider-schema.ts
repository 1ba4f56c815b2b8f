import { z } from "zod";
import { day, dollars } from "~/features/fields";
import { disputeStatus, orderStatus } from "~/features/orders/operator-schema";

/* The card provider's payments beside our orders, as operators see them. */

/** How the provider's record of a payment and ours can differ. */
export const difference = z.enum([
  "unknown_order",
  "not_placed",
  "other_payment",
  "not_paid_there",
  "amount",
  "refunded_more_there",
  "refunded_less_there",
  "disputed_there",
]);
export type Difference = z.infer<typeof difference>;

export const providerPayment = z
  .object({
    _id: z.string().describe("The payment intent's id."),
    status: z
      .enum(["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"])
      .describe("As the provider has it."),
    createdAt: z.string(),
    amount: dollars,
    refunded: dollars.describe("How much went back there."),
    order: z
      .object({
        _id: z.string(),
        itemId: z.number().int(),
        status: orderStatus,
        amount: dollars,
        refunded: dollars.describe("How much of this payment goes back here."),
      })
      .nullable()
      .describe("The order it belongs to."),
    dispute: disputeStatus.nullable().describe("The last one about it, as it is written down here."),
    differences: z.array(difference).describe("Empty: both agree."),
  })
  .meta({ id: "ProviderPayment" });
export type ProviderPayment = z.infer<typeof providerPayment>;

export const paymentQuery = z.object({
  since: day("since").describe("Payments begun on this day or later."),
  after: z
    .string()
    .regex(/^[\w-]{5,100}$/, "after must be the id of a payment intent.")
    .optional()
    .describe("The last payment of the page before."),
});
export const paymentList = z.object({
  provider: z.string(),
  docs: z.array(providerPayment),
  next: z.string().nullable().describe("For after; null on the last page."),
});
export type PaymentList = z.infer<typeof paymentList>;
export const paymentId = z.object({ id: z.string().regex(/^[\w-]{5,100}$/, "That is not the id of a payment.") });
