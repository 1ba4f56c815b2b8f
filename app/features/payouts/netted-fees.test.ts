import { expect, test } from "vitest";
import { allowPayingThere, aPaidThereStall, SATURDAY } from "../../../tests/fixtures/collection";
import {
  aSale,
  act,
  balance,
  listed,
  sent,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { owedFees } from "./owed-fees.server";
import { shareOf } from "./share";
import { inTransaction } from "~/platform/database/database.server";

withFreshStripe();

onBothDatabases(
  "the fee for what a merchant was paid at collection",
  (world) => {
    const feesOf = (merchantId: string) =>
      inTransaction(world.services.db, (trx) => owedFees(trx, world.services, merchantId));

    test("is owed from the payment on, and kept back of the next payout; a refund of that sale has it owed again", async () => {
      const sale = await aSale(world);
      await allowPayingThere(world);
      const stall = await aPaidThereStall(world, {}, sale.merchant);
      const buyer = await aUser(world);
      const { _id: id, parts } = (await stall.order(buyer, { breads: 2, jams: 0 })).body.order;
      world.clock.forward(24 * 3600);
      const paid = await stall.handOver(parts[0].delivery.code, 10, {}, SATURDAY);
      expect(paid.body.data.onCollection).toMatchObject({ paid: 10, change: 0 });
      // A tenth of ten dollars.
      expect(await balance(world, sale.merchant.token)).toMatchObject({ fees: 1, paidToYou: 10, owed: 9 });
      expect(await feesOf(sale.merchant._id)).toBe(100);

      for (const step of ["ship", "deliver"]) await act(world, sale.merchant.token, sale.orderId, step);
      await work(world);
      expect(sent().map(({ amount }) => amount)).toEqual([800]);
      expect(await listed(world, sale.merchant.token)).toMatchObject([{ amount: 8, fee: 1, netted: 1 }]);
      expect([await balance(world, sale.merchant.token), await feesOf(sale.merchant._id)]).toMatchObject([
        { fees: 2, paidOut: 8, paidToYou: 10, owed: 0 },
        0,
      ]);

      // A refund by hand: its share of the fee is owed to the merchant, and no payout keeps more back for it.
      const line = (await stall.sale(id)).body.data.carts[0]._id as string;
      const refund = { lines: [{ lineId: line, quantity: 1 }], refunded: 0, amount: 5, reason: "Burnt." };
      expect((await stall.sale(id, "/refund", refund)).status).toBe(200);
      expect([(await balance(world, sale.merchant.token)).owed, await feesOf(sale.merchant._id)]).toEqual([0.5, -50]);

      await sale.refund();
      await work(world, 2);
      expect([(await balance(world, sale.merchant.token)).owed, await feesOf(sale.merchant._id)]).toEqual([-0.5, 50]);
    });

    test("keeps back a whole payout that is not more than it: nothing is sent, and the payout is done", async () => {
      const sale = await aSale(world);
      await allowPayingThere(world, { mostMoney: 200 });
      const stall = await aPaidThereStall(world, {}, sale.merchant);
      const { parts } = (await stall.order(await aUser(world), { breads: 20, jams: 0 })).body.order;
      world.clock.forward(24 * 3600);
      expect((await stall.handOver(parts[0].delivery.code, 100, {}, SATURDAY)).status).toBe(200);
      for (const step of ["ship", "deliver"]) await act(world, sale.merchant.token, sale.orderId, step);
      await work(world, 2);
      expect(sent()).toEqual([]);
      expect(await listed(world, sale.merchant.token)).toMatchObject([
        { amount: 0, fee: 1, netted: 9, status: "Nothing left", doneAt: expect.any(String) },
      ]);
      expect([await balance(world, sale.merchant.token), await feesOf(sale.merchant._id)]).toMatchObject([
        { fees: 11, paidOut: 0, paidToYou: 100, owed: -1 },
        100,
      ]);
    });
  },
  throughStripe,
);

test("shares of a payout with other fees kept back add up to the cent, however it is given back", () => {
  const payout = { netCents: 1301, feeCents: 71, amountCents: 1097, nettedCents: 133, deliveryFeeCents: 300 };
  let [givenBackCents, sums] = [0, { amountCents: 0, feeCents: 0, nettedCents: 0 }];
  for (let step = 0; step < 100; step += 1) {
    const share = shareOf(
      { ...payout, givenBackCents, deliveryFeeBackCents: 0 },
      { amountCents: 11, deliveryFeeCents: 0 },
    );
    givenBackCents = share.goodsBackCents;
    sums = {
      amountCents: sums.amountCents + share.amountCents,
      feeCents: sums.feeCents + share.feeCents,
      nettedCents: sums.nettedCents + share.nettedCents,
    };
  }
  expect([givenBackCents, sums]).toEqual([1001, { amountCents: 797, feeCents: 71, nettedCents: 133 }]);
});
