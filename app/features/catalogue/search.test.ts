import { onlySize } from "~/features/products/variants.server";
import { CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { list, titles } from "../../../tests/fixtures/public-list";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { fillSearch } from "~/platform/database/migrations/0027-search.server";
import { candidatesQuery } from "./find/candidates.server";
import { wordsOf } from "./find/words.server";

/** Copies of a product, each with its own number in the title. */
async function copies(world: World, many: number, change: (number: number) => Record<string, unknown> = () => ({})) {
  const { db, dialect } = world.services;
  const { seq: _, ...row } = await db
    .selectFrom("products")
    .selectAll()
    .where("_id", "=", (await aProduct(world, { title: "Seed", createdAt: "2026-01-01T00:00:00.000Z" }))._id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: many }, (_, n) => ({
    ...row,
    _id: n.toString(16).padStart(24, "0"),
    sku: `COPY-${n}`,
    title: `Common seed ${n}`,
    searchText: `common seed ${n}\nvegetables\n\n`,
    createdAt: new Date(Date.UTC(2026, 0, 2) + n * 1000).toISOString(),
    ...change(n),
  }));
  await inTransaction(db, async (trx) => {
    for (let start = 0; start < many; start += 200) {
      const some = rows.slice(start, start + 200).map((row) => ({ ...row, variantId: row._id }));
      await trx.insertInto("products").values(some).execute();
      await trx.insertInto("variants").values(some.map(onlySize)).execute();
    }
  });
  // Postgres does this by itself a minute later. Without it, Postgres plans for empty tables: 40 s in some runs.
  if (dialect.name === "postgres") await sql.raw('analyze "products", "variants"').execute(db);
  await dialect.announceChange(db);
}

onBothDatabases("a search", (world) => {
  test("takes what answers best first: the title before the tags, a word before a piece of one", async () => {
    await aProduct(world, { title: "Applesauce" });
    await aProduct(world, { title: "Plum", tags: '["apple"]' });
    await aProduct(world, { title: "Pineapple" });
    await aProduct(world, { title: "Red Apples" });
    expect(await titles(world, { q: "apples" })).toEqual(["Red Apples", "Applesauce", "Plum"]);
    expect(await titles(world, { q: "apple" })).toEqual(["Red Apples", "Applesauce", "Plum", "Pineapple"]);
    expect((await titles(world, { q: "apple", sort: "latest" }))[0]).toBe("Red Apples");
  });

  test("with a letter wrong says what it looked for instead, and only where nothing has the words", async () => {
    await aProduct(world, { title: "Sourdough Bread" });
    await aProduct(world, { title: "Rye Bread" });
    for (const q of ["sourdogh", "sourrdough", "sourdouhg", "sourbough bread"])
      expect((await list(world, { q })).body.data).toMatchObject({
        docs: [{ title: "Sourdough Bread" }],
        total: 1,
        corrected: q.includes(" ") ? "sourdough bread" : "sourdough",
      });
    expect((await list(world, { q: "bread" })).body.data).not.toHaveProperty("corrected");
    // Three letters are too few to guess from.
    expect((await list(world, { q: "rya" })).body.data).toMatchObject({ total: 0 });
  });

  test("takes a word that products have for what was meant", async () => {
    await aProduct(world, { title: "Bears Honey" });
    await aProduct(world, { title: "Pears" });
    expect((await list(world, { q: "pears honny" })).body.data).toMatchObject({
      docs: [{ title: "Pears" }],
      dropped: ["honny"],
    });
    expect(await titles(world, { q: "bears honny" })).toEqual(["Bears Honey"]);
  });

  test("does not find what was never on sale, whatever the letters", async () => {
    await aProduct(world, { title: "Quandong", availType: "draft" });
    expect((await list(world, { q: "quandnog" })).body.data).toMatchObject({ total: 0 });
  });

  test("that finds nothing is tried without words, the last ones first, and says so", async () => {
    await aProduct(world, { title: "Sourdough Bread" });
    await aProduct(world, { title: "Peach" });
    const found = async (q: string) => (await list(world, { q })).body.data;
    expect(await found("sourdogh bread unicorn")).toMatchObject({
      docs: [{ title: "Sourdough Bread" }],
      corrected: "sourdough bread",
      dropped: ["unicorn"],
    });
    expect(await found("bread peach")).toMatchObject({
      docs: [{ title: "Sourdough Bread" }],
      dropped: ["peach"],
      instead: ["peach"],
    });
    // A word that praises is dropped before one that names the goods.
    expect(await found("unicorn sourdough fresh")).toMatchObject({ dropped: ["unicorn", "fresh"] });
    expect(await found("peas unicorn")).toMatchObject({ total: 0 });
    expect(await found("peas unicorn")).not.toHaveProperty("dropped");
    expect(await found("sourdough bread")).not.toHaveProperty("dropped");
  });

  test("finds products by their stall, by its new name at once, and by their SKU in any case", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const token = merchant.token;
    const bread = await aProduct(world, { title: "Rye Bread", merchantId: merchant._id, sku: "Rye-7" });
    await aProduct(world, { title: "Wheat Bread" });
    await aProduct(world, { title: "Notes", merchantId: merchant._id, availType: "draft" });
    const rename = async (storeName: string) => {
      const form = new FormData();
      form.set("storeName", storeName);
      expect((await world.call("PUT", "/user", { token, form })).status).toBe(200);
    };
    await rename("Ølands Mølle");
    expect(await titles(world, { q: "molle bread" })).toEqual(["Rye Bread"]);
    await rename("Old Mill");
    expect(await titles(world, { q: "molle" })).toEqual([]);
    expect((await list(world, { q: "molle bread" })).body.data).toMatchObject({ dropped: ["molle"] });
    expect(await titles(world, { q: "bread old mill" })).toEqual(["Rye Bread"]);
    expect(await titles(world, { q: "rye-7" })).toEqual(["Rye Bread"]);
    await world.services.db.updateTable("products").set({ isPublic: 0 }).where("_id", "=", bread._id).execute();
    await world.services.dialect.announceChange(world.services.db);
    expect(await titles(world, { q: "rye-7" })).toEqual([]);
  });

  test("finds products from before it knew stalls and words", async () => {
    const { db, dialect } = world.services;
    const product = await aProduct(world, { title: "Sourdough", tags: '["Rye"]' });
    await aProduct(world, { title: "Leek", availType: "draft" });
    const after = await db.selectFrom("products").select(["_id", "searchText"]).orderBy("_id").execute();
    const words = await db.selectFrom("searchWords").selectAll().orderBy("spelling").orderBy("word").execute();
    await db.updateTable("products").set({ searchText: "sourdough\nvegetables\nrye" }).execute();
    await db.deleteFrom("searchWords").execute();
    await fillSearch(db);
    await dialect.announceChange(db);
    expect(await db.selectFrom("products").select(["_id", "searchText"]).orderBy("_id").execute()).toEqual(after);
    expect(await db.selectFrom("searchWords").selectAll().orderBy("spelling").orderBy("word").execute()).toEqual(words);
    expect((await list(world, { q: "sourdogh" })).body.data.docs[0]._id).toBe(product._id);
  });

  longOnPostgres(world, "of what more than 2,000 have orders the newest of them, and says so", async () => {
    await copies(world, 2100, (n) => ({ priceCents: 100 + n, amountCents: 5000 }));
    const { data } = (await list(world, { q: "common" })).body;
    expect(data).toMatchObject({ total: 2000, cut: true });
    expect(data.docs[0].title).toBe("Common seed 2099");
    expect(await titles(world, { q: "common", sort: "price-up", page: "200" })).toContain("Common seed 2099");
    // The database then applies the filter, so that older products are found as well.
    expect((await list(world, { q: "common", maxPrice: "1.01" })).body.data).toMatchObject({
      total: 2,
      docs: [{ title: "Common seed 1" }, { title: "Common seed 0" }],
    });
    expect((await list(world, { q: "common 2099" })).body.data).toMatchObject({ total: 1 });
  });

  longOnPostgres(
    world,
    "for one or two letters says that it looked at the newest alone, where there are older ones",
    async () => {
      await aProduct(world, { title: "Ox Tail" });
      expect((await list(world, { q: "ox" })).body.data).toMatchObject({ total: 1 });
      expect((await list(world, { q: "ox" })).body.data).not.toHaveProperty("short");
      await copies(world, 5001);
      expect((await list(world, { q: "ox" })).body.data).toMatchObject({ total: 0, cut: true, short: true });
      expect((await list(world, { q: "co 7" })).body.data).toMatchObject({ cut: true, short: true });
      // So few products have the long word that all of them are looked at.
      expect((await list(world, { q: "ox tail" })).body.data).toMatchObject({ total: 1, docs: [{ title: "Ox Tail" }] });
      expect((await list(world, { q: "ox tail" })).body.data).not.toHaveProperty("short");
    },
  );

  longOnPostgres(world, "goes through no list as long as the catalogue", async () => {
    await copies(world, 3000, (n) => (n % 100 === 7 ? { searchText: `rare seed ${n}\nvegetables\n\n` } : {}));
    const { db, dialect } = world.services;
    const plan = (q: string) => inTransaction(db, (trx) => planOf(trx, dialect, q));
    for (const q of ["rare", "rare seeds", "copy-7", "青森", "tomatoes carrots"]) {
      expect(await plan(q), q).not.toMatch(/SCAN products(?! USING)|Seq Scan on products/);
    }
  });

  test("of 2,000 words or 16 KB is refused by the service, and cut by the page, at no cost", async () => {
    await aProduct(world);
    const { answer, statements } = await counted(() => list(world, { q: "word ".repeat(3200) }));
    expect([answer.status, statements]).toEqual([422, 0]);
    const long = await counted(() => list(world, { q: "tomatxes ".repeat(11) + "x" }));
    expect([long.answer.status, long.statements <= 5]).toEqual([200, true]);
  });
});

/** The database's plan for finding the candidates of a search. */
async function planOf(db: Trx, dialect: Dialect, q: string): Promise<string> {
  // So few rows are scanned faster than looked up. The test asks whether there is another way.
  if (dialect.name === "postgres") await sql`set local enable_seqscan = off`.execute(db);
  const { sql: text, parameters } = candidatesQuery(db, dialect, {
    words: wordsOf(q),
    typed: q.toLowerCase(),
  }).compile();
  const explain = dialect.name === "sqlite" ? "explain query plan" : "explain";
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  );
  return rows.map((row) => row["detail"] ?? row["QUERY PLAN"]).join("\n");
}
