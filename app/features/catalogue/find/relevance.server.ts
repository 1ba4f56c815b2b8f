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

/**
 * How well a product answers the words: more for a title than for a tag, for a whole word than for a piece of one. Null
 * where it lacks one of them.
 */
export function relevanceOf({ searchText, sku }: Pick<Candidate, "searchText" | "sku">, words: Word[], typed: string) {
  if (sku.toLowerCase() === typed) return BY_ITS_SKU;
  const lines = searchText.split("\n");
  let sum = 0;
  for (const word of words) {
    const best = weightOf(lines, word);
    if (best === 0) return null;
    // One or many as it was typed, before the other.
    sum += best + (lines[0]?.includes(word.typed) ? 1 : 0);
  }
  return words.length > 1 && lines[0]?.includes(typed) ? sum + words.length : sum;
}

/** The most that a word weighs in any of the lines; 0 where it is in none. */
function weightOf(lines: string[], word: Word): number {
  let best = 0;
  for (const [index, weights] of WEIGHTS.entries()) {
    const line = lines[index];
    // Most words are found in the title, and no other line could add to that.
    if (line && weights[3] > best) best = Math.max(best, weights[placeIn(line, word)]);
  }
  return best;
}
