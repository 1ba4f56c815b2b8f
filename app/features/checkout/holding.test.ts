import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { allOrders, currentPayment } from "../../../tests/fixtures/checkouts-under-way";
import { ADDRESS, aProduct, aUser, setSold, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

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
    expect(await allOrders(world)).toHaveLength(1);
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
    expect((await currentPayment(world, buyer.token)).body.data.orderId).toBe(second.body.payment.orderId);
    expect((await allOrders(world)).map((order) => order.status)).toEqual(["released", "pending"]);
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
    expect(await allOrders(world)).toEqual([]);
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
