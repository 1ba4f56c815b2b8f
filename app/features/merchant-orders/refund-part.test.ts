import { expect, test } from "vitest";
import { anOrderOfTwo, booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** A paid order of 2 apples at 4.20 at the orchard and a bread at 3.10 elsewhere, with the orchard's calls for it. */
async function anOrder(world: World) {
  const order = await anOrderOfTwo(world);
  const { orderId, orchard, buyer } = order;
  const path = `/product/order/merchant/${orderId}`;
  const token = orchard.token;
  const { _id: lineId, partId } = await world.services.db
    .selectFrom("orderLines")
    .select(["_id", "partId"])
    .where("title", "=", "Apples")
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  await mailsSent(world);
  world.mails.length = 0;
  const sums = async (...lines: object[]) =>
    world.call("POST", `${path}/refund/sums`, { token, body: { lines: lines.map((line) => ({ lineId, ...line })) } });
  /** Asks for the sums, and then for a refund with these sums. */
  const refund = async (line: object, overrides: object = {}) => {
    const { amount, refunded } = (await sums(line)).body.data;
    const body = { lines: [{ lineId, ...line }], amount, refunded, reason: "Some were bruised.", ...overrides };
    return world.call("POST", `${path}/refund`, { token, body });
  };
  const storedOrder = async () => (await world.call("GET", path, { token })).body.data;
  const seenByBuyer = async () =>
    (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data;
  const step = (action: string) => world.call("POST", `${path}/${action}`, { token, body: {} });
  return { ...order, path, lineId, partId, sums, refund, seen: storedOrder, seenByBuyer, step };
}

const atProvider = async (world: World) =>
  (await world.services.db.selectFrom("testRefunds").select("amountCents").execute()).map((row) =>
    Number(row.amountCents),
  );

onBothDatabases("a part that a merchant gives back", (world) => {
  test("says what the buyer gets and who bears it before the press, and does just that", async () => {
    const { sums, refund, seen } = await anOrder(world);
    const { data } = (await sums({ quantity: 1 })).body;
    expect(data).toEqual({
      lines: [{ lineId: expect.any(String), title: "Apples", what: "1 × Apples", quantity: 1, amount: 4.2 }],
      amount: 4.2,
      merchantBears: 4.2,
      feeGivenBack: 0,
      isPaidOut: false,
      takenBack: 0,
      delivery: 0,
      vat: 0,
      refunded: 0,
      left: 4.2,
    });
    expect(await seen()).toMatchObject({ refunded: 0, refunds: [] });
    const answer = await refund({ quantity: 1 });
    expect([answer.status, answer.body.data.refunded, answer.body.data.statusText]).toEqual([200, 4.2, "Processing"]);
    await world.runner.drain();
    expect(await atProvider(world)).toEqual([420]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("puts pieces back into stock only where that is said, also before they were sent", async () => {
    const { apples, refund, step, seen } = await anOrder(world);
    expect(await stockOf(world, apples._id)).toBe(8);
    await refund({ quantity: 1 });
    expect(await stockOf(world, apples._id)).toBe(8);
    await step("ship");
    await refund({ quantity: 1 }, { restock: true });
    expect([await stockOf(world, apples._id), (await seen()).statusText]).toEqual([9, "Refunded"]);
  });

  test("may be an amount: no piece goes back, everything is still sent, and all see what for", async () => {
    const { apples, buyer, orchard, path, refund, seen, seenByBuyer } = await anOrder(world);
    const answer = await refund({ amount: 1.15 }, { restock: true });
    expect([answer.status, await stockOf(world, apples._id)]).toEqual([200, 8]);
    expect(
      (await mailsSent(world, buyer.email)).map(({ subject, text }) => [subject.replace(/\d+/, ""), text]),
    ).toEqual(
      expect.arrayContaining([
        [
          "Order #: money for a part of it goes back to you",
          expect.stringMatching(/A part of the price of Apples[^]*\$1\.15[^]*Some were bruised\./),
        ],
        ["Your money for order # is on its way back", expect.stringContaining("$1.15")],
      ]),
    );
    expect(await atProvider(world)).toEqual([115]);
    const refundBody = {
      amount: 1.15,
      reason: expect.stringContaining("Some were bruised."),
      lines: [{ title: "Apples", quantity: 0, amount: 1.15 }],
    };
    expect(await seen()).toMatchObject({
      statusText: "Processing",
      refunded: 1.15,
      refunds: [refundBody],
      carts: [{ quantity: 2, refundedQuantity: 0, refunded: 1.15 }],
    });
    expect((await seenByBuyer()).parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ refunded: 1.15, refunds: [expect.objectContaining(refundBody)] }),
      ]),
    );
    const csv = await world.call("GET", `${path}/export`, { token: orchard.token });
    expect(csv.body).toMatch(/Apples,[^,]*,2,4\.20,8\.40,0,1\.15,0\.00,0\.00\r\n/);
    const balance = (await world.call("GET", "/product/payment/merchant/balance", { token: orchard.token })).body.data;
    expect(balance).toMatchObject({ sold: 8.4, givenBack: 1.15, owed: 7.25 });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("shares what an amount has left among the pieces, and the last one takes the rest with it", async () => {
    const { refund, sums, seen } = await anOrder(world);
    await refund({ amount: 1.15 });
    expect((await sums({ quantity: 1 })).body.data.amount).toBe(3.63);
    await refund({ quantity: 1 });
    expect((await sums({ quantity: 1 })).body.data.amount).toBe(3.62);
    await refund({ quantity: 1 });
    await world.runner.drain();
    expect((await atProvider(world)).reduce((sum, cents) => sum + cents, 0)).toBe(840);
    expect(await seen()).toMatchObject({ statusText: "Cancelled", refunded: 8.4, cancelReason: "Some were bruised." });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("whose whole price went back as an amount is still sent; its pieces come back for nothing", async () => {
    const { apples, refund, step, seen } = await anOrder(world);
    await refund({ amount: 8.4 });
    expect((await step("ship")).status).toBe(200);
    expect((await refund({ quantity: 2 }, { restock: true })).status).toBe(200);
    await world.runner.drain();
    expect([await stockOf(world, apples._id), await atProvider(world), (await seen()).statusText]).toEqual([
      10,
      [840],
      "Refunded",
    ]);
    const waiting = await world.services.db.selectFrom("refunds").select("_id").where("doneAt", "is", null).execute();
    expect(waiting).toEqual([]);
  });

  test("is refused at its field where it is more than is left, and nothing has happened", async () => {
    const { sums, refund } = await anOrder(world);
    await refund({ amount: 5 });
    const refusals = [await sums({ amount: 3.41 }), await sums({ quantity: 3 })].map(({ status, body }) => [
      status,
      body.error[0].field,
      body.error[0].message,
    ]);
    expect(refusals).toEqual([
      [409, "lines.0.amount", "Only $3.40 of the price of Apples are left to refund."],
      [409, "lines.0.quantity", "Only 2 pieces of Apples are left to refund."],
    ]);
    for (const wrong of [
      { quantity: 1, amount: 1 },
      {},
      { amount: 0 },
      { amount: 1e-9 },
      { amount: 1.005 },
      { quantity: 0 },
    ])
      expect([wrong, (await sums(wrong)).status]).toEqual([wrong, 422]);
    await world.runner.drain();
    expect(await atProvider(world)).toEqual([500]);
  });

  test("goes back once, though it is pressed twice at once, or somebody else was quicker", async () => {
    const { orderId, lineId, path, orchard, refund, sums } = await anOrder(world);
    const { amount, refunded } = (await sums({ amount: 1 })).body.data;
    const press = () => refund({ amount: 1 }, { amount, refunded });
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ status, body }) => [status, body.error?.[0].code]).sort()).toEqual([
      [200, undefined],
      [409, "refunded_meanwhile"],
    ]);
    // A refund is refused if its sum is not the one shown: here the sum of one piece has changed meanwhile.
    const sumsShown = (await sums({ quantity: 1 })).body.data;
    await refund({ amount: 2 });
    const body = { lines: [{ lineId, quantity: 1 }], amount: sumsShown.amount, refunded: 3, reason: "Bruised." };
    const stale = await world.call("POST", `${path}/refund`, { token: orchard.token, body });
    expect([stale.status, stale.body.error[0].code]).toEqual([409, "refunded_meanwhile"]);
    await world.runner.drain();
    const { cents } = await world.services.db
      .selectFrom("refunds")
      .select((eb) => eb.fn.sum<number>("amountCents").as("cents"))
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(Number(cents)).toBe(300);
  });

  test("is not given while the bank asks for the payment, nor once it was called off", async () => {
    const { orderId, sums, path, orchard } = await anOrder(world);
    const disputed = { disputedAt: "2026-03-02T12:00:00.000Z", disputeReason: "fraudulent" };
    await world.services.db.updateTable("orders").set(disputed).where("_id", "=", orderId).execute();
    expect((await sums({ quantity: 1 })).body.error[0].code).toBe("disputed");
    await world.services.db.updateTable("orders").set({ disputedAt: null }).where("_id", "=", orderId).execute();
    await world.call("POST", `${path}/cancel`, { token: orchard.token, body: { reason: "Hail." } });
    expect((await sums({ quantity: 1 })).body.error[0].code).toBe("already_cancelled");
  });

  test("stands in the database, which itself takes no more than was paid", async () => {
    const { lineId, refund } = await anOrder(world);
    await refund({ amount: 8 });
    const furtherRefund = world.services.db
      .updateTable("orderLines")
      .set({ refundedCents: 841 })
      .where("_id", "=", lineId);
    await expect(furtherRefund.execute()).rejects.toThrow();
  });
});
