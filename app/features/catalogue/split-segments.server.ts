import { sql } from "kysely";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { lockListSegments } from "~/platform/database/dialects/list-segments.server";
import type { RecurringJob } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { columnsOf, placeOf, productsIn, standsAt, type List } from "./lists.server";

export interface Sizes {
  /** A segment with more products is split. */
  most: number;
  /** How many each of its parts has. */
  part: number;
  /** So many are looked through in one transaction, for everybody who publishes waits meanwhile. */
  atOnce: number;
}

const SIZES: Sizes = { most: 2000, part: 1000, atOnce: 20_000 };

/** Keeps segments short after many products have come, and the rows of connections few. */
export const splitSegments: RecurringJob = {
  kind: "segments",
  everySeconds: 600,
  handle: (services) => tidySegments(services),
};

export async function tidySegments({ db, dialect }: Pick<Services, "db" | "dialect">, sizes = SIZES): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockListSegments(trx, dialect);
    await sql`insert into "listSegments" ("list", "start", "writer", "products")
      select "list", "start", 0, sum("products") from "listSegments" where "writer" <> 0 group by "list", "start"
      on conflict ("list", "start", "writer") do update set "products" = "listSegments"."products" + excluded."products"`.execute(
      trx,
    );
    await trx.deleteFrom("listSegments").where("writer", "<>", 0).execute();
  });
  for (const { list, start } of await longOnes(db, sizes))
    // What is left of one that was very long is its last part.
    for (let next: string | null = start; next !== null;)
      next = await inTransaction(db, async (trx): Promise<string | null> => {
        await lockListSegments(trx, dialect);
        return split(trx, list as List, next ?? "", sizes);
      });
}

const longOnes = (db: Db, { most }: Sizes) =>
  db
    .selectFrom("listSegments")
    .select(["list", "start"])
    .groupBy(["list", "start"])
    .having((eb) => eb.fn.sum("products"), ">", most)
    .execute();

/** Splits a segment; answers where the part begins that is still too long, null where none is. */
async function split(trx: Trx, list: List, start: string, sizes: Sizes): Promise<string | null> {
  const { n } = await trx
    .selectFrom("listSegments")
    .select((eb) => eb.fn.sum<number | null>("products").as("n"))
    .where("list", "=", list)
    .where("start", "=", start)
    .executeTakeFirstOrThrow();
  let left = Number(n ?? 0);
  if (left <= sizes.most) return null;
  const places = await placesIn(trx, list, start, sizes);
  const parts: { start: string; products: number }[] = [];
  let from = start;
  for (const place of places) {
    if (left <= sizes.part) break;
    parts.push({ start: from, products: sizes.part });
    left -= sizes.part;
    from = place;
  }
  parts.push({ start: from, products: left });
  await trx.deleteFrom("listSegments").where("list", "=", list).where("start", "=", start).execute();
  await trx
    .insertInto("listSegments")
    .values(parts.map((part) => ({ list, writer: 0, ...part })))
    .execute();
  return left > sizes.most && from !== start ? from : null;
}

/** The place of every so-manieth product from a place on, the first of the list's end first, without the first. */
async function placesIn(trx: Trx, list: List, start: string, { part, atOnce }: Sizes): Promise<string[]> {
  const columns = columnsOf(list);
  const names = ["c1", "c2", "c3"].slice(0, columns.length);
  const from = productsIn(trx, list);
  let some = (start === "" ? from : from.where(standsAt(list, ">=", start))).select(
    columns.map((column, n) => column.as(names[n]!)),
  );
  for (const column of columns) some = some.orderBy(column);
  const numbered = trx
    .selectFrom(some.limit(atOnce).as("some"))
    .select([
      ...names.map((name) => sql.ref<string | number>(name).as(name)),
      sql<number>`row_number() over (order by ${sql.join(names.map((name) => sql.ref(name)))})`.as("number"),
    ]);
  const rows = await trx
    .selectFrom(numbered.as("numbered"))
    .select(names.map((name) => sql.ref<string | number>(name).as(name)))
    .where(sql<number>`"number" % ${sql.lit(part)}`, "=", 1)
    .where("number", ">", 1)
    .orderBy("number")
    .execute();
  return rows.map((row) => placeOf(names.map((name) => row[name]!)));
}
