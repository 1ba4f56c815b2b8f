import { expect, test } from "vitest";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { newRefund } from "../../../tests/fakes/stripe/refunds";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

/*
 * An operator refunds money in Stripe's dashboard while a refund of ours is on its way. The order was 4 jars at 2.50.
 * In any order of events, our refunds add up to Stripe's, and the buyer is told of each cent once.
 */

type Step =
  | "ask half"
  | "ask all"
  | "by hand 3.00"
  | "by hand 5.00"
  | "by hand 7.00"
  | "by hand rest"
  | "between: by hand 3.00"
  | "between: by hand 5.00"
  | "between: by hand rest"
  | "messages"
  | "messages twice"
  | "messages first"
  | "work"
  | "a minute passes"
  | "stripe is down"
  | "answer is cut"
  | "last try"
  | "repair"
  | "retry";

/**
 * How much of 10.00 is refunded at Stripe, how much in each refund recorded here, and how many jars are for sale again.
 */
interface End {
  there: number;
  here: number[];
  jars: number;
}

const rows: [End, Step[]][] = [
  // The same sum by hand: it is our refund.
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "by hand 5.00", "work", "messages", "work"]],
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "by hand 5.00", "messages first", "work"]],
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "by hand 5.00", "messages twice", "work", "messages"]],
  [{ there: 1000, here: [1000], jars: 4 }, ["ask all", "by hand rest", "work", "messages", "work"]],
  [{ there: 1000, here: [1000], jars: 4 }, ["ask all", "by hand rest", "messages first", "work"]],
  // A smaller sum by hand: we refund the rest.
  [{ there: 500, here: [200, 300], jars: 2 }, ["ask half", "by hand 3.00", "work", "messages", "work"]],
  [{ there: 500, here: [200, 300], jars: 2 }, ["ask half", "by hand 3.00", "messages first", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "by hand 3.00", "work", "messages twice", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "by hand 3.00", "messages first", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "by hand 3.00", "by hand 7.00", "messages first", "work"]],
  // A larger sum by hand: ours is done with it, and the excess is a refund of its own.
  [{ there: 700, here: [200, 500], jars: 2 }, ["ask half", "by hand 7.00", "work", "messages", "work"]],
  [{ there: 700, here: [200, 500], jars: 2 }, ["ask half", "by hand 7.00", "messages first", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "by hand rest", "work", "messages", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "by hand rest", "messages first", "work"]],
  [{ there: 1000, here: [500, 200, 300], jars: 4 }, ["ask half", "by hand 7.00", "ask half", "messages first", "work"]],
  // Two refunds of ours, one of them made by hand.
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "ask half", "by hand 5.00", "work", "messages", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "ask half", "by hand rest", "messages first", "work"]],
  // By hand between our look and our call: both are made, or Stripe refuses ours and we look again.
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "between: by hand 5.00", "work", "messages", "work"]],
  [{ there: 800, here: [300, 500], jars: 2 }, ["ask half", "between: by hand 3.00", "work", "messages", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "between: by hand 3.00", "work", "messages", "work"]],
  [{ there: 1000, here: [1000], jars: 4 }, ["ask all", "between: by hand rest", "work", "messages", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "between: by hand rest", "work", "messages", "work"]],
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

onBothDatabases("money given back by hand beside a refund of ours", (world) => {
  const shop = withStripe(world);

  test.each(rows.map(([end, steps]) => [steps.join(", "), end, steps] as const))("%s", async (_, end, steps) => {
    const { services } = world;
    const [buyer, operator] = [await aUser(world), await aUser(world, { privilege: "operator" })];
    const jars = await aProduct(world, { quantity: 10, amountCents: 250 });
    const initialized = await initialize(world, buyer.token, [{ product: jars._id, quantity: 4 }]);
    const intentId = initialized.body.payment.stripeId as string;
    confirm(shop.fake.store, shop.intent(intentId), "pm_card_visa");
    const orderId = (await finalize(world, buyer.token, intentId)).body.data._id as string;
    const line = await services.db.selectFrom("orderLines").select("_id").executeTakeFirstOrThrow();
    await shop.deliver();
    await world.runner.drain();
    world.mails.length = 0;

    const byHand = (cents: number | null) => newRefund(shop.fake.store, intentId, cents);
    const between = (cents: number | null) => {
      const real = shop.provider();
      services.cards = {
        ...real,
        refund(asked) {
          services.cards = real;
          byHand(cents);
          return real.refund(asked);
        },
      };
    };
    const jobs = services.db.updateTable("jobs").where("kind", "=", "refund").where("finishedAt", "is", null);
    const later = async (seconds: number) => {
      world.clock.forward(seconds);
      await world.runner.drain();
    };
    const ask = async (lines?: object) =>
      expect(
        (
          await world.call("POST", `/operator/orders/${orderId}/refund`, {
            token: operator.token,
            body: { reason: "Broken", ...lines },
          })
        ).status,
      ).toBe(200);

    const does: Record<Step, () => unknown> = {
      "ask half": () => ask({ lines: [{ lineId: line._id, quantity: 2 }] }),
      "ask all": () => ask(),
      "by hand 3.00": () => byHand(300),
      "by hand 5.00": () => byHand(500),
      "by hand 7.00": () => byHand(700),
      "by hand rest": () => byHand(null),
      "between: by hand 3.00": () => between(300),
      "between: by hand 5.00": () => between(500),
      "between: by hand rest": () => between(null),
      messages: () => shop.deliver(),
      "messages twice": () => shop.deliver((events) => events.flatMap((event) => [event, event])),
      // The job of our refund runs only after the messages.
      "messages first": async () => {
        const due = await services.db
          .selectFrom("jobs")
          .select(["_id", "runAt"])
          .where("kind", "=", "refund")
          .where("finishedAt", "is", null)
          .execute();
        await jobs.set({ runAt: "2099-01-01T00:00:00.000Z" }).execute();
        await shop.deliver();
        await world.runner.drain();
        for (const { _id, runAt } of due)
          await services.db.updateTable("jobs").set({ runAt }).where("_id", "=", _id).execute();
      },
      work: () => world.runner.drain(),
      "a minute passes": () => world.clock.forward(61),
      "stripe is down": () => shop.fake.troubles.expect("POST /v1/refunds", "down"),
      "answer is cut": () => shop.fake.troubles.expect("POST /v1/refunds", "cut"),
      "last try": () => jobs.set({ attempts: 9 }).execute(),
      // Repair also answers while nobody can say yet what was refunded.
      repair: async () => {
        const repaired = await world.call("POST", `/operator/payments/${intentId}/repair`, { token: operator.token });
        expect(repaired.status).toBe(200);
      },
      retry: async () => {
        const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
        expect((await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token })).status).toBe(
          200,
        );
      },
    };
    for (const step of steps) await does[step]();
    // Messages that are still on their way arrive.
    await shop.deliver();
    for (const seconds of [0, 20, 70, 200]) await later(seconds);

    const refunds = await services.db.selectFrom("refunds").selectAll().execute();
    expect(refunds.map((refund) => refund.amountCents).sort()).toEqual([...end.here].sort());
    expect([...shop.fake.store.refunds.values()].reduce((sum, refund) => sum + refund.amount, 0)).toBe(end.there);
    expect(refunds.every((refund) => refund.doneAt !== null)).toBe(true);
    expect(
      await services.db
        .selectFrom("jobs")
        .select(["kind", "lastError"])
        .where("finishedAt", "is", null)
        .where("everySeconds", "is", null)
        .execute(),
    ).toEqual([]);
    // Stock, accounts and the part moved once, with the jars.
    const owed = await services.db
      .selectFrom("ledger")
      .select((eb) => eb.fn.sum<number>("amountCents").as("cents"))
      .executeTakeFirstOrThrow();
    const part = await services.db
      .selectFrom("orderParts")
      .select(["refundedCents", "statusText"])
      .executeTakeFirstOrThrow();
    expect([await stockOf(world, jars._id), Number(owed.cents), part]).toEqual([
      6 + end.jars,
      250 * (4 - end.jars),
      { refundedCents: 250 * end.jars, statusText: end.jars === 4 ? "Refunded" : "Processing" },
    ]);
    const told = (await mailsSent(world, buyer.email)).map((mail) =>
      Math.round(100 * Number(/We have given \$([\d.]+)/.exec(mail.text)?.[1])),
    );
    expect(told.reduce((sum, cents) => sum + cents, 0)).toBe(end.there);
    // Nothing is left for Repair to find, and it makes nothing twice.
    const { body } = await world.call("POST", `/operator/payments/${intentId}/repair`, { token: operator.token });
    expect(body.message).toBe("Both agree now.");
    await later(0);
    expect(await services.db.selectFrom("refunds").select("_id").execute()).toHaveLength(end.here.length);
    // A payment that nobody disputes is not asked for its disputes.
    expect(shop.fake.requests.filter((request) => request.includes("/disputes"))).toEqual([]);
  });

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
