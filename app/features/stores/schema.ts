import { day, image, optionalText } from "~/features/fields";
import { firstPage, page } from "~/features/pagination";
import { reviewMean } from "~/features/products/review-mean";
import { z } from "~/features/zod";
import { publicTrader } from "./trader-schema";
import { daysBetween } from "~/platform/time-zone";

/* A merchant's stall: the contents of its page, and the days on which it is closed. */

/** A stall that is away for longer should rather be closed. */
const MOST_DAYS = 366;

const fields = {
  words: optionalText("The words", 2000),
  place: optionalText("The place", 200),
  opening: optionalText("The opening hours", 500),
  holidayFrom: day("The first day"),
  holidayUntil: day("The last day"),
  removeBanner: z
    .union([z.literal(""), z.literal("on")], { error: "removeBanner must be on, or left out." })
    .default(""),
};

/** A merchant's payload for a stall, without the banner. Fields that are left out are emptied. */
export const stallForm = z.object(fields).superRefine(({ holidayFrom, holidayUntil }, context) => {
  const wrong = (path: "holidayFrom" | "holidayUntil", message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (holidayUntil && !holidayFrom) return wrong("holidayFrom", "Choose the first day as well.");
  if (!holidayUntil && holidayFrom) return wrong("holidayUntil", "Choose the last day as well.");
  if (!holidayFrom) return;
  if (holidayUntil < holidayFrom) return wrong("holidayUntil", "The last day is before the first one.");
  if (daysBetween(holidayFrom, holidayUntil) > MOST_DAYS)
    wrong("holidayUntil", `A holiday can have at most ${MOST_DAYS} days.`);
});
export type StallForm = z.infer<typeof stallForm>;

const holiday = z
  .object({
    from: z.string().describe("First day, YYYY-MM-DD, as the marketplace's time zone counts days."),
    until: z.string().describe("Last day; the stall is open again on the next."),
    closedNow: z.boolean(),
  })
  .nullable()
  .describe("Null once it is over.");

/** A stall as anyone sees it. */
export const stall = z
  .object({
    _id: z.string().describe("The merchant's id."),
    storeName: z.string(),
    words: z.string(),
    place: z.string(),
    opening: z.string(),
    trader: publicTrader,
    banner: image.optional(),
    holiday,
    reviews: reviewMean.optional().describe("Of all its products; absent where none has a review."),
    createdAt: z.string(),
  })
  .meta({ id: "Stall" });
export type Stall = z.infer<typeof stall>;

export const stallProductsQuery = z.object({
  page,
  from: firstPage.describe("With page: answers the pages from this one to that one together, 20 at the most."),
});
