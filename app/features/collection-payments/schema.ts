import { dollars } from "~/features/fields";
import { z } from "~/features/zod";

/* Paying at collection: the market's terms, and what of a part is to be paid or was paid there. */

export const CARD = "Card";
export const ON_COLLECTION = "On collection";

export const paymentMethod = z.enum([CARD, ON_COLLECTION], { error: "paymentMethod must be Card or On collection." });
export type PaymentMethod = z.infer<typeof paymentMethod>;

const whole = (label: string, maximum: number) =>
  z
    .number({ error: `${label} must be a whole number from 1 to ${maximum}.` })
    .int(`${label} must be a whole number from 1 to ${maximum}.`)
    .min(1, `${label} must be a whole number from 1 to ${maximum}.`)
    .max(maximum, `${label} must be a whole number from 1 to ${maximum}.`);

/** Dollars as somebody types them. */
const typedDollars = dollars.refine(
  (amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6,
  "Dollars have at most two decimals.",
);

/** The terms on which the market lets buyers pay at collection. */
export const collectionTerms = z
  .object({
    allowed: z.boolean().default(false).describe("Whether stalls may offer it."),
    mostOrders: whole("Unpaid orders", 20).describe("How many orders a buyer may have that are not paid yet."),
    mostMoney: typedDollars
      .min(1, "A sum must be from $1 to $10,000.")
      .max(10_000, "A sum must be from $1 to $10,000.")
      .describe("How much these orders may come to."),
    mostMissed: whole("Orders that nobody came for", 20).describe(
      "A buyer who did not come for so many orders pays by card.",
    ),
  })
  .meta({ id: "CollectionTerms" });
export type CollectionTerms = z.infer<typeof collectionTerms>;

/** The terms before an operator has saved any. */
export const FIRST_TERMS: CollectionTerms = { allowed: false, mostOrders: 3, mostMoney: 150, mostMissed: 2 };

/**
 * The receiver of a payment at collection: the stall, or the staff of its market day, who give the money to the stall.
 */
const paidTo = z.enum(["stall", "market"]);
export type PaidTo = z.infer<typeof paidTo>;

/** The payment of a part at collection. */
export const collectionPayment = z
  .object({
    state: z
      .enum(["to_be_paid", "paid", "called_off", "missed"])
      .describe("missed: nobody came for it in its time. called_off: nothing of it is to be paid any more."),
    due: dollars.describe("What is to be paid at collection; 0 once that is over."),
    paid: dollars.describe("What was paid; what the merchant gave back later stands with the refunds."),
    tendered: dollars.describe("What the buyer put down."),
    change: dollars,
    paidAt: z.string().nullable(),
    paidTo: paidTo
      .nullable()
      .describe("market: the staff of the market day took it and give it to the stall. null while it is not paid."),
    excused: z.boolean().describe("Whether its merchant said that not coming is not to count."),
  })
  .meta({ id: "CollectionPayment" });
export type CollectionPayment = z.infer<typeof collectionPayment>;

/** Whether a buyer may pay at collection now. */
export const collectionStanding = z
  .object({
    allowed: z.boolean().describe("Whether the market allows it at all."),
    unpaidOrders: z.number().int(),
    unpaid: dollars.describe("What the buyer's unpaid orders come to."),
    missed: z.number().int().describe("Orders that the buyer did not come for."),
    refusal: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe("Why the buyer pays by card; null where nothing speaks against it."),
  })
  .meta({ id: "CollectionStanding" });
export type CollectionStanding = z.infer<typeof collectionStanding>;

/** Payment at the stall: the sum that the buyer puts down. */
export const tender = z.object({
  given: typedDollars
    .min(0, "The sum given cannot be below 0.")
    .max(100_000, "The sum given can be at most $100,000.")
    .describe("The sum that the buyer puts down; the answer has the change."),
});
