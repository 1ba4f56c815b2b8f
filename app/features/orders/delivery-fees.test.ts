import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { wrongInBooks } from "~/service/backup/books.server";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The delivery fee in orders, refunds and books. The clock is set to Monday 2 March 2026. */

const SALES = "/product/order/merchant";
const PAYMENTS = "/product/payment/merchant";
const DELIVERY = {
  kind: "delivery",
  name: "Evening round",
  area: "05401-05408",
  fee: 4.5,
  freeFrom: 30,
  leastOrder: 5,
};

/** A stall with a delivery method. It sells bread at 5.35 and a cheese by weight at 6.25 at most. */
async function aStall(world: World, way: object = DELIVERY) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 535, quantity: 50 });
  const cheese = await aProduct(world, {
    merchantId: merchant._id,
    title: "Cheese",
    amountCents: 625,
    quantity: 50,
    unitPriceCents: 1895,
    weightUnit: "kg",
    contentMilli: 300_000,
    contentUnit: "g",
  });
  const method = (await world.call("POST", "/merchant/ways", { token, body: way })).body.data._id as string;
  const ways = [{ merchant: merchant._id, method, day: "", from: "" }];
  const cartOf = (breads: number, cheeses = 0) => [
    { product: bread._id, quantity: breads },
    ...(cheeses > 0 ? [{ product: cheese._id, quantity: cheeses }] : []),
  ];
  return { merchant, token, method, ways, cartOf };
}

type Stall = Awaited<ReturnType<typeof aStall>>;

/** A paid order of some breads and cheeses, with the calls of its buyer, its merchant and an operator. */
async function anOrder(world: World, stall: Stall, breads = 2, cheeses = 0) {
  const buyer = await aUser(world);
  const { body } = await initialize(world, buyer.token, stall.cartOf(breads, cheeses), { ways: stall.ways });
  await confirm(world, body.data as string);
  const finalized = (await finalize(world, buyer.token, body.payment.stripeId as string)).body.data;
  const id = finalized._id as string;
  const operator = await aUser(world, { privilege: "operator" });
  const sale = async () => (await world.call("GET", `${SALES}/${id}`, { token: stall.token })).body.data;
  return {
    id,
    buyer,
    charged: body.payment.amount as number,
    lineOf: (title: string) =>
      finalized.carts.find((line: { product: { title: string } }) => line.product.title === title)._id as string,
    sale,
    order: async () => (await world.call("GET", `/product/order/${id}`, { token: buyer.token })).body.data,
    act: (step: string, overrides: object = {}) =>
      world.call("POST", `${SALES}/${id}/${step}`, { token: stall.token, body: overrides }),
    /** The merchant reads the sums of a refund and then refunds them. */
    refund: async (request: object) => {
      // Refunds are sorted by time, so each needs a second of its own.
      world.clock.forward(1);
      const sums = await world.call("POST", `${SALES}/${id}/refund/sums`, { token: stall.token, body: request });
      if (sums.status !== 200) return sums;
      const { refunded, amount } = sums.body.data;
      return world.call("POST", `${SALES}/${id}/refund`, {
        token: stall.token,
        body: { ...request, refunded, amount, reason: "Sorry." },
      });
    },
    refundByOperator: (request: object = {}) =>
      world.call("POST", `/operator/orders/${id}/refund`, {
        token: operator.token,
        body: { ...request, reason: "Broken" },
      }),
  };
}

const balance = async (world: World, { token }: Stall) =>
  (await world.call("GET", `${PAYMENTS}/balance`, { token })).body.data;

/** The cents that the card provider has given back. */
const backAtProvider = async (world: World): Promise<number> => {
  await world.runner.drain();
  const rows = await world.services.db.selectFrom("testRefunds").select("amountCents").execute();
  return rows.reduce((sum, { amountCents }) => sum + Number(amountCents), 0);
};

async function expectWholeBooks(world: World): Promise<void> {
  expect(await wrongInBooks(world.services.db)).toEqual([]);
  expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
}

onBothDatabases("the price of a way", (world) => {
  test("is paid with the goods, kept with the part as it was, and free from the sum that the way says", async () => {
    const stall = await aStall(world);
    const order = await anOrder(world, stall);
    expect(order.charged).toBe(15.2);
    const intents = await world.services.db.selectFrom("testIntents").select("amountCents").execute();
    expect(intents.map(({ amountCents }) => Number(amountCents))).toEqual([1520]);
    await world.call("PUT", `/merchant/ways/${stall.method}`, { token: stall.token, body: { ...DELIVERY, fee: 5 } });
    expect(await order.order()).toMatchObject({
      amount: 15.2,
      deliveryFee: 4.5,
      refunded: 0,
      parts: [{ amount: 10.7, deliveryFee: 4.5, refunded: 0, deliveryFeeRefunded: 0 }],
    });
    expect(await order.sale()).toMatchObject({ amount: 10.7, deliveryFee: 4.5 });
    expect((await anOrder(world, stall, 6)).charged).toBe(32.1);
    expect(await balance(world, stall)).toMatchObject({ sold: 42.8, deliveryFees: 4.5, owed: 47.3 });
    await expectWholeBooks(world);
  });

  test("is another one for a checkout that still waits when its merchant has changed it", async () => {
    const stall = await aStall(world);
    const buyer = await aUser(world);
    const begin = async () => {
      const { body } = await initialize(world, buyer.token, stall.cartOf(2), { ways: stall.ways });
      return [body.payment.orderId, body.payment.amount] as [string, number];
    };
    const [first, price] = await begin();
    expect([await begin(), price]).toEqual([[first, 15.2], 15.2]);
    await world.call("PUT", `/merchant/ways/${stall.method}`, { token: stall.token, body: { ...DELIVERY, fee: 5 } });
    const [second, newPrice] = await begin();
    expect([second === first, newPrice]).toEqual([false, 15.7]);
  });

  test("stays with the part when pieces go back, and goes back with the last of them while nothing was sent", async () => {
    const stall = await aStall(world);
    const order = await anOrder(world, stall);
    const one = { lines: [{ lineId: order.lineOf("Bread"), quantity: 1 }] };
    expect((await order.refund(one)).body.data).toMatchObject({ refunded: 5.35, deliveryFeeRefunded: 0 });
    expect((await order.refund(one)).body.data).toMatchObject({
      statusText: "Cancelled",
      refunded: 10.7,
      deliveryFeeRefunded: 4.5,
      refunds: [
        { amount: 5.35, deliveryFee: 0 },
        { amount: 9.85, deliveryFee: 4.5 },
      ],
    });
    expect(await order.order()).toMatchObject({ refunded: 15.2 });
    expect(await backAtProvider(world)).toBe(1520);
    expect(await balance(world, stall)).toMatchObject({ sold: 10.7, deliveryFees: 0, givenBack: 10.7, owed: 0 });
    await expectWholeBooks(world);
  });

  test("of what was sent goes back by choice alone, with pieces or by itself, once", async () => {
    const stall = await aStall(world);
    const order = await anOrder(world, stall);
    await order.act("ship");
    const all = { lines: [{ lineId: order.lineOf("Bread"), quantity: 2 }] };
    expect((await order.refund(all)).body.data).toMatchObject({
      statusText: "Refunded",
      refunded: 10.7,
      deliveryFeeRefunded: 0,
    });
    expect(await balance(world, stall)).toMatchObject({ deliveryFees: 4.5, owed: 4.5 });
    await expectWholeBooks(world);
    const alone = { lines: [], deliveryFee: true };
    expect((await order.refund(alone)).body.data).toMatchObject({
      statusText: "Refunded",
      refunded: 10.7,
      deliveryFeeRefunded: 4.5,
      refunds: [
        { amount: 10.7, deliveryFee: 0 },
        { amount: 4.5, deliveryFee: 4.5, lines: [] },
      ],
    });
    expect((await order.refund(alone)).body.error).toMatchObject([{ code: "nothing_to_refund" }]);
    expect(await backAtProvider(world)).toBe(1520);
    expect(await balance(world, stall)).toMatchObject({ deliveryFees: 0, owed: 0 });
    const days = await world.services.db.selectFrom("daySales").selectAll().execute();
    expect(days).toMatchObject([{ refundedOrders: 1, deliveryFeeCents: 450, deliveryFeeRefundedCents: 450 }]);
    await expectWholeBooks(world);

    const otherOrder = await anOrder(world, stall);
    await otherOrder.act("ship");
    const request = { lines: [{ lineId: otherOrder.lineOf("Bread"), quantity: 1 }], deliveryFee: true };
    expect((await otherOrder.refund(request)).body.data).toMatchObject({
      statusText: "Shipped",
      deliveryFeeRefunded: 4.5,
    });
    await expectWholeBooks(world);
  });

  test("goes back with a part that its merchant calls off, or that an operator refunds before it was sent", async () => {
    const stall = await aStall(world);
    const [one, otherOrder, shippedOrder] = [
      await anOrder(world, stall),
      await anOrder(world, stall),
      await anOrder(world, stall),
    ];
    const cancelled = await one.act("cancel", { reason: "Oven broken." });
    expect(cancelled.body.data).toMatchObject({ refunded: 10.7, deliveryFeeRefunded: 4.5 });
    await otherOrder.refundByOperator();
    expect(await otherOrder.order()).toMatchObject({ refunded: 15.2 });
    await shippedOrder.act("ship");
    await shippedOrder.refundByOperator();
    expect(await shippedOrder.order()).toMatchObject({ refunded: 10.7 });
    await shippedOrder.refundByOperator({ deliveryFee: true });
    expect(await shippedOrder.order()).toMatchObject({ refunded: 15.2 });
    expect((await shippedOrder.refundByOperator({ deliveryFee: true })).body.error).toMatchObject([
      { code: "nothing_to_refund" },
    ]);
    expect(await backAtProvider(world)).toBe(3 * 1520);
    expect(await balance(world, stall)).toMatchObject({ deliveryFees: 0, owed: 0 });
    await expectWholeBooks(world);
    const letters = await mailsSent(world, one.buyer.email);
    expect(letters.filter(({ text }) => /Delivery fee[^]*\$4\.50[^]*\$15\.20 back/.test(text))).toHaveLength(1);
  });

  test("is given up with a hold that ends unpaid, and goes back with a payment that comes too late", async () => {
    const stall = await aStall(world);
    const buyer = await aUser(world);
    const { body } = await initialize(world, buyer.token, stall.cartOf(50), { ways: stall.ways });
    await releaseHold(world.services, body.payment.orderId as string);
    const small = await aStall(world, { ...DELIVERY, freeFrom: null });
    const lateCheckout = await initialize(world, buyer.token, small.cartOf(50), { ways: small.ways });
    await confirm(world, lateCheckout.body.data as string);
    await releaseHold(world.services, lateCheckout.body.payment.orderId as string);
    await anOrder(world, small, 50);
    const answer = await finalize(world, buyer.token, lateCheckout.body.payment.stripeId as string);
    expect(answer.body.error).toMatchObject([{ code: "sold_meanwhile" }]);
    expect(await backAtProvider(world)).toBe(50 * 535 + 450);
    await expectWholeBooks(world);
  });

  test("is the same cents on order, invoice, letters, statement and exports, apart from goods that are weighed", async () => {
    const stall = await aStall(world);
    const order = await anOrder(world, stall, 2, 2);
    expect(order.charged).toBe(27.7);
    const weights = [{ order: order.id, line: order.lineOf("Cheese"), pieces: ["281", "283"] }];
    world.clock.forward(60);
    const weighed = await world.call("POST", `${SALES}/weights`, { token: stall.token, body: { weights } });
    expect(weighed.body.data).toMatchObject({ weighed: [{ due: 10.69, back: 1.81 }], refused: [] });
    await order.act("ship");
    await order.act("deliver");
    await order.refund({ lines: [{ lineId: order.lineOf("Bread"), quantity: 1 }], deliveryFee: true });
    const sale = await order.sale();
    expect(sale).toMatchObject({ amount: 23.2, refunded: 7.16, deliveryFee: 4.5, deliveryFeeRefunded: 4.5 });
    expect(sale.refunds).toMatchObject([
      { cause: "weighed", amount: 1.81, deliveryFee: 0 },
      { amount: 9.85, deliveryFee: 4.5 },
    ]);

    const pdf = async (path: string) => {
      const response = await world.api.request(`/api/v1${path}`, { headers: { Authorization: stall.token } });
      return (await readPdf(Promise.resolve(response.body ?? new ReadableStream()))).texts.split("\n");
    };
    const invoice = await pdf(`${SALES}/${order.id}/invoice`);
    expect(invoice).toEqual(
      expect.arrayContaining(["$23.20", "Shipping", "$4.50", "$27.70", "-$1.81", "-$9.85", "$16.04", "Delivery fee"]),
    );

    const rows = async (path: string): Promise<Record<string, string>[]> =>
      parse((await world.call("GET", path, { token: stall.token })).body as string, { columns: true, bom: true });
    const money = (row: Record<string, string> | undefined) =>
      ["Amount", "Refunded", "Delivery fee", "Delivery fee refunded", "Net"].map((column) => row?.[column]);
    const amounts = ["23.20", "7.16", "4.50", "4.50", "16.04"];
    expect(money((await rows(`${SALES}/export`))[0])).toEqual(amounts);
    expect(money((await rows(`${PAYMENTS}/export`))[0])).toEqual(amounts);
    const lines = await rows(`${SALES}/${order.id}/export`);
    expect(lines.map((row) => [row["Product"], row["Total"], row["Refunded"]])).toEqual([
      ["Bread", "10.70", "5.35"],
      ["Cheese", "12.50", "1.81"],
      ["Delivery fee, Evening round", "4.50", "4.50"],
    ]);

    const month = world.clock.now().toISOString().slice(0, 7);
    const statement = (await world.call("GET", `${PAYMENTS}/statements/${month}`, { token: stall.token })).body.data;
    expect(statement).toMatchObject({ sales: 23.2, deliveryFees: 0, refunds: -7.16, closing: 16.04 });
    const entries = await rows(`${PAYMENTS}/statements/${month}/csv`);
    expect(
      entries
        .slice(1, -1)
        .map((entry) => `${entry["Kind"]}: ${entry["Amount"]}`)
        .sort(),
    ).toEqual(["Delivery fee refunded: -4.50", "Delivery fee: 4.50", "Refund: -1.81", "Refund: -5.35", "Sale: 23.20"]);
    const day = world.clock.now().toISOString().slice(0, 10);
    const report = await world.call("GET", `/product/sales-report?since=${day}&until=${day}`, { token: stall.token });
    expect(report.body.data).toMatchObject({ sales: 23.2, refunds: -7.16, revenue: 16.04, deliveryFees: 0 });
    const letters = await mailsSent(world, order.buyer.email);
    expect(letters.filter(({ text }) => /Shipping[^]*\$4\.50[^]*Total[^]*\$27\.70/.test(text))).toHaveLength(1);
    await expectWholeBooks(world);
  });

  test("is told to the merchant's own server apart from the goods", async () => {
    const stall = await aStall(world);
    const hook = { url: "https://example.com/hook", events: ["order.placed", "order.cancelled"] };
    await world.call("POST", "/merchant/webhooks", { token: stall.token, body: hook });
    const order = await anOrder(world, stall);
    await order.act("cancel", { reason: "Oven broken." });
    const deliveries = await world.services.db
      .selectFrom("webhookDeliveries")
      .select(["type", "body"])
      .orderBy("type", "desc")
      .execute();
    expect(deliveries.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { amount: 10.7, refunded: 0, deliveryFee: 4.5, deliveryFeeRefunded: 0 },
      { amount: 10.7, refunded: 10.7, deliveryFee: 4.5, deliveryFeeRefunded: 4.5, amountBack: 15.2 },
    ]);
  });
});
