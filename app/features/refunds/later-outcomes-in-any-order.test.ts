import type Stripe from "stripe";
import { expect, test } from "vitest";
import { stockOf } from "../../../tests/fixtures/shop";
import { CAME_BACK, GONE, refundsAtStripe, TOLD } from "../../../tests/fixtures/taken-refunds";
import { onBothDatabases } from "../../../tests/fixtures/world";

/*
 * A refund that Stripe took may fail or be canceled days after, in messages that come late, twice and in any order. The
 * order was 4 jars at 2.50.
 */

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

onBothDatabases("a refund that Stripe took", (world) => {
  const { shop, aPaidOne, work, atStripe, move, subjects, expectMoneyToBalance } = refundsAtStripe(world);

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
});
