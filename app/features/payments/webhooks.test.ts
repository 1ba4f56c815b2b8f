import { expect, test } from "vitest";
import { endDispute, newDispute } from "../../../tests/fakes/stripe/disputes";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { emit } from "../../../tests/fakes/stripe/store";
import { finalize, statusOf } from "../../../tests/fixtures/checkout";
import { aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { aCheckout } from "../../../tests/fixtures/stripe-checkout";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { necessaryEvents, PLATFORM_EVENTS } from "./event-types";

onBothDatabases("an order paid with Stripe", (world) => {
  const shop = withStripe(world);

  async function aPaidOne() {
    const checkout = await aCheckout(world);
    confirm(shop.fake.store, shop.intent(checkout.stripeId), "pm_card_visa");
    expect((await finalize(world, checkout.buyer.token, checkout.stripeId)).status).toBe(200);
    await shop.deliver();
    await world.runner.drain();
    return checkout;
  }

  test("messages are taken with a good signature only, each once, and those we know nothing of are thanked for", async () => {
    const { stripeId } = await aCheckout(world);
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
    const { orderId, stripeId } = await aCheckout(world);
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
});

onBothDatabases("without Stripe", (world) => {
  test("there is neither its address for messages nor its page", async () => {
    expect((await world.call("POST", "/stripe/webhook", { body: {} })).status).toBe(404);
    expect(
      (await world.call("POST", "/product/payment/hosted", { token: (await aUser(world)).token })).body.error[0].code,
    ).toBe("no_hosted_page");
  });
});
