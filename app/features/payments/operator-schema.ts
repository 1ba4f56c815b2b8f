import { day, dollars } from "~/features/fields";
import { orderDetails, orderStatus, partRefunded, refundState } from "~/features/orders/schema";
import { z } from "~/features/zod";

/* Operators' view of money: an order with its payment, and the card provider's payments beside our orders. */

export const disputeStatus = z
  .enum(["warning", "open", "won", "lost", "closed"])
  .describe(
    "warning: the buyer's bank asks, nothing was taken. open: taken until it is decided. closed: ended with nothing taken.",
  );
export const operatorOrder = orderDetails
  .extend({
    status: orderStatus,
    buyer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), telephone: z.string() }),
    provider: z.string(),
    intentId: z.string().nullable().describe("The payment intent's id."),
    disputes: z
      .array(
        z.object({
          _id: z.string().regex(/^\w+$/).describe("The provider's id of it."),
          amount: dollars,
          reason: z.string().describe("The bank's, in the provider's word for it."),
          status: disputeStatus,
          createdAt: z.string(),
          endedAt: z.string().nullable(),
        }),
      )
      .describe("Oldest first."),
    refunds: z.array(
      z.object({
        _id: z.string(),
        amount: dollars,
        reason: z.string(),
        origin: z
          .enum(["shop", "provider", "dispute"])
          .describe("provider: given back by hand in its dashboard. dispute: taken by the buyer's bank."),
        partId: z.string().nullable(),
        createdAt: z.string(),
        state: refundState,
        providerStatus: z
          .enum(["pending", "requires_action", "succeeded", "failed", "canceled"])
          .nullable()
          .describe("In the provider's word; null where it was not asked yet, or has nothing to do with it."),
        doneAt: z
          .string()
          .nullable()
          .describe("When the money has gone; null while it is on its way, and again where it came back."),
        failedAt: z.string().nullable().describe("Since when it is known that it came back; null otherwise."),
        otherWay: z
          .object({ how: z.string(), day: z.string().describe("YYYY-MM-DD") })
          .nullable()
          .describe("How and when it was given back without the provider."),
        lines: z
          .array(partRefunded.shape.lines.element)
          .describe("The pieces and amounts it was for, where they are known."),
        deliveryFee: dollars.describe("What of the amount is delivery fees."),
        failed: z
          .string()
          .nullable()
          .describe(
            "What the provider refused it with, once every try has failed or it came back from there; null otherwise.",
          ),
      }),
    ),
  })
  .meta({ id: "OperatorOrderDetails" });
export type OperatorOrder = z.infer<typeof operatorOrder>;

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
  "refund_failed",
]);
export type Difference = z.infer<typeof difference>;

export const providerPayment = z
  .object({
    _id: z.string().regex(/^\w+$/).describe("The payment intent's id."),
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
