import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { list, titles } from "../../../tests/fixtures/public-list";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("searching the shop", (world) => {
  test.each([
    ["apples", ["Crisp Apples"]],
    ["APPLES", ["Crisp Apples"]],
    ["pple", ["Crisp Apples"]],
    ["creme", ["Crème brûlée"]],
    ["BRÛLÉE", ["Crème brûlée"]],
    ["хлеб", ["Чёрный ХЛЕБ"]],
    ["чёрный", ["Чёрный ХЛЕБ"]],
    ["черный", ["Чёрный ХЛЕБ"]],
    ["λαδι", ["Ελαιόλαδο Λάδι"]],
    ["林檎", ["青森の林檎"]],
    ["森", ["青森の林檎"]],
    ["の林", ["青森の林檎"]],
    ["김치", ["김치"]],
    ["치", ["김치"]],
    ["q", ["Q"]],
    ["ap cr", ["Crisp Apples"]],
    ["apples crisp", ["Crisp Apples"]],
    ["apples bread", ["Crisp Apples"]],
    ["  crisp   apples  ", ["Crisp Apples"]],
  ])("%j finds %j", async (q, expected) => {
    const { _id: merchantId } = await aUser(world, { privilege: "merchant" });
    for (const title of ["Crisp Apples", "Crème brûlée", "Чёрный ХЛЕБ", "Ελαιόλαδο Λάδι", "青森の林檎", "김치", "Q"])
      await aProduct(world, { merchantId, title, categoryTitle: "Xx" });
    expect(await titles(world, { q })).toEqual(expected);
    expect((await list(world, { q })).body.data.total).toBe(expected.length);
  });

  test("a category's title is found as well, together with words of the product's", async () => {
    await aProduct(world, { title: "Gala", categoryTitle: "Fruit" });
    await aProduct(world, { title: "Leek", categoryTitle: "Vegetables" });
    expect(await titles(world, { q: "FRUI" })).toEqual(["Gala"]);
    expect(await titles(world, { q: "fr" })).toEqual(["Gala"]);
    expect(await titles(world, { q: "fruit gala" })).toEqual(["Gala"]);
    expect((await list(world, { q: "fruit leek" })).body.data).toMatchObject({ dropped: ["leek"] });
  });

  test("tags are found as well, each whole and in any case, together with words of the title", async () => {
    await aProduct(world, { title: "Dark bread", tags: JSON.stringify(["Sourdough loaf", "rye"]) });
    await aProduct(world, { title: "White bread" });
    for (const q of ["sourdough", "LOAF", "rye bread", "sourdough loaf"])
      expect.soft(await titles(world, { q }), q).toEqual(["Dark bread"]);
    expect(await titles(world, { q: "loafrye" })).toEqual([]);
  });

  test("a word does not reach over from the title into the category", async () => {
    await aProduct(world, { title: "Corn", categoryTitle: "Flakes" });
    expect(await titles(world, { q: "cornflakes" })).toEqual([]);
  });

  test("an empty search is no search", async () => {
    await aProduct(world);
    for (const q of ["", "   "]) expect((await list(world, { q })).body.data.total).toBe(1);
  });

  test("a product that is retitled is found by its new title alone", async () => {
    const product = await aProduct(world, { title: "Old name", categoryTitle: "Zz" });
    await world.services.db
      .updateTable("products")
      .set({ title: "New name", searchText: "new name\nzz\n" })
      .where("_id", "=", product._id)
      .execute();
    await world.services.dialect.announceChange(world.services.db);
    expect([await titles(world, { q: "old" }), await titles(world, { q: "new" })]).toEqual([[], ["New name"]]);
  });
});
