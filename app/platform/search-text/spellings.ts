/* Words with a letter wrong are found by what they share with the right one: the word with one letter left out. */

const SHORTEST = 4;
const LONGEST = 30;
/** Of what has no letters but those of scripts that are written in words. */
const WORD = /[\p{L}\p{M}]+/gu;
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The words of a folded text that a typing error is looked up for: four letters and more. */
export function wordsIn(folded: string): string[] {
  return [...new Set(folded.match(WORD))].filter((word) => {
    const length = [...word].length;
    return length >= SHORTEST && length <= LONGEST && !WITHOUT_SPACES.test(word);
  });
}

/**
 * A word, and the word with each of its letters left out in turn. Two words that have one of these in common are a
 * single slip apart: a letter left out, put in, mistaken, or in another place.
 */
export function spellingsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, place) => letters.toSpliced(place, 1).join(""))])];
}

/** What is stored of the words of folded texts, in one order for all who store them: two at once wait for no other. */
export function spellingRows(folded: string[]): { spelling: string; word: string }[] {
  return [...new Set(folded.flatMap(wordsIn))]
    .flatMap((word) => spellingsOf(word).map((spelling) => ({ spelling, word })))
    .toSorted((a, b) => (a.spelling < b.spelling ? -1 : a.spelling > b.spelling ? 1 : a.word < b.word ? -1 : 1));
}
