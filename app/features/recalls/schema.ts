import { day, dollars, inOrder, text } from "~/features/fields";
import { food } from "~/features/food-information/schema";
import { page, pageOf } from "~/features/pagination";
import { z } from "~/features/zod";

/* Recalls: the buyers of a product that was taken off sale, a letter to all of them, and the refund of its price. */

/** The most of the newest orders that are counted beforehand. Letters and refunds reach all, however many there are. */
export const MOST_COUNTED = 10_000;

const days = {
  since: day("since").describe("Orders paid on this day or later."),
  until: day("until").describe("Orders paid on this day or earlier."),
};

export const buyersQuery = z.object({ ...days, page }).refine(inOrder.check, inOrder.error);
export type Days = { since: string; until: string };

export const purchase = z
  .object({
    _id: z.string().describe("The order's id."),
    itemId: z.number().int(),
    date: z.string().describe("When it was paid."),
    buyer: z.object({ name: z.string(), email: z.string() }),
    title: z
      .string()
      .describe("The product as it was when it was ordered; of several sizes it names the one that was."),
    food: food.optional().describe("What its label said when it was ordered; absent where nothing was said."),
    quantity: z.number().int(),
    refundedQuantity: z.number().int(),
    left: dollars.describe("What of it was not given back yet."),
  })
  .meta({ id: "Purchase" });
export type Purchase = z.infer<typeof purchase>;

export const purchases = z.object({
  data: pageOf(purchase).shape.data.extend({
    buyers: z.number().int().describe("Different buyers, without those who deleted their account."),
    pieces: z.number().int(),
    left: dollars.describe("What of all of it was not given back yet."),
  }),
});
export type Purchases = z.infer<typeof purchases>["data"];

export const writeLetter = z
  .object({
    ...days,
    subject: text("Subject", 150),
    message: text("Message", 4000).describe("Paragraphs with empty lines between them."),
  })
  .refine(inOrder.check, inOrder.error);
export type WriteLetter = z.infer<typeof writeLetter>;

const startedRecall = { _id: z.string(), ...days, createdAt: z.string() };
export const letter = z
  .object({
    ...startedRecall,
    product: z.object({ _id: z.string(), title: z.string() }),
    subject: z.string(),
    message: z.string(),
    writtenBy: z.string(),
    preview: z.string().describe("The mail as its first reader gets it; empty where nobody would."),
    readers: z.number().int().describe("How many it would go to now."),
    sentAt: z.string().nullable(),
    mails: z.number().int().describe("Mails written so far."),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: "RecallLetter" });
export type Letter = z.infer<typeof letter>;

export const beginRecall = z
  .object({ ...days, reason: text("Reason", 1000).describe("The buyers and the merchant read it.") })
  .refine(inOrder.check, inOrder.error);
export type BeginRecall = z.infer<typeof beginRecall>;

export const recall = z
  .object({
    ...startedRecall,
    product: z.object({ _id: z.string(), title: z.string() }),
    reason: z.string(),
    begunBy: z.string(),
    finishedAt: z.string().nullable().describe("When the last order was looked at."),
    orders: z.number().int().describe("Orders looked at so far."),
    refunds: z.number().int().describe("Refunds written down for them."),
    amount: dollars.describe("Their sum."),
    done: z.number().int().describe("Refunds that the provider has made."),
    doneAmount: dollars,
    failed: z
      .array(
        z.object({
          order: z.object({ _id: z.string(), itemId: z.number().int() }),
          amount: dollars,
          reason: z.string(),
        }),
      )
      .describe(
        "Refunds that failed for good or came back from the provider, and orders that something went wrong with; 100 at the most.",
      ),
    stopped: z.string().nullable().describe("What it has stopped at before its last order; null while it goes on."),
  })
  .meta({ id: "Recall" });
export type Recall = z.infer<typeof recall>;

/** The earlier recalls of a product. */
export const recallHistory = z
  .object({
    letters: z.array(
      z.object({ ...startedRecall, subject: z.string(), sentAt: z.string().nullable(), mails: z.number() }),
    ),
    recalls: z.array(z.object({ ...startedRecall, finishedAt: z.string().nullable() })),
  })
  .meta({ id: "RecallHistory" });
export type RecallHistory = z.infer<typeof recallHistory>;
