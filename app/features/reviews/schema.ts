import { image, optionalText, pictureIds, text } from "~/features/fields";
import { changePageOf, changes, page } from "~/features/pagination";
import { reviewMean } from "~/features/products/review-mean";
import { z } from "~/features/zod";
import { MOST_ANSWER, MOST_PICTURES, MOST_REASON, MOST_WORDS } from "./plain-schema";

/* Reviews of products by their buyers. */

const starsError = "Choose one to five stars.";
const stars = z.number({ error: starsError }).int(starsError).min(1, starsError).max(5, starsError);

/** A buyer's payload. */
export const reviewForm = z.object({
  stars,
  text: optionalText("The review", MOST_WORDS).describe("Words; empty where stars are enough."),
  withName: z
    .boolean({ error: "withName must be true or false." })
    .default(false)
    .describe("Whether first name and initial are shown with it."),
  pictures: pictureIds(MOST_PICTURES)
    .optional()
    .describe("Ids of pictures that uploadPictures or uploadReviewPictures answered; left out, they stay as they are."),
});
export type ReviewForm = z.infer<typeof reviewForm>;

/** A review as anybody sees it. */
export const review = z
  .object({
    _id: z.string(),
    stars: z.number().int(),
    text: z.string().describe("Empty where only stars were given."),
    pictures: z.array(image),
    name: z.string().describe("First name and initial of its writer; empty where it is shown without a name."),
    size: z.string().describe("The size that was bought; empty where the product had one."),
    createdAt: z.string(),
    changedAt: z.string().nullable().describe("When its writer last changed it."),
    useful: z.number().int().describe("How many people found it useful."),
    isRefunded: z.boolean().describe("Whether what was bought was given back in full since."),
    answer: z.object({ text: z.string(), createdAt: z.string() }).nullable().describe("The stall's answer."),
  })
  .meta({ id: "CustomerReview" });
export type Review = z.infer<typeof review>;

export const reviewQuery = z.object({
  page,
  ...changes,
  sort: z
    .enum(["newest", "useful"], { error: "sort must be newest or useful." })
    .default("newest")
    .describe("newest: the newest first. useful: what most people found useful first."),
  stars: z
    .enum(["1", "2", "3", "4", "5"], { error: "stars must be a whole number from 1 to 5." })
    .optional()
    .describe("Only reviews with so many stars."),
});
export type ReviewQuery = z.infer<typeof reviewQuery>;

/** The number of reviews with a number of stars. */
export const reviewSpread = z.object({
  stars: z.number().int(),
  count: z.number().int(),
});

export const productReviews = z.object({
  data: changePageOf(review).shape.data.extend({
    reviews: reviewMean.nullable().describe("Of all its reviews; null without any."),
    spread: z.array(reviewSpread).describe("From five stars to one."),
  }),
});
export type ProductReviews = z.infer<typeof productReviews>["data"];

/** A line of an order as its buyer may review it. */
export const reviewable = z
  .object({
    line: z.string().describe("The id of the order's line."),
    product: z.object({ _id: z.string(), title: z.string() }),
    size: z.string(),
    review: review
      .pick({ _id: true, stars: true, text: true, pictures: true, createdAt: true })
      .extend({
        withName: z.boolean(),
        hiddenReason: z.string().nullable().describe("Why the market hides it; null while it is shown."),
        changeUntil: z.string().nullable().describe("Until when it can be changed; null once it cannot."),
      })
      .nullable()
      .describe("The buyer's review of the product, whichever order it was written about."),
    refusal: z
      .enum(["not_arrived", "line_refunded", "own_stall", "review_final"])
      .nullable()
      .describe("Why it cannot be reviewed or changed now; null where it can."),
  })
  .meta({ id: "Reviewable" });
export type Reviewable = z.infer<typeof reviewable>;

/** Everything that a mailed link shows: the product, and whether the link was used. */
export const linkedLine = reviewable
  .pick({ product: true, size: true })
  .extend({ isUsed: z.boolean().describe("Whether the product was reviewed already.") })
  .meta({ id: "LinkedLine" });

/* For the stall. */

export const stallReviewQuery = z.object({
  page,
  ...changes,
  state: z
    .enum(["all", "unanswered"], { error: "state must be all or unanswered." })
    .default("all")
    .describe("all: those without an answer first. unanswered: those alone."),
});
export type StallReviewQuery = z.infer<typeof stallReviewQuery>;

export const stallReview = review
  .extend({ product: z.object({ _id: z.string(), title: z.string() }) })
  .meta({ id: "StallReview" });
export type StallReview = z.infer<typeof stallReview>;

export const answerForm = z.object({ answer: text("The answer", MOST_ANSWER) });

/* For moderation. */

export const reportForm = z.object({ reason: text("The reason", MOST_REASON) });
export const hideForm = z.object({ reason: text("The reason", MOST_REASON) });

export const moderationQuery = z.object({
  page,
  state: z
    .enum(["reported", "hidden", "newest"], { error: "state must be reported, hidden or newest." })
    .default("reported")
    .describe("reported: those with open reports, most reports first. newest: all, for unusual bursts."),
});
export type ModerationQuery = z.infer<typeof moderationQuery>;

export const moderatedReview = stallReview
  .extend({
    merchant: z.object({ _id: z.string(), storeName: z.string() }),
    reports: z
      .array(z.object({ reason: z.string(), createdAt: z.string() }))
      .describe("Open reports, oldest first, 20 at most."),
    openReports: z.number().int(),
    ofProductToday: z.number().int().describe("How many reviews the product got in the last 24 hours."),
    hiddenAt: z.string().nullable(),
    hiddenReason: z.string(),
  })
  .meta({ id: "ModeratedReview" });
export type ModeratedReview = z.infer<typeof moderatedReview>;
