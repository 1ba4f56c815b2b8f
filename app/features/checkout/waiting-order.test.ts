import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { reconcilePayments } from "./reconcile-payments.server";

const waiting = async (world: World, token: string) =>
  (await world.call("GET", "/product/payment/waiting", { token })).body.data;
const ordersListed = async (world: World, token: string) =>
  (await world.call("GET", "/product/order", { token })).body.data.total;

onBothDatabases("an order that waits for its payment", (world) => {
  async function aCheckout() {
    const [buyer, product] = [await aUser(world), await aProduct(world, { amountCents: 450, quantity: 10 })];
    const initialized = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    return { buyer, product, started: initialized.body };
  }

  test("is told with what is in it and until when it is held, and counts as no order yet", async () => {
    const { buyer, product, started } = await aCheckout();
    const waitingOrder = await waiting(world, buyer.token);
    expect(waitingOrder).toMatchObject({
      heldUntil: "2026-03-02T12:30:00.000Z",
      order: {
        _id: started.payment.orderId,
        amount: 9,
        date: null,
        billing: ADDRESS,
        carts: [{ product: { _id: product._id }, quantity: 2 }],
      },
    });
    expect(await ordersListed(world, buyer.token)).toBe(0);
    expect((await world.call("GET", `/product/order/${waitingOrder.order._id}`, { token: buyer.token })).status).toBe(
      404,
    );
  });

  test("a quarter of an hour later it is still there, and its payment goes through", async () => {
    const { buyer, started } = await aCheckout();
    world.clock.forward(15 * 60);
    expect((await waiting(world, buyer.token)).heldUntil).toBe("2026-03-02T12:30:00.000Z");
    const payNow = await world.call("GET", "/product/payment/current", { token: buyer.token });
    expect(payNow.body.data).toMatchObject({
      clientSecret: started.data,
      orderId: started.payment.orderId,
      status: "requires_payment_method",
    });
    await confirm(world, payNow.body.data.clientSecret);
    expect((await finalize(world, buyer.token, payNow.body.data.stripeId)).status).toBe(200);
    expect([await waiting(world, buyer.token), await ordersListed(world, buyer.token)]).toEqual([null, 1]);
  });

  test("once its time is over it is gone, before anything has tidied up and after", async () => {
    const { buyer } = await aCheckout();
    world.clock.forward(30 * 60);
    expect(await waiting(world, buyer.token)).toBeNull();
    await reconcilePayments.handle(world.services);
    expect(await waiting(world, buyer.token)).toBeNull();
    expect(await ordersListed(world, buyer.token)).toBe(0);
  });

  test("says which of its goods were taken off sale, three by name", async () => {
    const { token } = await aUser(world);
    const products: Awaited<ReturnType<typeof aProduct>>[] = [];
    for (const title of ["Plums", "Pears", "Quinces", "Medlars"]) products.push(await aProduct(world, { title }));
    const offSale = async (count: number) => {
      await initialize(
        world,
        token,
        products.slice(0, count).map(({ _id }) => ({ product: _id, quantity: 1 })),
      );
      await world.services.db.updateTable("products").set({ isPublic: 0 }).execute();
      const { body } = await world.call("GET", "/product/payment/current", { token });
      await world.services.db.updateTable("products").set({ isPublic: 1 }).execute();
      return body.error[0].message;
    };
    expect(await offSale(2)).toMatch(/^\w+, \w+ are no longer sold\. Nothing was charged\.$/);
    expect(await offSale(3)).toMatch(/^\w+, \w+, \w+ are no longer sold\. Nothing was charged\.$/);
    expect(await offSale(4)).toMatch(
      /^\w+, \w+, \w+ and more of your order are no longer sold\. Nothing was charged\.$/,
    );
  });

  test("what became of it is told at any time after, with the address and the notes that were typed", async () => {
    const latest = async (token: string) => (await world.call("GET", "/product/payment/latest", { token })).body.data;
    const buyer = await aUser(world);
    expect(await latest(buyer.token)).toBeNull();
    const carts = [{ product: (await aProduct(world, { amountCents: 450 }))._id, quantity: 2 }];
    const shipping = { ...ADDRESS, streetAddress: "9 Side Street" };
    const initialized = await initialize(world, buyer.token, carts, { shipping, notes: "Ring twice" });
    const input = { billing: ADDRESS, shipping, notes: "Ring twice" };
    expect(await latest(buyer.token)).toMatchObject({ status: "waiting", amount: 9, paidAt: null, ...input });
    world.clock.forward(31 * 60);
    await reconcilePayments.handle(world.services);
    expect(await latest(buyer.token)).toMatchObject({ status: "over", ...input });

    const secondCheckout = (await initialize(world, buyer.token, carts)).body;
    await confirm(world, secondCheckout.data);
    await finalize(world, buyer.token, secondCheckout.payment.stripeId);
    world.clock.forward(3 * 86_400);
    const { status, itemId, orderId } = await latest(buyer.token);
    expect({ status, itemId, orderId }).toEqual({
      status: "paid",
      itemId: secondCheckout.payment.itemId,
      orderId: secondCheckout.payment.orderId,
    });
    expect(initialized.body.payment.orderId).not.toBe(orderId);
    expect(await latest((await aUser(world)).token)).toBeNull();
  });

  test("is its buyer's alone", async () => {
    await aCheckout();
    expect(await waiting(world, (await aUser(world)).token)).toBeNull();
  });
});
