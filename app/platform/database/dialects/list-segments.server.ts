import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables";
import type { Dialect } from "./dialect";

/* Triggers that counted the lists of public products. Only migrations 0038 and 0040 use them; 0052 drops them. */

/** Lists in the same order change together and share triggers. */
interface Family {
  /** The beginning of the triggers' names. */
  name: string;
  /** The columns of a product that decide where it is listed. */
  columns: string[];
  /** A query for the lists that contain a product, and its place in each. Places sort in the order of the list. */
  places(row: string, dialect: Dialect["name"]): string;
}

/** The number of digits of a price within a place. */
const PRICE_LENGTH = 12;

const padded = (number: string, dialect: Dialect["name"]) =>
  dialect === "sqlite" ? `printf('%0${PRICE_LENGTH}d', ${number})` : `lpad((${number})::text, ${PRICE_LENGTH}, '0')`;

const ageOf = (row: string) => `${row}."createdAt" || ${row}."_id"`;

const BY_AGE: Family = {
  name: "listSegments",
  columns: ["isPublic", "categoryId", "merchantId", "createdAt"],
  places: (row) =>
    ["'all'", `'category ' || ${row}."categoryId"`, `'stall ' || ${row}."merchantId"`]
      .map((list) => `select ${list} as "list", ${ageOf(row)} as "place"`)
      .join(" union all "),
};

/** The name of the list of products with one rating. Within a rating, age is the order. */
const rated = (row: string) => `'rating ' || coalesce(${row}"rating", 0)`;

const IN_ORDER: Family = {
  name: "orderSegments",
  columns: ["isPublic", "categoryId", "priceCents", "rating", "createdAt"],
  places: (row, dialect) =>
    [
      ["'price'", `${padded(`${row}."priceCents"`, dialect)} || ${ageOf(row)}`],
      [rated(`${row}.`), ageOf(row)],
    ]
      .flatMap(([order, place]) =>
        [`' all'`, `' category ' || ${row}."categoryId"`].map(
          (list) => `select ${order} || ${list} as "list", ${place} as "place"`,
        ),
      )
      .join(" union all "),
};

const SEGMENT = `coalesce((select max("s"."start") from "listSegments" as "s" where "s"."list" = "of"."list" and "s"."start" <= "of"."place"), '')`;

const ADDED = `on conflict ("list", "start", "writer") do update set "products" = "listSegments"."products" + excluded."products"`;

/** Creates the triggers that keep the counts of the lists by age, and counts the existing products. */
export const createListSegments = (db: Kysely<Tables>, dialect: Pick<Dialect, "name">) =>
  createTriggers(db, dialect, BY_AGE, COUNTED_BY_AGE);

/** The same for the lists by price and by rating. */
export const createOrderSegments = (db: Kysely<Tables>, dialect: Pick<Dialect, "name">) =>
  createTriggers(db, dialect, IN_ORDER, COUNTED_IN_ORDER);

async function createTriggers(
  db: Kysely<Tables>,
  { name }: Pick<Dialect, "name">,
  family: Family,
  countedRows: string,
): Promise<void> {
  const triggers = name === "sqlite" ? sqliteTriggers(family) : postgresTriggers(family);
  for (const statement of triggers) await sql.raw(statement).execute(db);
  await sql`insert into "listSegments" ("list", "start", "writer", "products") ${sql.raw(countedRows)}`.execute(db);
}

const countedAs = (list: string, ...groups: string[]) =>
  `select ${list} as "list", '' as "start", 0 as "writer", count(*) as "products" from "products" where "isPublic" = 1${groups.length > 0 ? ` group by ${groups.join()}` : ""}`;

const COUNTED_BY_AGE = [
  countedAs("'all'"),
  countedAs(`'category ' || "categoryId"`, `"categoryId"`),
  countedAs(`'stall ' || "merchantId"`, `"merchantId"`),
].join(" union all ");

const COUNTED_IN_ORDER = [
  countedAs("'price all'"),
  countedAs(`'price category ' || "categoryId"`, `"categoryId"`),
  countedAs(`${rated("")} || ' all'`, `coalesce("rating", 0)`),
  countedAs(`${rated("")} || ' category ' || "categoryId"`, `coalesce("rating", 0)`, `"categoryId"`),
].join(" union all ");

/** A key of Postgres's advisory locks, which writers of counts share. */
const LOCK = 4_172_038;

/** SQLite's triggers run once per row. */
function sqliteTriggers({ name, columns, places }: Family): string[] {
  const count = (row: "old" | "new", products: 1 | -1) =>
    `insert into "listSegments" ("list", "start", "writer", "products")
      select "of"."list", ${SEGMENT}, 0, ${products} from (${places(row, "sqlite")}) as "of" where ${row}."isPublic" = 1 ${ADDED};`;
  const columnChanges = columns
    .filter((column) => column !== "isPublic")
    .map((column) => `old."${column}" is not new."${column}"`);
  const when = `old."isPublic" <> new."isPublic" or (new."isPublic" = 1 and (${columnChanges.join(" or ")}))`;
  const trigger = (event: string, on: string, condition: string, steps: string[]) =>
    `create trigger "${name}${event}" after ${on} on "products" when ${condition} begin ${steps.join(" ")} end`;
  return [
    trigger("Insert", "insert", `new."isPublic" = 1`, [count("new", 1)]),
    trigger("Update", `update of ${columns.map((column) => `"${column}"`).join()}`, when, [
      count("old", -1),
      count("new", 1),
    ]),
    trigger("Delete", "delete", `old."isPublic" = 1`, [count("old", -1)]),
  ];
}

/**
 * Postgres's triggers run once per statement, because closing a stall may change all its products at once. Every
 * connection adds in rows of its own: two transactions that add in one row would wait for each other to end.
 */
function postgresTriggers({ name, columns, places }: Family): string[] {
  const isListed = (rows: string) =>
    `select "_id", ${columns.map((column) => `"${column}"`).join()} from ${rows} where "isPublic" = 1`;
  const trigger = (event: string, tables: string, changes: string) => [
    // The lock is a separate statement, so that the next one sees the segments as they are once it is held.
    `create function "${name}${event}"() returns trigger language plpgsql as $$ begin
      if not exists (${changes}) then return null; end if;
      perform pg_advisory_xact_lock_shared(${LOCK});
      insert into "listSegments" ("list", "start", "writer", "products")
      select "list", "start", pg_backend_pid(), sum("n") from (
        select "of"."list", ${SEGMENT} as "start", "c"."n"
        from (${changes}) as "c" cross join lateral (${places('"c"', "postgres")}) as "of") as "counted"
      group by "list", "start" having sum("n") <> 0 ${ADDED}; return null; end $$`,
    `create trigger "${name}${event}" after ${event.toLowerCase()} on "products" referencing ${tables} for each statement execute function "${name}${event}"()`,
  ];
  return [
    ...trigger("Insert", "new table as came", `select *, 1 as "n" from (${isListed("came")}) as "a"`),
    ...trigger(
      "Update",
      "old table as went new table as came",
      `select *, 1 as "n" from (${isListed("came")} except ${isListed("went")}) as "a"
      union all select *, -1 from (${isListed("went")} except ${isListed("came")}) as "b"`,
    ),
    ...trigger("Delete", "old table as went", `select *, -1 as "n" from (${isListed("went")}) as "a"`),
  ];
}
