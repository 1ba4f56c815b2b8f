import type Stripe from "stripe";
import { expect, test } from "vitest";
import { changeDispute, endDispute, escalate, newDispute, reopenDispute } from "../../../tests/fakes/stripe/disputes";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

const nameless = (mails: { subject: string }[]) => mails.map((mail) => mail.subject.replace(/\d+/, ""));
const WON = ["The dispute about order # is won"];
const LOST = ["The dispute about order # is lost"];
const BOTH = (second: string[]) => ["Order # is disputed", ...second];

onBothDatabases("a payment that its payer's bank asks back", (world) => {
  const shop = withStripe(world);

  /** A paid order of 4 jars at 2.50, with an operator and its merchant, and no mail so far. */
  async function aPaidOne() {
    const [buyer, merchant, operator] = [
      await aUser(world),
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "operator" }),
    ];
    const jars = await aProduct(world, { merchantId: merchant._id, quantity: 10, amountCents: 250 });
    const { stripeId } = (await initialize(world, buyer.token, [{ product: jars._id, quantity: 4 }])).body.payment;
    confirm(shop.fake.store, shop.intent(stripeId), "pm_card_visa");
    const orderId = (await finalize(world, buyer.token, stripeId)).body.data._id as string;
    await work();
    world.mails.length = 0;
    const dispute = (options?: Parameters<typeof newDispute>[3]) =>
      newDispute(shop.fake.store, stripeId, "product_not_received", options).id;
    const operatorOrder = async () =>
      (await world.call("GET", `/operator/orders/${orderId}`, { token: operator.token })).body.data;
    const listedDispute = async () =>
      (await world.call("GET", "/operator/orders", { token: operator.token })).body.data.docs[0].dispute;
    const payment = async () =>
      (await world.call("GET", "/operator/payments", { token: operator.token })).body.data.docs[0];
    const refund = async (quantity: number) => {
      const [line] = await world.services.db.selectFrom("orderLines").select("_id").execute();
      await world.call("POST", `/operator/orders/${orderId}/refund`, {
        token: operator.token,
        body: { reason: "Broken", lines: [{ lineId: line?._id, quantity }] },
      });
    };
    return {
      buyer,
      merchant,
      operator,
      jars,
      stripeId,
      orderId,
      dispute,
      seen: operatorOrder,
      listed: listedDispute,
      payment,
      refund,
    };
  }

  /** Delivers messages and does the work that follows, including retries soon after. */
  async function work(sorted?: (events: Stripe.Event[]) => Stripe.Event[]) {
    await shop.deliver(sorted);
    for (let n = 0; n < 3; n += 1) {
      await world.runner.drain();
      world.clock.forward(n * 60);
    }
  }

  const owed = async () =>
    Number(
      (
        await world.services.db
          .selectFrom("ledger")
          .select((eb) => eb.fn.sum<number>("amountCents").as("cents"))
          .executeTakeFirstOrThrow()
      ).cents,
    );
  const waiting = () =>
    world.services.db
      .selectFrom("jobs")
      .select(["kind", "lastError"])
      .where("finishedAt", "is", null)
      .where("everySeconds", "is", null)
      .execute();
  const refunds = () =>
    world.services.db.selectFrom("refunds").select(["amountCents", "origin"]).orderBy("amountCents").execute();

  test("is marked for the operators while it is open, and free again when it is won", async () => {
    const { operator, dispute, seen, listed, payment } = await aPaidOne();
    const id = dispute();
    expect((await payment()).differences).toEqual(["disputed_there"]);
    await work();
    expect([await listed(), (await seen()).disputes]).toEqual([
      "open",
      [
        {
          _id: id,
          amount: 10,
          reason: "product_not_received",
          status: "open",
          createdAt: expect.any(String),
          endedAt: null,
        },
      ],
    ]);
    expect(await payment()).toMatchObject({ dispute: "open", differences: [] });
    endDispute(shop.fake.store, id, "won");
    await work();
    expect([await listed(), (await seen()).disputes]).toEqual([
      null,
      [expect.objectContaining({ status: "won", endedAt: expect.any(String) })],
    ]);
    expect(await payment()).toMatchObject({ dispute: "won", differences: [] });
    expect([nameless(await mailsSent(world, operator.email)), await owed(), await refunds()]).toEqual([
      BOTH(WON),
      1000,
      [],
    ]);
  });

  test.each([
    ["in order", (events: Stripe.Event[]) => events],
    ["backwards", (events: Stripe.Event[]) => events.toReversed()],
    ["twice and backwards", (events: Stripe.Event[]) => [...events.toReversed(), ...events]],
  ])("is what the bank says at last, though the messages come late and %s", async (_, sorted) => {
    for (const [end, mails, mark] of [
      ["won", WON, null],
      ["lost", LOST, "lost"],
    ] as const) {
      const { operator, dispute, listed, orderId } = await aPaidOne();
      endDispute(shop.fake.store, dispute(), end);
      await work(sorted);
      expect([nameless(await mailsSent(world, operator.email)), await listed()]).toEqual([mails, mark]);
      const order = await world.services.db
        .selectFrom("orders")
        .select(["disputedAt", "disputeEndedAt"])
        .where("_id", "=", orderId)
        .executeTakeFirstOrThrow();
      expect([order.disputedAt !== null, order.disputeEndedAt !== null]).toEqual([mark === "lost", mark === "lost"]);
    }
  });

  test("and gets it: the books follow once, unsent goods are for sale again, and no mail promises the buyer anything", async () => {
    const { buyer, merchant, operator, jars, dispute, seen, payment } = await aPaidOne();
    const id = dispute();
    await work();
    endDispute(shop.fake.store, id, "lost");
    await work((events) => [...events, ...events]);
    endDispute(shop.fake.store, id, "lost");
    await work();
    expect([await refunds(), await owed(), await stockOf(world, jars._id), await waiting()]).toEqual([
      [{ amountCents: 1000, origin: "dispute" }],
      0,
      10,
      [],
    ]);
    expect(shop.fake.store.refunds.size).toBe(0);
    expect(await seen()).toMatchObject({
      refunded: 10,
      parts: [{ statusText: "Refunded", refunded: 10 }],
      refunds: [
        {
          amount: 10,
          origin: "dispute",
          reason: "The bank of the card's holder has taken this payment back.",
          failed: null,
        },
      ],
    });
    expect(await payment()).toMatchObject({ refunded: 0, dispute: "lost", differences: [] });
    const token = merchant.token;
    const { docs } = (await world.call("GET", "/product/payment/merchant/statements", { token })).body.data;
    expect(docs[0]).toMatchObject({ sales: 10, refunds: 0, disputes: -10, closing: 0 });
    const mails = await mailsSent(world);
    expect(mails.filter((mail) => mail.to === buyer.email)).toEqual([]);
    expect(nameless(mails.filter((mail) => mail.to === operator.email))).toEqual(BOTH(LOST));
    const [mailToMerchant, ...otherMails] = mails.filter((mail) => mail.to === merchant.email);
    expect([mailToMerchant?.subject.replace(/\d+/, ""), mailToMerchant?.text, otherMails]).toEqual([
      "Order # was lost in a dispute",
      expect.stringMatching(/the buyer's bank has taken \$10\.00[^]*do not send it/),
      [],
    ]);
  });

  test("and gets it after the goods were sent: they do not come back into stock", async () => {
    const { merchant, jars, orderId, dispute } = await aPaidOne();
    await world.call("POST", `/product/order/merchant/${orderId}/ship`, { token: merchant.token, body: {} });
    endDispute(shop.fake.store, dispute(), "lost");
    await work();
    expect([await stockOf(world, jars._id), await owed()]).toEqual([6, 0]);
  });

  test("and of which a refund had gone back already: the rest of the books follows", async () => {
    const { dispute, refund } = await aPaidOne();
    await refund(1);
    await work();
    endDispute(shop.fake.store, dispute({ amount: 750 }), "lost");
    await work();
    expect([await refunds(), await owed(), await waiting()]).toEqual([
      [
        { amountCents: 250, origin: "shop" },
        { amountCents: 750, origin: "dispute" },
      ],
      0,
      [],
    ]);
  });

  test("and gets it while a refund of ours could not be made: that is the refund, and nobody need try it again", async () => {
    const { buyer, dispute, refund } = await aPaidOne();
    const id = dispute();
    await refund(2);
    await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "refund").execute();
    await work();
    expect(await waiting()).toEqual([{ kind: "refund", lastError: expect.stringContaining("charged back") }]);
    endDispute(shop.fake.store, id, "lost");
    await work();
    expect([await refunds(), await owed(), await waiting()]).toEqual([
      [
        { amountCents: 500, origin: "dispute" },
        { amountCents: 500, origin: "dispute" },
      ],
      0,
      [],
    ]);
    expect(nameless(await mailsSent(world, buyer.email))).toEqual([]);
  });

  test("and does not get it: a refund that was refused meanwhile goes through when it is tried again, the same day", async () => {
    const { operator, dispute, refund, payment } = await aPaidOne();
    const id = dispute();
    await refund(2);
    await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "refund").execute();
    await work();
    endDispute(shop.fake.store, id, "won");
    await work();
    const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
    await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token });
    await work();
    expect([await refunds(), await owed(), await waiting()]).toEqual([[{ amountCents: 500, origin: "shop" }], 500, []]);
    expect(await payment()).toMatchObject({ refunded: 5, differences: [] });
  });

  test("only in part: what the bank has taken is written down, and people must say what it was for", async () => {
    const { operator, jars, dispute, seen } = await aPaidOne();
    endDispute(shop.fake.store, dispute({ amount: 300 }), "lost");
    await work();
    expect([await refunds(), await owed(), await stockOf(world, jars._id)]).toEqual([
      [{ amountCents: 300, origin: "dispute" }],
      1000,
      6,
    ]);
    // Both mails are written at one moment, so either may leave first.
    expect(nameless(await mailsSent(world, operator.email)).toSorted()).toEqual(
      [...LOST, "Part of order # was lost in a dispute"].toSorted(),
    );
    expect((await seen()).parts).toMatchObject([{ statusText: "Processing", refunded: 0 }]);
  });

  test("is asked about first: that is told apart, and ends with nothing taken, or becomes a dispute", async () => {
    const [one, two] = [await aPaidOne(), await aPaidOne()];
    const [quiet, serious] = [
      one.dispute({ status: "warning_needs_response" }),
      two.dispute({ status: "warning_needs_response" }),
    ];
    await work();
    expect([(await one.seen()).disputes[0].status, await one.listed()]).toEqual(["warning", "open"]);
    endDispute(shop.fake.store, quiet, "warning_closed");
    escalate(shop.fake.store, serious);
    await work((events) => events.toReversed());
    expect([(await one.seen()).disputes[0].status, (await two.seen()).disputes[0].status]).toEqual(["closed", "open"]);
    const subjects = (await mailsSent(world, one.operator.email)).map((mail) => mail.subject.replace(/#\d+/, "#"));
    expect(subjects.toSorted()).toEqual([
      "Order # is disputed",
      "The bank asks about order #",
      "The bank asks about order #",
      "The dispute about order # is over",
    ]);
    expect(await owed()).toBe(2000);
  });

  test("and was lost, and is won after all: the books stay, and the operators are asked to settle it", async () => {
    const { operator, dispute, listed } = await aPaidOne();
    const id = dispute();
    for (const end of ["lost", "won", "won"] as const) {
      endDispute(shop.fake.store, id, end);
      await work();
    }
    expect([nameless(await mailsSent(world, operator.email)), await listed()]).toEqual([
      [...LOST, "The dispute about order # is won after all"],
      null,
    ]);
    expect([await refunds(), await owed()]).toEqual([[{ amountCents: 1000, origin: "dispute" }], 0]);
  });

  test("is not open again because an older answer of the provider's comes last", async () => {
    const { dispute, listed } = await aPaidOne();
    const id = dispute();
    const real = shop.provider();
    const old = await real.disputesOf([...shop.fake.store.intents.keys()][0] ?? "");
    endDispute(shop.fake.store, id, "won");
    const message = (type: string) =>
      shop.post(shop.fake.store.events.find((event) => event.type === type) as Stripe.Event);
    // The question is asked before the dispute ends, and answered after another caller has asked and noted the end.
    let isSlow = true;
    world.services.cards = {
      ...real,
      async disputesOf(intentId) {
        if (!isSlow) return real.disputesOf(intentId);
        isSlow = false;
        await message("charge.dispute.closed");
        await world.runner.drain();
        return old;
      },
    };
    await message("charge.dispute.created");
    await world.runner.drain();
    expect(await listed()).toBeNull();
  });

  test.each([
    ["won", "under_review", "won"],
    ["won", "appeal_under_review", "lost"],
    ["lost", "appeal_needs_response", "won"],
    ["lost", "appeal_under_review", "lost"],
  ] as const)("and had %s goes on (%s), and is %s in the end", async (first, between, end) => {
    const { operator, dispute, listed, seen } = await aPaidOne();
    const id = dispute();
    endDispute(shop.fake.store, id, first);
    await work();
    reopenDispute(shop.fake.store, id, between);
    await work((events) => [...events, ...events]);
    expect([await listed(), (await seen()).disputes[0].status]).toEqual(["open", "open"]);
    expect(nameless(await mailsSent(world, operator.email)).at(-1)).toBe("The dispute about order # is open again");
    endDispute(shop.fake.store, id, end);
    await work((events) => events.toReversed());
    expect((await seen()).disputes[0].status).toBe(end);
    expect(await listed()).toBe(end === "lost" ? "lost" : null);
    // The books follow a loss, once. People settle a dispute that is won after that.
    const wasLost = first === "lost" || end === "lost";
    expect([await refunds(), await owed()]).toEqual(
      wasLost ? [[{ amountCents: 1000, origin: "dispute" }], 0] : [[], 1000],
    );
    expect(nameless(await mailsSent(world, operator.email)).at(-1)).toBe(
      `The dispute about order # is ${end === "lost" ? "lost" : first === "lost" ? "won after all" : "won"}`,
    );
  });

  test("and was won is lost later: what had been sent on is taken back", async () => {
    const { dispute } = await aPaidOne();
    const id = dispute();
    for (const end of ["won", "lost"] as const) {
      endDispute(shop.fake.store, id, end);
      await work();
    }
    expect([await refunds(), await owed()]).toEqual([[{ amountCents: 1000, origin: "dispute" }], 0]);
  });

  test("about another sum than at first: that is written down, and told", async () => {
    const { operator, dispute, seen } = await aPaidOne();
    const id = dispute({ amount: 300 });
    await work();
    changeDispute(shop.fake.store, id, 400);
    await work((events) => [...events, ...events]);
    expect((await seen()).disputes).toMatchObject([{ amount: 4, status: "open" }]);
    expect(nameless(await mailsSent(world, operator.email))).toEqual([
      "Order # is disputed",
      "The dispute about order # is about another sum",
    ]);
  });

  test("a second time is another dispute: each ends by itself", async () => {
    const { dispute, listed, seen } = await aPaidOne();
    const [first, second] = [dispute({ amount: 400 }), dispute({ amount: 600 })];
    await work();
    endDispute(shop.fake.store, first, "won");
    await work();
    expect([await listed(), await owed()]).toEqual(["open", 1000]);
    endDispute(shop.fake.store, second, "lost");
    await work();
    expect(await listed()).toBe("lost");
    expect((await seen()).disputes.map(({ status }: { status: string }) => status).toSorted()).toEqual(["lost", "won"]);
    expect(await refunds()).toEqual([{ amountCents: 600, origin: "dispute" }]);
  });

  test("and of which no message comes: the job that looks again notices", async () => {
    const { dispute, listed } = await aPaidOne();
    const id = dispute();
    await work();
    for (const step of ["won", "reopened"] as const) {
      if (step === "won") endDispute(shop.fake.store, id, "won");
      else reopenDispute(shop.fake.store, id);
      shop.fake.store.events.length = 0;
      world.clock.forward(2 * 86_400);
      await world.runner.drain(["refunds.look"]);
      const row = await world.services.db.selectFrom("disputes").select("status").executeTakeFirstOrThrow();
      expect(row.status).toBe(step === "won" ? "won" : "open");
    }
    expect(await listed()).toBe("open");
  });
});
