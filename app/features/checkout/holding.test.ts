import { expect, test, vi } from "vitest";
import { aPaidCheckout, confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser, mailsSent, setSold, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { releaseHold } from "./hold-stock.server";
import { countAwayHeld } from "~/features/products/stock.server";
import { lockProducts } from "~/features/products/stock.server";
import { inTransaction } from "~/platform/database/database.server";

const current = (world: World, token: string) => world.call("GET", "/product/payment/current", { token });
const orders = (world: World) => world.services.db.selectFrom("orders").selectAll().orderBy("itemId").execute();

onBothDatabases("holding stock for a checkout", (world) => {
  test("the same cart twice is one order and one hold, with what was typed last", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world, { quantity: 10 }), await aProduct(world, { quantity: 10 })];
    const first = await initialize(
      world,
      buyer.token,
      [
        { product: a._id, quantity: 2 },
        { product: b._id, quantity: 1 },
      ],
      { notes: "One" },
    );
    world.clock.forward(20 * 60);
    const second = await initialize(
      world,
      buyer.token,
      [
        { product: b._id, quantity: 1 },
        { product: a._id, quantity: 2 },
      ],
      { notes: "Two", shipping: { ...ADDRESS, streetAddress: "7 Elsewhere" } },
    );
    expect([second.body.data, second.body.payment.orderId]).toEqual([first.body.data, first.body.payment.orderId]);
    expect(second.body.payment.order).toMatchObject({
      notes: "Two",
      shipping: { streetAddress: "7 Elsewhere" },
      billing: ADDRESS,
    });
    expect(second.body.payment.heldUntil).toBe("2026-03-02T12:30:00.000Z");
    expect([await stockOf(world, a._id), await stockOf(world, b._id)]).toEqual([8, 9]);
    expect(await orders(world)).toHaveLength(1);
  });

  test("another cart gives the first hold back, and its payment can no longer be made", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world, { quantity: 10 }), await aProduct(world, { quantity: 10 })];
    const first = await initialize(world, buyer.token, [{ product: a._id, quantity: 4 }]);
    const second = await initialize(world, buyer.token, [
      { product: a._id, quantity: 1 },
      { product: b._id, quantity: 1 },
    ]);
    expect(second.body.payment.orderId).not.toBe(first.body.payment.orderId);
    expect([await stockOf(world, a._id), await stockOf(world, b._id)]).toEqual([9, 9]);
    expect((await confirm(world, first.body.data)).body.data.status).toBe("canceled");
    expect((await current(world, buyer.token)).body.data.orderId).toBe(second.body.payment.orderId);
    expect((await orders(world)).map((order) => order.status)).toEqual(["released", "pending"]);
  });

  test("all ten pieces can be ordered with eight of them in the buyer's own earlier hold", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    await initialize(world, buyer.token, [{ product: product._id, quantity: 8 }]);
    expect((await initialize(world, buyer.token, [{ product: product._id, quantity: 10 }])).status).toBe(200);
    expect(await stockOf(world, product._id)).toBe(0);
  });

  test("a price that changed in between is asked for at today's, never at yesterday's", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { amountCents: 500, quantity: 10 });
    const first = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    await setSold(world.services.db, { amountCents: 700, priceCents: 700 }, product._id);
    const second = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    expect([first.body.payment.amount, second.body.payment.amount]).toEqual([10, 14]);
    expect(second.body.data).not.toBe(first.body.data);
    expect(await stockOf(world, product._id)).toBe(8);
  });

  test("a price that the buyer sends along is refused, and one that was seen counts for nothing", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { amountCents: 500 });
    const begin = (price: object) =>
      world.call("POST", "/product/payment/initialize", {
        token: buyer.token,
        body: { carts: [{ product: product._id, quantity: 1, ...price }], billing: ADDRESS },
      });
    expect((await begin({ price: 0.01 })).body.error).toMatchObject([{ field: "carts.0.price" }]);
    expect((await begin({ seen: 0.01 })).body.payment.amount).toBe(5);
  });

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
    expect((await orders(world)).filter((order) => order.status === "pending")).toHaveLength(1);
  });

  test("two tabs with different carts at once leave one hold, whichever wins", async () => {
    const buyer = await aUser(world);
    const [a, b] = [await aProduct(world, { quantity: 10 }), await aProduct(world, { quantity: 10 })];
    await initialize(world, buyer.token, [{ product: a._id, quantity: 1 }]);
    await Promise.all(
      [a, b, a, b].map((product, n) => initialize(world, buyer.token, [{ product: product._id, quantity: n + 2 }])),
    );
    const [pending, ...more] = (await orders(world)).filter((order) => order.status === "pending");
    expect(more).toEqual([]);
    const lines = pending
      ? await world.services.db.selectFrom("orderLines").selectAll().where("orderId", "=", pending._id).execute()
      : [];
    const held = (id: string) =>
      lines.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0);
    expect([await stockOf(world, a._id), await stockOf(world, b._id)]).toEqual([10 - held(a._id), 10 - held(b._id)]);
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
    const third = await current(world, buyer.token);
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
    expect((await current(world, buyer.token)).body.error[0].code).toBe("no_pending_payment");
  });

  test("one that was begun with another provider is given up in time as well, and nobody is asked about it", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: 10 });
    await initialize(world, buyer.token, [{ product: product._id, quantity: 4 }]);
    await world.services.db.updateTable("orders").set({ provider: "stripe" }).execute();
    const asked = [vi.spyOn(world.services.cards, "retrieve"), vi.spyOn(world.services.cards, "cancel")];
    world.clock.forward(30 * 60);
    await world.runner.drain(["payments.reconcile"]);
    expect(await stockOf(world, product._id)).toBe(10);
    for (const call of asked) {
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
    const buyers = [];
    for (let n = 0; n < 30; n += 1) buyers.push(await aUser(world));
    const answers = await Promise.all(
      buyers.map((buyer) => initialize(world, buyer.token, [{ product: product._id, quantity: 1 }])),
    );
    const numbers = answers.map((answer) => answer.body.payment.itemId as number);
    expect(new Set(numbers).size).toBe(30);
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(29);
  });

  test("each merchant's part is what its own goods cost, and the parts make up the whole", async () => {
    const buyer = await aUser(world);
    const [one, two] = [await aUser(world, { privilege: "merchant" }), await aUser(world, { privilege: "merchant" })];
    const goods = [
      await aProduct(world, { merchantId: one._id, amountCents: 333 }),
      await aProduct(world, { merchantId: two._id, amountCents: 1999 }),
      await aProduct(world, { merchantId: one._id, amountCents: 1 }),
    ];
    const { body } = await initialize(
      world,
      buyer.token,
      goods.map((product, n) => ({ product: product._id, quantity: n + 1 })),
    );
    const parts = await world.services.db
      .selectFrom("orderParts")
      .selectAll()
      .where("orderId", "=", body.payment.orderId)
      .execute();
    expect(Object.fromEntries(parts.map((part) => [part.merchantId, part.amountCents]))).toEqual({
      [one._id]: 336,
      [two._id]: 3998,
    });
    expect(body.payment.amount).toBe(43.34);
    expect(parts.every((part) => part.paidAt === null)).toBe(true);
    expect(body.payment.order.parts.flatMap((part: { lines: string[] }) => part.lines)).toHaveLength(3);
  });

  test("address and notes travel with the order; the saved billing address is used when none is sent", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    const carts = [{ product: product._id, quantity: 1 }];
    const nowhere = await world.call("POST", "/product/payment/initialize", { token: buyer.token, body: { carts } });
    expect([nowhere.status, nowhere.body.error]).toEqual([
      422,
      [
        { message: "First name is required", code: "required", field: "billing.firstName" },
        { message: "Last name is required", code: "required", field: "billing.lastName" },
        { message: "Street address is required", code: "required", field: "billing.streetAddress" },
        { message: "Country is required", code: "required", field: "billing.countryRegion" },
        { message: "City or zip code is required", code: "required", field: "billing.city" },
      ],
    ]);
    expect(await stockOf(world, product._id)).toBe(100);
    await world.call("PUT", "/user/billing", { token: buyer.token, body: ADDRESS });
    const notes = "Leave it <b>behind</b> the shed,\nplease – danke 🌻";
    const initialized = await world.call("POST", "/product/payment/initialize", {
      token: buyer.token,
      body: { carts, shipping: { ...ADDRESS, firstName: "Grace" }, notes },
    });
    expect(initialized.body.payment.order).toMatchObject({
      billing: ADDRESS,
      shipping: { ...ADDRESS, firstName: "Grace" },
      notes,
    });
    const telephones = async () =>
      (await world.services.db.selectFrom("orders").select("buyer").execute()).map(
        ({ buyer }) => (JSON.parse(buyer) as { telephone: string }).telephone,
      );
    expect(await telephones()).toEqual([ADDRESS.telephone]);
    await world.services.db.updateTable("users").set({ telephone: "8025550100" }).execute();
    const body = { carts, billing: { ...ADDRESS, telephone: "" }, notes };
    await world.call("POST", "/product/payment/initialize", { token: buyer.token, body });
    expect(await telephones()).toEqual(["8025550100"]);
    await world.call("POST", "/product/payment/initialize", {
      token: buyer.token,
      body: { carts, shipping: { ...ADDRESS, firstName: "Grace" }, notes },
    });
    await confirm(world, initialized.body.data);
    expect((await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data).toMatchObject({
      notes,
      shipping: { firstName: "Grace" },
    });
  });

  test("what cannot be had is named line by line, and nothing is held of the rest", async () => {
    const buyer = await aUser(world);
    const [enough, few, out, draft] = [
      await aProduct(world),
      await aProduct(world, { title: "Figs", quantity: 2 }),
      await aProduct(world, { title: "Kale", quantity: 0 }),
      await aProduct(world, { title: "Peas", availType: "draft" }),
    ];
    const refusal = await initialize(world, buyer.token, [
      ...[enough, few, out, draft].map((product) => ({ product: product._id, quantity: 3 })),
      { product: "0".repeat(24), quantity: 1 },
    ]);
    expect([refusal.status, refusal.body.error]).toEqual([
      409,
      [
        { message: "Only 2 left of Figs.", code: "not_enough_stock", field: "carts.1" },
        { message: "Kale is sold out.", code: "sold_out", field: "carts.2" },
        { message: "Peas is no longer sold.", code: "no_longer_sold", field: "carts.3" },
        { message: "A product in the cart does not exist.", code: "no_longer_sold", field: "carts.4" },
      ],
    ]);
    expect(await stockOf(world, enough._id)).toBe(100);
    expect(await orders(world)).toEqual([]);
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

  test("what was bought leaves the saved cart, and nothing else does", async () => {
    const buyer = await aUser(world);
    const [bought, kept] = [await aProduct(world), await aProduct(world)];
    for (const product of [bought, kept])
      await world.call("PUT", `/user/cart/${product._id}`, { token: buyer.token, body: { quantity: 1 } });
    const initialized = await initialize(world, buyer.token, [{ product: bought._id, quantity: 1 }]);
    await confirm(world, initialized.body.data);
    await finalize(world, buyer.token, initialized.body.payment.stripeId);
    expect((await world.call("GET", "/user/lists", { token: buyer.token })).body.data.carts).toEqual([
      { product: kept._id, variant: kept._id, quantity: 1 },
    ]);
  });
});
