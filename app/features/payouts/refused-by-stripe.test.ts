import { expect, test } from "vitest";
import { failBankPayout, payOutToBank } from "../../../tests/fakes/stripe/bank-payouts";
import {
  aSale,
  balance,
  deadJobs,
  deliver,
  fake,
  hear,
  listed,
  sent,
  throughStripe,
  withFreshStripe,
  work,
  aPayout,
  subjectsLike,
  takeBackByHand,
} from "../../../tests/fixtures/payouts";
import { onBothDatabases } from "../../../tests/fixtures/world";

withFreshStripe();

const DAY = 86_400;

onBothDatabases(
  "what Stripe refuses to send or to take back",
  (world) => {
    test("a reversal that Stripe refuses is told, and made by itself once the account has money again", async () => {
      const { merchant, operator, accountId, refund } = await aPayout(world);
      const { id } = payOutToBank(fake.store, accountId);
      await refund(2);
      await work(world, 11);
      expect([await deadJobs(world), (await balance(world, merchant.token)).owed]).toEqual([
        [{ kind: "payout.reverse", lastError: expect.stringContaining("sufficient funds") }],
        -4.5,
      ]);
      expect(await subjectsLike(world, operator.email, /cannot be/)).toEqual([
        expect.stringMatching(/^A payout to .+ cannot be taken back$/),
      ]);
      failBankPayout(fake.store, id);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      expect(sent()).toMatchObject([{ amount_reversed: 0 }]);
      world.clock.forward(DAY);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      expect([sent()[0]?.amount_reversed, await deadJobs(world), (await balance(world, merchant.token)).owed]).toEqual([
        450,
        [],
        0,
      ]);
    });

    test("a reversal that Stripe refused, and that somebody made by hand since, is done with it", async () => {
      const { merchant, transferId, accountId, refund } = await aPayout(world);
      const { id } = payOutToBank(fake.store, accountId);
      await refund(2);
      await work(world, 11);
      failBankPayout(fake.store, id);
      takeBackByHand(transferId, 450);
      await hear(world);
      expect([sent()[0]?.amount_reversed, await deadJobs(world), (await balance(world, merchant.token)).owed]).toEqual([
        450,
        [],
        0,
      ]);
      const open = world.services.db.selectFrom("payoutReversals").select("_id").where("doneAt", "is", null);
      expect(await open.execute()).toEqual([]);
    });

    test("a transfer that Stripe refuses for another reason is told, and tried anew every day", async () => {
      const { merchant, operator, orderId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      const [charge] = [...fake.store.charges.values()].filter(({ metadata }) => metadata["orderId"] === orderId);
      Object.assign(charge!, { amount: 100 });
      await work(world, 11);
      expect([await deadJobs(world), (await listed(world, merchant.token))[0].status]).toEqual([
        [{ kind: "payout", lastError: expect.stringContaining("cannot be more than the charge") }],
        "On its way",
      ]);
      expect(await subjectsLike(world, operator.email, /cannot be/)).toEqual([
        expect.stringMatching(/^A payout to .+ cannot be sent$/),
      ]);
      Object.assign(charge!, { amount: 1000 });
      world.clock.forward(DAY);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      expect([sent().length, await deadJobs(world), (await balance(world, merchant.token)).owed]).toEqual([1, [], 0]);
    });
  },
  throughStripe,
);
