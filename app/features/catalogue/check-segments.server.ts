import { sql } from "kysely";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { COUNTED, lockListSegments } from "~/platform/database/dialects/list-segments.server";
import type { Services } from "~/platform/services.server";

/** Which products a segment's list has, by kind of list. */
const OF_LIST = [
  ["all", sql`true`],
  ["category %", sql`"p"."categoryId" = substr("s"."list", 10)`],
  ["stall %", sql`"p"."merchantId" = substr("s"."list", 7)`],
] as const;

/** Lists whose segments do not say how many products they have, each once. Goes through all products. */
export async function wronglyCounted(db: Db): Promise<string[]> {
  const lists = await sql<{ list: string }>`select "c"."list" from (${COUNTED}) as "c"
    where "c"."products" <> coalesce((select sum("products") from "listSegments" as "s" where "s"."list" = "c"."list"), 0)`.execute(
    db,
  );
  const wrong = lists.rows.map(({ list }) => list);
  for (const [kind, ofList] of OF_LIST) {
    const segments = await sql<{ list: string }>`select distinct "s"."list" from (
        select "list", "start", sum("products") as "products", lead("start") over (partition by "list" order by "start") as "next"
        from "listSegments" where "list" like ${kind} group by "list", "start") as "s"
      where "s"."products" <> (select count(*) from "products" as "p" where "p"."isPublic" = 1 and ${ofList}
        and ("p"."createdAt", "p"."_id") >= (substr("s"."start", 1, 24), substr("s"."start", 25))
        and ("s"."next" is null or ("p"."createdAt", "p"."_id") < (substr("s"."next", 1, 24), substr("s"."next", 25))))`.execute(
      db,
    );
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
