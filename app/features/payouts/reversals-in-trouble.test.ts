import { expect, test } from "vitest";
import {
  aSale,
  balance,
  deliver,
  fake,
  sent,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { onBothDatabases } from "../../../tests/fixtures/world";

withFreshStripe();

onBothDatabases(
  "what a buyer gets back in trouble, after the merchant was paid,",
  (world) => {
    test("is taken back once, though the answer is lost and the key forgotten", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      await work(world);
      const [transfer] = sent();
      fake.troubles.expect(`POST /v1/transfers/${transfer?.id}/reversals`, "cut", 3);
      await refund(2);
      await work(world);
      // The merchant owes it until Stripe has accepted the reversal.
      expect((await balance(world, merchant.token)).owed).toBe(-4.5);
      fake.forgetKeys();
      await work(world, 3);
      expect(sent()).toMatchObject([{ amount_reversed: 450 }]);
      expect((await balance(world, merchant.token)).owed).toBe(0);
    });

    test("is tried again once payouts are back on, and notes that the payout has changed", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      await work(world);
      await refund(2);
      const { payouts } = world.services;
      world.services.payouts = null;
      await work(world);
      world.services.payouts = payouts;
      const lastErrors = await world.services.db.selectFrom("jobs").select("lastError").execute();
      expect(lastErrors.map(({ lastError }) => lastError).join()).toContain("Payouts are switched off");
      expect(sent()).toMatchObject([{ amount_reversed: 0 }]);
      const at = world.clock.now().toISOString();
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount_reversed: 450 }]);
      const path = `/product/payment/merchant/payouts?updatedSince=${at}`;
      expect((await world.call("GET", path, { token: merchant.token })).body.data.docs).toMatchObject([
        { orderId, reversed: 4.5 },
      ]);
    });

    test("is asked for under another key after a refusal, which Stripe would only repeat", async () => {
      const { merchant, operator, orderId, refund } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      await work(world);
      const [transfer] = sent();
      // All of it was taken back by hand, and then sent again.
      Object.assign(transfer ?? {}, { amount_reversed: 900 });
      await refund(2);
      await world.services.db.updateTable("jobs").set({ attempts: 9 }).where("kind", "=", "payout.reverse").execute();
      await work(world);
      const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
      expect(dead).toMatchObject({
        kind: "payout.reverse",
        lastError: expect.stringContaining("greater than the unreversed amount"),
      });
      Object.assign(transfer ?? {}, { amount_reversed: 0 });
      await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token });
      await work(world);
      expect([sent(), (await balance(world, merchant.token)).owed]).toEqual([
        [expect.objectContaining({ amount_reversed: 450 })],
        0,
      ]);
    });

    test("in the same moment as the payout is either not sent at all or taken back", async () => {
      for (let n = 0; n < 3; n += 1) {
        const { merchant, orderId, refund } = await aSale(world);
        await deliver(world, merchant.token, orderId);
        await Promise.all([world.runner.drain(), refund(2)]);
        await work(world, 3);
        expect(await balance(world, merchant.token)).toMatchObject({ givenBack: 5, fees: 0.5, paidOut: 4.5, owed: 0 });
      }
      for (const transfer of sent()) expect(transfer.amount - transfer.amount_reversed).toBe(450);
    });
  },
  throughStripe,
);
