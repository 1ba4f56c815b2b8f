import { sql, type Kysely } from "kysely";
import { searchLine, withoutForms } from "../../search-text/search-line";
import { spellingRows } from "../../search-text/spellings";
import type { Dialect } from "../dialects/dialect";
import { table } from "./columns.server";

const BATCH = 500;

/**
 * Search knows a product by its stall's name as well, by every short word of scripts without spaces, and by its words
 * with a letter wrong.
 */
export async function search(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await table(db, "searchWords", { spelling: "text", word: "text" })
    .addPrimaryKeyConstraint("searchWordsKey", ["spelling", "word"])
    .execute();
  await db.schema
    .alterTable("stores")
    .addColumn("searchName", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await nameStalls(db);
  await fillSearch(db);
  await dialect.createStallsInSearch(db);
  // The best rated first, of all and of a category.
  for (const [name, category] of [
    ["productsRating", ""],
    ["productsCategoryRating", `"categoryId", `],
  ] as const)
    await sql`create index ${sql.ref(name)} on "products" (${sql.raw(category)}(coalesce("rating", 0)) desc, "createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
      db,
    );
  // One and two letters are looked for among the newest only.
  await sql`drop index if exists "productsSearchText"`.execute(db);
}

/** Writes what search holds of every stall's name anew. */
export async function nameStalls(db: Kysely<any>): Promise<void> {
  for (let last = ""; ;) {
    const rows: { userId: string; storeName: string }[] = await db
      .selectFrom("stores")
      .select(["userId", "storeName"])
      .where("userId", ">", last)
      .orderBy("userId")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    await write(
      db,
      { name: "stores", key: "userId", column: "searchName" },
      rows.map((row) => [row.userId, searchLine(row.storeName)]),
    );
    last = rows.at(-1)!.userId;
  }
}

/** Writes what search holds of every product anew, and learns the words of those that are or were on sale. */
export async function fillSearch(db: Kysely<any>): Promise<void> {
  const known = new Set<string>();
  for (let last = ""; ;) {
    const rows: { _id: string; title: string; tags: string; availType: string; category: string; stall: string }[] =
      await db
        .selectFrom("products as p")
        .innerJoin("categories as c", "c._id", "p.categoryId")
        .leftJoin("stores as s", "s.userId", "p.merchantId")
        .select(["p._id", "p.title", "p.tags", "p.availType", "c.title as category", "s.searchName as stall"])
        .where("p._id", ">", last)
        .orderBy("p._id")
        .limit(BATCH)
        .execute();
    if (rows.length === 0) return;
    const texts = rows.map(({ _id, title, category, tags, availType, stall }) => {
      const lines = [title, category, JSON.parse(tags) as string[]].map(searchLine);
      return [_id, [...lines, availType === "published" ? (stall ?? "") : ""].join("\n")] as const;
    });
    await write(db, { name: "products", key: "_id", column: "searchText" }, texts);
    const published = texts
      .filter((_, index) => rows[index]!.availType === "published")
      .map(([, text]) => withoutForms(text));
    const spellings = spellingRows(published).filter(({ word }) => !known.has(word));
    for (const { word } of spellings) known.add(word);
    for (let start = 0; start < spellings.length; start += BATCH)
      await db
        .insertInto("searchWords")
        .values(spellings.slice(start, start + BATCH))
        .onConflict((oc) => oc.doNothing())
        .execute();
    last = rows.at(-1)!._id;
  }
}

/** Gives each row of a table its own text, in one statement. */
async function write(
  db: Kysely<any>,
  { name, key, column }: { name: string; key: string; column: string },
  texts: (readonly [string, string])[],
): Promise<void> {
  await db
    .updateTable(name)
    .set((eb: any) => {
      const [first, ...others] = texts;
      const cases = eb.case().when(key, "=", first![0]).then(first![1]);
      return {
        [column]: others.reduce((all: any, [id, text]) => all.when(key, "=", id).then(text), cases).end(),
      };
    })
    .where(
      key,
      "in",
      texts.map(([id]) => id),
    )
    .execute();
}
