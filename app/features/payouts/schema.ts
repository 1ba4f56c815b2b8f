import { dollars } from "~/features/fields";
import { changes, page } from "~/features/pagination";
import { z } from "~/features/zod";

/* How merchants get their money. */

/**
 * none: never begun. incomplete: questions are open. checking: all answered. restricted: the provider wants more.
 * disconnected: we have lost access to it, another one is necessary. ready: money is sent.
 */
export const payoutStatus = z.enum(["none", "incomplete", "checking", "restricted", "disconnected", "ready"]);
export type PayoutStatus = z.infer<typeof payoutStatus>;

export const payoutAccount = z
  .object({
    enabled: z.boolean().describe("Whether this marketplace pays out by itself."),
    status: payoutStatus,
    problem: z.string().describe("What the provider still wants; empty when nothing."),
    feePercent: z.number().describe("What the marketplace keeps of each payout."),
  })
  .meta({ id: "PayoutAccount" });
export type PayoutAccountAnswer = z.infer<typeof payoutAccount>;

export const onboarding = z.object({
  url: z.string().describe("The provider's page to go to; works once, for a few minutes."),
});

export const payout = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    itemId: z.number().int(),
    createdAt: z.string().describe("When the part had arrived."),
    doneAt: z.string().nullable().describe("When it was sent; null while it is not."),
    amount: dollars.describe(
      "What is sent; before that, what is left of goods and delivery fee less the fee of today.",
    ),
    fee: dollars.describe("What the marketplace keeps of the goods; of a delivery fee it keeps nothing."),
    netted: dollars
      .optional()
      .describe("Fees for what was paid to the stall at collection that were kept back; absent where none were."),
    reversed: dollars.describe("What was taken back of it because of refunds."),
    status: z.enum(["Waiting", "On its way", "Paid out", "Nothing left"]),
    waitsFor: z
      .enum(["day", "account", "dispute", "reinstatement"])
      .nullable()
      .describe(
        "day: for dueAt. account: for the merchant's account to be ready. dispute: for the buyer's bank, which asks for the money back. reinstatement: for the end of the merchant's suspension. null: for nothing.",
      ),
    dueAt: z.string().describe("Not sent before."),
  })
  .meta({ id: "Payout" });
export type Payout = z.infer<typeof payout>;

export const payoutQuery = z.object({ page, ...changes });
export type PayoutQuery = z.infer<typeof payoutQuery>;
