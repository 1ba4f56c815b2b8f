import { expect, test, vi } from "vitest";
import { aPaidCheckout, confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { allOrders, currentPayment } from "../../../tests/fixtures/checkouts-under-way";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { releaseHold } from "./hold-stock.server";
import { countAwayHeld, lockProducts } from "~/features/products/stock.server";
import { inTransaction } from "~/platform/database/database.server";

onBothDatabases("holding stock for checkouts that meet or break off", (world) => {
  test("two tabs that check out at once hold the stock once", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => initialize(world, buyer.token, [{ product: product._id, quantity: 1 }])),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status, body } of answers) if (status === 409) expect(body.error[0].code).toBe("checkout_running");
    expect(await stockOf(world, product._id)).toBe(9);
    expect((await allOrders(world)).filter((order) => order.status === "pending")).toHaveLength(1);
  });

  test("two tabs with different carts at once leave one hold, whichever wins", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world, { quantity: 10 }), await aProduct(world, { quantity: 10 })];
    await initialize(world, buyer.token, [{ product: a._id, quantity: 1 }]);
    await Promise.all(
      [a, b, a, b].map((product, n) => initialize(world, buyer.token, [{ product: product._id, quantity: n + 2 }])),
    );
    const [pending, ...more] = (await allOrders(world)).filter((order) => order.status === "pending");
    expect(more).toEqual([]);
    const lines = pending
      ? await world.services.db.selectFrom("orderLines").selectAll().where("orderId", "=", pending._id).execute()
      : [];
    const heldPieces = (id: string) =>
      lines.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0);
    expect([await stockOf(world, a._id), await stockOf(world, b._id)]).toEqual([
      10 - heldPieces(a._id),
      10 - heldPieces(b._id),
    ]);
  });

  test("paying in one tab and changing the cart in the other keeps what was paid", async () => {
    const { buyer, product, orderId } = await aPaidCheckout(world, { stock: 10 });
    const other = await aProduct(world);
    expect((await initialize(world, buyer.token, [{ product: other._id, quantity: 1 }])).status).toBe(200);
    expect(await statusOf(world, orderId)).toBe("paid");
    expect(await stockOf(world, product._id)).toBe(9);
    expect((await mailsSent(world, buyer.email)).map((mail) => mail.subject)).toEqual([
      expect.stringMatching(/^Order #\d+ is paid$/),
    ]);
  });

  test("a crash before the payment was made is healed by asking again", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    const first = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    // As if the process had died after the order was written, and before the provider was asked or had answered.
    await world.services.db.updateTable("orders").set({ intentId: null }).execute();
    const second = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    expect([second.status, second.body.data, second.body.payment.orderId]).toEqual([
      200,
      first.body.data,
      first.body.payment.orderId,
    ]);
    await world.services.db.updateTable("orders").set({ intentId: null }).execute();
    await world.services.db.deleteFrom("testIntents").execute();
    const third = await currentPayment(world, buyer.token);
    expect(third.body.data.stripeId).toMatch(/^pi_test_/);
    await confirm(world, third.body.data.clientSecret);
    expect((await finalize(world, buyer.token, third.body.data.stripeId)).status).toBe(200);
    expect(await stockOf(world, product._id)).toBe(9);
  });

  test("one that nobody comes back to is given up in time, payment or no payment", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    await initialize(world, buyer.token, [{ product: product._id, quantity: 4 }]);
    await world.services.db.updateTable("orders").set({ intentId: null }).execute();
    world.clock.forward(30 * 60);
    await world.runner.drain(["payments.reconcile"]);
    await world.runner.drain(["payments.reconcile"]);
    expect(await stockOf(world, product._id)).toBe(10);
    expect((await currentPayment(world, buyer.token)).body.error[0].code).toBe("no_pending_payment");
  });

  test("one that was begun with another provider is given up in time as well, and nobody is asked about it", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    await initialize(world, buyer.token, [{ product: product._id, quantity: 4 }]);
    await world.services.db.updateTable("orders").set({ provider: "stripe" }).execute();
    const providerCalls = [vi.spyOn(world.services.cards, "retrieve"), vi.spyOn(world.services.cards, "cancel")];
    world.clock.forward(30 * 60);
    await world.runner.drain(["payments.reconcile"]);
    expect(await stockOf(world, product._id)).toBe(10);
    for (const call of providerCalls) {
      expect(call).not.toHaveBeenCalled();
      call.mockRestore();
    }
  });

  test("a crash between ending a payment and giving the stock back does not lock the buyer out", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    const first = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    await world.services.cards.cancel(first.body.payment.stripeId);
    const second = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    expect(second.body.payment.status).toBe("requires_payment_method");
    await confirm(world, second.body.data);
    expect((await finalize(world, buyer.token, second.body.payment.stripeId)).status).toBe(200);
    expect(await stockOf(world, product._id)).toBe(9);
  });

  test("the order's number is never given twice, however many check out at once", async () => {
    const product = await aProduct(world, { quantity: 100 });
    const buyers = await Promise.all(Array.from({ length: 30 }, () => aUser(world)));
    const answers = await Promise.all(
      buyers.map((buyer) => initialize(world, buyer.token, [{ product: product._id, quantity: 1 }])),
    );
    const numbers = answers.map((answer) => answer.body.payment.itemId as number);
    expect(new Set(numbers).size).toBe(30);
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(29);
  });

  test("a hold that ends while its merchant counts waits for that, and neither is begun anew", async () => {
    const [buyer, { _id, merchantId }] = [await aUser(world), await aProduct(world, { quantity: 5 })];
    const { body } = await initialize(world, buyer.token, [{ product: _id, quantity: 2 }]);
    const { db, dialect } = world.services;
    const begun = vi.spyOn(db, "transaction");
    let releasing: Promise<void> | undefined;
    await inTransaction(db, async (trx) => {
      await lockProducts(trx, dialect, [_id]);
      releasing ??= releaseHold(world.services, body.payment.orderId);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await countAwayHeld(trx, world.services, new Map([[_id, 1]]), merchantId);
    });
    await releasing;
    const times = begun.mock.calls.length;
    begun.mockRestore();
    expect([times, await stockOf(world, _id)]).toEqual([2, 4]);
  });
});
