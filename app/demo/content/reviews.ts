import type { CategoryTitle } from "./categories";
import content from "./reviews.json";

/** Sentences for reviews that are glad, undecided or cross. */
type Tone = "good" | "fair" | "bad";

interface ReviewWords {
  /** About the goods of a category. */
  categories: Record<CategoryTitle, Record<Tone, string[]>>;
  /** About how they came; they go with any goods. */
  arrival: Record<Tone, string[]>;
  answers: Record<"good" | "bad", string[]>;
  reports: string[];
}

/** Words of the demo's buyers and stalls. */
export const reviewWords: ReviewWords = content;

/** The tone of so many stars. */
export const toneOf = (stars: number): Tone => (stars >= 4 ? "good" : stars === 3 ? "fair" : "bad");
