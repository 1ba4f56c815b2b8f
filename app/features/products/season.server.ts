import { sql, type RawBuilder, type Selectable } from "kysely";
import { dayInWords } from "~/features/days";
import type { Db } from "~/platform/database/database.server";
import type { ProductRow } from "~/platform/database/tables";
import { isInSeason, nextSeason, seasonIn } from "./season-schema";

type Seasonal = Pick<Selectable<ProductRow>, "seasonFrom" | "seasonUntil" | "seasonYearly">;

/** "Asparagus is out of season until 1 May 2027." Null if the product is sold on this day of the marketplace. */
export function outOfSeasonSentence(product: Seasonal & { title: string }, day: string): string | null {
  const season = seasonIn(product);
  if (!season || isInSeason(season, day)) return null;
  const next = nextSeason(season, day);
  return next === null
    ? `${product.title} is out of season.`
    : `${product.title} is out of season until ${dayInWords(next)}.`;
}

/** Sentences about the products that are out of season on a day. Runs one statement. */
export async function outOfSeasonSentences(db: Db, productIds: string[], day: string): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .select(["title", "seasonFrom", "seasonUntil", "seasonYearly"])
    .where("_id", "in", productIds)
    .where("seasonFrom", "is not", null)
    .orderBy("_id")
    .execute();
  return rows.flatMap((row) => outOfSeasonSentence(row, day) ?? []);
}

/** SQL of whether a product is out of season on a day: the negation of `isInSeason`. */
export function isOutOfSeason(product: string, day: string): RawBuilder<boolean> {
  const [from, until] = [sql.ref(`${product}.seasonFrom`), sql.ref(`${product}.seasonUntil`)];
  const [first, last, current] = [sql`substr(${from}, 5)`, sql`substr(${until}, 5)`, sql.val(day.slice(4))];
  return sql<boolean>`(${from} is not null and not case
    when ${sql.ref(`${product}.seasonYearly`)} = 0 then ${from} <= ${day} and ${day} <= ${until}
    when ${first} <= ${last} then ${first} <= ${current} and ${current} <= ${last}
    else ${first} <= ${current} or ${current} <= ${last} end)`;
}
