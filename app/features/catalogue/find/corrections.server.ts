import type { Db } from "~/platform/database/database.server";
import { slipsBetween, spellingsOf, wordsIn } from "~/platform/search-text/spellings";
import type { Synonyms } from "~/features/search-synonyms/synonyms.server";
import { withSynonyms } from "./with-synonyms.server";
import { inflections, type Word } from "./words.server";

const MOST_ROWS = 1000;
/** A word of at least this many letters may have `MOST_SLIPS.long` slips, a shorter one `MOST_SLIPS.short`. */
const LONG = 8;
const MOST_SLIPS = { long: 2, short: 1 };
const MOST_INSTEAD = 3;

/**
 * The words of a search that found nothing, in which words that no product has are replaced by what may have been
 * meant. Null if no word can be replaced. Runs one statement, bounded by the length of the words.
 */
export async function corrected(db: Db, words: Word[], synonyms: Synonyms): Promise<Word[] | null> {
  const spellings = new Map(
    words.flatMap(({ typed }) =>
      wordsIn(typed)
        .filter((word) => word === typed)
        .map((word) => [word, spellingsOf(word)]),
    ),
  );
  if (spellings.size === 0) return null;
  const rows = await db
    .selectFrom("searchWords")
    .select(["spelling", "word"])
    .where("spelling", "in", [...new Set([...spellings.values()].flat())])
    .orderBy("word")
    .orderBy("spelling")
    .limit(MOST_ROWS)
    .execute();
  let hasCorrection = false;
  const correctedWords = words.map((word) => {
    const spellingsOfWord = new Set(spellings.get(word.typed));
    const near = [...new Set(rows.filter((row) => spellingsOfWord.has(row.spelling)).map((row) => row.word))].filter(
      (candidate) =>
        slipsBetween(word.typed, candidate) <= ([...word.typed].length >= LONG ? MOST_SLIPS.long : MOST_SLIPS.short),
    );
    if (near.length === 0 || near.includes(word.typed)) return word;
    hasCorrection = true;
    const replacements = near.toSorted((a, b) => slip(word.typed, a) - slip(word.typed, b)).slice(0, MOST_INSTEAD);
    return {
      typed: word.typed,
      inside: [],
      isCorrection: true as const,
      whole: [...new Set(replacements.flatMap((text) => formsOf(text, synonyms)))],
    };
  });
  return hasCorrection ? correctedWords : null;
}

/** A word in singular and plural, and its synonyms. */
function formsOf(text: string, synonyms: Synonyms): string[] {
  const word = { typed: text, inside: [], whole: [text, ...inflections(text)] };
  return withSynonyms([word], synonyms).flatMap(({ whole }) => whole);
}

/**
 * How unlikely a correction is. Few slips are likelier than many. The first letter is seldom wrong. A letter is left
 * out more often than added.
 */
function slip(word: string, correction: string): number {
  const length = correction.length - word.length;
  return (
    3 * slipsBetween(word, correction) + (word[0] === correction[0] ? 0 : 4) + (length > 0 ? 0 : length === 0 ? 1 : 2)
  );
}
