import { expect, test } from "vitest";
import { decidePayment, payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { expectBooksToAgree } from "../../../tests/fixtures/money";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

const WAITS = "4000000000008888";

onBothDatabases("a payment that takes its time", (world) => {
  const shop = withStripe(world);

  /** A buyer who has paid with a card whose payment takes its time, on our page or on Stripe's. */
  async function aSlowPayment(where: "ours" | "theirs") {
    const [buyer, product] = [await aUser(world), await aProduct(world, { quantity: 10, amountCents: 500 })];
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity: 2 }]);
    const page =
      where === "theirs"
        ? ((await world.call("POST", "/product/payment/hosted", { token: buyer.token })).body.data.url as string)
            .split("/")
            .at(-1)!
        : "";
    const intent = page
      ? payOnPage(shop.fake.store, shop.session(page), WAITS)
      : confirm(shop.fake.store, shop.intent(body.payment.stripeId), WAITS);
    const id = page || intent.id;
    return {
      orderId: body.payment.orderId as string,
      product: product._id,
      intent,
      buyer,
      id,
      comeBack: async () => (await finalize(world, buyer.token, id)).body,
      current: async () => (await world.call("GET", "/product/payment/current", { token: buyer.token })).body.data,
    };
  }

  /** Lets a minute pass, in which every message arrives and the jobs look more than once. */
  async function aMinute() {
    for (let n = 0; n < 3; n += 1) {
      world.clock.forward(20);
      await shop.deliver();
      await world.runner.drain(["payments.reconcile"]);
    }
  }

  test.each(["ours", "theirs"] as const)(
    "is under way, not to be made again, until it is placed (on a page of %s)",
    async (where) => {
      const { orderId, product, intent, comeBack, current } = await aSlowPayment(where);
      expect((await comeBack()).error[0].code).toBe("payment_not_completed");
      await aMinute();
      expect([(await current()).status, await statusOf(world, orderId)]).toEqual(["processing", "pending"]);
      decidePayment(shop.fake.store, intent, true);
      expect(await current()).toMatchObject({ status: "succeeded" });
      expect((await comeBack()).data._id).toBe(orderId);
      await aMinute();
      await expectBooksToAgree(world, shop.fake, { product, had: 10 });
    },
  );

  test("made with a voucher on Stripe's page is under way as well, until the voucher is paid", async () => {
    const { orderId, intent, comeBack, current } = await aSlowPayment("theirs");
    intent.status = "requires_action";
    await aMinute();
    expect([(await current()).status, await statusOf(world, orderId)]).toEqual(["processing", "pending"]);
    intent.status = "processing";
    decidePayment(shop.fake.store, intent, true);
    expect((await comeBack()).data._id).toBe(orderId);
  });

  test("is not there yet while Stripe's page is only open, nor when Stripe knows nothing of that page any more", async () => {
    const [buyer, product] = [await aUser(world), await aProduct(world)];
    await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    const hosted = async () =>
      (await world.call("POST", "/product/payment/hosted", { token: buyer.token })).body.data.url as string;
    const current = async () =>
      (await world.call("GET", "/product/payment/current", { token: buyer.token })).body.data?.status;
    const url = await hosted();
    expect([await current(), await hosted()]).toEqual(["requires_payment_method", url]);
    shop.fake.store.sessions.delete(url.split("/").at(-1)!);
    expect(await current()).toBe("requires_payment_method");
    const next = await hosted();
    expect(next).not.toBe(url);
    payOnPage(shop.fake.store, shop.session(next.split("/").at(-1)!), "4242424242424242");
    expect((await finalize(world, buyer.token, next.split("/").at(-1)!)).status).toBe(200);
  });

  test.each(["ours", "theirs"] as const)(
    "is placed though nobody comes back and no message arrives (on a page of %s)",
    async (where) => {
      const { orderId, intent } = await aSlowPayment(where);
      world.clock.forward(20);
      await world.runner.drain(["payments.reconcile"]);
      decidePayment(shop.fake.store, intent, true);
      world.clock.forward(20);
      await world.runner.drain(["payments.reconcile"]);
      expect(await statusOf(world, orderId)).toBe("paid");
    },
  );

  test.each(["ours", "theirs"] as const)(
    "that fails in the end says why and can be made again (on a page of %s)",
    async (where) => {
      const { orderId, product, intent, current, buyer } = await aSlowPayment(where);
      await aMinute();
      decidePayment(shop.fake.store, intent, false);
      expect(await current()).toMatchObject({
        status: "requires_payment_method",
        lastError: "Your card was declined.",
      });
      // A completed page is of no use, so a new one is made.
      const { url } = (await world.call("POST", "/product/payment/hosted", { token: buyer.token })).body.data;
      const next = shop.session(url.split("/").at(-1));
      expect([next.status, next.payment_intent]).toEqual(["open", null]);
      payOnPage(shop.fake.store, next, "4242424242424242");
      expect((await finalize(world, buyer.token, next.id)).status).toBe(200);
      expect(await statusOf(world, orderId)).toBe("paid");
      await aMinute();
      await expectPaidOnce(product, 10);
    },
  );

  test.each(["ours", "theirs"] as const)(
    "lets the goods go when their time is over, and takes them again if they are still there (on a page of %s)",
    async (where) => {
      const { orderId, product, intent } = await aSlowPayment(where);
      world.clock.forward(31 * 60);
      await aMinute();
      expect(await statusOf(world, orderId)).toBe("released");
      decidePayment(shop.fake.store, intent, true);
      await aMinute();
      expect(await statusOf(world, orderId)).toBe("paid");
      await expectPaidOnce(product, 10);
    },
  );

  test.each(["ours", "theirs"] as const)(
    "that fails after the goods were let go leaves nothing behind (on a page of %s)",
    async (where) => {
      const { orderId, product, intent } = await aSlowPayment(where);
      world.clock.forward(31 * 60);
      await aMinute();
      decidePayment(shop.fake.store, intent, false);
      await aMinute();
      expect(await statusOf(world, orderId)).toBe("released");
      await expectPaidOnce(product, 10);
    },
  );

  /** Payments that failed on a completed page cannot be made again, though Stripe lists them as unpaid. */
  async function expectPaidOnce(product: string, had: number) {
    const { store } = shop.fake;
    for (const [id, intent] of store.intents)
      if (
        intent.status === "requires_payment_method" &&
        [...store.sessions.values()].some((page) => page.status === "complete" && page.payment_intent === id)
      )
        store.intents.delete(id);
    await expectBooksToAgree(world, shop.fake, { product, had });
  }
});
