import { sql } from "kysely";
import { labelBits } from "~/features/food-information/food-json";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { sampleQuery } from "./candidates.server";
import { relevanceOf } from "./relevance.server";
import type { Word } from "./words.server";

const MOST_WORDS = 6;
/** The most products that are looked at for each try. */
const MOST_LOOKED_AT = 100;
/** Words that praise or place the goods. They are dropped before the words that name them. */
const WEAK = new Set(
  "fresh freshly cheap best good nice great tasty delicious yummy quality premium local nearby near ripe big large small little some any my your me please buy order shop store online price prices sale new kilo kilos piece pieces pack bag box bottle jar about per".split(
    " ",
  ),
);
/** Labels that are wishes. The other labels and all allergens are needs. */
const WISHES = labelBits(["organic", "fair-trade", "raw-milk", "frozen", "no-added-sugar"]);

export interface FewerWords {
  words: Word[];
  /** Words as they were typed, in their order. */
  dropped: string[];
  /** Dropped words that find something on their own. */
  instead: string[];
}

/**
 * The words of a search that found nothing, without those that find nothing on their own. If the others find nothing
 * together, as few more words as possible are dropped: weak ones first, then the last. A word about what somebody must
 * not eat is never dropped. Null if no words are left that find something. Runs one statement, or two if several words
 * find nothing.
 */
export async function fewerWords(db: Db, dialect: Dialect, words: Word[]): Promise<FewerWords | null> {
  const firstWords = words.slice(0, MOST_WORDS);
  const alone = firstWords.map((word) => [word]);
  const chain = withFewer(firstWords);
  const workingSets = await findingSome(db, dialect, [...alone, ...chain]);
  const findable = alone.filter((one) => workingSets.has(one)).flat();
  const need = firstWords.find((word) => isNeed(word) && !findable.includes(word));
  const subset = need ? null : await working();
  const dropped = words.filter((word) => !subset?.includes(word));
  return subset && { words: subset, dropped: dropped.map(({ typed }) => typed), instead: namesOf(dropped, findable) };

  async function working(): Promise<Word[] | null> {
    const first = chain.find(
      (candidate) => workingSets.has(candidate) && candidate.every((word) => findable.includes(word)),
    );
    if (findable.length <= 1) return findable.length === 0 ? null : findable;
    if (findable.length >= firstWords.length - 1 || (first && first.length === findable.length)) return first ?? null;
    const fewer = [findable, ...withFewer(findable)];
    const workingFewer = await findingSome(db, dialect, fewer);
    return fewer.find((candidate) => workingFewer.has(candidate)) ?? null;
  }
}

const namesOf = (dropped: Word[], findable: Word[]) =>
  dropped
    .filter((word) => findable.includes(word))
    .map(({ typed, isCorrection, whole }) => (isCorrection ? (whole[0] ?? typed) : typed));

const isNeed = ({ food }: Word) => food !== undefined && (food.without !== 0 || (food.labels & WISHES) === 0);

/** The words without each one of them in turn, then without more and more of them. */
function withFewer(words: Word[]): Word[][] {
  const droppable = words.filter((word) => !isNeed(word)).toReversed();
  const order = droppable.toSorted((a, b) => weightOf(a) - weightOf(b));
  const one = order.map((word) => words.filter((otherWord) => otherWord !== word));
  const shorter = order.slice(1).map((_, place) => {
    const dropped = order.slice(0, place + 2);
    return words.filter((word) => !dropped.includes(word));
  });
  return [...one, ...shorter].filter((subset) => subset.length > 0);
}

const weightOf = ({ typed, amount, food }: Word) => (WEAK.has(typed) || food ? 0 : amount !== undefined ? 1 : 2);

/** The sets of words that find something. Runs one statement. */
async function findingSome(db: Db, dialect: Dialect, tries: Word[][]): Promise<Set<Word[]>> {
  const queries = tries.map((words, place) => {
    const sample = sampleQuery(db, dialect, words, MOST_LOOKED_AT);
    return sql`select ${sql.lit(place)} as "place", "sample".* from (${sample}) as "sample"`;
  });
  const { rows } = await sql<{ place: number; searchText: string; foodLabels: number; foodWithout: number }>`${sql.join(
    queries,
    sql` union all `,
  )}`.execute(db);
  return new Set(
    tries.filter((words, place) =>
      rows.some((row) => Number(row.place) === place && relevanceOf({ ...row, hasSku: false }, words, "") !== null),
    ),
  );
}
