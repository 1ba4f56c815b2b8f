import { expect, test } from "vitest";
import { endDispute, newDispute } from "../../../tests/fakes/stripe/disputes";
import {
  aSale,
  balance,
  deliver,
  fake,
  listed,
  openAccount,
  sent,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { reconcileRefunds } from "~/features/refunds/reconcile-refunds.server";
import { takeStripeEvent } from "~/features/payments/webhooks.server";

withFreshStripe();

onBothDatabases(
  "what a buyer gets back after the merchant was paid",
  (world) => {
    test("is taken back from the merchant in the same share, and the fee given up, to the cent", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      world.services.config.platformFeeBasisPoints = 333;
      await deliver(world, merchant.token, orderId);
      await work(world);
      const owed = [];
      for (let n = 0; n < 4; n += 1) {
        expect((await refund(1)).status).toBe(200);
        await work(world);
        owed.push((await balance(world, merchant.token)).owed);
      }
      expect(owed).toEqual([0, 0, 0, 0]);
      expect(sent()).toMatchObject([{ amount: 967, amount_reversed: 967, reversed: true }]);
      expect(await balance(world, merchant.token)).toEqual({
        sold: 10,
        deliveryFees: 0,
        givenBack: 10,
        fees: 0,
        paidOut: 0,
        owed: 0,
      });
      expect(await listed(world, merchant.token)).toMatchObject([{ amount: 9.67, reversed: 9.67 }]);
    });

    test("for goods of two stalls is taken back from each for its own", async () => {
      const otherMerchant = await aUser(world, { privilege: "merchant" });
      await openAccount(world, otherMerchant);
      const oil = await aProduct(world, {
        merchantId: otherMerchant._id,
        amountCents: 1500,
        quantity: 5,
        title: "Oil",
      });
      const { merchant, operator, orderId } = await aSale(world, { beside: [{ product: oil._id, quantity: 2 }] });
      for (const { token } of [merchant, otherMerchant]) await deliver(world, token, orderId);
      await work(world);
      const boughtLines = await world.services.db.selectFrom("orderLines").select("_id").execute();
      const lines = boughtLines.map(({ _id }) => ({ lineId: _id, quantity: 1 }));
      const body = { reason: "Broken", lines };
      expect(
        (await world.call("POST", `/operator/orders/${orderId}/refund`, { token: operator.token, body })).status,
      ).toBe(200);
      await work(world);
      const back = sent().map(({ amount, amount_reversed }) => [amount, amount_reversed]);
      expect(Object.fromEntries(back)).toEqual({ 900: 225, 2700: 1350 });
      for (const { token } of [merchant, otherMerchant]) expect((await balance(world, token)).owed).toBe(0);
    });

    test("is not asked for where it is less than half a cent of what was sent", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      world.services.config.platformFeeBasisPoints = 9990;
      await deliver(world, merchant.token, orderId);
      await work(world);
      await refund(1);
      await work(world);
      expect(await world.services.db.selectFrom("payoutReversals").selectAll().execute()).toEqual([]);
      expect(await balance(world, merchant.token)).toMatchObject({ givenBack: 2.5, paidOut: 0.01, owed: 0 });
    });

    test("is shown to an operator before: what the fee is less by, and what is taken back", async () => {
      const { merchant, operator, orderId } = await aSale(world);
      world.services.config.platformFeeBasisPoints = 333;
      const part = async () =>
        (await world.call("POST", `/operator/orders/${orderId}/refund/sums`, { token: operator.token, body: {} })).body
          .data.parts[0];
      expect(await part()).toMatchObject({ amount: 10, feeGivenBack: 0.33, merchantBears: 9.67, isPaidOut: false });
      await deliver(world, merchant.token, orderId);
      await work(world);
      expect(await part()).toMatchObject({ feeGivenBack: 0.33, merchantBears: 9.67, isPaidOut: true, takenBack: 9.67 });
    });

    test("because their bank has taken it is taken back from the merchant as well, once", async () => {
      const { merchant, orderId, intentId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      await work(world);
      endDispute(fake.store, newDispute(fake.store, intentId, "fraudulent").id, "lost");
      for (const event of fake.store.events.filter(({ type }) => type.startsWith("charge.dispute")).toReversed())
        await takeStripeEvent(world.services, event);
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount: 900, amount_reversed: 900 }]);
      expect(await balance(world, merchant.token)).toEqual({
        sold: 10,
        deliveryFees: 0,
        givenBack: 10,
        fees: 0,
        paidOut: 0,
        owed: 0,
      });
    });

    test("because their bank has taken it, before anything was sent, leaves nothing to send", async () => {
      const { merchant, orderId, intentId } = await aSale(world);
      const { id } = newDispute(fake.store, intentId, "fraudulent");
      await reconcileRefunds(world.services, intentId);
      await deliver(world, merchant.token, orderId);
      await work(world);
      expect(await listed(world, merchant.token)).toMatchObject([{ status: "Waiting", waitsFor: "dispute" }]);
      endDispute(fake.store, id, "lost");
      await reconcileRefunds(world.services, intentId);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      expect([sent(), await listed(world, merchant.token)]).toEqual([
        [],
        [expect.objectContaining({ status: "Nothing left", waitsFor: null })],
      ]);
    });

    test("whole, before anything was sent, leaves nothing to send", async () => {
      const { merchant, orderId, refund } = await aSale(world, { ready: false });
      await deliver(world, merchant.token, orderId);
      await refund();
      await openAccount(world, merchant);
      await work(world, 2);
      expect(sent()).toEqual([]);
      expect(await balance(world, merchant.token)).toEqual({
        sold: 10,
        deliveryFees: 0,
        givenBack: 10,
        fees: 0,
        paidOut: 0,
        owed: 0,
      });
      expect(await listed(world, merchant.token)).toMatchObject([{ status: "Nothing left", amount: 0 }]);
    });
  },
  throughStripe,
);
