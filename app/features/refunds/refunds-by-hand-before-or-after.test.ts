import { expect, test } from "vitest";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { testSequences, type Sequence } from "../../../tests/fixtures/refunds-by-hand";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

const SEQUENCES: Sequence[] = [
  // Ours may be at Stripe already: the message waits until that is known.
  [
    { there: 500, here: [500], jars: 2 },
    ["ask half", "stripe is down", "work", "by hand 5.00", "repair", "messages", "work"],
  ],
  [
    { there: 800, here: [300, 500], jars: 2 },
    ["ask half", "answer is cut", "work", "by hand 3.00", "messages", "work"],
  ],
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "answer is cut", "work", "messages", "work"]],
  // The job of our refund has failed for good.
  [
    { there: 500, here: [500], jars: 2 },
    ["ask half", "last try", "stripe is down", "work", "by hand 5.00", "a minute passes", "messages", "work"],
  ],
  [
    { there: 500, here: [500], jars: 2 },
    ["ask half", "last try", "stripe is down", "work", "by hand 5.00", "retry", "work", "messages", "work"],
  ],
  [
    { there: 500, here: [200, 300], jars: 2 },
    [
      "ask half",
      "last try",
      "stripe is down",
      "work",
      "by hand 3.00",
      "a minute passes",
      "messages",
      "work",
      "retry",
      "work",
    ],
  ],
  [
    { there: 700, here: [200, 500], jars: 2 },
    ["ask half", "last try", "stripe is down", "work", "by hand 7.00", "a minute passes", "messages", "work"],
  ],
  [
    { there: 1000, here: [300, 700], jars: 4 },
    ["ask all", "last try", "stripe is down", "work", "by hand 3.00", "retry", "work", "messages", "work"],
  ],
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "last try", "answer is cut", "work", "messages", "work"]],
  // Money that was refunded before ours was requested is separate, as long as there is enough for both.
  [
    { there: 800, here: [300, 500], jars: 2 },
    ["by hand 3.00", "a minute passes", "ask half", "work", "messages", "work"],
  ],
  [
    { there: 800, here: [300, 500], jars: 2 },
    ["by hand 3.00", "a minute passes", "ask half", "messages first", "work"],
  ],
  [
    { there: 1000, here: [300, 700], jars: 4 },
    ["by hand 3.00", "a minute passes", "ask all", "work", "messages", "work"],
  ],
  [
    { there: 1000, here: [300, 700], jars: 4 },
    ["by hand 3.00", "messages", "work", "a minute passes", "ask all", "work", "messages", "work"],
  ],
  [
    { there: 1000, here: [300, 500, 200], jars: 4 },
    ["by hand 3.00", "messages", "work", "a minute passes", "ask half", "work", "ask half", "work", "messages", "work"],
  ],
  // The second of ours has nothing left to give.
  [
    { there: 1000, here: [700, 300, 0], jars: 4 },
    ["by hand 7.00", "messages", "work", "a minute passes", "ask half", "ask half", "work", "messages", "work"],
  ],
  // Our refund comes first.
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "work", "messages", "by hand rest", "messages", "work"]],
  [{ there: 800, here: [300, 500], jars: 2 }, ["ask half", "work", "by hand 3.00", "messages twice", "work"]],
];

onBothDatabases("money given back by hand before or after a refund of ours", (world) => {
  const shop = withStripe(world);

  testSequences(world, shop, SEQUENCES);

  test("of an order from before the shop took real cards is written down as made, and Stripe is not asked", async () => {
    const [buyer, operator] = [await aUser(world), await aUser(world, { privilege: "operator" })];
    const jars = await aProduct(world, { quantity: 10, amountCents: 250 });
    const { body } = await initialize(world, buyer.token, [{ product: jars._id, quantity: 2 }]);
    confirm(shop.fake.store, shop.intent(body.payment.stripeId), "pm_card_visa");
    const orderId = (await finalize(world, buyer.token, body.payment.stripeId)).body.data._id as string;
    await world.services.db.updateTable("orders").set({ provider: "test" }).execute();
    await world.runner.drain();
    shop.fake.requests.length = 0;
    const reason = { token: operator.token, body: { reason: "Broken" } };
    expect((await world.call("POST", `/operator/orders/${orderId}/refund`, reason)).status).toBe(200);
    await world.runner.drain();
    expect(await world.services.db.selectFrom("refunds").select(["amountCents", "doneAt"]).execute()).toEqual([
      { amountCents: 500, doneAt: expect.any(String) },
    ]);
    expect(await world.services.db.selectFrom("refundLines").select(["quantity", "amountCents"]).execute()).toEqual([
      { quantity: 2, amountCents: 500 },
    ]);
    expect(shop.fake.requests).toEqual([]);
    expect((await mailsSent(world, buyer.email)).at(-1)?.text).toContain("We have given $5.00");
  });
});
