import type { Candidate } from "./candidates.server";
import { placeIn, type Word } from "./words.server";

/**
 * Weights by line of a product's search text (title, category, tags, stall) and by the word's place in it: absent,
 * inside a word, at the beginning of one, a whole word.
 */
const WEIGHTS = [
  [0, 2, 5, 8],
  [0, 1, 2, 3],
  [0, 2, 3, 4],
  [0, 1, 2, 3],
] as const;
/** More than the weights of all words together. */
const BY_ITS_SKU = 1000;

/** The weight of a whole word in a tag, for a word that a label or a size matches. */
const BY_ITS_LABEL = 4;
/** The line of the stall, and the length from which a corrected word may match a stall's name. */
const STALL = 3;
const SHORTEST_STALL_GUESS = 6;

type Described = Pick<Candidate, "searchText" | "hasSku" | "foodLabels" | "foodWithout">;

/**
 * How well a product matches the words: a title counts more than a tag, and a whole word more than a part of one. Null
 * if it lacks one of them. The database has already checked the contents of sizes.
 */
export function relevanceOf(product: Described, words: Word[], query: string) {
  if (product.hasSku) return BY_ITS_SKU;
  const lines = product.searchText.split("\n");
  let sum = 0;
  for (const word of words) {
    const best = Math.max(weightOf(lines, word), weightOfLabel(product, word));
    if (best === 0 || contradicts(product, word)) return null;
    // The form that was typed, singular or plural, comes before the other.
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

/** Whether the title says that the product is free of an allergen, but its statement about allergens does not. */
function contradicts({ foodLabels, foodWithout }: Described, { food }: Word): boolean {
  if (!food?.without || (foodLabels & food.labels) !== 0) return false;
  return foodWithout !== 0 && (foodWithout & food.without) !== food.without;
}

/** The greatest weight of a word in any of the lines; 0 if it is in none. */
function weightOf(lines: string[], word: Word): number {
  let best = 0;
  for (const [index, weights] of WEIGHTS.entries()) {
    const line = lines[index];
    if (index === STALL && !mayMeanStall(word)) continue;
    // Most words are found in the title, and no other line could weigh more.
    if (line && weights[3] > best) best = Math.max(best, weights[placeIn(line, word)]);
  }
  return best;
}

/** A short word with one wrong letter could be any stall's name: `miel` would match a mill. */
export const mayMeanStall = ({ typed, isCorrection }: Word): boolean =>
  !isCorrection || [...typed].length >= SHORTEST_STALL_GUESS;
