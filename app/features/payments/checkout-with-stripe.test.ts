import { expect, test } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { cancel, confirm } from "../../../tests/fakes/stripe/payment-intents";
import { finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { aCheckout } from "../../../tests/fixtures/stripe-checkout";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a checkout with Stripe", (world) => {
  const shop = withStripe(world);
  const hosted = (token: string) => world.call("POST", "/product/payment/hosted", { token });
  const sessionIn = (url: string) => url.split("/").at(-1) ?? "";

  test("the payment page is told what the element needs", async () => {
    const { payment, stripeId } = await aCheckout(world);
    expect(payment).toMatchObject({
      provider: "stripe",
      publishableKey: "pk_test_fake",
      hostedPage: true,
      status: "requires_payment_method",
      lastError: "",
      clientSecret: shop.intent(stripeId).client_secret,
    });
  });

  test("is placed by the message alone when the buyer never comes back", async () => {
    const { orderId, stripeId, product, buyer } = await aCheckout(world);
    confirm(shop.fake.store, shop.intent(stripeId), "pm_card_visa");
    await shop.deliver();
    await world.runner.drain();
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["paid", 8]);
    expect((await mailsSent(world, buyer.email)).map((mail) => mail.subject.replace(/\d+/, ""))).toEqual([
      "Order # is paid",
    ]);
  });

  test("can be paid on Stripe's page, and is finalized by the page's id; asked for twice it is one page", async () => {
    const { buyer, orderId, stripeId } = await aCheckout(world);
    const [first, second] = [await hosted(buyer.token), await hosted(buyer.token)];
    expect([first.status, second.body.data]).toEqual([200, first.body.data]);
    const session = shop.session(sessionIn(first.body.data.url));
    expect(session).toMatchObject({
      customer_email: buyer.email,
      success_url: expect.stringMatching(/^http:\/\/shop\.test\/checkout_success\?session={CHECKOUT_SESSION_ID}&link=/),
      cancel_url: expect.stringMatching(/^http:\/\/shop\.test\/pay\/[\w.-]+\?back=1$/),
    });
    expect((await finalize(world, buyer.token, session.id)).body.error[0].code).toBe("payment_not_completed");
    expect(() => payOnPage(shop.fake.store, session, "4000000000000002")).toThrow();
    await shop.deliver();
    await world.runner.drain();
    expect((await world.call("GET", "/product/payment/current", { token: buyer.token })).body.data.lastError).toBe(
      "Your card was declined.",
    );
    // The page is open as before, for another card.
    expect((await hosted(buyer.token)).body.data).toEqual(first.body.data);
    payOnPage(shop.fake.store, session, "4242424242424242");
    expect((await finalize(world, (await aUser(world)).token, session.id)).status).toBe(404);
    expect((await finalize(world, buyer.token, session.id)).status).toBe(200);
    expect(await statusOf(world, orderId)).toBe("paid");
    await world.runner.drain(["payments.reconcile"]);
    // The open intent of the payment page can no longer be paid.
    expect(shop.intent(stripeId).status).toBe("canceled");
    expect((await hosted(buyer.token)).body.error[0].code).toBe("no_pending_payment");
  });

  test("a page whose making was not answered is found again, and one that lives longer than the hold is closed with it", async () => {
    const { buyer, orderId } = await aCheckout(world);
    // Stripe's package repeats a request after a cut connection, even if it is told not to.
    shop.fake.troubles.expect("POST /v1/checkout/sessions", "cut", 2);
    expect((await hosted(buyer.token)).body.error[0].code).toBe("card_provider_unreachable");
    const { body } = await hosted(buyer.token);
    expect(shop.fake.store.sessions.size).toBe(1);
    world.clock.forward(30 * 60);
    await world.runner.drain(["payments.reconcile"]);
    expect([await statusOf(world, orderId), shop.session(sessionIn(body.data.url)).status]).toEqual([
      "released",
      "expired",
    ]);
  });

  test("a page that is made while its order is given up charges nobody", async () => {
    const [{ buyer, product }, otherProduct] = [await aCheckout(world), await aProduct(world)];
    const pages = world.services.cards.hostedPages!;
    const open = pages.open;
    pages.open = async (request) => {
      const page = await open(request);
      await initialize(world, buyer.token, [{ product: otherProduct._id, quantity: 1 }]);
      return page;
    };
    expect((await hosted(buyer.token)).body.error[0].code).toBe("no_pending_payment");
    expect([...shop.fake.store.sessions.values()].map((page) => page.status)).toEqual(["expired"]);
    expect(await stockOf(world, product._id)).toBe(10);
  });

  test("paid on a page whose making was never written down, it is placed by the page's message", async () => {
    const { buyer, orderId } = await aCheckout(world);
    const session = shop.session(sessionIn((await hosted(buyer.token)).body.data.url));
    await world.services.db.updateTable("paymentAttempts").set({ sessionId: null, url: "" }).execute();
    const ofThePage = () => shop.deliver((events) => events.filter(({ type }) => type.startsWith("checkout.session")));
    payOnPage(shop.fake.store, session, "4242424242424242");
    await ofThePage();
    await world.runner.drain();
    expect(await statusOf(world, orderId)).toBe("paid");
  });

  test("its payment ended in Stripe's dashboard: the goods go back at once, unless a page that is open can pay for them", async () => {
    const [single, withPage] = [await aCheckout(world), await aCheckout(world)];
    const page = sessionIn((await hosted(withPage.buyer.token)).body.data.url);
    for (const { stripeId } of [single, withPage]) cancel(shop.fake.store, shop.intent(stripeId));
    await shop.deliver();
    await world.runner.drain();
    expect([await statusOf(world, single.orderId), await stockOf(world, single.product._id)]).toEqual(["released", 10]);
    expect([await statusOf(world, withPage.orderId), await stockOf(world, withPage.product._id)]).toEqual([
      "pending",
      8,
    ]);
    payOnPage(shop.fake.store, shop.session(page), "4242424242424242");
    expect((await finalize(world, withPage.buyer.token, page)).status).toBe(200);
  });

  test("its payment is asked about only once it is fifteen seconds old", async () => {
    await aCheckout(world);
    shop.fake.requests.length = 0;
    world.clock.forward(14);
    await world.runner.drain(["payments.reconcile"]);
    expect(shop.fake.requests).toEqual([]);
    world.clock.forward(60);
    await world.runner.drain(["payments.reconcile"]);
    expect(shop.fake.requests).not.toEqual([]);
  });

  test("while Stripe is out of reach a checkout says so, and goods are not kept for ever", async () => {
    const { orderId, product, buyer } = await aCheckout(world);
    shop.fake.troubles.expect("GET /v1/payment_intents", "down", 1000);
    shop.fake.troubles.expect("POST /v1/payment_intents", "down", 1000);
    const answer = await world.call("GET", "/product/payment/current", { token: buyer.token });
    expect([answer.status, answer.headers.get("Retry-After"), answer.body.error[0].code]).toEqual([
      503,
      "5",
      "card_provider_unreachable",
    ]);
    world.clock.forward(31 * 60);
    await world.runner.drain(["payments.reconcile"]);
    expect(await statusOf(world, orderId)).toBe("pending");
    world.clock.forward(15 * 60);
    await world.runner.drain(["payments.reconcile"]);
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["released", 10]);
    shop.fake.troubles.clear();
    world.services.cards = shop.provider();
    await world.runner.drain(["payments.reconcile"]);
    expect([...shop.fake.store.intents.values()].map((intent) => intent.status)).toEqual(["canceled"]);
  });

  test("the test provider's calls are not there with Stripe", async () => {
    const { payment } = await aCheckout(world);
    expect(
      (
        await world.call("POST", "/test-payments/confirm", {
          body: { clientSecret: payment.clientSecret, number: "4242424242424242", expiry: "04/30", cvc: "123" },
        })
      ).status,
    ).toBe(404);
  });
});
