import { expect, test } from "vitest";
import { aPaidCheckout, aPaidOrder, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, setSold, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { carryOutRefund } from "~/features/refunds/carry-out-refund.server";
import { reconcileRefunds } from "~/features/refunds/reconcile-refunds.server";

const intents = (world: World) => world.services.db.selectFrom("testIntents").selectAll().execute();
const subjects = async (world: World, to: string) =>
  (await mailsSent(world, to)).map((mail) => mail.subject.replace(/#\d+/, "#"));

/** A hold that ends while the money is on its way: the provider says succeeded after the order was given up. */
async function aLatePayment(world: World, options: { stock: number; left: number }) {
  const buyer = await aUser(world);
  const product = await aProduct(world, { quantity: options.stock });
  const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
  world.clock.forward(31 * 60);
  await world.runner.drain(["payments.reconcile"]);
  expect([await statusOf(world, body.payment.orderId), await stockOf(world, product._id)]).toEqual([
    "released",
    options.stock,
  ]);
  await world.services.db.updateTable("testIntents").set({ status: "succeeded" }).execute();
  await setSold(world.services.db, { quantity: options.left }, product._id);
  return { buyer, product, orderId: body.payment.orderId as string, stripeId: body.payment.stripeId as string };
}

onBothDatabases("placing an order", (world) => {
  test("twenty finalize calls, two reconciling jobs and two job runners at once make one order", async () => {
    const { buyer, product, stripeId, orderId } = await aPaidCheckout(world, { stock: 5 });
    world.clock.forward(20);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => finalize(world, buyer.token, stripeId).then((answer) => answer.status)),
      world.runner.drain(["payments.reconcile"]).then(() => 200),
      world.runner.drain(["payments.reconcile"]).then(() => 200),
    ]);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["paid", 4]);
    expect(await subjects(world, buyer.email)).toEqual(["Order # is paid"]);
    expect(world.mails).toHaveLength(2);
  });

  test("before it is paid it is refused, and stays open", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    const refusal = await finalize(world, buyer.token, body.payment.stripeId);
    expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "payment_not_completed"]);
    expect(await statusOf(world, body.payment.orderId)).toBe("pending");
  });

  test("somebody else's payment, an unknown one and a made-up one are absent", async () => {
    const { stripeId } = await aPaidCheckout(world);
    const stranger = await aUser(world);
    for (const id of [stripeId, "pi_test_unknown"])
      expect((await finalize(world, stranger.token, id)).body.error).toEqual([
        { code: "unknown_payment", message: "There is no such payment." },
      ]);
    expect((await finalize(world, stranger.token, stripeId)).status).toBe(404);
    expect((await finalize(world, stranger.token, "' or 1=1 --")).status).toBe(422);
  });

  test("the payment may be named by its id or by the whole object", async () => {
    const { buyer, stripeId } = await aPaidCheckout(world);
    const answer = await world.call("POST", "/product/payment/finalize", {
      token: buyer.token,
      body: { stripeId: { id: stripeId, object: "payment_intent", amount: 1 } },
    });
    expect([answer.status, answer.body.message]).toEqual([200, "Order placed."]);
  });

  test("after the hold has ended the order still stands if the goods are there", async () => {
    const { buyer, product, orderId, stripeId } = await aLatePayment(world, { stock: 5, left: 2 });
    expect((await finalize(world, buyer.token, stripeId)).status).toBe(200);
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["paid", 0]);
    expect(await subjects(world, buyer.email)).toEqual(["Order # is paid"]);
  });

  test("after the hold has ended and the goods are sold, the money goes back exactly once, and a mail says so", async () => {
    const { buyer, product, orderId, stripeId } = await aLatePayment(world, { stock: 5, left: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => finalize(world, buyer.token, stripeId)));
    for (const answer of answers) expect([answer.status, answer.body.error[0].code]).toEqual([409, "sold_meanwhile"]);
    await Promise.all([world.runner.drain(), world.runner.drain()]);
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["refused", 1]);
    expect((await intents(world)).map((intent) => [intent.refundedCents, intent.amountCents])).toEqual([[500, 500]]);
    expect(await world.services.db.selectFrom("refunds").select(["amountCents", "doneAt"]).execute()).toEqual([
      { amountCents: 500, doneAt: expect.any(String) },
    ]);
    const mails = await mailsSent(world, buyer.email);
    expect(mails.map(({ subject, text }) => [subject.replace(/\d+/, ""), text])).toEqual([
      ["Your money for order # is on its way back", expect.stringContaining("they were sold meanwhile")],
    ]);
    expect((await world.call("GET", "/product/order", { token: buyer.token })).body.data.total).toBe(0);
    expect((await finalize(world, buyer.token, stripeId)).body.error[0].code).toBe("sold_meanwhile");
  });

  test.each([
    ["too little", { amountCents: 1 }],
    ["too much", { amountCents: 99_999 }],
    ["another currency", { currency: "jpy" }],
    ["for another order", { orderId: "0".repeat(24) }],
    ["by another buyer", { buyerId: "0".repeat(24) }],
  ])("%s paid: the money goes back and so does the stock", async (_, odd) => {
    const { buyer, product, orderId, stripeId } = await aPaidCheckout(world, { stock: 5 });
    await world.services.db.updateTable("testIntents").set(odd).execute();
    const refusal = await finalize(world, buyer.token, stripeId);
    expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "amount_mismatch"]);
    expect((await finalize(world, buyer.token, stripeId)).body.error[0].code).toBe("amount_mismatch");
    await world.runner.drain();
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["refused", 5]);
    expect((await intents(world)).every((intent) => intent.refundedCents === intent.amountCents)).toBe(true);
    expect(await subjects(world, buyer.email)).toEqual(["Your money for order # is on its way back"]);
  });

  test.each([
    [50, [50, 150]],
    [200, [200]],
  ])(
    "of 2.00 that cannot be kept, and of which %i cents were given back by hand, the rest goes back",
    async (byHand, all) => {
      const { buyer, stripeId } = await aPaidCheckout(world);
      await world.services.db.updateTable("testIntents").set({ amountCents: 200 }).execute();
      await world.services.cards.refund({
        intentId: stripeId,
        amountCents: byHand,
        refundId: "made-by-hand",
        refusals: 0,
      });
      await reconcileRefunds(world.services, stripeId);
      for (let n = 0; n < 2; n += 1)
        expect((await finalize(world, buyer.token, stripeId)).body.error[0].code).toBe("amount_mismatch");
      await world.runner.drain();
      const refunds = await world.services.db.selectFrom("refunds").select(["amountCents", "doneAt"]).execute();
      expect(refunds.map((refund) => refund.amountCents).sort((a, b) => a - b)).toEqual(all);
      expect((await intents(world))[0]).toMatchObject({ refundedCents: 200 });
    },
  );

  test("a refund that is carried out twice, or by two at once, gives the money back once", async () => {
    const { buyer, stripeId } = await aLatePayment(world, { stock: 2, left: 0 });
    await finalize(world, buyer.token, stripeId);
    const { _id: refundId } = await world.services.db.selectFrom("refunds").select("_id").executeTakeFirstOrThrow();
    await Promise.all([
      carryOutRefund.handle({ refundId }, world.services, "a"),
      carryOutRefund.handle({ refundId }, world.services, "b"),
    ]);
    await carryOutRefund.handle({ refundId }, world.services, "c");
    expect((await intents(world)).map((intent) => intent.refundedCents)).toEqual([500]);
    expect(await world.services.db.selectFrom("testRefunds").select("_id").execute()).toHaveLength(1);
    expect(await subjects(world, buyer.email)).toEqual(["Your money for order # is on its way back"]);
  });

  test("a refund whose process died after the provider had moved the money is only written down", async () => {
    const { buyer, stripeId } = await aLatePayment(world, { stock: 2, left: 0 });
    await finalize(world, buyer.token, stripeId);
    const row = await world.services.db.selectFrom("refunds").selectAll().executeTakeFirstOrThrow();
    const { id } = await world.services.cards.refund({
      intentId: stripeId,
      amountCents: row.amountCents,
      refundId: row._id,
    });
    await world.runner.drain();
    expect(
      await world.services.db.selectFrom("refunds").select(["providerId", "doneAt"]).executeTakeFirstOrThrow(),
    ).toEqual({ providerId: id, doneAt: expect.any(String) });
    expect((await intents(world)).map((intent) => intent.refundedCents)).toEqual([500]);
  });

  test("money given back by hand waits to be written down while a refund is being made, not once that one is known", async () => {
    const { buyer, stripeId } = await aLatePayment(world, { stock: 2, left: 0 });
    const { db, cards, clock } = world.services;
    await db.updateTable("testIntents").set({ amountCents: 900 }).execute();
    await finalize(world, buyer.token, stripeId);
    const sendingUntil = new Date(clock.now().getTime() + 60_000).toISOString();
    await db.updateTable("refunds").set({ amountCents: 500, sendingUntil }).execute();
    const { _id: refundId } = await db.selectFrom("refunds").select("_id").executeTakeFirstOrThrow();
    await cards.refund({ intentId: stripeId, amountCents: 100, refundId: "made-by-hand", refusals: 0 });
    await expect(reconcileRefunds(world.services, stripeId)).rejects.toThrow("is just being made");
    await cards.refund({ intentId: stripeId, amountCents: 500, refundId, refusals: 0 });
    await reconcileRefunds(world.services, stripeId);
    const refunds = await db.selectFrom("refunds").select(["amountCents", "doneAt"]).orderBy("amountCents").execute();
    expect(refunds).toEqual([
      { amountCents: 100, doneAt: expect.any(String) },
      { amountCents: 500, doneAt: expect.any(String) },
    ]);
  });

  test("a refund whose process died before the provider had moved anything waits for nobody but itself", async () => {
    const { buyer, stripeId } = await aLatePayment(world, { stock: 2, left: 0 });
    await finalize(world, buyer.token, stripeId);
    const { db, cards, clock } = world.services;
    const sendingUntil = new Date(clock.now().getTime() + 60_000).toISOString();
    await db.updateTable("refunds").set({ sendingUntil }).execute();
    await cards.refund({ intentId: stripeId, amountCents: 500, refundId: "made-by-hand", refusals: 0 });
    const { _id: refundId } = await db.selectFrom("refunds").select("_id").executeTakeFirstOrThrow();
    await carryOutRefund.handle({ refundId }, world.services, "a");
    expect(await db.selectFrom("refunds").select(["_id", "amountCents", "doneAt"]).execute()).toEqual([
      { _id: refundId, amountCents: 500, doneAt: expect.any(String) },
    ]);
    expect((await intents(world)).map((intent) => intent.refundedCents)).toEqual([500]);
  });

  test("the same cart after a paid order is a new order", async () => {
    const { buyer, product, orderId } = await aPaidOrder(world, { stock: 5 });
    const again = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    expect(again.body.payment.orderId).not.toBe(orderId);
    expect(await stockOf(world, product._id)).toBe(3);
  });

  test("merchants learn what to send and where, each of their own goods alone", async () => {
    const { product, order } = await aPaidOrder(world, { quantity: 3, more: { notes: "Ring twice" } });
    const merchant = await world.services.db
      .selectFrom("users")
      .select("email")
      .where("_id", "=", product.merchantId)
      .executeTakeFirstOrThrow();
    const [mail] = await mailsSent(world, merchant.email ?? "");
    expect(mail?.subject).toBe(`New order #${order.itemId}: $7.50`);
    for (const words of [`3 × ${product.title}: $7.50`, "12 Orchard Row", "Ring twice"])
      expect(mail?.text).toContain(words);
  });
});
