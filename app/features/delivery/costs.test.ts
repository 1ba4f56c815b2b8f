import { expect, test } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The fee of a delivery method, its least order, and the goods that go by it. */

const DELIVERY = { kind: "delivery", name: "Evening round", area: "05401-05408" };
const PICK_UP = {
  kind: "collection",
  name: "Farm gate",
  address: "2 Ridge Road",
  times: [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { hoursBefore: 1 } }],
};
const SATURDAY = { day: "2026-03-07", from: "09:00" };

/** A stall that sells bread at 4 and lobster at 20, with the ways that `waysOf` makes for them. */
async function aStall(world: World, waysOf: (ids: { bread: string; lobster: string }) => object[]) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const product = async (title: string, amountCents: number) =>
    (await aProduct(world, { merchantId: merchant._id, title, amountCents, quantity: 50 }))._id;
  const ids = { bread: await product("Bread", 400), lobster: await product("Lobster", 2000) };
  const methods: string[] = [];
  for (const body of waysOf(ids)) {
    // Ways are listed by age, so each needs a second of its own.
    world.clock.forward(1);
    const answer = await world.call("POST", "/merchant/ways", { token: merchant.token, body });
    methods.push(answer.body.data._id as string);
  }
  const choose = (index: number, time: object = {}) => ({
    ways: [{ merchant: merchant._id, method: methods[index], ...time }],
  });
  const line = (name: "bread" | "lobster", quantity = 1) => ({ product: ids[name], quantity });
  return { ...ids, merchant, methods, choose, line };
}

const offered = async (world: World, carts: object[]) =>
  (await world.call("POST", "/product/delivery/options", { body: { carts } })).body.data;

onBothDatabases("a way with a price", (world) => {
  test("keeps fee, free-from, least order and products, and tells the titles of these", async () => {
    const { merchant, lobster, methods } = await aStall(world, ({ lobster: id }) => [
      { ...DELIVERY, fee: 4.5, freeFrom: 30, leastOrder: 20, products: [id, id] },
      DELIVERY,
    ]);
    const { data } = (await world.call("GET", "/merchant/ways", { token: merchant.token })).body;
    expect(data).toMatchObject([
      { fee: 4.5, freeFrom: 30, leastOrder: 20, products: [lobster], productTitles: ["Lobster"] },
      { fee: 0, freeFrom: null, leastOrder: 0, products: [], productTitles: [] },
    ]);
    await world.services.db
      .updateTable("products")
      .set({ deletedAt: "2026-03-01" })
      .where("_id", "=", lobster)
      .execute();
    const body = { ...DELIVERY, fee: 5, products: [lobster] };
    const answer = await world.call("PUT", `/merchant/ways/${methods[0]}`, { token: merchant.token, body });
    expect([answer.status, answer.body.data.fee]).toEqual([200, 5]);
  });

  test.each([
    [{ fee: -1 }, "fee", "A fee is not below 0."],
    [{ fee: 1.005 }, "fee", "A fee has at most two decimals."],
    [{ fee: "4" }, "fee", "A fee is an amount such as 4.50."],
    [{ fee: 10_001 }, "fee", "A fee can be at most $10,000."],
    [{ fee: 6, leastOrder: 5 }, "fee", "The fee is higher than the least order."],
    [{ freeFrom: 20 }, "freeFrom", "It is free already: enter a fee, or leave this empty."],
    [
      { fee: 3, freeFrom: 20, leastOrder: 20 },
      "freeFrom",
      "Every order comes to that much: enter more than the least order.",
    ],
    [{ products: ["x"] }, "products.0", expect.any(String)],
    [{ products: ["f".repeat(24)] }, "products", "One of these products is not yours."],
  ])("is refused with %j, at %s", async (overrides, field, message) => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const body = { ...DELIVERY, ...overrides };
    const answer = await world.call("POST", "/merchant/ways", { token: merchant.token, body });
    expect(answer.body.error).toMatchObject([{ field, message }]);
  });

  test("is not for products of another stall", async () => {
    const [first, second] = [await aStall(world, () => []), await aStall(world, () => [])];
    const body = { ...DELIVERY, products: [second.bread] };
    expect(
      (await world.call("POST", "/merchant/ways", { token: first.merchant.token, body })).body.error,
    ).toMatchObject([{ code: "unknown_product" }]);
  });

  test("tells a cart its price, and why it cannot be had", async () => {
    const { line } = await aStall(world, ({ bread }) => [
      { ...DELIVERY, fee: 4.5, freeFrom: 30, leastOrder: 12, products: [bread] },
      PICK_UP,
    ]);
    const [delivery, pickUp] = (await offered(world, [line("bread", 4)]))[0].options;
    expect([delivery, pickUp]).toMatchObject([
      { fee: 4.5, freeFrom: 30, closed: null },
      { fee: 0, freeFrom: null, closed: null },
    ]);
    expect((await offered(world, [line("bread", 8)]))[0].options[0]).toMatchObject({ fee: 0, freeFrom: 30 });
    expect((await offered(world, [line("bread", 2)]))[0].options[0].closed).toEqual({
      code: "below_least_order",
      message: "Evening round is for orders of at least $12.00 from this stall; this is $8.00.",
    });
    expect((await offered(world, [line("bread", 4), line("lobster")]))[0].options[0].closed).toEqual({
      code: "not_for_these_goods",
      message: "Lobster is only collected.",
    });
  });

  test("says of goods that nothing takes which to take out, or how much is missing", async () => {
    const alone = await aStall(world, ({ bread }) => [{ ...DELIVERY, leastOrder: 12, products: [bread] }]);
    const advice = async ({ line }: typeof alone, breads: number, lobsters: number) =>
      (await offered(world, [line("bread", breads), ...(lobsters > 0 ? [line("lobster", lobsters)] : [])]))[0].advice;
    expect(await advice(alone, 3, 1)).toBe("Without Lobster, Evening round would do.");
    expect(await advice(alone, 2, 0)).toBe("For $4.00 more from this stall, Evening round would do.");
    expect(await advice(alone, 2, 1)).toBeNull();
    expect(await advice(alone, 3, 0)).toBeNull();
  });

  test("is refused at checkout with one item a stall, and nothing is held", async () => {
    const [first, second] = [
      await aStall(world, ({ bread }) => [{ ...DELIVERY, products: [bread] }, PICK_UP]),
      await aStall(world, () => [{ ...DELIVERY, leastOrder: 12 }, PICK_UP]),
    ];
    const buyer = await aUser(world);
    const carts = [first.line("lobster"), second.line("bread", 2)];
    const ways = [...first.choose(0).ways, ...second.choose(0).ways];
    const refusal = await initialize(world, buyer.token, carts, { ways });
    expect([refusal.status, refusal.body.error]).toMatchObject([
      409,
      [
        { code: "not_for_these_goods", field: `ways.${first.merchant._id}`, message: "Lobster is only collected." },
        { code: "below_least_order", field: `ways.${second.merchant._id}` },
      ],
    ]);
    expect(await stockOf(world, first.lobster)).toBe(50);
    const collected = [...first.choose(1, SATURDAY).ways, ...second.choose(1, SATURDAY).ways];
    expect((await initialize(world, buyer.token, carts, { ways: collected })).status).toBe(200);
  });

  test("is taken unasked where it is the only possible one without times", async () => {
    const { line } = await aStall(world, ({ lobster }) => [
      { ...DELIVERY, name: "Cold van", fee: 3, products: [lobster] },
      { ...DELIVERY, leastOrder: 12, fee: 2 },
    ]);
    const buyer = await aUser(world);
    const { body } = await initialize(world, buyer.token, [line("bread", 3)]);
    expect(body.payment.order.parts).toMatchObject([{ delivery: { name: "Evening round" }, deliveryFee: 2 }]);
    const checkout = await initialize(world, buyer.token, [line("lobster")]);
    expect(checkout.body.error).toMatchObject([{ code: "choose_way" }]);
  });
});
