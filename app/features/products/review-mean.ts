import { z } from "~/features/zod";

/* The mean of reviews, for a product or a stall. */

export const reviewMean = z
  .object({
    count: z.number().int().describe("How many reviews are shown."),
    mean: z.number().describe("The mean of their stars, to one decimal."),
  })
  .meta({ id: "ReviewMean" });
export type ReviewMean = z.infer<typeof reviewMean>;

/** The mean and the count, from the sums in a row. Empty if there is no review. */
export function reviewMeanOf({ reviewCount, reviewStars }: { reviewCount: number; reviewStars: number }): {
  reviews?: ReviewMean;
} {
  if (reviewCount === 0) return {};
  return { reviews: { count: reviewCount, mean: Math.round((reviewStars * 10) / reviewCount) / 10 } };
}
