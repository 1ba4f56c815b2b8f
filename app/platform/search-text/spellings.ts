/*
 * Finds misspelled words by what they share with the right one: the word with letters left out. A long word may have
 * two slips. Only its first letters stand for it, which limits its number of rows. Source of the method: SymSpell
 * (prefix and deletes), github.com/wolfgarbe/SymSpell.
 */

const SHORTEST = 4;
const LONGEST = 30;
/** From this many letters on, a word may have two slips. Only its first letters, as many as this, stand for it. */
const LONG = 8;
/** A run of letters. */
const WORD = /[\p{L}\p{M}]+/gu;
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The words of a folded text for which typing errors are looked up: 4 to 30 letters, in scripts with spaces. */
export function wordsIn(foldedText: string): string[] {
  return [...new Set(foldedText.match(WORD))].filter((word) => {
    const length = [...word].length;
    return length >= SHORTEST && length <= LONGEST && !WITHOUT_SPACES.test(word);
  });
}

const withOneLess = (letters: string[]) => letters.map((_, place) => letters.toSpliced(place, 1));

/**
 * The word, and the word with each of its letters left out in turn. For a word of eight letters or more: its first
 * eight, and these with one or two left out. Two words that are as many slips apart have one of these in common. A slip
 * is a letter left out, put in, mistaken, or in another place.
 */
export function spellingsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < LONG) return texts([letters, ...withOneLess(letters)]);
  const beginning = letters.slice(0, LONG);
  const shorter = withOneLess(beginning);
  return texts([beginning, ...shorter, ...shorter.flatMap(withOneLess)]);
}

const texts = (spellings: string[][]) => [...new Set(spellings.map((letters) => letters.join("")))];

/**
 * Spellings and words of folded texts as they are stored. All writers use one order, so that two at once do not wait
 * for each other.
 */
export function spellingRows(foldedText: string[]): { spelling: string; word: string }[] {
  return [...new Set(foldedText.flatMap(wordsIn))]
    .flatMap((word) => spellingsOf(word).map((spelling) => ({ spelling, word })))
    .toSorted((a, b) => (a.spelling < b.spelling ? -1 : a.spelling > b.spelling ? 1 : a.word < b.word ? -1 : 1));
}

/**
 * How many slips two words are apart: letters left out, put in, mistaken, or two beside each other swapped (optimal
 * string alignment).
 */
export function slipsBetween(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let before: number[] = [];
  let last = to.map((_, place) => place + 1);
  last.unshift(0);
  from.forEach((letter, row) => {
    const next = [row + 1];
    to.forEach((target, column) => {
      const put = Math.min((next[column] ?? 0) + 1, (last[column + 1] ?? 0) + 1);
      const same = (last[column] ?? 0) + (letter === target ? 0 : 1);
      const isSwapped = letter === to[column - 1] && from[row - 1] === target;
      next.push(Math.min(put, same, isSwapped ? (before[column - 1] ?? 0) + 1 : Infinity));
    });
    [before, last] = [last, next];
  });
  return last.at(-1) ?? 0;
}
