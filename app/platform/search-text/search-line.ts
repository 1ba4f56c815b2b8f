import { foldForSearch } from "../folding";

/** What is written without spaces, so that a word of one or two characters is a whole one. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3099\u309a\u30fc]+/gu;

/**
 * A text as it is looked into. The index knows three characters and more; so behind it stand its one and two characters
 * of what is written without spaces, each after a space, and each one alone before one too.
 */
export function searchLine(text: string): string {
  const folded = foldForSearch(text);
  const [ones, twos] = [new Set<string>(), new Set<string>()];
  for (const [run] of folded.matchAll(UNSPACED)) {
    const letters = [...run];
    letters.forEach((letter, place) => {
      ones.add(letter);
      const next = letters[place + 1];
      if (next) twos.add(letter + next);
    });
  }
  return ones.size > 0 ? `${[folded, ...ones, ...twos].join(" ")} ` : folded;
}

/** How `searchLine` holds a text of one or two characters without spaces; null for any other. */
export function shortInSearch(folded: string): string | null {
  const length = [...folded].length;
  if (length > 2 || folded.replace(UNSPACED, "") !== "") return null;
  return length === 1 ? ` ${folded} ` : ` ${folded}`;
}
