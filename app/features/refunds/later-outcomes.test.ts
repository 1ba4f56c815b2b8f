import type Stripe from "stripe";
import { expect, test } from "vitest";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { GONE, HOW, refundsAtStripe, TOLD } from "../../../tests/fixtures/taken-refunds";
import { onBothDatabases } from "../../../tests/fixtures/world";

/*
 * Stripe's state of a refund may change later: a refund that it took may fail or be canceled, days after, in messages
 * that come late, twice, in any order, or not at all. The order was 4 jars at 2.50.
 */

onBothDatabases("a refund that Stripe has taken", (world) => {
  const { shop, aPaidOne, work, atStripe, move, subjects, rows, expectMoneyToBalance } = refundsAtStripe(world);

  test("and that is pending is on its way, and done once its money has gone", async () => {
    const { buyer, refund, seen, payment } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    await refund();
    await work();
    expect((await seen()).refunds).toMatchObject([
      { state: "on_its_way", providerStatus: "pending", doneAt: null, failed: null },
    ]);
    expect(await payment()).toMatchObject({ refunded: 10, differences: [] });
    expect(await subjects(buyer.email)).toEqual([]);
    move("succeeded");
    await work((events) => [...events, ...events]);
    expect((await seen()).refunds).toMatchObject([
      { state: "refunded", providerStatus: "succeeded", doneAt: expect.any(String) },
    ]);
    expect(await subjects(buyer.email)).toEqual([GONE]);
    expect(atStripe()).toHaveLength(1);
    await expectMoneyToBalance();
  });

  test("and that asks its buyer something waits for them", async () => {
    const { refund, seen } = await aPaidOne();
    shop.fake.store.refundsBegin.push("requires_action");
    await refund();
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "waits_for_buyer", doneAt: null, failed: null }]);
    move("succeeded");
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded" }]);
  });

  test("and that failed counts as gone once Stripe says so after all", async () => {
    const { refund, seen } = await aPaidOne();
    await refund();
    await work();
    move("failed");
    await work();
    move("succeeded");
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded", failedAt: null, failed: null }]);
    await expectMoneyToBalance();
  });

  test("and that failed is not done again because an older answer comes last", async () => {
    const { refund, intentId, seen } = await aPaidOne();
    await refund();
    await work();
    const real = shop.provider();
    const old = await real.refundsOf(intentId);
    move("failed");
    // The question is asked before the refund fails, and answered after another caller has noted the failure.
    let isSlow = true;
    world.services.cards = {
      ...real,
      async refundsOf(id) {
        if (!isSlow) return real.refundsOf(id);
        isSlow = false;
        world.services.cards = real;
        await shop.post(shop.fake.store.events.find(({ type }) => type === "refund.failed") as Stripe.Event);
        await world.runner.drain();
        newRefund(shop.fake.store, intentId, 300);
        return old;
      },
    };
    await shop.post(shop.fake.store.events.find(({ type }) => type === "charge.refunded") as Stripe.Event);
    await world.runner.drain();
    // The question is asked again at once, so what was refunded by hand meanwhile is known as well.
    expect((await rows()).map(({ amountCents, failedAt }) => [Number(amountCents), failedAt !== null])).toEqual([
      [700, true],
      [300, false],
    ]);
    expect((await seen()).refunds).toMatchObject([{ state: "failed", doneAt: null }, { state: "refunded" }]);
  });

  test("is told to its buyer as it stands", async () => {
    const { buyer, orderId, refund, act } = await aPaidOne();
    const states = async () =>
      (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data.parts[0].refunds.map(
        ({ state }: { state: string }) => state,
      );
    shop.fake.store.refundsBegin.push("pending");
    await refund();
    await work();
    expect(await states()).toEqual(["on_its_way"]);
    move("succeeded");
    await work();
    expect(await states()).toEqual(["refunded"]);
    move("failed");
    await work();
    expect(await states()).toEqual(["failed"]);
    await act("other-way", HOW);
    expect(await states()).toEqual(["other_way"]);
  });

  test("of a payment that cannot be kept, and that fails, is open again as well", async () => {
    const { buyer, operator, intentId, orderId } = await aPaidOne();
    const second = await world.services.cards.createIntent({
      orderId,
      buyerId: buyer._id,
      amountCents: 1000,
      currency: "usd",
      description: "The same once more",
      idempotencyKey: "second",
    });
    confirm(shop.fake.store, shop.intent(second.id), "pm_card_visa");
    await work();
    expect(await rows()).toMatchObject([{ intentId: second.id, providerStatus: "succeeded" }]);
    move("failed");
    await work();
    expect(await rows()).toMatchObject([{ intentId: second.id, doneAt: null, failedAt: expect.any(String) }]);
    expect(await subjects(operator.email)).toEqual([TOLD]);
    expect(intentId).not.toBe(second.id);
  });
});
