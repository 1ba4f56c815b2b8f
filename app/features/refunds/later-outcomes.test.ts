import type Stripe from "stripe";
import { expect, test } from "vitest";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { moveRefund, newRefund, type RefundStatus } from "../../../tests/fakes/stripe/refunds";
import { booksFromOrders, keptBooks, keptDays } from "../../../tests/fixtures/books";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

/*
 * Stripe's state of a refund may change later: a refund that it took may fail or be canceled, days after, in messages
 * that come late, twice, in any order, or not at all. The order was 4 jars at 2.50.
 */

onBothDatabases("a refund that Stripe has taken", (world) => {
  const shop = withStripe(world);

  /** A paid order of 4 jars, with its buyer and an operator, and no mail so far. */
  async function aPaidOne() {
    const [buyer, merchant, operator] = [
      await aUser(world),
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "operator" }),
    ];
    const jars = await aProduct(world, { merchantId: merchant._id, quantity: 10, amountCents: 250, vatCents: 41 });
    const intentId = (await initialize(world, buyer.token, [{ product: jars._id, quantity: 4 }])).body.payment
      .stripeId as string;
    confirm(shop.fake.store, shop.intent(intentId), "pm_card_visa");
    const orderId = (await finalize(world, buyer.token, intentId)).body.data._id as string;
    await work();
    world.mails.length = 0;
    const token = operator.token;
    const operatorOrder = async () => (await world.call("GET", `/operator/orders/${orderId}`, { token })).body.data;
    const refund = async (quantity = 4) => {
      const [line] = await world.services.db
        .selectFrom("orderLines")
        .select("_id")
        .where("orderId", "=", orderId)
        .execute();
      const body = { reason: "Broken", lines: [{ lineId: line?._id, quantity }] };
      expect((await world.call("POST", `/operator/orders/${orderId}/refund`, { token, body })).status).toBe(200);
    };
    const repair = async () => (await world.call("POST", `/operator/payments/${intentId}/repair`, { token })).body;
    const payment = async () => (await world.call("GET", "/operator/payments", { token })).body.data.docs[0];
    const act = async (step: "anew" | "other-way", body?: object, headers: Record<string, string> = {}) => {
      const [{ _id }] = (await operatorOrder()).refunds;
      return world.call("POST", `/operator/orders/${orderId}/refunds/${_id}/${step}`, {
        token,
        headers,
        ...(body && { body }),
      });
    };
    return { buyer, merchant, operator, jars, intentId, orderId, seen: operatorOrder, refund, repair, payment, act };
  }

  /** Delivers messages and does the work that follows, including retries soon after. */
  async function work(sorted?: (events: Stripe.Event[]) => Stripe.Event[]) {
    await shop.deliver(sorted);
    for (let n = 0; n < 3; n += 1) {
      await world.runner.drain();
      world.clock.forward(n * 30);
    }
  }

  const atStripe = () => [...shop.fake.store.refunds.values()];
  const move = (status: RefundStatus, reason?: string) =>
    moveRefund(shop.fake.store, atStripe().at(-1)?.id ?? "", status, reason);
  const subjects = async (to: string) =>
    (await mailsSent(world, to)).map((mail) => mail.subject.replace(/#\d+/, "#")).toSorted();
  const rows = () => world.services.db.selectFrom("refunds").selectAll().orderBy("createdAt").execute();
  const GONE = "Your money for order # is on its way back";
  const CAME_BACK = "Your money for order # has not arrived yet";
  const TOLD = "A refund of order # came back";

  /** The money at Stripe is what is owed to merchants and to buyers, and what was given back another way. */
  async function expectMoneyToBalance() {
    const keptCents = [...shop.fake.store.charges.values()].reduce(
      (cents, charge) => cents + charge.amount - charge.amount_refunded,
      0,
    );
    const owed = await world.services.db
      .selectFrom("ledger")
      .select((eb) => eb.fn.sum<number>("amountCents").as("cents"))
      .executeTakeFirstOrThrow();
    const toBuyers = (await rows())
      .filter((row) => row.doneAt === null && row.providerId === null)
      .reduce((cents, row) => cents + Number(row.amountCents), 0);
    const otherWayCents = (await rows())
      .filter((row) => row.otherWay !== null)
      .reduce((cents, row) => cents + Number(row.amountCents), 0);
    expect(keptCents).toBe(Number(owed.cents) + toBuyers + otherWayCents);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  }

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

  const ORDERS = [
    ["in order", (events: Stripe.Event[]) => events],
    ["backwards", (events: Stripe.Event[]) => events.toReversed()],
    ["twice and backwards", (events: Stripe.Event[]) => [...events.toReversed(), ...events]],
  ] as const;
  const LATER = [
    ["pending", "failed"],
    ["pending", "canceled"],
    ["requires_action", "canceled"],
    ["requires_action", "failed"],
    ["succeeded", "failed"],
  ] as const;
  test.each(ORDERS.flatMap(([order, sorted]) => LATER.map(([first, then]) => [first, then, order, sorted] as const)))(
    "as %s and that is %s later is open again, though the messages come %s",
    async (first, then, _, sorted) => {
      const { buyer, operator, jars, refund, seen, payment, repair } = await aPaidOne();
      shop.fake.store.refundsBegin.push(first);
      await refund();
      await work();
      const messages = [...shop.fake.store.events];
      move(then);
      await work((events) => sorted([...messages.filter(({ type }) => type.includes("refund")), ...events]));
      expect((await seen()).refunds).toMatchObject([
        {
          state: "failed",
          providerStatus: then,
          doneAt: null,
          failedAt: expect.any(String),
          failed: then === "failed" ? "expired or canceled card" : "the provider does not say why",
        },
      ]);
      expect(await subjects(operator.email)).toEqual([TOLD]);
      expect(await subjects(buyer.email)).toEqual(first === "succeeded" ? [CAME_BACK, GONE] : [CAME_BACK]);
      // Stock and merchants' accounts follow what is owed, which has not changed.
      expect(await stockOf(world, jars._id)).toBe(10);
      await expectMoneyToBalance();
      expect(await payment()).toMatchObject({ refunded: 0, differences: ["refund_failed"] });
      // Nothing is sent without an operator, not even by Repair.
      expect((await repair()).message).toMatch(/somebody has to look/);
      await work();
      expect(atStripe()).toHaveLength(1);
      expect(await subjects(operator.email)).toEqual([TOLD]);
    },
  );

  test("and that fails is noticed without any message, by the job that looks again", async () => {
    const { operator, refund, seen } = await aPaidOne();
    await refund();
    await work();
    world.clock.forward(16 * 86_400);
    await world.runner.drain(["refunds.look"]);
    move("failed");
    shop.fake.store.events.length = 0;
    // After a look, the next one comes only when half of the refund's age has passed again.
    await world.runner.drain(["refunds.look"]);
    expect((await seen()).refunds[0].state).toBe("refunded");
    world.clock.forward(9 * 86_400);
    await world.runner.drain(["refunds.look"]);
    expect((await seen()).refunds[0].state).toBe("failed");
    expect(await subjects(operator.email)).toEqual([TOLD]);
  });

  test("is looked at less and less, and once it is old not at all", async () => {
    const { refund } = await aPaidOne();
    await refund();
    await work();
    let looks = 0;
    for (let day = 0; day < 100; day += 1) {
      world.clock.forward(86_400);
      shop.fake.requests.length = 0;
      await world.runner.drain(["refunds.look"]);
      if (shop.fake.requests.includes("GET /v1/refunds")) looks += 1;
    }
    expect(looks).toBeLessThan(15);
    expect(looks).toBeGreaterThan(4);
    expect((await rows())[0]?.lookAt).toBeNull();
  });

  test("and that is pending is looked at every day for as long as it takes", async () => {
    const { refund } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    await refund();
    await work();
    world.clock.forward(90 * 86_400);
    await world.runner.drain(["refunds.look"]);
    world.clock.forward(86_400);
    move("succeeded");
    shop.fake.store.events.length = 0;
    await world.runner.drain(["refunds.look"]);
    expect((await rows())[0]).toMatchObject({ providerStatus: "succeeded", doneAt: expect.any(String) });
  });

  test("holds up no other when it cannot be looked at", async () => {
    const [one, two] = [await aPaidOne(), await aPaidOne()];
    await one.refund();
    await two.refund();
    await work();
    const [first, second] = atStripe();
    moveRefund(shop.fake.store, first?.id ?? "", "failed");
    moveRefund(shop.fake.store, second?.id ?? "", "failed");
    shop.fake.store.events.length = 0;
    world.clock.forward(3600);
    shop.fake.troubles.expect(`GET /v1/payment_intents/${one.intentId}`, "down");
    await world.runner.drain(["refunds.look"]);
    expect([(await one.seen()).refunds[0].state, (await two.seen()).refunds[0].state]).toEqual(["refunded", "failed"]);
    world.clock.forward(3600);
    await world.runner.drain(["refunds.look"]);
    expect((await one.seen()).refunds[0].state).toBe("failed");
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
        return old;
      },
    };
    await shop.post(shop.fake.store.events.find(({ type }) => type === "charge.refunded") as Stripe.Event);
    await world.runner.drain();
    expect((await seen()).refunds).toMatchObject([{ state: "failed", doneAt: null }]);
  });

  test("and whose answer was lost before it failed is made anew, under another key", async () => {
    const { refund, seen } = await aPaidOne();
    shop.fake.troubles.expect("POST /v1/refunds", "cut", 2);
    await refund();
    await world.runner.drain();
    move("failed");
    shop.fake.store.events.length = 0;
    world.clock.forward(120);
    await work();
    world.clock.forward(120);
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded" }]);
    expect(atStripe().map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    await expectMoneyToBalance();
  });

  test("by hand, and that fails, is open again; given back by hand once more, that is it", async () => {
    const { buyer, operator, intentId, seen, payment } = await aPaidOne();
    newRefund(shop.fake.store, intentId, null);
    await work();
    expect((await seen()).refunds).toMatchObject([{ origin: "provider", state: "refunded" }]);
    move("failed");
    await work();
    expect((await seen()).refunds).toMatchObject([{ origin: "provider", state: "failed", amount: 10 }]);
    expect(await subjects(buyer.email)).toEqual([CAME_BACK, GONE]);
    expect(await subjects(operator.email)).toEqual([TOLD]);
    await expectMoneyToBalance();
    newRefund(shop.fake.store, intentId, null);
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded", amount: 10 }]);
    expect(await payment()).toMatchObject({ refunded: 10, differences: [] });
    await expectMoneyToBalance();
  });

  test("by hand of a part, and that is canceled before it went, is owed to nobody", async () => {
    const { buyer, operator, intentId, seen } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    newRefund(shop.fake.store, intentId, 300);
    await work();
    expect((await seen()).refunds).toMatchObject([{ origin: "provider", state: "on_its_way", amount: 3 }]);
    move("canceled");
    await work();
    expect((await rows())[0]).toMatchObject({ amountCents: 0, failedAt: null });
    expect(await subjects(buyer.email)).toEqual([]);
    expect(await subjects(operator.email)).toEqual(["Part of order # was refunded at Stripe"]);
    await expectMoneyToBalance();
  });

  test("and that failed is made anew, once, as another refund to Stripe", async () => {
    const { buyer, jars, refund, seen, payment, act } = await aPaidOne();
    await refund(2);
    await work();
    expect((await act("anew")).status).toBe(409);
    move("failed");
    await work();
    for (let times = 0; times < 2; times += 1)
      expect((await act("anew", undefined, { "Idempotency-Key": "a-key-of-the-form" })).status).toBe(200);
    expect((await act("anew")).body.error[0].code).toBe("refund_not_open");
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "refunded", amount: 5, failedAt: null, failed: null }]);
    expect(atStripe().map(({ status, amount }) => [status, amount])).toEqual([
      ["failed", 500],
      ["succeeded", 500],
    ]);
    // Under the old key Stripe would only have repeated its first answer, and a third request would have followed.
    expect(shop.fake.requests.filter((request) => request === "POST /v1/refunds")).toHaveLength(2);
    expect(await subjects(buyer.email)).toEqual([CAME_BACK, GONE, GONE]);
    expect(await payment()).toMatchObject({ refunded: 5, differences: [] });
    expect(await stockOf(world, jars._id)).toBe(8);
    await expectMoneyToBalance();
    // The new one may fail as well.
    move("failed");
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "failed" }]);
    await act("anew");
    await work();
    expect(atStripe().map(({ status }) => status)).toEqual(["failed", "failed", "succeeded"]);
    await expectMoneyToBalance();
  });

  const HOW = { how: "By bank transfer to the account that you named.", day: "2026-03-02" };
  test("and that failed is given back another way: that is noted with how and when, audited, told, once", async () => {
    const { buyer, refund, seen, payment, repair, act, operator } = await aPaidOne();
    await refund();
    await work();
    expect((await act("other-way", HOW)).body.error[0].code).toBe("refund_not_open");
    move("failed");
    await work();
    expect((await act("other-way", { ...HOW, day: "2026-03-03" })).body.error[0]).toMatchObject({
      code: "day_to_come",
      field: "day",
    });
    for (let times = 0; times < 2; times += 1)
      expect((await act("other-way", HOW, { "Idempotency-Key": "a-key-of-the-form" })).status).toBe(200);
    expect((await act("other-way", HOW)).status).toBe(409);
    expect((await act("anew")).status).toBe(409);
    await work();
    expect((await seen()).refunds).toMatchObject([{ state: "other_way", otherWay: HOW, failed: null, amount: 10 }]);
    const mails = await mailsSent(world, buyer.email);
    const mailsOfOtherWay = mails.filter(({ subject }) => subject.includes("another way"));
    expect(mailsOfOtherWay.map(({ text }) => text.includes(HOW.how) && text.includes("$10.00"))).toEqual([true]);
    const log = await world.services.db.selectFrom("auditLog").selectAll().execute();
    expect(log.filter(({ action }) => action === "refund.given_otherwise")).toMatchObject([
      { actorId: operator._id, details: expect.stringContaining("By bank transfer") },
    ]);
    expect(await payment()).toMatchObject({ refunded: 0, differences: [] });
    expect((await repair()).message).toBe("Both agree now.");
    await work();
    expect(atStripe()).toHaveLength(1);
    await expectMoneyToBalance();
    // If Stripe makes the refund after all, the buyer has the money twice, and the operators are told.
    move("succeeded");
    await work();
    expect((await rows()).map(({ amountCents, otherWay }) => [Number(amountCents), otherWay ?? ""]).toSorted()).toEqual(
      [
        [1000, ""],
        [1000, HOW.how],
      ],
    );
  });

  test("and that fails, is made anew and is given back another way changes no day, no statement and no VAT", async () => {
    const { merchant, refund, seen, act } = await aPaidOne();
    const DAY = 86_400;
    world.clock.forward(DAY);
    await refund(3);
    await work();
    const figures = async () => {
      const { vat, vatRefunded, refunded } = await seen();
      const { body } = await world.call("GET", "/product/payment/merchant/statements/2026-03", {
        token: merchant.token,
      });
      const books = await keptBooks(world);
      expect(books).toEqual(await booksFromOrders(world));
      return { vat, vatRefunded, refunded, statement: body.data, books, days: await keptDays(world) };
    };
    const before = await figures();
    expect(before).toMatchObject({ vat: 1.64, vatRefunded: 1.23, refunded: 7.5 });
    expect(before.statement).toMatchObject({ sales: 10, refunds: -7.5, vat: 0.41 });
    expect((before.days["days"] ?? []).map((row) => JSON.parse(row))).toMatchObject([
      { day: "2026-03-03", amountCents: 0, refundedCents: 750 },
      { day: "2026-03-02", amountCents: 1000, refundedCents: 0 },
    ]);
    for (const next of [
      () => move("failed"),
      () => act("anew"),
      () => move("failed"),
      () => act("other-way", { how: "By bank transfer.", day: "2026-03-03" }),
    ]) {
      world.clock.forward(DAY);
      await next();
      await work();
      expect(await figures()).toEqual(before);
    }
    expect((await seen()).refunds).toMatchObject([{ state: "other_way" }]);
    await expectMoneyToBalance();
  });

  test("is not noted as given back another way while Stripe has it, or where it has made it after all", async () => {
    const { refund, seen, act } = await aPaidOne();
    shop.fake.store.refundsBegin.push("pending");
    await refund();
    await work();
    expect((await act("other-way", HOW)).body.error[0].code).toBe("refund_under_way");
    move("failed");
    await work();
    move("succeeded");
    shop.fake.store.events.length = 0;
    expect((await act("other-way", HOW)).body.error[0].code).toBe("refund_not_open");
    expect((await seen()).refunds).toMatchObject([{ state: "refunded" }]);
  });

  test("no more after every try has failed can be given back another way, and its job is settled", async () => {
    const { refund, seen, act } = await aPaidOne();
    shop.fake.store.refundsBegin.push("failed");
    await refund();
    await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "refund").execute();
    await work();
    expect((await seen()).refunds).toMatchObject([
      { state: "on_its_way", failed: expect.stringContaining("declined") },
    ]);
    expect((await act("other-way", HOW)).status).toBe(200);
    const dead = await world.services.db.selectFrom("jobs").select("_id").where("diedAt", "is not", null).execute();
    expect(dead).toEqual([]);
    await expectMoneyToBalance();
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
