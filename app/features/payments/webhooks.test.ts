import { expect, test } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { endDispute, newDispute } from "../../../tests/fakes/stripe/disputes";
import { cancel, confirm } from "../../../tests/fakes/stripe/payment-intents";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { emit } from "../../../tests/fakes/stripe/store";
import { finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { necessaryEvents, PLATFORM_EVENTS } from "./event-types";

onBothDatabases("an order paid with Stripe", (world) => {
  const shop = withStripe(world);
  const hosted = (token: string) => world.call("POST", "/product/payment/hosted", { token });
  const sessionIn = (url: string) => url.split("/").at(-1) ?? "";

  async function aCheckout({ stock = 10, quantity = 2 } = {}) {
    const buyer = await aUser(world);
    const product = await aProduct(world, { quantity: stock, amountCents: 500 });
    const { body } = await initialize(world, buyer.token, [{ product: product._id, quantity }]);
    return {
      buyer,
      product,
      orderId: body.payment.orderId as string,
      stripeId: body.payment.stripeId as string,
      payment: body.payment,
    };
  }

  async function aPaidOne() {
    const checkout = await aCheckout();
    confirm(shop.fake.store, shop.intent(checkout.stripeId), "pm_card_visa");
    expect((await finalize(world, checkout.buyer.token, checkout.stripeId)).status).toBe(200);
    await shop.deliver();
    await world.runner.drain();
    return checkout;
  }

  test("the payment page is told what the element needs", async () => {
    const { payment, stripeId } = await aCheckout();
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
    const { orderId, stripeId, product, buyer } = await aCheckout();
    confirm(shop.fake.store, shop.intent(stripeId), "pm_card_visa");
    await shop.deliver();
    await world.runner.drain();
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["paid", 8]);
    expect((await mailsSent(world, buyer.email)).map((mail) => mail.subject.replace(/\d+/, ""))).toEqual([
      "Order # is paid",
    ]);
  });

  test("can be paid on Stripe's page, and is finalized by the page's id; asked for twice it is one page", async () => {
    const { buyer, orderId, stripeId } = await aCheckout();
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
    const { buyer, orderId } = await aCheckout();
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
    const [{ buyer, product }, otherProduct] = [await aCheckout(), await aProduct(world)];
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
    const { buyer, orderId } = await aCheckout();
    const session = shop.session(sessionIn((await hosted(buyer.token)).body.data.url));
    await world.services.db.updateTable("paymentAttempts").set({ sessionId: null, url: "" }).execute();
    const ofThePage = () => shop.deliver((events) => events.filter(({ type }) => type.startsWith("checkout.session")));
    payOnPage(shop.fake.store, session, "4242424242424242");
    await ofThePage();
    await world.runner.drain();
    expect(await statusOf(world, orderId)).toBe("paid");
  });

  test("messages are taken with a good signature only, each once, and those we know nothing of are thanked for", async () => {
    const { stripeId } = await aCheckout();
    confirm(shop.fake.store, shop.intent(stripeId), "pm_card_visa");
    const event = shop.fake.store.events.find(({ type }) => type === "payment_intent.succeeded")!;
    expect(await shop.post(event, { secret: "whsec_other" })).toBe(400);
    expect(await shop.post(event, { timestamp: world.clock.now().getTime() / 1000 - 301 })).toBe(400);
    expect((await world.call("POST", "/stripe/webhook", { body: "{}" })).body.error[0].code).toBe("bad_signature");
    expect(await world.services.db.selectFrom("stripeEvents").selectAll().execute()).toEqual([]);
    expect([await shop.post(event), await shop.post(event)]).toEqual([200, 200]);
    emit(shop.fake.store, "customer.created", { id: "cus_1", object: "customer" });
    expect(await shop.post(shop.fake.store.events.at(-1)!)).toBe(200);
    expect(await world.services.db.selectFrom("stripeEvents").select("type").execute()).toEqual([
      { type: "payment_intent.succeeded" },
    ]);
    expect(
      await world.services.db.selectFrom("jobs").select("_id").where("kind", "=", "stripe.event").execute(),
    ).toHaveLength(1);
    expect((await world.call("POST", "/stripe/webhook", { body: "x".repeat(300_000) })).status).toBe(413);
  });

  test("every event that the endpoints are to send is worked on", async () => {
    const all = necessaryEvents({ connect: true });
    for (const type of all) {
      const object = { id: "x", object: "thing", payment_intent: "pi_x" } as never;
      emit(shop.fake.store, type, object, type in PLATFORM_EVENTS ? undefined : "acct_1");
      expect(await shop.post(shop.fake.store.events.at(-1)!)).toBe(200);
    }
    const storedEvents = await world.services.db.selectFrom("stripeEvents").select("type").execute();
    expect(storedEvents.map(({ type }) => type).toSorted()).toEqual(all.toSorted());
  });

  test("a connected account's own payments, refunds and disputes are not the platform's, and the reverse", async () => {
    const { orderId, stripeId } = await aCheckout();
    confirm(shop.fake.store, shop.intent(stripeId), "pm_card_visa");
    newRefund(shop.fake.store, stripeId, 300);
    newDispute(shop.fake.store, stripeId, "fraudulent");
    for (const event of shop.fake.store.events) {
      const foreign = { ...event, id: `${event.id}_c`, account: "acct_1" };
      expect(await shop.post(foreign)).toBe(200);
    }
    emit(shop.fake.store, "account.updated", { id: "acct_1", object: "account" });
    expect(await shop.post(shop.fake.store.events.at(-1)!)).toBe(200);
    expect(await world.services.db.selectFrom("stripeEvents").selectAll().execute()).toEqual([]);
    await world.runner.drain();
    expect(await statusOf(world, orderId)).toBe("pending");
    // The account is the one that Stripe has signed, not the one that an object names.
    emit(shop.fake.store, "account.updated", { id: "acct_other", object: "account" }, "acct_1");
    expect(await shop.post(shop.fake.store.events.at(-1)!, { secret: "whsec_other" })).toBe(400);
    expect(await shop.post(shop.fake.store.events.at(-1)!)).toBe(200);
    const jobs = await world.services.db
      .selectFrom("jobs")
      .select("payload")
      .where("kind", "=", "stripe.event")
      .execute();
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([{ type: "account.updated", id: "acct_1" }]);
  });

  test("somebody else's payments in the same account change nothing, and old messages are swept", async () => {
    await world.services.cards.createIntent({
      orderId: "f".repeat(24),
      buyerId: "",
      amountCents: 700,
      currency: "usd",
      description: "",
      idempotencyKey: "foreign",
    });
    const [foreign] = shop.fake.store.intents.values();
    confirm(shop.fake.store, foreign!, "pm_card_visa");
    await shop.deliver();
    await world.runner.drain();
    expect(
      await world.services.db.selectFrom("jobs").select("lastError").where("finishedAt", "is", null).execute(),
    ).toEqual([]);
    world.clock.forward(88 * 86_400);
    await world.runner.drain(["sweep"]);
    expect((await world.services.db.selectFrom("stripeEvents").selectAll().execute()).length).toBeGreaterThan(0);
    world.clock.forward(5 * 86_400);
    await world.runner.drain(["sweep"]);
    expect(await world.services.db.selectFrom("stripeEvents").selectAll().execute()).toEqual([]);
  });

  test("its payment ended in Stripe's dashboard: the goods go back at once, unless a page that is open can pay for them", async () => {
    const [single, withPage] = [await aCheckout(), await aCheckout()];
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
    await aCheckout();
    shop.fake.requests.length = 0;
    world.clock.forward(14);
    await world.runner.drain(["payments.reconcile"]);
    expect(shop.fake.requests).toEqual([]);
    world.clock.forward(60);
    await world.runner.drain(["payments.reconcile"]);
    expect(shop.fake.requests).not.toEqual([]);
  });

  test("refunded whole in Stripe's dashboard: the books follow once, and Stripe is not asked again", async () => {
    const { orderId, stripeId, product, buyer } = await aPaidOne();
    newRefund(shop.fake.store, stripeId, null);
    await shop.deliver((events) => [...events, ...events]);
    await world.runner.drain();
    const parts = await world.services.db
      .selectFrom("orderParts")
      .select("statusText")
      .where("orderId", "=", orderId)
      .execute();
    expect([parts, await stockOf(world, product._id)]).toEqual([[{ statusText: "Refunded" }], 10]);
    const refundMails = (await mailsSent(world)).filter((mail) =>
      mail.text.includes("Our team has given this payment back."),
    );
    expect(refundMails).toHaveLength(2);
    expect(await world.services.db.selectFrom("refunds").select(["amountCents", "origin"]).execute()).toEqual([
      { amountCents: 1000, origin: "provider" },
    ]);
    const owed = await world.services.db
      .selectFrom("ledger")
      .select((eb) => eb.fn.sum<number>("amountCents").as("cents"))
      .executeTakeFirstOrThrow();
    expect([Number(owed.cents), shop.fake.store.refunds.size]).toEqual([0, 1]);
    expect((await mailsSent(world, buyer.email)).map((mail) => mail.subject.replace(/\d+/, ""))).toEqual([
      "Order # is paid",
      "Your money for order # is on its way back",
    ]);
  });

  test("refunded in part there: written down, and the operators are told", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const { orderId, stripeId, product } = await aPaidOne();
    newRefund(shop.fake.store, stripeId, 300);
    await shop.deliver();
    expect((await mailsSent(world, operator.email)).map((mail) => mail.subject.replace(/\d+/, ""))).toEqual([
      "Part of order # was refunded at Stripe",
    ]);
    expect(
      await world.services.db.selectFrom("refunds").select(["orderId", "amountCents", "origin"]).execute(),
    ).toEqual([{ orderId, amountCents: 300, origin: "provider" }]);
    expect([await statusOf(world, orderId), await stockOf(world, product._id)]).toEqual(["paid", 8]);
  });

  test("disputed: the order is marked and the operators are told, once", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const { orderId, stripeId } = await aPaidOne();
    newDispute(shop.fake.store, stripeId, "product_not_received");
    await shop.deliver((events) => [...events, ...events]);
    const [mail, ...otherMails] = await mailsSent(world, operator.email);
    expect([mail?.subject.replace(/\d+/, ""), mail?.text.includes("product not received"), otherMails]).toEqual([
      "Order # is disputed",
      true,
      [],
    ]);
    expect(
      await world.services.db.selectFrom("orders").select(["_id", "disputedAt", "disputeReason"]).execute(),
    ).toEqual([{ _id: orderId, disputedAt: world.clock.now().toISOString(), disputeReason: "product_not_received" }]);
  });

  test.each(["won", "lost"] as const)("a dispute that is %s frees the order, or not", async (status) => {
    const { stripeId } = await aPaidOne();
    const { id } = newDispute(shop.fake.store, stripeId, "fraudulent");
    await shop.deliver();
    await world.runner.drain();
    endDispute(shop.fake.store, id, status);
    await shop.deliver();
    await world.runner.drain();
    expect(
      (await world.services.db.selectFrom("orders").select("disputedAt").executeTakeFirstOrThrow()).disputedAt === null,
    ).toBe(status === "won");
  });

  test("while Stripe is out of reach a checkout says so, and goods are not kept for ever", async () => {
    const { orderId, product, buyer } = await aCheckout();
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
    const { payment } = await aCheckout();
    expect(
      (
        await world.call("POST", "/test-payments/confirm", {
          body: { clientSecret: payment.clientSecret, number: "4242424242424242", expiry: "04/30", cvc: "123" },
        })
      ).status,
    ).toBe(404);
  });
});

onBothDatabases("without Stripe", (world) => {
  test("there is neither its address for messages nor its page", async () => {
    expect((await world.call("POST", "/stripe/webhook", { body: {} })).status).toBe(404);
    expect(
      (await world.call("POST", "/product/payment/hosted", { token: (await aUser(world)).token })).body.error[0].code,
    ).toBe("no_hosted_page");
  });
});
