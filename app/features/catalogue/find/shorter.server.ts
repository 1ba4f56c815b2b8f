import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { relevanceOf } from "./relevance.server";
import { lookedUp, type Word } from "./words.server";

const MOST_WORDS = 4;
const MOST_LOOKED_AT = 20;

/**
 * What to drop of a search that found nothing: each search with one word less, and each word alone, that finds
 * something; as one would type them. One statement.
 */
export async function shorter(db: Db, dialect: Dialect, words: Word[]): Promise<string[]> {
  const some = words.slice(0, MOST_WORDS).filter((word) => lookedUp(word) !== null);
  const fewer =
    some.length > 1 || words.length > some.length
      ? [...some.map((_, place) => some.toSpliced(place, 1)).toReversed(), ...some.map((word) => [word])]
      : [];
  const tries = [...new Map(fewer.filter((left) => left.length > 0).map((left) => [typedAs(left), left]))];
  if (tries.length === 0) return [];
  const found = await sql<{ place: number; sku: string; searchText: string }>`${sql.join(
    tries.map(
      ([, left], place) =>
        sql`select ${sql.lit(place)} as "place", "sku", "searchText" from "products" where "seq" in (select "seq" from (${dialect.searched(
          left.map((word) => lookedUp(word) ?? []),
          MOST_LOOKED_AT,
        )}) as "chosen")`,
    ),
    sql` union all `,
  )}`.execute(db);
  const works = (place: number, left: Word[]) =>
    found.rows.some((row) => Number(row.place) === place && relevanceOf(row, left, "") !== null);
  const working = tries.filter(([, left], place) => works(place, left));
  // A word alone is of no use where more of them together find something.
  const most = Math.max(0, ...working.map(([, left]) => left.length));
  return working.filter(([, left]) => left.length === most).map(([typed]) => typed);
}

const typedAs = (words: Word[]) =>
  words.map(({ typed, inside, whole }) => (inside.length > 0 ? typed : (whole[0] ?? typed))).join(" ");
