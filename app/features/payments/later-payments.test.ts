import { expect, test } from "vitest";
import { confirm, decide } from "../../../tests/fakes/stripe/payment-intents";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

const TAKES_ITS_TIME = "4000000000008888";

onBothDatabases("a payment that Stripe decides about late", (world) => {
  const shop = withStripe(world);

  async function aSlowOne() {
    const buyer = await aUser(world);
    const jars = await aProduct(world, { quantity: 10, amountCents: 250 });
    const { stripeId } = (await initialize(world, buyer.token, [{ product: jars._id, quantity: 4 }])).body.payment;
    confirm(shop.fake.store, shop.intent(stripeId), TAKES_ITS_TIME);
    const status = async () =>
      (await world.services.db.selectFrom("orders").select("status").executeTakeFirst())?.status;
    return { jars, stripeId, status };
  }

  test.each([
    [true, "paid", 6],
    [false, "released", 10],
  ] as const)("after its hold has ended: paid is %s, so the order is %s", async (isPaid, end, remaining) => {
    const { jars, stripeId, status } = await aSlowOne();
    world.clock.forward(3600);
    await world.runner.drain(["payments.reconcile"]);
    expect([await status(), await stockOf(world, jars._id)]).toEqual(["released", 10]);
    decide(shop.fake.store, shop.intent(stripeId), isPaid);
    await shop.deliver((events) => [...events.toReversed(), ...events]);
    await world.runner.drain();
    expect([await status(), await stockOf(world, jars._id)]).toEqual([end, remaining]);
  });

  test("as paid is canceled by nobody afterwards: who tries is told that it is paid", async () => {
    const { stripeId } = await aSlowOne();
    decide(shop.fake.store, shop.intent(stripeId), true);
    expect(await world.services.cards.cancel(stripeId)).toMatchObject({ status: "succeeded", amountCents: 1000 });
  });
});
