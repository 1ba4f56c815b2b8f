import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables";
import type { Dialect } from "./dialect";

/*
 * The lists of public products, newest first, are counted in segments: so many products from one place on, up to where
 * the next segment begins. Triggers keep the counts true whoever writes, within the same transaction. How long a list
 * is and where its page 50,000 begins are sums over segments, where a count goes through the whole list.
 */

/** The place of a product in every list by age: places compare as the lists are ordered. */
const placeOf = (row: string) => `${row}."createdAt" || ${row}."_id"`;

/** The lists in which a product stands: that of the whole shop, of its category and of its stall. */
const listsOf = (row: string) =>
  `select 'all' as "list" union all select 'category ' || ${row}."categoryId" union all select 'stall ' || ${row}."merchantId"`;

const segmentAt = (list: string, place: string) =>
  `coalesce((select max("s"."start") from "listSegments" as "s" where "s"."list" = ${list} and "s"."start" <= ${place}), '')`;

const ADDED = `on conflict ("list", "start", "writer") do update set "products" = "listSegments"."products" + excluded."products"`;

/** What of a product decides where it is listed. */
const COLUMNS = `"isPublic", "categoryId", "merchantId", "createdAt"`;
const MOVED = `old."isPublic" <> new."isPublic" or (new."isPublic" = 1 and (old."categoryId" <> new."categoryId" or old."merchantId" <> new."merchantId" or old."createdAt" <> new."createdAt"))`;

/** Within SQLite a row at a time. */
const SQLITE = [
  { name: "Insert", event: "insert", when: `new."isPublic" = 1`, changes: [["new", 1]] },
  {
    name: "Update",
    event: `update of ${COLUMNS}`,
    when: MOVED,
    changes: [
      ["old", -1],
      ["new", 1],
    ],
  },
  { name: "Delete", event: "delete", when: `old."isPublic" = 1`, changes: [["old", -1]] },
] as const;

const LISTED = (rows: string) => `select "_id", ${COLUMNS} from ${rows} where "isPublic" = 1`;

/** Within Postgres a statement at a time: a stall may be closed with all its products at once. */
const POSTGRES = [
  {
    name: "Insert",
    event: "insert",
    tables: "new table as came",
    changes: `select *, 1 as "n" from (${LISTED("came")}) as "a"`,
  },
  {
    name: "Update",
    event: "update",
    tables: "old table as went new table as came",
    changes: `select *, 1 as "n" from (${LISTED("came")} except ${LISTED("went")}) as "a"
      union all select *, -1 from (${LISTED("went")} except ${LISTED("came")}) as "b"`,
  },
  {
    name: "Delete",
    event: "delete",
    tables: "old table as went",
    changes: `select *, -1 as "n" from (${LISTED("went")}) as "a"`,
  },
] as const;

/** Creates what keeps `listSegments` true from now on, and counts what is there. */
export async function createListSegments(db: Kysely<Tables>, { name }: Pick<Dialect, "name">): Promise<void> {
  if (name === "sqlite") for (const trigger of SQLITE) await createSqliteTrigger(db, trigger);
  else for (const trigger of POSTGRES) await createPostgresTrigger(db, trigger);
  await sql`insert into "listSegments" ("list", "start", "writer", "products") ${COUNTED}`.execute(db);
}

/** Every list with the number of its products. */
export const COUNTED =
  sql.raw(`select 'all' as "list", '' as "start", 0 as "writer", count(*) as "products" from "products" where "isPublic" = 1
  union all select 'category ' || "categoryId", '', 0, count(*) from "products" where "isPublic" = 1 group by "categoryId"
  union all select 'stall ' || "merchantId", '', 0, count(*) from "products" where "isPublic" = 1 group by "merchantId"`);

async function createSqliteTrigger(
  db: Kysely<Tables>,
  { name, event, when, changes }: (typeof SQLITE)[number],
): Promise<void> {
  const steps = changes.map(
    ([row, products]) => `insert into "listSegments" ("list", "start", "writer", "products")
      select "of"."list", ${segmentAt(`"of"."list"`, placeOf(row))}, 0, ${products} from (${listsOf(row)}) as "of" where ${row}."isPublic" = 1 ${ADDED};`,
  );
  await sql
    .raw(`create trigger "listSegments${name}" after ${event} on "products" when ${when} begin ${steps.join(" ")} end`)
    .execute(db);
}

/** A key of Postgres's advisory locks: writers of counts share it, who moves the beginnings of segments holds it alone. */
const LOCK = 4_172_038;

/**
 * Every connection adds in rows of its own, for two transactions that add in one row would wait for each other to their
 * ends.
 */
async function createPostgresTrigger(
  db: Kysely<Tables>,
  { name, event, tables, changes }: (typeof POSTGRES)[number],
): Promise<void> {
  const called = `"listSegments${name}"`;
  // The lock is a statement of its own: the next one sees the segments as they are once it is held.
  await sql
    .raw(
      `create function ${called}() returns trigger language plpgsql as $$ begin
        if not exists (${changes}) then return null; end if;
        perform pg_advisory_xact_lock_shared(${LOCK});
        insert into "listSegments" ("list", "start", "writer", "products")
        select "list", "start", pg_backend_pid(), sum("n") from (
          select "of"."list", ${segmentAt(`"of"."list"`, placeOf("c"))} as "start", "c"."n"
          from (${changes}) as "c" cross join lateral (${listsOf("c")}) as "of") as "counted"
        group by "list", "start" having sum("n") <> 0 ${ADDED}; return null; end $$`,
    )
    .execute(db);
  await sql
    .raw(
      `create trigger ${called} after ${event} on "products" referencing ${tables} for each statement execute function ${called}()`,
    )
    .execute(db);
}

/** Within a transaction: nobody else counts until it ends. Fails on Postgres where somebody does so for long. */
export async function lockListSegments(db: Kysely<Tables>, { name }: Pick<Dialect, "name">): Promise<void> {
  // Who writes to SQLite writes alone.
  if (name === "sqlite") return;
  // Whoever publishes meanwhile waits behind.
  await sql.raw(`set local lock_timeout = '200ms'`).execute(db);
  await sql.raw(`select pg_advisory_xact_lock(${LOCK})`).execute(db);
}
