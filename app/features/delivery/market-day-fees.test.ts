import { expect, test } from "vitest";
import { wrongInBooks } from "~/service/backup/books.server";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The fee of a market day, which an order pays once. The clock is set to Monday 2 March 2026, 12:00 UTC. */

const SALES = "/product/order/merchant";
const MARKET = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  times: [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" } }],
  fee: 1,
};
const SATURDAY = { day: "2026-03-07", from: "09:00" };
const NEXT = { day: "2026-03-14", from: "09:00" };

async function aMarketDay(world: World, body: object = MARKET) {
  const { token } = await aUser(world, { privilege: "operator" });
  const { _id } = (await world.call("POST", "/operator/market-days", { token, body })).body.data;
  return { token, marketDay: _id as string, path: `/operator/market-days/${_id}` };
}

/** A stall at a market day that sells bread at a price in cents. */
async function aStallAt(world: World, marketDay: string, amountCents: number) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const { _id: product } = await aProduct(world, {
    merchantId: merchant._id,
    title: "Bread",
    amountCents,
    quantity: 50,
  });
  await world.call("PUT", `/merchant/market-days/${marketDay}`, { token, body: { noticeHours: 0 } });
  const choose = (time: object = SATURDAY) => ({ merchant: merchant._id, method: marketDay, ...time });
  const balance = async () =>
    (await world.call("GET", "/product/payment/merchant/balance", { token })).body.data as Record<string, number>;
  return { merchant, token, line: { product, quantity: 2 }, choose, balance };
}
type Stall = Awaited<ReturnType<typeof aStallAt>>;

interface Part {
  merchant: string;
  amount: number;
  deliveryFee: number;
  deliveryFeeRefunded: number;
}

/** A paid order of two breads of each stall. */
async function anOrder(world: World, stalls: Stall[]) {
  const buyer = await aUser(world);
  const carts = stalls.map(({ line }) => line);
  const { body } = await initialize(world, buyer.token, carts, { ways: stalls.map(({ choose }) => choose()) });
  await confirm(world, body.data as string);
  const { _id } = (await finalize(world, buyer.token, body.payment.stripeId as string)).body.data;
  const order = async () => (await world.call("GET", `/product/order/${_id}`, { token: buyer.token })).body.data;
  const fees = async () => (await order()).parts.map(({ deliveryFee }: Part) => deliveryFee);
  const act = (stall: Stall, step: string, overrides: object = {}) =>
    world.call("POST", `${SALES}/${_id}/${step}`, { token: stall.token, body: overrides });
  return { id: _id as string, buyer, charged: body.payment.amount as number, order, fees, act };
}

async function expectWholeBooks(world: World): Promise<void> {
  expect(await wrongInBooks(world.services.db)).toEqual([]);
  expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
}

onBothDatabases("the fee of a market day", (world) => {
  /** A market day with a fee of $1.00, and three stalls whose breads cost the same. */
  const threeStalls = async () => {
    const market = await aMarketDay(world);
    const stallAt = (cents: number) => aStallAt(world, market.marketDay, cents);
    return { ...market, stalls: [await stallAt(500), await stallAt(500), await stallAt(500)] as const };
  };

  test("is set by an operator, read by merchants, and in the log", async () => {
    const { token, path, stalls } = await threeStalls();
    const [baker] = stalls;
    expect((await world.call("PUT", path, { token, body: { ...MARKET, fee: 2.5 } })).body.data.fee).toBe(2.5);
    const list = await world.call("GET", "/merchant/market-days", { token: baker.token });
    expect(list.body.data).toMatchObject([{ fee: 2.5, takesPart: true }]);
    const changes = await world.services.db
      .selectFrom("auditLog")
      .select("details")
      .where("action", "=", "market_day.changed")
      .execute();
    expect(changes.map(({ details }) => details).join("")).toMatch(/\$1\.00.*\$2\.50/);
    const { fee: _fee, ...free } = MARKET;
    expect((await world.call("PUT", path, { token, body: free })).body.data.fee).toBe(0);
  });

  test.each([
    [-1, "A fee is not below 0."],
    [1.005, "A fee has at most two decimals."],
    ["4", "A fee is an amount such as 4.50."],
    [10_001, "A fee can be at most $10,000."],
  ])("of %s is refused", async (fee, message) => {
    const { token } = await aUser(world, { privilege: "operator" });
    const answer = await world.call("POST", "/operator/market-days", { token, body: { ...MARKET, fee } });
    expect([answer.status, answer.body.error]).toMatchObject([422, [{ field: "fee", message }]]);
  });

  test("is offered whole to each stall, charged once, and shared to the cent", async () => {
    const { stalls } = await threeStalls();
    const carts = stalls.map(({ line }) => line);
    const { data } = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body;
    expect(data).toMatchObject(stalls.map(() => ({ options: [{ shared: true, fee: 1, freeFrom: null }] })));
    const order = await anOrder(world, [...stalls]);
    expect(order.charged).toBe(31);
    const intents = await world.services.db.selectFrom("testIntents").select("amountCents").execute();
    expect(intents.map(({ amountCents }) => Number(amountCents))).toEqual([3100]);
    expect(await order.order()).toMatchObject({ amount: 31, deliveryFee: 1 });
    expect(await order.fees()).toEqual([0.34, 0.33, 0.33]);
    const balances = await Promise.all(stalls.map(({ balance }) => balance()));
    expect(balances).toMatchObject([
      { sold: 10, deliveryFees: 0.34, owed: 10.34 },
      { sold: 10, deliveryFees: 0.33, owed: 10.33 },
      { sold: 10, deliveryFees: 0.33, owed: 10.33 },
    ]);
    const [letter] = await mailsSent(world, order.buyer.email);
    expect(letter?.text).toMatch(/Shipping, Town Hall Market[^]*\$1\.00/);
    expect(letter?.text.split("Shipping,")).toHaveLength(2);
    await expectWholeBooks(world);
  });

  test("is paid once though the stalls are collected from at two times, and not by a part that goes otherwise", async () => {
    const { stalls } = await threeStalls();
    const [baker, dairy, fish] = stalls;
    const way = { kind: "carrier", name: "Cold van", fee: 4 };
    const { _id: method } = (await world.call("POST", "/merchant/ways", { token: fish.token, body: way })).body.data;
    const sent = { merchant: fish.merchant._id, method, day: "", from: "" };
    const ways = [baker.choose(), dairy.choose(NEXT), sent];
    const buyer = await aUser(world);
    const carts = stalls.map(({ line }) => line);
    const { body } = await initialize(world, buyer.token, carts, { ways });
    expect(body.payment.amount).toBe(35);
    expect(body.payment.order.parts.map(({ deliveryFee }: Part) => deliveryFee)).toEqual([0.5, 0.5, 4]);
  });

  test("that changes, or falls to nothing, is another one for a checkout that waits and none for an order", async () => {
    const { stalls, token, path } = await threeStalls();
    const placed = await anOrder(world, [...stalls]);
    const buyer = await aUser(world);
    const begin = async () => {
      const carts = stalls.map(({ line }) => line);
      const { body } = await initialize(world, buyer.token, carts, { ways: stalls.map(({ choose }) => choose()) });
      return [body.payment.orderId, body.payment.amount] as [string, number];
    };
    const [first, price] = await begin();
    expect([await begin(), price]).toEqual([[first, 31], 31]);
    for (const [fee, amount] of [
      [2, 32],
      [0, 30],
    ]) {
      await world.call("PUT", path, { token, body: { ...MARKET, fee } });
      const [next, newPrice] = await begin();
      expect([next === first, newPrice]).toEqual([false, amount]);
    }
    expect(await placed.fees()).toEqual([0.34, 0.33, 0.33]);
  });

  test("goes back as the whole share of a part that has not left, and of another by choice", async () => {
    const { stalls } = await threeStalls();
    const [baker, dairy, fish] = stalls;
    const order = await anOrder(world, [...stalls]);
    const cancelled = await order.act(baker, "cancel", { reason: "Oven broken." });
    expect(cancelled.body.data).toMatchObject({ refunded: 10, deliveryFeeRefunded: 0.34 });
    await order.act(dairy, "ship");
    const { parts } = (await order.order()) as { parts: (Part & { lines: string[] })[] };
    const lineId = parts.find(({ merchant }) => merchant === dairy.merchant._id)?.lines[0];
    const back = async (stall: Stall, body: object) => {
      world.clock.forward(1);
      const { token } = stall;
      const sums = (await world.call("POST", `${SALES}/${order.id}/refund/sums`, { token, body })).body.data;
      const { refunded, amount } = sums;
      const asked = { ...body, refunded, amount, reason: "Sorry." };
      return (await world.call("POST", `${SALES}/${order.id}/refund`, { token, body: asked })).body.data;
    };
    const goods = { lines: [{ lineId, quantity: 2 }] };
    expect(await back(dairy, goods)).toMatchObject({ refunded: 10, deliveryFeeRefunded: 0 });
    expect(await back(dairy, { lines: [], deliveryFee: true })).toMatchObject({ deliveryFeeRefunded: 0.33 });
    expect(await order.order()).toMatchObject({ amount: 31, refunded: 20.67 });
    expect(await Promise.all([baker, dairy, fish].map(({ balance }) => balance()))).toMatchObject([
      { deliveryFees: 0, owed: 0 },
      { deliveryFees: 0, owed: 0 },
      { deliveryFees: 0.33, owed: 10.33 },
    ]);
    await expectWholeBooks(world);
  });
});
