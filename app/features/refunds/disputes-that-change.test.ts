import type Stripe from "stripe";
import { expect, test } from "vitest";
import { changeDispute, endDispute, escalate, reopenDispute } from "../../../tests/fakes/stripe/disputes";
import { subjectsOf, withDisputes } from "../../../tests/fixtures/disputes";
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

const WON = ["The dispute about order # is won"];
const LOST = ["The dispute about order # is lost"];

onBothDatabases("a payment that its payer's bank asks back, and whose dispute changes", (world) => {
  const { shop, aPaidOne, work, owed, refunds } = withDisputes(world);

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
      expect([subjectsOf(await mailsSent(world, operator.email)), await listed()]).toEqual([mails, mark]);
      const order = await world.services.db
        .selectFrom("orders")
        .select(["disputedAt", "disputeEndedAt"])
        .where("_id", "=", orderId)
        .executeTakeFirstOrThrow();
      expect([order.disputedAt !== null, order.disputeEndedAt !== null]).toEqual([mark === "lost", mark === "lost"]);
    }
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
    expect([subjectsOf(await mailsSent(world, operator.email)), await listed()]).toEqual([
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
    expect(subjectsOf(await mailsSent(world, operator.email)).at(-1)).toBe("The dispute about order # is open again");
    endDispute(shop.fake.store, id, end);
    await work((events) => events.toReversed());
    expect((await seen()).disputes[0].status).toBe(end);
    expect(await listed()).toBe(end === "lost" ? "lost" : null);
    // The books follow a loss, once. People settle a dispute that is won after that.
    const wasLost = first === "lost" || end === "lost";
    expect([await refunds(), await owed()]).toEqual(
      wasLost ? [[{ amountCents: 1000, origin: "dispute" }], 0] : [[], 1000],
    );
    expect(subjectsOf(await mailsSent(world, operator.email)).at(-1)).toBe(
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
    expect(subjectsOf(await mailsSent(world, operator.email))).toEqual([
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
