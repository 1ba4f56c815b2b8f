import { dollars } from "~/features/fields";
import { z } from "~/features/zod";

const pieces = z.number().int();

/** The figures of a day, as the marketplace counts days. */
export const dayFigures = z
  .object({
    day: z.string().describe("YYYY-MM-DD."),
    orders: pieces.describe("Paid on that day, or placed to be paid at collection."),
    revenue: dollars.describe("Paid on that day, by card or at collection, before anything goes back."),
    onCollection: dollars
      .optional()
      .describe("What of the revenue was paid to stalls at collection; absent where nothing was."),
    unpaid: pieces.describe("Checkouts begun on that day that came to no payment, or whose payment went back."),
    refunds: pieces.describe("Written down on that day, also those made by hand at the provider before."),
    refunded: dollars,
    signUps: pieces,
    mails: pieces.nullable().describe("Handed over on that day; null where that is not known any more."),
  })
  .meta({ id: "OperatorDay" });
export type DayFigures = z.infer<typeof dayFigures>;
export const days = z.object({
  today: dayFigures,
  yesterday: dayFigures,
  weekAgo: dayFigures.describe("The same day of last week."),
});

/** How much waits for an operator. */
export const overview = z
  .object({
    review: z.number().int().describe("Products and changes of products that wait for review."),
    merchants: z.number().int().describe("Merchants that wait to be let in."),
    reportedReviews: z.number().int().describe("Buyers' reviews with reports that wait for a decision."),
    reportedConversations: z.number().int().describe("Conversations with reports that wait for a decision."),
    reports: z.number().int().describe("Reports of all kinds and objections that wait for a decision."),
    support: z.number().int().describe("Messages that nobody has answered."),
    failedRefunds: z
      .number()
      .int()
      .describe("Refunds that came back from the provider, and that nobody has seen to yet."),
    deadJobs: z.number().int().describe("Jobs that failed for good."),
    waitingJobs: z.number().int(),
  })
  .meta({ id: "OperatorOverview" });
