import { expect, test, vi } from "vitest";
import { aPaidCheckout, aPaidOrder, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { reconcileRefunds } from "~/features/refunds/reconcile-refunds.server";
import { ProviderUnreachable } from "~/platform/cards/card-provider";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
const payments = async (world: World, token: string, query = "") =>
  (await world.call("GET", `/operator/payments${query}`, { token })).body.data;
const repair = (world: World, token: string, id: string) =>
  world.call("POST", `/operator/payments/${id}/repair`, { token });
const differences = async (world: World, token: string, id: string) =>
  (await payments(world, token)).docs.find((doc: { _id: string }) => doc._id === id).differences;
const intents = (world: World) => world.services.db.updateTable("testIntents");

onBothDatabases("the provider's payments beside our orders", (world) => {
  test("agree where both say the same: paid, refunded, and never paid", async () => {
    const { token } = await anOperator(world);
    const { stripeId, order } = await aPaidOrder(world);
    expect((await payments(world, token)).docs).toEqual([
      {
        _id: stripeId,
        status: "succeeded",
        createdAt: expect.any(String),
        amount: 2.5,
        refunded: 0,
        order: { _id: order._id, itemId: order.itemId, status: "paid", amount: 2.5, refunded: 0 },
        dispute: null,
        differences: [],
      },
    ]);
    await world.call("POST", `/operator/orders/${order._id}/refund`, { token, body: { reason: "Broken" } });
    // A refund on its way is no difference.
    expect(await differences(world, token, stripeId)).toEqual([]);
    await world.runner.drain();
    expect((await payments(world, token)).docs).toMatchObject([
      { refunded: 2.5, order: { refunded: 2.5 }, differences: [] },
    ]);
  });

  test("come newest first, twenty a page, from a day on", async () => {
    const { token } = await anOperator(world);
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) {
      ids.unshift((await aPaidCheckout(world)).stripeId);
      world.clock.forward(3600);
    }
    const first = await payments(world, token);
    expect([first.docs.length, first.provider]).toEqual([20, "test"]);
    const second = await payments(world, token, `?after=${first.next}`);
    expect([...first.docs, ...second.docs].map((doc: { _id: string }) => doc._id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await payments(world, token, "?since=2026-03-03")).docs).toHaveLength(11);
    expect((await payments(world, token, "?since=2026-03-04")).docs).toEqual([]);
    for (const query of ["?since=yesterday", "?after=%00", "?after=x"])
      expect([query, (await world.call("GET", `/operator/payments${query}`, { token })).status]).toEqual([query, 422]);
  });

  test("of a checkout that is not paid yet agree, and Repair leaves it as it is", async () => {
    const { token } = await anOperator(world);
    const [buyer, product] = [await aUser(world), await aProduct(world)];
    const { payment } = (await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }])).body;
    const repaired = await repair(world, token, payment.stripeId);
    expect([repaired.status, repaired.body.message]).toEqual([200, "Both agree now."]);
    expect(await statusOf(world, payment.orderId)).toBe("pending");
  });

  test("that were paid there and not placed here are placed by Repair, once", async () => {
    const { token } = await anOperator(world);
    const { buyer, product, stripeId, orderId } = await aPaidCheckout(world);
    expect(await differences(world, token, stripeId)).toEqual(["not_placed"]);
    const answers = await Promise.all([repair(world, token, stripeId), repair(world, token, stripeId)]);
    expect(answers.map((answer) => [answer.status, answer.body.message])).toEqual([
      [200, "Both agree now."],
      [200, "Both agree now."],
    ]);
    expect([
      await statusOf(world, orderId),
      await stockOf(world, product._id),
      await differences(world, token, stripeId),
    ]).toEqual(["paid", 9, []]);
    expect((await mailsSent(world, buyer.email)).filter((mail) => mail.subject.includes("is paid"))).toHaveLength(1);
    expect((await finalize(world, buyer.token, stripeId)).status).toBe(200);
    const [entry] = await world.services.db.selectFrom("auditLog").selectAll().execute();
    expect([entry?.action, JSON.parse(entry?.details ?? "")]).toEqual([
      "payment.repaired",
      { payment: stripeId, differences: ["not_placed"], order: orderId },
    ]);
  });

  test("that cannot be placed go back by Repair, and then agree", async () => {
    const { token } = await anOperator(world);
    const { stripeId, orderId } = await aPaidCheckout(world);
    await intents(world).set({ amountCents: 200 }).execute();
    const { status, body } = await repair(world, token, stripeId);
    expect([status, body.message]).toEqual([
      200,
      expect.stringContaining("The amount paid is not the amount of the order."),
    ]);
    await world.runner.drain();
    expect([await statusOf(world, orderId), await differences(world, token, stripeId)]).toEqual(["refused", []]);
  });

  test("tell when amounts differ, when it is paid here alone, and when nobody knows the order", async () => {
    const { token } = await anOperator(world);
    const { stripeId } = await aPaidOrder(world);
    await intents(world).set({ amountCents: 200 }).execute();
    expect(await differences(world, token, stripeId)).toEqual(["amount"]);
    await intents(world).set({ amountCents: 250, status: "canceled" }).execute();
    expect(await differences(world, token, stripeId)).toEqual(["not_paid_there"]);
    await world.services.db
      .insertInto("testIntents")
      .values({
        _id: "pi_test_ffffffffffffffffffffffff",
        clientSecret: "x",
        orderId: "0".repeat(24),
        buyerId: "",
        amountCents: 900,
        refundedCents: 0,
        currency: "usd",
        status: "succeeded",
        lastError: "",
        idempotencyKey: "k",
        createdAt: "2026-03-02T12:00:00.000Z",
        refundsAre: "quick",
      })
      .execute();
    const { docs } = await payments(world, token);
    expect(docs[0]).toMatchObject({
      _id: "pi_test_ffffffffffffffffffffffff",
      order: null,
      differences: ["unknown_order"],
    });
    expect((await repair(world, token, docs[0]._id)).body.message).toMatch(/somebody has to look at it/);
  });

  test("tell when more or less went back there than here; Repair sends a refund that has not gone out", async () => {
    const { token } = await anOperator(world);
    const { stripeId, order } = await aPaidOrder(world, { quantity: 2 });
    await intents(world).set({ refundedCents: 500 }).execute();
    expect(await differences(world, token, stripeId)).toEqual(["refunded_more_there"]);
    await intents(world).set({ refundedCents: 0 }).execute();
    await world.call("POST", `/operator/orders/${order._id}/refund`, { token, body: { reason: "Broken" } });
    await world.services.db.deleteFrom("jobs").execute();
    await repair(world, token, stripeId);
    await world.runner.drain();
    expect((await payments(world, token)).docs).toMatchObject([{ refunded: 5, differences: [] }]);
    await intents(world).set({ refundedCents: 250 }).execute();
    expect(await differences(world, token, stripeId)).toEqual(["refunded_less_there"]);
  });

  test("of which a part was given back by hand there agree after Repair", async () => {
    const { token } = await anOperator(world);
    const { stripeId } = await aPaidOrder(world, { quantity: 2 });
    await world.services.cards.refund({ intentId: stripeId, amountCents: 100, refundId: "made-by-hand", refusals: 0 });
    expect((await repair(world, token, stripeId)).body.message).toBe("Both agree now.");
    expect((await payments(world, token)).docs).toMatchObject([
      { refunded: 1, order: { status: "paid", refunded: 1 }, differences: [] },
    ]);
  });

  test("are repaired once the provider is there again, and not said to be settled meanwhile", async () => {
    const { token } = await anOperator(world);
    const { cards } = world.services;
    const down = new ProviderUnreachable("down");
    const { stripeId, orderId } = await aPaidCheckout(world);
    const intent = await cards.retrieve(stripeId);
    const looking = vi.spyOn(cards, "retrieve").mockResolvedValueOnce(intent).mockRejectedValueOnce(down);
    expect((await repair(world, token, stripeId)).status).toBe(503);
    looking.mockRestore();
    await repair(world, token, stripeId);
    expect(await statusOf(world, orderId)).toBe("paid");

    await cards.refund({ intentId: stripeId, amountCents: 100, refundId: "made-by-hand", refusals: 0 });
    const request = vi.spyOn(cards, "refundsOf").mockRejectedValueOnce(down);
    expect((await repair(world, token, stripeId)).status).toBe(503);
    request.mockRestore();
    expect((await repair(world, token, stripeId)).body.message).toBe("Both agree now.");
  });

  test("agree where a payment went back whole before it became an order, once that is known here", async () => {
    const { token } = await anOperator(world);
    const { stripeId } = await aPaidCheckout(world);
    await world.services.cards.refund({ intentId: stripeId, amountCents: 250, refundId: "made-by-hand", refusals: 0 });
    expect(await differences(world, token, stripeId)).toEqual(["not_placed", "refunded_more_there"]);
    await reconcileRefunds(world.services, stripeId);
    expect(await differences(world, token, stripeId)).toEqual([]);
  });

  test("tell of a second payment for the same order; Repair gives it back", async () => {
    const { token } = await anOperator(world);
    const { stripeId, orderId } = await aPaidOrder(world);
    const first = await world.services.db.selectFrom("testIntents").selectAll().executeTakeFirstOrThrow();
    const second = { ...first, _id: "pi_test_ffffffffffffffffffffffff", clientSecret: "x", idempotencyKey: "k" };
    await world.services.db.insertInto("testIntents").values(second).execute();
    expect(await differences(world, token, second._id)).toEqual(["other_payment"]);
    await repair(world, token, second._id);
    await world.runner.drain();
    expect((await payments(world, token)).docs).toMatchObject([
      { _id: second._id, refunded: 2.5, differences: [] },
      { _id: stripeId, refunded: 0, differences: [] },
    ]);
    expect(await statusOf(world, orderId)).toBe("paid");
  });

  test("are for operators alone, and a payment that nobody has made is not found", async () => {
    const { token } = await anOperator(world);
    const { buyer, stripeId } = await aPaidCheckout(world);
    expect((await world.call("GET", "/operator/payments", { token: buyer.token })).status).toBe(403);
    expect((await repair(world, buyer.token, stripeId)).status).toBe(403);
    expect((await repair(world, token, "pi_test_nobody")).status).toBe(404);
  });
});
