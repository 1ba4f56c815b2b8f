import type { Candidate } from "./candidates.server";
import { placeIn, type Word } from "./words.server";

/** By line of what search holds of a product (title, category, tags, stall) and by where in it the word stands. */
const WEIGHTS = [
  [0, 2, 5, 8],
  [0, 1, 2, 3],
  [0, 2, 3, 4],
  [0, 1, 2, 3],
] as const;
/** More than all words together can weigh. */
const BY_ITS_SKU = 1000;

/** As a whole word of a tag, for what its label or a size says. */
const BY_ITS_LABEL = 4;
/** The line of the stall, and how long a guess must be that may mean a stall's name. */
const STALL = 3;
const SHORTEST_STALL_GUESS = 6;

type Described = Pick<Candidate, "searchText" | "hasSku" | "foodLabels" | "foodWithout">;

/**
 * How well a product answers the words: more for a title than for a tag, for a whole word than for a piece of one. Null
 * where it lacks one of them. Contents of sizes have been looked at by the database.
 */
export function relevanceOf(product: Described, words: Word[], query: string) {
  if (product.hasSku) return BY_ITS_SKU;
  const lines = product.searchText.split("\n");
  let sum = 0;
  for (const word of words) {
    const best = Math.max(weightOf(lines, word), weightOfLabel(product, word));
    if (best === 0 || contradicts(product, word)) return null;
    // One or many as it was typed, before the other.
    sum += best + (lines[0]?.includes(word.typed) ? 1 : 0);
  }
  return words.length > 1 && lines[0]?.includes(query) ? sum + words.length : sum;
}

function weightOfLabel({ foodLabels, foodWithout }: Described, { amount, food }: Word): number {
  if (amount !== undefined) return BY_ITS_LABEL;
  if (!food) return 0;
  const isWithout = food.without !== 0 && (foodWithout & food.without) === food.without;
  return (foodLabels & food.labels) !== 0 || isWithout ? BY_ITS_LABEL : 0;
}

/** True where the title says that it is without an allergen, and the statement about its allergens does not. */
function contradicts({ foodLabels, foodWithout }: Described, { food }: Word): boolean {
  if (!food?.without || (foodLabels & food.labels) !== 0) return false;
  return foodWithout !== 0 && (foodWithout & food.without) !== food.without;
}

/** The most that a word weighs in any of the lines; 0 where it is in none. */
function weightOf(lines: string[], word: Word): number {
  let best = 0;
  for (const [index, weights] of WEIGHTS.entries()) {
    const line = lines[index];
    if (index === STALL && !mayMeanStall(word)) continue;
    // Most words are found in the title, and no other line could add to that.
    if (line && weights[3] > best) best = Math.max(best, weights[placeIn(line, word)]);
  }
  return best;
}

/** A short word with a letter wrong would be any stall's name: `miel` is no mill. */
export const mayMeanStall = ({ typed, isCorrection }: Word): boolean =>
  !isCorrection || [...typed].length >= SHORTEST_STALL_GUESS;
