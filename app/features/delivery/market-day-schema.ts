import { text } from "~/features/fields";
import { z } from "~/features/zod";
import { methodFields } from "./schema";
import { timesSentence } from "./times";

/* Market days: places and times of the market at which buyers collect from several stalls at once. */

/** The most market days of a market. */
export const MOST_MARKET_DAYS = 50;

const marketDayFields = methodFields.pick({ active: true, directions: true, times: true, daysOff: true }).extend({
  name: text("A name", 60),
  address: text("An address", 200),
  fee: methodFields.shape.fee.describe(
    "What an order pays once, however many of its stalls are collected from there; its parts bear it by their goods.",
  ),
});

/** A market day as an operator saves it. */
export const marketDay = marketDayFields.superRefine(({ times }, context) => {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  if (times.length === 0) refuse(["times"], "Say when it can be collected.");
  for (const { index, field, message } of timesSentence(times)) refuse(["times", index, field], message);
});
export type MarketDay = z.infer<typeof marketDay>;

export const savedMarketDay = marketDayFields.extend({ _id: z.string() }).meta({ id: "MarketDay" });
export type SavedMarketDay = z.infer<typeof savedMarketDay>;

const NOTICE = "Enter whole hours, 0 for none.";

/** How a stall takes part in a market day. */
export const takePart = z.object({
  noticeHours: z
    .number({ error: NOTICE })
    .int(NOTICE)
    .min(0, NOTICE)
    .max(336, "It can be at most 336 hours, two weeks.")
    .describe("Hours before a time within which the stall takes no order for it, though others still do."),
  isPaidThere: z
    .boolean()
    .default(false)
    .describe("Whether buyers may pay the goods of the stall as they collect them there, where the market allows it."),
});
export type TakePart = z.infer<typeof takePart>;

/** A market day as an operator reads it. */
export const operatorMarketDay = savedMarketDay
  .extend({
    stalls: z.array(
      z.object({
        merchant: z.string(),
        storeName: z.string(),
        status: z.string().describe("Of the stall: active, pending or suspended."),
        noticeHours: z.number().int(),
        isPaidThere: z.boolean().describe("Whether the stall offers paying at collection there."),
      }),
    ),
  })
  .meta({ id: "OperatorMarketDay" });
export type OperatorMarketDay = z.infer<typeof operatorMarketDay>;

/** A market day as a merchant reads it. */
export const merchantMarketDay = savedMarketDay
  .extend({
    takesPart: z.boolean().describe("Whether the stall takes part."),
    noticeHours: z.number().int().describe("The stall's; 0 while it does not take part."),
    isPaidThere: z.boolean().describe("Whether the stall offers paying at collection there."),
    stalls: z.number().int().describe("How many stalls take part."),
  })
  .meta({ id: "MerchantMarketDay" });
export type MerchantMarketDay = z.infer<typeof merchantMarketDay>;
