import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aCategory, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { sweepStockHistory } from "~/features/products/stock.server";
import { noteStock } from "~/features/products/stock.server";

const PATH = "/product/manage-product";

/** A merchant with sweetcorn on sale, added through the service with ten pieces. */
async function aStall(world: World) {
  const merchant = await aUser(world, { privilege: "merchant", firstName: "Mira", lastName: "Hill" });
  const category = await aCategory(world, "Vegetables");
  await world.services.db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: category._id })
    .execute();
  const corn = {
    title: "Sweet corn, four cobs",
    description: "Picked at dawn and sold the same day.",
    amount: "12.00",
    quantity: 10,
    sku: "VEG-1",
    barcode: "2900000000017",
    category: category._id,
  };
  const { token } = merchant;
  const product = (await world.call("POST", PATH, { token, body: corn })).body.data._id as string;
  await world.services.db
    .updateTable("products")
    .set({ availType: "published", isPublic: 1 })
    .where("_id", "=", product)
    .execute();
  const history = async (query = "") =>
    (await world.call("GET", `${PATH}/${product}/stock${query}`, { token })).body.data;
  const lines = async () =>
    (await history()).docs.map(({ kind, pieces, quantity }: { kind: string; pieces: number; quantity: number }) => [
      kind,
      pieces,
      quantity,
    ]);
  /** All recorded changes add up to the stock. */
  const addsUp = async () => {
    const rows = await world.services.db
      .selectFrom("stockChanges")
      .select("pieces")
      .where("productId", "=", product)
      .execute();
    expect(rows.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(await stockOf(world, product));
  };
  return { merchant, token, corn, product, history, lines, addsUp };
}

onBothDatabases("the history of a product's stock", (world) => {
  /** Each call comes a second after the last, because events of one millisecond have no order. */
  const step: World["call"] = (...callArgs) => {
    world.clock.forward(1);
    return world.call(...callArgs);
  };

  test("says what was sold, held, returned, corrected by whom, and imported, and adds up to what there is", async () => {
    const { token, corn, product, history, lines, addsUp } = await aStall(world);
    const buyer = await aUser(world);
    world.clock.forward(1);
    const initialized = await initialize(world, buyer.token, [{ product, quantity: 3 }]);
    expect(await lines()).toEqual([
      ["held", -3, 7],
      ["added", 10, 10],
    ]);
    expect((await history()).docs[0]).toMatchObject({
      heldUntil: initialized.body.payment.heldUntil ?? expect.any(String),
    });
    expect((await history()).docs[0].order).toBeUndefined();
    await confirm(world, initialized.body.data);
    const order = (await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data;
    expect((await history()).docs[0]).toMatchObject({
      kind: "sold",
      pieces: -3,
      quantity: 7,
      order: { _id: order._id, itemId: order.itemId },
    });
    await step("PUT", `${PATH}?product=${product}`, {
      token,
      body: { ...corn, quantity: 20, quantityBefore: 7 },
    });
    await step("PUT", `${PATH}/stock`, { token, body: { products: [{ product, quantity: 18 }] } });
    await step("POST", `${PATH}/many`, {
      token,
      body: { products: [{ product }], change: { what: "stock", how: "add", pieces: 2 } },
    });
    const form = new FormData();
    form.append("file", new File(["SKU,Quantity\nVEG-1,50"], "stock.csv", { type: "text/csv" }));
    const checkAnswer = await step("POST", `${PATH}/import`, { token, form });
    await step("POST", `${PATH}/import/${checkAnswer.body.data._id}/apply`, { token });
    await step("POST", `/product/order/merchant/${order._id}/cancel`, { token, body: { reason: "Hail." } });
    expect(await lines()).toEqual([
      ["returned", 3, 53],
      ["imported", 30, 50],
      ["corrected", 2, 20],
      ["corrected", -2, 18],
      ["corrected", 13, 20],
      ["sold", -3, 7],
      ["added", 10, 10],
    ]);
    const { docs } = await history();
    expect([docs[0].order.itemId, docs[1].by, docs[3].by]).toEqual([order.itemId, "Mira Hill", "Mira Hill"]);
    await addsUp();
  });

  test("a price, a mark, or the same stock once more leaves no line, and is no count", async () => {
    const { token, corn, product, lines } = await aStall(world);
    const stockVersion = async () =>
      (await world.call("GET", `${PATH}/${product}`, { token })).body.data.stockVersion as number;
    const version = await stockVersion();
    await step("PUT", `${PATH}?product=${product}`, { token, body: { ...corn, amount: "13.00" } });
    await step("PUT", `${PATH}/stock`, { token, body: { products: [{ product, quantity: 10, lowStockAt: 3 }] } });
    expect(await lines()).toEqual([["added", 10, 10]]);
    expect(await stockVersion()).toBe(version);
    await step("PUT", `${PATH}/stock`, { token, body: { products: [{ product, quantity: 11 }] } });
    expect(await stockVersion()).toBe(version + 1);
  });

  test("what was held and never paid for leaves no trace, and is taken again where it is paid for late", async () => {
    const { product, lines, addsUp } = await aStall(world);
    const buyer = await aUser(world);
    world.clock.forward(1);
    const initialized = await initialize(world, buyer.token, [{ product, quantity: 4 }]);
    await confirm(world, initialized.body.data);
    await releaseHold(world.services, initialized.body.payment.orderId);
    expect(await lines()).toEqual([["added", 10, 10]]);
    await addsUp();
    world.clock.forward(1);
    await finalize(world, buyer.token, initialized.body.payment.stripeId);
    expect(await lines()).toEqual([
      ["sold", -4, 6],
      ["added", 10, 10],
    ]);
    await addsUp();
  });

  test.each(["the list", "the editor", "many at once"])(
    "what was counted in %s stays counted where checkouts hold more: their holds bring back what there is",
    async (where) => {
      const { token, corn, product, addsUp } = await aStall(world);
      await step("PUT", `${PATH}/stock`, { token, body: { products: [{ product, quantity: 30 }] } });
      const [first, second] = [await aUser(world), await aUser(world)];
      const holds = [await initialize(world, first.token, [{ product, quantity: 20 }])];
      holds.push(await initialize(world, second.token, [{ product, quantity: 8 }]));
      const countEntry = { quantity: 2, quantityBefore: 30 };
      const { status } = await (where === "the list"
        ? step("PUT", `${PATH}/stock`, { token, body: { products: [{ product, ...countEntry }] } })
        : where === "the editor"
          ? step("PUT", `${PATH}?product=${product}`, { token, body: { ...corn, ...countEntry } })
          : step("POST", `${PATH}/many`, {
              token,
              body: {
                products: [{ product, quantityBefore: 30 }],
                change: { what: "stock", how: "set", pieces: 2 },
              },
            }));
      expect([status, await stockOf(world, product)]).toEqual([200, 0]);
      await addsUp();
      for (const { body } of holds) await releaseHold(world.services, body.payment.orderId);
      expect(await stockOf(world, product)).toBe(2);
      await addsUp();
    },
  );

  test("what is held and counted away is sold where it is paid for", async () => {
    const { token, product, addsUp } = await aStall(world);
    const buyer = await aUser(world);
    const initialized = await initialize(world, buyer.token, [{ product, quantity: 8 }]);
    const countEntry = { product, quantity: 3, quantityBefore: 10 };
    await step("PUT", `${PATH}/stock`, { token, body: { products: [countEntry] } });
    await confirm(world, initialized.body.data);
    expect((await finalize(world, buyer.token, initialized.body.payment.stripeId)).status).toBe(200);
    expect(await stockOf(world, product)).toBe(0);
    await addsUp();
  });

  test("comes in pages of twenty, belongs to its merchant alone, and ends after 400 days", async () => {
    const { token, product, history } = await aStall(world);
    for (let n = 1; n <= 20; n += 1)
      await step("PUT", `${PATH}/stock`, { token, body: { products: [{ product, quantity: 10 + n }] } });
    const [first, second] = [await history(), await history("?page=2")];
    expect([first.docs.length, first.hasNextPage, first.total]).toEqual([20, true, 21]);
    expect([second.docs.length, second.hasNextPage, second.docs[0].kind]).toEqual([1, false, "added"]);
    const stranger = await aUser(world, { privilege: "merchant" });
    expect((await step("GET", `${PATH}/${product}/stock`, { token: stranger.token })).status).toBe(404);
    const count = async () =>
      (await world.services.db.selectFrom("stockChanges").select("_id").where("productId", "=", product).execute())
        .length;
    // An import or a change of many may write more rows than one statement takes.
    const manyChanges = Array.from({ length: 501 }, (_, n) => ({ productId: product, pieces: 1, quantity: 31 + n }));
    await world.services.db.transaction().execute((trx) => noteStock(trx, world.services, "imported", manyChanges));
    expect(await count()).toBe(21 + 501);
    world.clock.forward(399 * 86_400);
    await sweepStockHistory(world.services);
    expect(await count()).toBe(21 + 501);
    world.clock.forward(2 * 86_400);
    await sweepStockHistory(world.services);
    expect(await count()).toBe(0);
  });
});
