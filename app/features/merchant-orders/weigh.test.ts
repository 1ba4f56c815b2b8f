import { expect, test } from "vitest";
import { booksFromOrders, bought, keptBooks } from "../../../tests/fixtures/books";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { anOrderToWeigh } from "../../../tests/fixtures/weighing";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { invoicePdf } from "./invoice.server";

/** An order to weigh, with the calls of its merchant and its buyer. */
async function atTheScale(world: World, quantity = 2) {
  const { merchant, cheese, buyer, order: orderId, line: lineId, token } = await anOrderToWeigh(world, quantity);
  const list = async () => (await world.call("GET", "/product/order/merchant/weights", { token })).body.data;
  const weigh = async (pieces: (string | number | null)[], overrides: object = {}) =>
    (
      await world.call("POST", "/product/order/merchant/weights", {
        token,
        body: { weights: [{ order: orderId, line: lineId, pieces, ...overrides }] },
      })
    ).body.data;
  const path = `/product/order/merchant/${orderId}`;
  const seen = async () => (await world.call("GET", path, { token })).body.data;
  const seenByBuyer = async () =>
    (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data;
  const ship = () => world.call("POST", `${path}/ship`, { token, body: {} });
  const refund = async (line: object) => {
    const lines = [{ lineId, ...line }];
    const sums = (await world.call("POST", `${path}/refund/sums`, { token, body: { lines } })).body.data;
    const { amount, refunded } = sums;
    return world.call("POST", `${path}/refund`, { token, body: { lines, amount, refunded, reason: "Late." } });
  };
  return { merchant, cheese, buyer, orderId, token, path, list, weigh, seen, seenByBuyer, ship, refund, lineId };
}

const atProvider = async (world: World) =>
  (await world.services.db.selectFrom("testRefunds").select("amountCents").execute()).map((row) =>
    Number(row.amountCents),
  );

onBothDatabases("goods that are weighed at packing", (world) => {
  test("the list has as many pieces as one form takes, those of the oldest orders", async () => {
    const { merchant, cheese, buyer, list, lineId } = await atTheScale(world, 300);
    expect(await list()).toMatchObject({ pieces: 300, isWhole: true });
    const parts = world.services.db.updateTable("orderParts").where("merchantId", "=", merchant._id);
    await parts.set({ paidAt: "2026-01-01T00:00:00.000Z" }).execute();
    await bought(world, buyer.token, [[cheese._id, 300]]);
    const first = await list();
    expect(first).toMatchObject({ pieces: 300, isWhole: false, sizes: [{ lines: [{ _id: lineId }] }] });
    expect(first.sizes[0].lines).toHaveLength(1);
    await parts.where("paidAt", "<", "2026-01-02").set({ statusText: "Shipped" }).execute();
    expect(await list()).toMatchObject({ pieces: 300, isWhole: true });
    expect((await list()).sizes[0].lines[0]._id).not.toBe(lineId);
  });

  test("what is lighter goes back once; list, orders, mail, provider and books agree", async () => {
    const { buyer, list, weigh, seen, seenByBuyer, ship, orderId, lineId } = await atTheScale(world);
    expect(await list()).toMatchObject({
      pieces: 2,
      weighed: 0,
      isWhole: true,
      sizes: [{ title: "Cheese", usual: { amount: 300, unit: "g" }, lines: [{ most: 13.2, weights: [null, null] }] }],
    });
    expect((await ship()).body).toMatchObject({
      error: [{ code: "not_weighed", message: "Weigh this first: Cheese." }],
    });
    expect(await weigh(["280"])).toEqual({
      weighed: [{ order: orderId, line: lineId, due: null, back: 0 }],
      refused: [],
    });
    expect((await ship()).body.error[0].code).toBe("not_weighed");
    // 280 g and 311 g at 20.00 a kilo are 11.82 of the 13.20 that were paid.
    const answer = { weighed: [{ order: orderId, line: lineId, due: 11.82, back: 1.38 }], refused: [] };
    expect(await weigh([null, "0,311"])).toEqual(answer);
    expect(await weigh(["280 g", 311])).toMatchObject({ weighed: [{ due: 11.82, back: 0 }] });

    const mails = await mailsSent(world, buyer.email);
    expect(mails.filter(({ subject }) => subject.includes("weighed"))).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/Cheese: 591\sg[^]*\$11\.82[^]*\$1\.38 back/) }),
    ]);
    expect(await atProvider(world)).toEqual([138]);
    const [line] = (await seen()).carts;
    expect(line).toMatchObject({
      price: 6.6,
      quantity: 2,
      refunded: 1.38,
      weighed: { price: 20, per: "kg", weights: [0.28, 0.311], due: 11.82 },
    });
    expect(await seen()).toMatchObject({ amount: 16.2, refunded: 1.38, refunds: [{ cause: "weighed", amount: 1.38 }] });
    expect(await seenByBuyer()).toMatchObject({ amount: 16.2, refunded: 1.38 });
    expect((await ship()).status).toBe(200);
    expect((await weigh(["200", "200"])).refused).toMatchObject([{ code: "already_shipped" }]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("invoice, exports of orders and payments, and the statement tell the same cents", async () => {
    const { weigh, token, seen } = await atTheScale(world);
    await weigh(["280", "311"]);
    await world.runner.drain();
    const read = async (address: string) => (await world.call("GET", address, { token })).body as string;
    const seller = { storeName: "Dairy", businessAddress: "2 Lane", trader: null };
    const { texts } = await readPdf(invoicePdf(await seen(), seller, world.services.config));
    expect(texts).toMatch(/weighs 591\sg: \$11\.82/);
    const lines = texts.split("\n");
    expect(lines).toEqual(expect.arrayContaining(["$16.20", "-$1.38", "$14.82"]));
    // The jam and the cheeses cost at most 16.20. Of this, 1.38 was refunded and 14.82 is left.
    for (const csv of [await read("/product/order/merchant/export"), await read("/product/payment/merchant/export")]) {
      const [head = [], row = []] = csv
        .trim()
        .split("\r\n")
        .map((line) => line.split(","));
      const cell = (name: string) => row[head.indexOf(name)];
      expect([cell("Amount"), cell("Refunded"), cell("Net")]).toEqual(["16.20", "1.38", "14.82"]);
    }
    const month = world.clock.now().toISOString().slice(0, 7);
    const at = `/product/payment/merchant/statements/${month}`;
    const { data } = (await world.call("GET", at, { token })).body;
    expect(data).toMatchObject({ sales: 16.2, refunds: -1.38, closing: 14.82 });
    expect(await read(`${at}/csv`)).toContain("-1.38");
  });

  test("more than was paid for is never charged; exactly what was paid gives nothing back", async () => {
    const { weigh, seen } = await atTheScale(world);
    expect(await weigh(["400", "500"])).toMatchObject({ weighed: [{ due: 13.2, back: 0 }] });
    await world.runner.drain();
    expect([await atProvider(world), (await seen()).refunded]).toEqual([[], 0]);
  });

  test("weighing again gives more back for less, and asks about more", async () => {
    const { weigh, seen } = await atTheScale(world);
    await weigh(["300", "300"]);
    expect((await weigh(["300", "200"])).weighed).toMatchObject([{ due: 10, back: 2 }]);
    expect(await weigh(["300", "290"])).toMatchObject({ weighed: [], refused: [{ code: "heavier_than_before" }] });
    expect(await weigh(["300", "290"], { confirmed: true })).toMatchObject({ weighed: [{ due: 10, back: 0 }] });
    expect((await seen()).carts[0].weighed).toMatchObject({ weights: [0.3, 0.29], due: 10 });
    // The same weights again need no confirmation.
    expect(await weigh(["300", "290"])).toMatchObject({ weighed: [{ due: 10, back: 0 }], refused: [] });
    await world.runner.drain();
    expect((await atProvider(world)).toSorted()).toEqual([120, 200]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("a weight that is far from the usual one, or none at all, is asked about at its piece; nothing is saved", async () => {
    const { weigh, list } = await atTheScale(world);
    expect((await weigh(["300", "10 kg"])).refused).toMatchObject([{ piece: 1, code: "far_from_usual" }]);
    expect((await weigh(["heavy", "300"])).refused).toMatchObject([{ piece: 0, code: "invalid_weight" }]);
    expect((await weigh(["1", "2", "3"])).refused).toMatchObject([{ code: "unknown_line" }]);
    expect((await list()).weighed).toBe(0);
    expect((await weigh(["140", "300"], { confirmed: true })).weighed).toMatchObject([{ due: 8.8, back: 4.4 }]);
  });

  test("several are sent together but for those that are not weighed; weighed, they go", async () => {
    const { weigh, orderId, token, seen } = await atTheScale(world);
    const shipAll = async () =>
      (
        await world.call("POST", "/product/order/merchant/ship", {
          token,
          body: { shipments: [{ order: orderId, carrier: "", trackingNumber: "" }] },
        })
      ).body.data;
    expect(await shipAll()).toMatchObject({ shipped: [], refused: [{ order: orderId, code: "not_weighed" }] });
    expect((await seen()).statusText).toBe("Processing");
    await weigh(["300", "300"]);
    expect(await shipAll()).toMatchObject({ shipped: [orderId], refused: [] });
  });

  test("money that went back before and after is not given twice", async () => {
    const { weigh, refund, seen } = await atTheScale(world);
    await refund({ amount: 1 });
    expect((await weigh(["250", "350"])).weighed).toMatchObject([{ due: 12, back: 1.2 }]);
    // One piece is refunded with an even share of what is left: 13.20 − 1.00 − 1.20 = 11.00.
    await refund({ quantity: 1 });
    expect(await seen()).toMatchObject({ refunded: 7.7 });
    // The buyer was told that 6.00 is due for the other piece.
    expect((await weigh(["350"])).refused).toMatchObject([{ code: "heavier_than_before" }]);
    expect((await weigh(["250"])).weighed).toMatchObject([{ due: 5, back: 1 }]);
    await refund({ quantity: 1 });
    expect((await seen()).carts[0]).toMatchObject({ refunded: 13.2, refundedQuantity: 2 });
    await world.runner.drain();
    expect((await atProvider(world)).reduce((sum, cents) => sum + cents, 0)).toBe(1320);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("no more goes back than is left, however much was given back before", async () => {
    const { weigh, refund } = await atTheScale(world);
    await refund({ amount: 13 });
    expect((await weigh(["200", "200"])).weighed).toMatchObject([{ due: 8, back: 0.2 }]);
  });

  test("once pieces have gone back, those that are left are weighed together", async () => {
    const { weigh, refund, list } = await atTheScale(world, 3);
    await weigh(["250", "300", "350"]);
    await refund({ quantity: 1 });
    expect((await list()).sizes[0].lines[0].weights).toEqual([null, null]);
    expect(await weigh(["250"])).toMatchObject({ weighed: [], refused: [{ piece: 1, code: "weigh_all" }] });
    expect(await weigh(["250", "300"])).toMatchObject({ weighed: [{ due: 11, back: 1 }] });
    await refund({ quantity: 2 });
    await world.runner.drain();
    expect((await atProvider(world)).reduce((sum, cents) => sum + cents, 0)).toBe(1980);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("another stall's line, a cancelled part and a disputed order are not weighed", async () => {
    const { weigh, orderId, lineId, path, token } = await atTheScale(world);
    const stranger = await aUser(world, { privilege: "merchant" });
    const body = { weights: [{ order: orderId, line: lineId, pieces: ["300"] }] };
    const refusal = await world.call("POST", "/product/order/merchant/weights", { token: stranger.token, body });
    expect(refusal.body.data).toMatchObject({ weighed: [], refused: [{ code: "unknown_order" }] });
    const { db } = world.services;
    await db.updateTable("orders").set({ disputedAt: "2026-01-01T00:00:00.000Z" }).where("_id", "=", orderId).execute();
    expect((await weigh(["300"])).refused).toMatchObject([{ code: "disputed" }]);
    await db.updateTable("orders").set({ disputedAt: null }).where("_id", "=", orderId).execute();
    await world.call("POST", `${path}/cancel`, { token, body: { reason: "The cow is ill." } });
    expect((await weigh(["300"])).refused).toMatchObject([{ code: "already_cancelled" }]);
  });
});
