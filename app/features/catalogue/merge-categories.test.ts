import { expect, test } from "vitest";
import { aCategory, aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

/** An operator, and two categories with a product of each, sold by one stall each. */
async function twoCategories(world: World) {
  const { token } = await aUser(world, { privilege: "operator" });
  const [roots, tubers] = [await aCategory(world, "Roots"), await aCategory(world, "Tubers")];
  const [carrot, potato] = [
    await aProduct(world, { title: "Carrot", categoryTitle: "Roots" }),
    await aProduct(world, { title: "Potato", categoryTitle: "Tubers" }),
  ];
  await aProduct(world, {
    title: "Yam",
    categoryTitle: "Tubers",
    merchantId: carrot.merchantId,
    deletedAt: "2026-01-01T00:00:00.000Z",
    isPublic: 0,
  });
  await world.services.db
    .insertInto("storeCategories")
    .values([
      { userId: carrot.merchantId, categoryId: roots._id },
      { userId: carrot.merchantId, categoryId: tubers._id },
      { userId: potato.merchantId, categoryId: tubers._id },
    ])
    .execute();
  const merge = (from: string, body: object, headers = {}) =>
    world.call("POST", `/operator/categories/${from}/merge`, { token, body, headers });
  const titlesOf = async (query: string) => {
    const { docs, mergedInto } = (await world.call("GET", `/product/general?${query}`)).body.data;
    return { titles: docs.map(({ title }: { title: string }) => title).toSorted(), mergedInto };
  };
  return { token, roots, tubers, carrot, potato, merge, listed: titlesOf };
}

onBothDatabases("a category that is merged into another", (world) => {
  test("gives it all of its products, stalls and words of search, and is gone", async () => {
    const { token, roots, tubers, merge, listed } = await twoCategories(world);
    expect((await merge(tubers._id, { into: roots._id, products: 2 })).body.message).toBe(
      "Tubers is merged: 2 products are in Roots now.",
    );
    expect((await listed("categoryId=Roots")).titles).toEqual(["Carrot", "Potato"]);
    expect((await listed("q=roots")).titles).toEqual(["Carrot", "Potato"]);
    expect((await listed("q=tubers")).titles).toEqual([]);
    const { docs } = (await world.call("GET", "/operator/categories", { token })).body.data;
    expect(docs).toMatchObject([{ title: "Roots", products: 3, stores: 2 }]);
    const [entry] = (await world.call("GET", "/operator/audit", { token })).body.data.docs;
    expect(entry).toMatchObject({ action: "category.merged", subject: "Tubers" });
  });

  test("leads to it from its title and its id, also through one that is merged later", async () => {
    const { token, roots, tubers, merge, listed } = await twoCategories(world);
    const crops = await aCategory(world, "Crops");
    await merge(tubers._id, { into: roots._id });
    await merge(roots._id, { into: crops._id });
    for (const name of ["tubers", tubers._id, "Roots"])
      expect(await listed(`categoryId=${name}`)).toEqual({
        titles: ["Carrot", "Potato"],
        mergedInto: { _id: crops._id, title: "Crops" },
      });
    // A new category with this title takes the title over.
    const form = new FormData();
    form.set("title", "Tubers");
    await world.call("POST", "/operator/categories", { token, form });
    expect(await listed("categoryId=Tubers")).toEqual({ titles: [], mergedInto: undefined });
  });

  test("is merged once, and not with other products than the operator was told of", async () => {
    const { roots, tubers, merge } = await twoCategories(world);
    const early = await merge(tubers._id, { into: roots._id, products: 1 });
    expect([early.status, early.body.error[0].code]).toEqual([409, "category_changed"]);
    expect((await merge(tubers._id, { into: tubers._id })).status).toBe(422);
    const headers = { "Idempotency-Key": "merge-tubers-once-1" };
    const [first, repeat] = [
      await merge(tubers._id, { into: roots._id }, headers),
      await merge(tubers._id, { into: roots._id }, headers),
    ];
    expect([first.status, repeat.status, repeat.body]).toEqual([200, 200, first.body]);
    expect((await merge(tubers._id, { into: roots._id })).status).toBe(404);
  });

  test("takes as many statements for many products as for one", async () => {
    const { roots, tubers, merge } = await twoCategories(world);
    const crops = await aCategory(world, "Crops");
    const statementsForFew = await counted(() => merge(tubers._id, { into: crops._id }));
    for (let n = 0; n < 5; n += 1) await aProduct(world, { categoryTitle: "Roots" });
    const statementsForMany = await counted(() => merge(roots._id, { into: crops._id }));
    expect([statementsForFew.answer.status, statementsForMany.answer.status]).toEqual([200, 200]);
    expect(statementsForMany.statements).toBe(statementsForFew.statements);
  });
});
