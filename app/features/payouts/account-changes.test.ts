import { expect, test } from "vitest";
import { deauthorize, setAccount } from "../../../tests/fakes/stripe/accounts";
import {
  account,
  accountAt,
  aSale,
  balance,
  deadJobs,
  deliver,
  fake,
  hear,
  listed,
  onboard,
  openAccount,
  sent,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

withFreshStripe();

onBothDatabases(
  "an account for payouts that changes later",
  (world) => {
    const subjectsTo = async (email: string) =>
      (await mailsSent(world, email)).map(({ subject }) => subject).filter((subject) => /payouts/i.test(subject));
    const stopped = expect.stringMatching(/^The payouts of .+ have stopped$/);
    const goOn = expect.stringMatching(/^The payouts of .+ go on$/);

    test.each([
      ["account.updated", "restricted", "Still missing: individual verification document."],
      ["capability.updated", "restricted", "Still missing: individual verification document."],
      ["account.updated", "rejected", "Stripe has closed this account for good. Please write to Stripe, or to us."],
    ] as const)(
      "%s, %s: nothing is sent, all are told, and a return goes on by itself",
      async (type, state, problem) => {
        const { merchant, operator, orderId } = await aSale(world);
        const { id } = accountAt(merchant._id);
        const ofType = (events: (typeof fake.store.events)[number][]) => events.filter((event) => event.type === type);
        setAccount(fake.store, id, state);
        await hear(world, (events) => [...ofType(events), ...ofType(events)]);
        expect((await account(world, merchant.token)).body.data).toMatchObject({ status: "restricted", problem });
        await deliver(world, merchant.token, orderId);
        await work(world, 3);
        expect([
          fake.requests.filter((line) => line.startsWith("POST /v1/transfers")),
          await subjectsTo(operator.email),
        ]).toEqual([[], [stopped]]);
        expect(await subjectsTo(merchant.email)).toEqual(["Your payouts have stopped"]);
        expect(await listed(world, merchant.token)).toMatchObject([{ status: "Waiting", waitsFor: "account" }]);
        setAccount(fake.store, id, "ready");
        await hear(world, (events) => [...ofType(events), ...ofType(events)]);
        expect([sent().map(({ amount }) => amount), (await balance(world, merchant.token)).owed]).toEqual([[900], 0]);
        expect(await subjectsTo(merchant.email)).toEqual(["Your payouts have stopped", "Your payouts go on"]);
        expect(await subjectsTo(operator.email)).toEqual([stopped, goOn]);
      },
    );

    test("account.application.deauthorized: another account is set up, and what waited goes there", async () => {
      const { merchant, operator, orderId } = await aSale(world);
      const { id } = accountAt(merchant._id);
      deauthorize(fake.store, id);
      await hear(world, (events) => [...events, ...events]);
      expect((await account(world, merchant.token)).body.data.status).toBe("disconnected");
      expect([await subjectsTo(merchant.email), await subjectsTo(operator.email)]).toEqual([
        ["Your payouts have stopped"],
        [stopped],
      ]);
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      expect(sent()).toEqual([]);
      await openAccount(world, merchant);
      await work(world, 2);
      expect(accountAt(merchant._id).id).not.toBe(id);
      expect(sent()).toMatchObject([{ amount: 900, destination: accountAt(merchant._id).id }]);
      expect((await account(world, merchant.token)).body.data.status).toBe("ready");
    });

    test.each(["restricted", "disconnected"] as const)(
      "%s without a word: the refused transfer says so, waits as before, and costs the merchant nothing",
      async (state) => {
        const { merchant, operator, orderId, refund } = await aSale(world);
        const { id } = accountAt(merchant._id);
        await deliver(world, merchant.token, orderId);
        if (state === "restricted") setAccount(fake.store, id, "restricted");
        else deauthorize(fake.store, id);
        await work(world, 3);
        expect([sent(), await deadJobs(world)]).toEqual([[], []]);
        expect(await balance(world, merchant.token)).toEqual({
          sold: 10,
          deliveryFees: 0,
          givenBack: 0,
          fees: 0,
          paidOut: 0,
          owed: 10,
        });
        expect(await listed(world, merchant.token)).toMatchObject([
          { status: "Waiting", waitsFor: "account", amount: 9, fee: 1 },
        ]);
        expect(await subjectsTo(operator.email)).toEqual([stopped]);
        // A refund meanwhile lowers the payout, as before any payout.
        await refund(1);
        if (state === "restricted") {
          setAccount(fake.store, id, "ready");
          await hear(world);
        } else await openAccount(world, merchant);
        await work(world, 2);
        expect(sent()).toMatchObject([{ amount: 675, destination: accountAt(merchant._id).id }]);
        expect(await balance(world, merchant.token)).toEqual({
          sold: 10,
          deliveryFees: 0,
          givenBack: 2.5,
          fees: 0.75,
          paidOut: 6.75,
          owed: 0,
        });
        const open = await world.services.db.selectFrom("payoutReversals").selectAll().execute();
        expect(open).toEqual([]);
      },
    );

    test("whose questions Stripe asks anew is incomplete, and ready once they are answered", async () => {
      const { merchant } = await aSale(world);
      const { id } = accountAt(merchant._id);
      setAccount(fake.store, id, "restricted");
      accountAt(merchant._id).details_submitted = false;
      await hear(world);
      expect((await account(world, merchant.token)).body.data.status).toBe("incomplete");
      setAccount(fake.store, id, "ready");
      await hear(world);
      expect((await account(world, merchant.token)).body.data.status).toBe("ready");
    });

    test("ready without a word: what waits for it looks itself, once an hour, and is sent", async () => {
      const { merchant, orderId } = await aSale(world, { ready: false });
      expect((await onboard(world, merchant.token)).status).toBe(200);
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      const accountReads = () => fake.requests.filter((line) => line.startsWith("GET /v1/accounts/")).length;
      const before = accountReads();
      world.clock.forward(3600);
      for (let n = 0; n < 3; n += 1) {
        await world.runner.drain(["payouts.catch-up"]);
        world.clock.forward(901);
      }
      expect([accountReads() - before, sent()]).toEqual([1, []]);
      setAccount(fake.store, accountAt(merchant._id).id, "ready");
      world.clock.forward(3600);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world, 2);
      expect([sent().map(({ amount }) => amount), (await balance(world, merchant.token)).owed]).toEqual([[900], 0]);
    });

    test("an account that cannot be asked about keeps no other from its turn, and none that nothing waits for is", async () => {
      const sales = [await aSale(world, { ready: false }), await aSale(world, { ready: false })];
      const idle = await aSale(world, { ready: false });
      for (const { merchant } of [...sales, idle]) expect((await onboard(world, merchant.token)).status).toBe(200);
      for (const { merchant, orderId } of sales) await deliver(world, merchant.token, orderId);
      await work(world, 2);
      for (const { merchant } of [...sales, idle]) setAccount(fake.store, accountAt(merchant._id).id, "ready");
      await world.services.db
        .updateTable("payoutAccounts")
        .set({ accountId: "acct_x/y" })
        .where("merchantId", "=", sales[0]!.merchant._id)
        .execute();
      world.clock.forward(3600);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world, 2);
      expect(sent().map(({ destination }) => destination)).toEqual([accountAt(sales[1]!.merchant._id).id]);
      expect((await account(world, idle.merchant.token)).body.data.status).toBe("incomplete");
    });
  },
  throughStripe,
);
