import { expect, test } from "vitest";
import { connected } from "../../../tests/fakes/stripe/accounts";
import { failBankPayout, payOutToBank } from "../../../tests/fakes/stripe/bank-payouts";
import { emit } from "../../../tests/fakes/stripe/store";
import {
  aSale,
  balance,
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
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

withFreshStripe();

const DAY = 86_400;

onBothDatabases(
  "a payout whose outcome changes later",
  (world) => {
    test.each([
      ["transfer.reversed", null, { paidOut: 0, owed: 9 }],
      ["transfer.reversed", 300, { paidOut: 6, owed: 3 }],
      ["transfer.updated", 300, { paidOut: 6, owed: 3 }],
    ] as const)("%s: %s cents taken back by hand are owed again, and both are told once", async (type, cents, sums) => {
      const { merchant, operator, transferId } = await aPayout(world);
      takeBackByHand(transferId, cents);
      emit(fake.store, "transfer.updated", sent()[0]!);
      const ofType = fake.store.events.filter((event) => event.type === type);
      for (let n = 0; n < 2; n += 1)
        await hear(world, () => ofType.map((event) => ({ ...event, id: `${event.id}${n}` })));
      expect(await balance(world, merchant.token)).toMatchObject(sums);
      expect(await listed(world, merchant.token)).toMatchObject([{ amount: 9, reversed: sums.owed }]);
      const dollars = `$${sums.owed}.00`;
      expect(await subjectsLike(world, merchant.email, /taken back/)).toEqual([
        `${dollars} of your payout for order # were taken back`,
      ]);
      expect(await subjectsLike(world, operator.email, /taken back/)).toEqual([
        "A payout for order # was taken back at Stripe",
      ]);
      world.clock.forward(2 * DAY);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      expect(sent()).toHaveLength(1);
    });

    test("a transfer that is not ours, or that Stripe no longer knows, is left alone", async () => {
      const { merchant } = await aPayout(world);
      const balanceBefore = await balance(world, merchant.token);
      const [transfer] = sent();
      const foreign = { ...transfer!, id: "tr_foreign", metadata: {}, amount_reversed: 100 };
      connected(fake.store).transfers.set(foreign.id, foreign);
      emit(fake.store, "transfer.reversed", foreign);
      emit(fake.store, "transfer.reversed", { ...foreign, id: "tr_unknown" });
      await hear(world);
      await work(world, 3);
      const failed = await world.services.db.selectFrom("jobs").select("kind").where("lastError", "!=", "").execute();
      expect([failed, await balance(world, merchant.token)]).toEqual([[], balanceBefore]);
    });

    test("a refund counts what was taken back by hand, heard of or not, and takes back the rest alone", async () => {
      for (const isHeard of [true, false]) {
        const { merchant, transferId, refund } = await aPayout(world);
        takeBackByHand(transferId, 300);
        if (isHeard) await hear(world);
        await refund(2);
        await work(world, 2);
        await hear(world);
        expect(sent()).toMatchObject([{ amount: 900, amount_reversed: 450 }]);
        expect(await balance(world, merchant.token)).toEqual({
          sold: 10,
          deliveryFees: 0,
          givenBack: 5,
          fees: 0.5,
          paidOut: 4.5,
          owed: 0,
        });
        expect(await listed(world, merchant.token)).toMatchObject([{ reversed: 4.5 }]);
        connected(fake.store).transfers.clear();
      }
    });

    test("more taken back by hand than a refund wants back stays for the next one", async () => {
      const { merchant, operator, orderId, transferId, refund } = await aPayout(world);
      takeBackByHand(transferId, 300);
      await hear(world);
      const sums = await world.call("POST", `/operator/orders/${orderId}/refund/sums`, {
        token: operator.token,
        body: {},
      });
      expect(sums.body.data.parts[0]).toMatchObject({ merchantBears: 9, takenBack: 6 });
      await refund(1);
      await work(world);
      expect([sent()[0]?.amount_reversed, (await balance(world, merchant.token)).owed]).toEqual([300, 0.75]);
      await refund(1);
      await work(world);
      expect([sent()[0]?.amount_reversed, (await balance(world, merchant.token)).owed]).toEqual([450, 0]);
    });

    test("what is taken back before its transfer is written down is looked at again", async () => {
      const { merchant, orderId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      fake.troubles.expect("POST /v1/transfers", "cut", 3);
      await world.runner.drain();
      takeBackByHand(sent()[0]?.id ?? "");
      await hear(world);
      await work(world, 3);
      expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 0, owed: 9 });
    });

    test("payout.failed: the merchant's bank sends the money back, which both are told once; the books stay", async () => {
      const { merchant, operator, accountId } = await aPayout(world);
      const books = await balance(world, merchant.token);
      const { id } = payOutToBank(fake.store, accountId);
      emit(fake.store, "payout.failed", { id, object: "payout" }, accountId);
      await hear(world);
      expect(await subjectsLike(world, merchant.email, /bank/)).toEqual([]);
      failBankPayout(fake.store, id);
      emit(fake.store, "payout.failed", { id, object: "payout" }, accountId);
      emit(fake.store, "payout.failed", { id, object: "payout" }, "acct_somebody_else");
      emit(fake.store, "payout.failed", { id, object: "payout" });
      await hear(world);
      expect(await subjectsLike(world, merchant.email, /bank/)).toEqual(["Your bank has not taken your payout"]);
      expect(await subjectsLike(world, operator.email, /bank/)).toHaveLength(1);
      const [mail] = (await mailsSent(world, merchant.email)).filter(({ subject }) => /bank/.test(subject));
      expect(mail?.text).toContain("The bank account has been closed.");
      expect(await balance(world, merchant.token)).toEqual(books);
    });
  },
  throughStripe,
);
