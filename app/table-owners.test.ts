import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;

/** Every table, as the database's types name it. */
const TABLES = [
  ...readFileSync(path.join(APP, "platform/database/tables.ts"), "utf8").matchAll(/^ {2}(\w+): \w+Row;$/gm),
].map(([, table]) => table as string);

/** Folders that may write every table: their rows belong to nobody in the shop, or they rewrite rows. */
const MAY_WRITE_ALL = /^(demo|platform\/database\/(migrations|dialects))\//;

/** Owners by table, as docs/architecture.md lists them. */
function ownersIn(document: string): Map<string, string> {
  const rows = document.slice(document.indexOf("## The tables")).matchAll(/^\| `(\w+)`\s*\| `([\w/-]+)`/gm);
  return new Map([...rows].map(([, table, owner]) => [table as string, owner as string]));
}

/** The tables that a source writes. A table passed as a parameter counts with every name that its type allows. */
function tablesWrittenIn(source: string): string[] {
  const built = [...source.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*([^),]+)/g)];
  const raw = [...source.matchAll(/\b(?:insert into|delete from|replace into|update)\s+"(\w+)"/gi)];
  return [
    ...built.flatMap(([, given = ""]) => {
      const name = /^"(\w+)(?: as \w+)?"$/.exec(given.trim())?.[1];
      return name ? [name] : namesOf(given.trim(), source);
    }),
    ...raw.map(([, table = ""]) => table),
  ];
}

/** The names of a parameter whose type is a union of them; the parameter in brackets if the type cannot be read. */
function namesOf(parameter: string, source: string): string[] {
  const union = new RegExp(`\\b${parameter}: ("\\w+"(?: \\| "\\w+")*)`).exec(source)?.[1];
  return union?.split(" | ").map((name) => name.slice(1, -1)) ?? [`(${parameter})`];
}

const owners = ownersIn(readFileSync(path.join(APP, "../docs/architecture.md"), "utf8"));
const ownerOf = (file: string) => /^(features\/[^/]+|platform\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? file;

test("every table has one owner in docs/architecture.md", () => {
  expect(TABLES.length).toBeGreaterThan(30);
  expect([...owners.keys()].sort()).toEqual([...TABLES].sort());
});

test("each table is written by its owner alone", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !MAY_WRITE_ALL.test(file));
  const written = files.flatMap((file) =>
    tablesWrittenIn(readFileSync(path.join(APP, file), "utf8")).map((table) => ({ file, table })),
  );
  expect(written.filter(({ file, table }) => owners.get(table) !== ownerOf(file))).toEqual([]);
  // A feature that owns a table and never writes it is in the list by mistake.
  const used = new Set(written.map(({ table }) => table));
  expect([...owners].filter(([table, owner]) => owner !== "demo" && !used.has(table))).toEqual([]);
});

test("a write is seen in every way in which it can be written", () => {
  expect(tablesWrittenIn(`db.insertInto("users").values(row)`)).toEqual(["users"]);
  expect(tablesWrittenIn(`trx\n  .updateTable("orders as o")\n  .set({})`)).toEqual(["orders"]);
  expect(tablesWrittenIn(`(trx: Trx, table: "payouts" | "payoutReversals") => trx.deleteFrom(table)`)).toEqual([
    "payouts",
    "payoutReversals",
  ]);
  expect(tablesWrittenIn("trx.deleteFrom(whichever)")).toEqual(["(whichever)"]);
  expect(tablesWrittenIn('sql`update "orders" set x = 1`')).toEqual(["orders"]);
  expect(tablesWrittenIn('sql`insert into "ledger" values (1)`')).toEqual(["ledger"]);
});
