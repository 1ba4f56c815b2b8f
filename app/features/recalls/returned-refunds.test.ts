import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { moveRefund } from "../../../tests/fakes/stripe/refunds";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { prove } from "../../../tests/fixtures/prove";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a recall whose refunds Stripe had taken", (world) => {
  const shop = withStripe(world);

  async function work() {
    await shop.deliver();
    await world.runner.drain();
  }

  /** Two buyers of a recalled product, whose refunds have both been made. */
  async function aRecall() {
    const [operator, merchant] = [
      await aUser(world, { privilege: "operator" }),
      await aUser(world, { privilege: "merchant" }),
    ];
    const jars = await aProduct(world, { merchantId: merchant._id, quantity: 10, amountCents: 250 });
    for (let count = 0; count < 2; count += 1) {
      const buyer = await aUser(world);
      const intentId = (await initialize(world, buyer.token, [{ product: jars._id, quantity: 2 }])).body.payment
        .stripeId as string;
      confirm(shop.fake.store, shop.intent(intentId), "pm_card_visa");
      await finalize(world, buyer.token, intentId);
    }
    await work();
    const { token } = operator;
    const post = (path: string, body?: object, headers = {}) =>
      world.call("POST", `/operator${path}`, { token, headers, ...(body && { body }) });
    await post(`/products/${jars._id}/take-off`, { reason: "Glass." });
    await prove(world, token);
    const id = (await post(`/products/${jars._id}/recalls`, { reason: "Glass." })).body.data._id as string;
    await work();
    const progress = async () => (await world.call("GET", `/operator/recalls/${id}`, { token })).body.data;
    const retry = (headers = {}) => post(`/recalls/${id}/retry`, undefined, headers);
    return { progress, retry };
  }
  const atStripe = () => [...shop.fake.store.refunds.values()];

  test("counts one that failed later among its failures, and Retry makes it anew, once", async () => {
    const { progress, retry } = await aRecall();
    expect(await progress()).toMatchObject({ refunds: 2, done: 2, doneAmount: 10, failed: [] });
    expect((await retry()).body.error[0].code).toBe("nothing_failed");
    moveRefund(shop.fake.store, atStripe()[1]?.id ?? "", "failed");
    await work();
    const { failed, ...counts } = await progress();
    expect(counts).toMatchObject({ refunds: 2, done: 1, doneAmount: 5 });
    expect(failed).toMatchObject([{ amount: 5, reason: "It came back from the provider: expired or canceled card." }]);
    for (let times = 0; times < 2; times += 1)
      expect((await retry({ "Idempotency-Key": "a-key-of-the-form" })).status).toBe(200);
    expect((await retry()).body.error[0].code).toBe("nothing_failed");
    await work();
    expect(await progress()).toMatchObject({ refunds: 2, done: 2, doneAmount: 10, failed: [] });
    expect(atStripe().map(({ status, amount }) => [status, amount])).toEqual([
      ["succeeded", 500],
      ["failed", 500],
      ["succeeded", 500],
    ]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("leaves one alone that was given back another way", async () => {
    const { progress, retry } = await aRecall();
    moveRefund(shop.fake.store, atStripe()[0]?.id ?? "", "canceled");
    await work();
    const [{ order, reason }] = (await progress()).failed;
    expect(reason).toBe("It came back from the provider: the provider does not say why.");
    const { _id: refundId } = await world.services.db
      .selectFrom("refunds")
      .select("_id")
      .where("orderId", "=", order._id)
      .executeTakeFirstOrThrow();
    const { token } = await aUser(world, { privilege: "operator" });
    const body = { how: "In cash.", day: world.clock.now().toISOString().slice(0, 10) };
    const path = `/operator/orders/${order._id}/refunds/${refundId}/other-way`;
    expect((await world.call("POST", path, { token, body })).status).toBe(200);
    expect((await progress()).failed).toEqual([]);
    expect((await retry()).body.error[0].code).toBe("nothing_failed");
    await work();
    expect(atStripe()).toHaveLength(2);
  });
});
