import { sql, type RawBuilder } from "kysely";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { COUNTED, lockListSegments, PRICE_LENGTH } from "~/platform/database/dialects/list-segments.server";
import type { Services } from "~/platform/services.server";
import { columnsOf, placeInSql, RATINGS, type List } from "./lists.server";

/** A place behind all others; without it, no index would know where a last segment ends. */
const END = sql.lit("9".repeat(PRICE_LENGTH));

/** Kinds of lists: what their names are like, and which products the list `s` has. */
const KINDS: [like: List, ofList: RawBuilder<boolean>][] = [
  ["all", sql`true`],
  ["category %", sql`"p"."categoryId" = substr("s"."list", 10)`],
  ["stall %", sql`"p"."merchantId" = substr("s"."list", 7)`],
  ["price all", sql`true`],
  ["price category %", sql`"p"."categoryId" = substr("s"."list", 16)`],
  ...RATINGS.flatMap((rating): [List, RawBuilder<boolean>][] => [
    [`rating ${rating} all`, sql`coalesce("p"."rating", 0) = ${sql.lit(rating)}`],
    [
      `rating ${rating} category %`,
      sql`coalesce("p"."rating", 0) = ${sql.lit(rating)} and "p"."categoryId" = substr("s"."list", 19)`,
    ],
  ]),
];

/** Lists whose segments do not say how many products they have, each once. Goes through all products. */
export async function wronglyCounted(db: Db): Promise<string[]> {
  const lists = await sql<{ list: string }>`select "c"."list" from (${COUNTED}) as "c"
    where "c"."products" <> coalesce((select sum("products") from "listSegments" as "s" where "s"."list" = "c"."list"), 0)`.execute(
    db,
  );
  const wrong = lists.rows.map(({ list }) => list);
  for (const [like, ofList] of KINDS) {
    const columns = sql.join(columnsOf(like));
    const place = (of: string) => sql.join(placeInSql(like, sql.ref(of)));
    const segments = await sql<{ list: string }>`select distinct "s"."list" from (
        select "list", "start", sum("products") as "products", lead("start", 1, ${END}) over (partition by "list" order by "start") as "next"
        from "listSegments" where "list" like ${like} group by "list", "start") as "s"
      where "s"."products" <> (select count(*) from "products" as "p" where "p"."isPublic" = 1 and ${ofList}
        and (${columns}) >= (${place("s.start")})
        and (${columns}) < (${place("s.next")}))`.execute(db);
    wrong.push(...segments.rows.map(({ list }) => list));
  }
  return [...new Set(wrong)].toSorted();
}

/** Counts every list anew, as one segment each; the next round of `splitSegments` splits them. */
export async function countAnew({ db, dialect }: Pick<Services, "db" | "dialect">): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockListSegments(trx, dialect);
    await trx.deleteFrom("listSegments").execute();
    await sql`insert into "listSegments" ("list", "start", "writer", "products") ${COUNTED}`.execute(trx);
  });
}
