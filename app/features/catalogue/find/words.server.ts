import pluralize from "pluralize";
import { foldForSearch } from "~/platform/folding";
import { amountsIn } from "~/platform/search-text/amounts";
import { JOINING_WORDS } from "~/platform/search-text/joining-words";
import { APOSTROPHES, FORMS, shortInSearch } from "~/platform/search-text/search-line";
import { foodPhraseAt, type FoodStatement } from "./food-words.server";

/** The meanings of a word of a search. A text has it if it contains one of `inside`, or one of `whole` as a word. */
export interface Word {
  /** As it was typed, folded. */
  typed: string;
  inside: string[];
  whole: string[];
  /** A net content that a size of the product may have instead: see `amountsIn`. */
  amount?: string;
  /** A statement of a food's label that means the same. */
  food?: FoodStatement;
  /** True if it replaces a typed word that is close to it. */
  isCorrection?: true;
}

const MOST_WORDS = 10;
/** The shortest text that a search index looks up. */
const SHORTEST_INDEXED = 3;
const WRITTEN_IN_ONE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** A particle between two words. */
const ONE_HIRAGANA = /^\p{sc=Hiragana}$/u;
const INVISIBLE_JOINERS = /[\u200c\u200d]/g;
const SIGNS_ANYWHERE = /[^\p{L}\p{M}\p{N}]+/gu;
const SIGNS = /[^\p{L}\p{M}\p{N}]+/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** The words of a search; at most ten count. */
export function wordsOf(q: string): Word[] {
  const text = q.normalize("NFC").replace(APOSTROPHES, "").replace(INVISIBLE_JOINERS, "");
  const amounts = amountsIn(text);
  const rest = amounts.reduce((remainder, amount) => remainder.replace(amount.text, " "), text);
  const contents = amounts.map(({ text: amountText, token }) => amountWord(foldForSearch(amountText), token, []));
  const wordsByText = new Map([...textWords(rest), ...contents].map((word) => [word.typed, word]));
  return [...wordsByText.values()].slice(0, MOST_WORDS);
}

/** Words without amounts, in their order. */
function textWords(text: string): Word[] {
  const parts = text.split(/[\s\u0000-\u001f\u007f]+/).filter(Boolean);
  const bare = parts.flatMap(withoutSigns).filter(Boolean);
  const foldedParts = (bare.length > 0 ? bare : parts)
    .flatMap((part) => (WRITTEN_IN_ONE.test(part) ? segmentsOf(part) : part))
    .flatMap((part) => foldForSearch(part).split(" "))
    .filter(Boolean);
  const words: Word[] = [];
  for (let place = 0; place < foldedParts.length;) {
    const phrase = foodPhraseAt(foldedParts, place);
    const word = foldedParts[place] ?? "";
    words.push(phrase ? { ...wordOf(phrase.typed), inside: [], whole: phrase.texts, food: phrase.food } : wordOf(word));
    place += phrase?.length ?? 1;
  }
  const telling = words.filter(({ typed }) => !JOINING_WORDS.has(typed));
  return telling.length > 0 ? telling : words;
}

/** A part of a search without the signs around it and in it. A code such as `pan-1008` keeps the signs inside it. */
function withoutSigns(part: string): string[] {
  // A letter that stands alone keeps its sign, which makes it more specific: `a*`.
  if ([...part.replaceAll(SIGNS_ANYWHERE, "")].length === 1) return [part];
  const pieces = part.split(SIGNS).filter(Boolean);
  const [first = "", last = ""] = [pieces[0], pieces.at(-1)];
  if (!/\p{N}/u.test(part)) return pieces;
  const end = part.lastIndexOf(last) + last.length;
  return [part.slice(part.indexOf(first), part[end] === "%" ? end + 1 : end)];
}

/** A small whole number alone may be a number of pieces: `12 eggs`. */
const PIECES = /^[1-9]\d?$/;

function wordOf(text: string): Word {
  if (PIECES.test(text)) return amountWord(text, `${text}pc`, [text]);
  const spaced = /\d/.test(text) && /[-_./]/.test(text) ? [text.replace(/[-_./]+/g, " ").trim()] : [];
  return { typed: text, inside: [text], whole: [...inflections(text), ...spaced] };
}

const amountWord = (text: string, token: string, inside: string[]): Word => ({
  typed: text,
  inside,
  whole: [token],
  amount: token,
});

function segmentsOf(text: string): string[] {
  const segments = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const telling = segments.filter((segment) => !ONE_HIRAGANA.test(segment));
  return telling.length > 0 ? telling : [text];
}

/** Other forms of a word that a text may have: English singular and plural, an Arabic word without its article. */
export function inflections(word: string): string[] {
  const article = /^\u0627\u0644(\p{L}{3,})$/u.exec(word)?.[1];
  if (article) return [article];
  if (!/^[a-z]{3,30}$/.test(word)) return [];
  const one = pluralize.singular(word);
  const plurals = [pluralize.plural(one), ...(one.endsWith("o") ? [`${one}s`, `${one}es`] : [])];
  return [...new Set([one, ...plurals])].filter((form) => form !== word && form.length >= SHORTEST_INDEXED);
}

/**
 * The texts to look up in the search index for a word. The index finds them anywhere in a text. Null if one is too
 * short for the index, or if something other than a text may match.
 */
export function lookedUp({ inside, whole, amount, food }: Word): string[] | null {
  if (amount !== undefined || food) return null;
  const texts = [...inside, ...whole].map((text) => (isShort(text) ? shortInSearch(text) : text));
  if (!texts.every((text) => text !== null)) return null;
  return texts.filter((text) => !texts.some((longer) => longer !== text && text.includes(longer)));
}

const isShort = (text: string) => [...text].length < SHORTEST_INDEXED;

/** Where a line of a product has the word: as a whole word (3), at the beginning of one (2), elsewhere (1), not (0). */
export function placeIn(line: string, { inside, whole }: Word): 0 | 1 | 2 | 3 {
  let best: 0 | 1 | 2 = 0;
  // Joined words, which come after `FORMS`, match only as a whole: the letters across their joint are in no text.
  const end = line.includes(FORMS) ? line.indexOf(FORMS) : line.length;
  for (const text of inside) {
    for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1)) {
      const begins = !inWord(line, at - 1);
      if (begins && !inWord(line, at + text.length)) return 3;
      if (at > end) continue;
      best = begins ? 2 : best || 1;
      if (best === 2) break;
    }
  }
  return whole.some((text) => hasWhole(line, text)) ? 3 : best;
}

function hasWhole(line: string, text: string): boolean {
  for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1))
    if (!inWord(line, at - 1) && !inWord(line, at + text.length)) return true;
  return false;
}

const inWord = (line: string, at: number) => /[\p{L}\p{M}\p{N}]/u.test(line[at] ?? "");
