import { foldForSearch } from "../folding";
import { amountsIn } from "./amounts";
import { JOINING_WORDS } from "./joining-words";

/** Scripts without spaces, where one or two characters are a whole word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3099\u309a\u30fc]+/gu;

/** Separates a line's own text from the forms after it. A folded text contains none. */
export const FORMS = "\t";

/** Search lines without their forms, the other ways to write them. */
export const withoutForms = (lines: string): string => lines.replace(/\t[^\n]*/g, "");

/** Apostrophes between two letters, as keyboards and word processors write them. */
export const APOSTROPHES = /(?<=\p{L})['\u2019\u2018\u02bc`\u00b4\u2032](?=\p{L})/gu;
const SEPARATORS = /[^\p{L}\p{M}\p{N} \u2010-\u2015-]+/u;
const LETTERS = /^[\p{L}\p{M}]{2,20}$/u;

/**
 * A text, or several, in the form that search looks into. The index finds only three or more characters. So, for text
 * written without spaces, its single characters and its pairs of neighbours follow, each after a space; single
 * characters also have a space after them. After `FORMS` come other ways to write the words: see `formsOf`.
 */
export function searchLine(texts: string | readonly string[]): string {
  const all = [texts].flat().map(foldForSearch);
  const foldedText = all.filter(Boolean).join(" ");
  const [ones, twos] = [new Set<string>(), new Set<string>()];
  for (const [run] of foldedText.matchAll(UNSPACED)) {
    const letters = [...run];
    letters.forEach((letter, place) => {
      ones.add(letter);
      const next = letters[place + 1];
      if (next) twos.add(letter + next);
    });
  }
  const line = ones.size > 0 ? `${[foldedText, ...ones, ...twos].join(" ")} ` : foldedText;
  const forms = [...new Set(all.flatMap(formsOf))];
  return forms.length > 0 ? `${line}${FORMS}${forms.join(" ")}` : line;
}

/** Words without their apostrophes, two words in one (`freerange`, `buttermilk`), and amounts in one unit. */
function formsOf(foldedText: string): string[] {
  const plain = foldedText.replace(APOSTROPHES, "");
  const runs = plain.split(SEPARATORS).map((run) => run.split(/[ \u2010-\u2015-]+/));
  const words = plain === foldedText ? [] : runs.flat().filter((word) => word !== "" && !foldedText.includes(word));
  const pairs = runs.flatMap((run) =>
    run.slice(1).flatMap((word, place) => {
      const pair = [run[place] ?? "", word];
      return pair.every((part) => LETTERS.test(part) && !JOINING_WORDS.has(part) && part.search(UNSPACED) === -1)
        ? [pair.join("")]
        : [];
    }),
  );
  const amounts = amountsIn(foldedText).map(({ token }) => token);
  return [...words, ...pairs, ...amounts];
}

/** The form in which `searchLine` holds a text of one or two characters without spaces; null for any other. */
export function shortInSearch(foldedText: string): string | null {
  const length = [...foldedText].length;
  if (length > 2 || foldedText.replace(UNSPACED, "") !== "") return null;
  return length === 1 ? ` ${foldedText} ` : ` ${foldedText}`;
}
