import type { CategoryTitle } from "./categories";
import content from "./reviews.json";

/** The tone of a review: glad, undecided or cross. */
type Tone = "good" | "fair" | "bad";

interface ReviewWords {
  /** About the goods of a category. */
  categories: Record<CategoryTitle, Record<Tone, string[]>>;
  /** About the delivery, for any goods. */
  arrival: Record<Tone, string[]>;
  answers: Record<"good" | "bad", string[]>;
  reports: string[];
}

/** Words of the demo's buyers and stalls. */
export const reviewWords: ReviewWords = content;

/** The tone that fits a number of stars. */
export const toneOf = (stars: number): Tone => (stars >= 4 ? "good" : stars === 3 ? "fair" : "bad");
