import pluralize from "pluralize";
import { foldForSearch } from "~/platform/folding";
import { shortInSearch } from "~/platform/search-text/search-line";

/** What one word of a search stands for. A text has the word if it has one of `inside` anywhere, or one of `whole` as a word. */
export interface Word {
  /** As it was typed, folded. */
  typed: string;
  inside: string[];
  whole: string[];
}

const MOST_WORDS = 10;
/** The shortest text that a search index looks up. */
const SHORTEST_INDEXED = 3;
/** What joins words and is in the title of many; it counts only where nothing else was typed. */
const JOINING = new Set(["and", "the", "of", "for", "with", "from"]);
const WRITTEN_IN_ONE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** A particle between two words. */
const ONE_HIRAGANA = /^\p{sc=Hiragana}$/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** The words of a search; at most ten count. */
export function wordsOf(q: string): Word[] {
  const typed = q
    .normalize("NFC")
    .split(/[\s\u0000-\u001f\u007f]+/)
    .flatMap((part) => part.split(/(?<=\p{L})[-\u2010-\u2015/](?=\p{L})/u))
    .flatMap((part) => (WRITTEN_IN_ONE.test(part) ? segmentsOf(part) : part));
  const words = [...new Set(typed.flatMap((part) => foldForSearch(part).split(" ")).filter(Boolean))];
  const telling = words.filter((word) => !JOINING.has(word));
  return (telling.length > 0 ? telling : words)
    .slice(0, MOST_WORDS)
    .map((word) => ({ typed: word, inside: [word], whole: inflections(word) }));
}

function segmentsOf(text: string): string[] {
  const segments = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const telling = segments.filter((segment) => !ONE_HIRAGANA.test(segment));
  return telling.length > 0 ? telling : [text];
}

/** One and many of an English word, and an Arabic one without its article: how a text may have it instead. */
export function inflections(word: string): string[] {
  const article = /^\u0627\u0644(\p{L}{3,})$/u.exec(word)?.[1];
  if (article) return [article];
  if (!/^[a-z]{3,30}$/.test(word)) return [];
  const one = pluralize.singular(word);
  const many = [pluralize.plural(one), ...(one.endsWith("o") ? [`${one}s`, `${one}es`] : [])];
  return [...new Set([one, ...many])].filter((form) => form !== word && form.length >= SHORTEST_INDEXED);
}

/** What the search index is asked for a word, for it finds texts wherever they stand; null where it knows nothing so short. */
export function lookedUp({ inside, whole }: Word): string[] | null {
  const texts = [...inside, ...whole].map((text) => (isShort(text) ? shortInSearch(text) : text));
  if (!texts.every((text) => text !== null)) return null;
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}

const isShort = (text: string) => [...text].length < SHORTEST_INDEXED;

/** Whether a line of a product has the word: as a word of its own (3), at the beginning of one (2), somewhere (1), not (0). */
export function placeIn(line: string, { inside, whole }: Word): 0 | 1 | 2 | 3 {
  let best: 0 | 1 | 2 = 0;
  for (const text of inside) {
    for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + 1)) {
      const begins = !inWord(line, at - 1);
      if (begins && !inWord(line, at + text.length)) return 3;
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
