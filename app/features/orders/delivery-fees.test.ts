import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import {
  aStallWithFee,
  anOrderWithFee,
  balance,
  DELIVERY,
  expectWholeBooks,
  PAYMENTS,
  SALES,
} from "../../../tests/fixtures/delivery-fees";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026. */

onBothDatabases("the price of a way", (world) => {
  test("is paid with the goods, kept with the part as it was, and free from the sum that the way says", async () => {
    const stall = await aStallWithFee(world);
    const order = await anOrderWithFee(world, stall);
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
    expect((await anOrderWithFee(world, stall, 6)).charged).toBe(32.1);
    expect(await balance(world, stall)).toMatchObject({ sold: 42.8, deliveryFees: 4.5, owed: 47.3 });
    await expectWholeBooks(world);
  });

  test("is another one for a checkout that still waits when its merchant has changed it", async () => {
    const stall = await aStallWithFee(world);
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

  test("is the same cents on order, invoice, letters, statement and exports, apart from goods that are weighed", async () => {
    const stall = await aStallWithFee(world);
    const order = await anOrderWithFee(world, stall, 2, 2);
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
    const stall = await aStallWithFee(world);
    const hook = { url: "https://example.com/hook", events: ["order.placed", "order.cancelled"] };
    await world.call("POST", "/merchant/webhooks", { token: stall.token, body: hook });
    const order = await anOrderWithFee(world, stall);
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
