import { methodKind, otherTime } from "~/features/delivery/schema";
import { day, dollars, id, text } from "~/features/fields";
import { z } from "~/features/zod";

/* Times that a merchant must close with all of their orders, because of a storm or an illness. */

/** The longest time for an answer, in days. */
export const MOST_ANSWER_DAYS = 14;
const ANSWER_DAYS = `Days for an answer are a whole number from 1 to ${MOST_ANSWER_DAYS}.`;

const clockTime = z.string({ error: "from must be a time such as 09:00." }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
  error: "from must be a time such as 09:00.",
});
const time = { method: id.describe("The way, or the market day."), day: day("A day"), from: clockTime };

export const dayQuery = z.object({ day: z.string().max(40).describe("YYYY-MM-DD in the marketplace's time zone.") });
export const timeQuery = z.object({
  method: time.method,
  day: dayQuery.shape.day.default(""),
  from: z.string().max(5).default("").describe("When the time begins."),
});
export type TimeQuery = z.output<typeof timeQuery>;

const count = (limit: number, error: string) => z.number({ error }).int(error).min(0, error).max(limit, error);

/** A merchant's choice for the orders of a time. */
const choice = {
  next: z
    .enum(["move", "money_back"], { error: "Choose what becomes of the orders." })
    .describe(
      "move: to another time of the way; buyers may refuse and get their money back. money_back: all of it goes back.",
    ),
  time: z
    .union([z.literal(""), otherTime.shape.time])
    .default("")
    .describe("With move: the time that they are moved to."),
  silent: z
    .enum(["come", "money_back"], { error: "silent must be come or money_back." })
    .default("come")
    .describe("With move: what happens for buyers who do not answer. come: they come at the new time."),
  answerDays: z
    .number({ error: ANSWER_DAYS })
    .int(ANSWER_DAYS)
    .min(1, ANSWER_DAYS)
    .max(MOST_ANSWER_DAYS, ANSWER_DAYS)
    .default(2)
    .describe("With move: for how many days buyers may answer, at the longest until the new time begins."),
  reason: text("A reason", 500).describe("The buyers read it."),
  orders: count(100_000, "orders is a whole number.").describe("How many orders were shown before."),
  amount: z
    .number({ error: "amount is a sum." })
    .min(0, "amount is a sum.")
    .max(100_000_000, "amount is a sum.")
    .describe("The sum that was shown before.")
    .meta({ format: "dollars" }),
};
const needsTime = {
  check: ({ next, time: to }: { next: string; time: string }) => next !== "move" || to !== "",
  error: { error: "Choose the other time.", path: ["time"] },
};
export const closeForm = z.object(choice).refine(needsTime.check, needsTime.error);
export const closeTime = z.object({ ...time, ...choice }).refine(needsTime.check, needsTime.error);
export type CloseTime = z.output<typeof closeTime>;

/** A time of a market day, which an operator closes for all stalls. */
const { day: dayOfTime, from: beginning } = time;
export const closeMarketTime = z
  .object({ day: dayOfTime, from: beginning, ...choice })
  .refine(needsTime.check, needsTime.error);
export const marketTimeQuery = timeQuery.omit({ method: true });

const ordersOfTime = z.object({
  method: z.string(),
  marketDay: z.boolean().describe("Whether it is a market day, which belongs to the market."),
  kind: methodKind,
  name: z.string(),
  day: z.string(),
  from: z.string(),
  to: z.string(),
  orders: z.number().int().describe("Orders that are not handed over and not called off."),
  amount: dollars.describe("The sum that would go back to their buyers."),
  ready: z.number().int().describe("Orders of them that are packed or on their way."),
  unpaid: z.number().int().describe("Orders of them that would be paid at collection: nothing goes back of these."),
  unpaidAmount: dollars,
});
export type OrdersOfTime = z.infer<typeof ordersOfTime>;

export const timeOfDay = ordersOfTime
  .extend({ closedTime: z.string().nullable().describe("The id under which it was closed; null where it is not.") })
  .meta({ id: "TimeToClose" });
export type TimeOfDay = z.infer<typeof timeOfDay>;

export const closingChoices = timeOfDay
  .extend({
    times: z
      .array(
        z.object({
          day: z.string(),
          from: z.string(),
          to: z.string(),
          placesLeft: z.number().int().nullable().describe("null where there is no bound."),
          fits: z.boolean().describe("Whether all of the orders have a place."),
        }),
      )
      .describe("Other times of the way; the merchant is not bound by their cut-offs. Empty for a market day."),
  })
  .meta({ id: "ClosingChoices" });
export type ClosingChoices = z.infer<typeof closingChoices>;

const keptTime = z.object({ day: z.string(), from: z.string(), to: z.string() });

export const closedTime = z
  .object({
    _id: z.string(),
    method: z.string(),
    marketDay: z.boolean(),
    byMarket: z.boolean().describe("Whether the market's team closed it, for all stalls of the market day."),
    kind: methodKind,
    name: z.string(),
    ...keptTime.shape,
    next: z.enum(["move", "money_back"]),
    moved: keptTime.nullable().describe("The time that the orders are moved to; null where money goes back."),
    silent: z.enum(["come", "money_back"]),
    settleAt: z.string().describe("Until when buyers may answer; where money goes back, from when on it does."),
    reason: z.string(),
    createdAt: z.string(),
    takeBackUntil: z.string(),
    mayTakeBack: z.boolean().describe("Whether it can be taken back now."),
    takenBackAt: z.string().nullable(),
    total: z.number().int().describe("Orders of it, with those whose payment came late."),
    amount: dollars.describe("The sum that was shown before it was closed; 0 for a stall where the market closed it."),
    waiting: z
      .number()
      .int()
      .describe("Orders whose buyers are still to be told, or told again once it was taken back."),
    told: z.number().int().describe("Orders whose buyers were told and have not answered."),
    coming: z.number().int().describe("Orders that stay at the new time."),
    givenBack: z.number().int().describe("Orders whose money went back, or that were called off unpaid."),
    givenBackAmount: dollars.describe("0 for a stall where the market closed it."),
    leftOut: z.number().int().describe("Orders that were handed over, called off or moved otherwise before."),
    stays: z.number().int().describe("Orders that are as before, for it was taken back."),
    failed: z
      .array(z.object({ order: z.object({ _id: z.string(), itemId: z.number().int() }), reason: z.string() }))
      .describe("Orders that something is in the way of; 100 at the most."),
  })
  .meta({ id: "ClosedTime" });
export type ClosedTime = z.infer<typeof closedTime>;

/** A buyer's answer to the link in a letter. */
export const linkAnswer = z.object({
  answer: z.enum(["come", "money_back"], { error: "answer must be come or money_back." }),
});
export type LinkAnswer = z.infer<typeof linkAnswer>["answer"];

export const linkedOrder = z
  .object({
    itemId: z.number().int(),
    storeName: z.string(),
    kind: methodKind,
    name: z.string(),
    reason: z.string(),
    closed: keptTime,
    moved: keptTime,
    isUnpaid: z.boolean().describe("Whether it would be paid at collection, so that nothing goes back."),
    amount: dollars.describe("The sum that goes back if the buyer does not come."),
    silent: z.enum(["come", "money_back"]),
    answerBy: z.string(),
    timeZone: z.string(),
    state: z
      .enum(["open", "coming", "given_back", "over"])
      .describe("open: it can be answered. over: there is nothing to answer any more."),
  })
  .meta({ id: "LinkedClosedTime" });
export type LinkedOrder = z.infer<typeof linkedOrder>;
