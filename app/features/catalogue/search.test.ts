import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { list, titles } from "../../../tests/fixtures/public-list";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { fillSearch } from "~/platform/database/migrations/0027-search.server";

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

  test("of 2,000 words or 16 KB is refused by the service, and cut by the page, at no cost", async () => {
    await aProduct(world);
    const { answer, statements } = await counted(() => list(world, { q: "word ".repeat(3200) }));
    expect([answer.status, statements]).toEqual([422, 0]);
    const long = await counted(() => list(world, { q: "tomatxes ".repeat(11) + "x" }));
    expect([long.answer.status, long.statements <= 5]).toEqual([200, true]);
  });
});
