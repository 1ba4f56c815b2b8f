import { expect, test } from "vitest";
import { aProduct, aUser, setSold } from "../../../tests/fixtures/shop";
import { list, type ListedProduct } from "../../../tests/fixtures/public-list";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("the cost of a page", (world) => {
  test("a list, a search, a product and a cart take few statements, however many products there are", async () => {
    const measure = async () => {
      const product = (await list(world)).body.data.docs[0]._id;
      const all = (await list(world, { page: "3", from: "1" })).body.data.docs as ListedProduct[];
      const calls = {
        list: () => list(world),
        deeper: () => list(world, { page: "3", from: "1" }),
        search: () => list(world, { q: "product" }),
        short: () => list(world, { q: "p", categoryId: "vegetables", sort: "price" }),
        product: () => world.call("GET", `/product/general/${product}`),
        categories: () => world.call("GET", "/category"),
        cart: () =>
          world.call("POST", "/product/cart", {
            body: { carts: all.map((doc) => ({ product: doc._id, quantity: 1 })) },
          }),
      };
      const costs: Record<string, number> = {};
      for (const [name, call] of Object.entries(calls)) {
        await world.services.dialect.announceChange(world.services.db);
        const { answer, statements } = await counted(call);
        expect([name, answer.status]).toEqual([name, 200]);
        costs[name] = statements;
      }
      return costs;
    };
    const merchant = await aUser(world, { privilege: "merchant" });
    for (let n = 0; n < 5; n += 1) await aProduct(world, { merchantId: merchant._id });
    // The list of synonyms is read once a minute, not for each search.
    await list(world, { q: "product" });
    const few = await measure();
    for (let n = 0; n < 25; n += 1) await aProduct(world, { merchantId: merchant._id });
    expect(await measure()).toEqual(few);
    expect(few).toEqual({ list: 4, deeper: 4, search: 3, short: 5, product: 3, categories: 1, cart: 2 });
    // Data is read again only after a change; the changes above may still be on their way here.
    await expect.poll(async () => (await counted(() => list(world))).statements).toBe(1);
  });

  test("a list that is known already tells today's quantities, and nothing of a product that is gone", async () => {
    const [kept, gone] = [await aProduct(world, { quantity: 90 }), await aProduct(world)];
    const quantities = async () =>
      ((await list(world)).body.data.docs as ListedProduct[])
        .filter(({ _id }) => _id === kept._id || _id === gone._id)
        .map(({ _id, quantity }) => [_id, quantity]);
    await expect.poll(quantities).toEqual([
      [gone._id, 100],
      [kept._id, 90],
    ]);
    // As after an order of one of many pieces, nothing is announced.
    const { db } = world.services;
    await setSold(db, { quantity: 89 }, kept._id);
    await db.updateTable("products").set({ isPublic: 0 }).where("_id", "=", gone._id).execute();
    expect(await quantities()).toEqual([[kept._id, 89]]);
  });

  test("a signed-in buyer's lists take two: the token and the lists", async () => {
    const buyer = await aUser(world);
    expect((await counted(() => world.call("GET", "/user/lists", { token: buyer.token }))).statements).toBe(2);
  });
});
