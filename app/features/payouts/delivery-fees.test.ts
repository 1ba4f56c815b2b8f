import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { endDispute, newDispute } from "../../../tests/fakes/stripe/disputes";
import {
  act,
  aSale,
  balance,
  deliver,
  fake,
  listed,
  sent,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { reconcileRefunds } from "~/features/refunds/reconcile-refunds.server";
import { wrongInBooks } from "~/service/backup/books.server";

withFreshStripe();

const WAY = { kind: "delivery", name: "Evening round", area: "05401", fee: 4.55 };

onBothDatabases(
  "the price of a way in payouts",
  (world) => {
    test("is sent whole with the goods: the marketplace takes its fee of these alone", async () => {
      const { merchant, orderId } = await aSale(world, { way: WAY });
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount: 900 + 455 }]);
      const figures = { sold: 10, deliveryFees: 4.55, givenBack: 0, fees: 1, paidOut: 13.55, owed: 0 };
      expect(await balance(world, merchant.token)).toEqual(figures);
      expect(await listed(world, merchant.token)).toMatchObject([{ amount: 13.55, fee: 1, reversed: 0 }]);
    });

    test("stays with the merchant while goods go back, and is taken back whole with them, to the cent", async () => {
      const { merchant, orderId, refund } = await aSale(world, { way: WAY });
      world.services.config.platformFeeBasisPoints = 333;
      await deliver(world, merchant.token, orderId);
      await work(world);
      const reversed = [];
      for (let n = 0; n < 4; n += 1) {
        expect((await refund(1, { deliveryFee: n === 3 })).status).toBe(200);
        await work(world);
        reversed.push(sent()[0]?.amount_reversed);
        expect((await balance(world, merchant.token)).owed).toBe(0);
      }
      // 967 of 1000 are the merchant's. Each refund takes a quarter of it back, rounded from the sums.
      expect(reversed).toEqual([242, 484, 725, 967 + 455]);
      const figures = { sold: 10, deliveryFees: 0, givenBack: 10, fees: 0, paidOut: 0, owed: 0 };
      expect(await balance(world, merchant.token)).toEqual(figures);
      expect(await wrongInBooks(world.services.db)).toEqual([]);
      expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    });

    test("of goods that were sent and given back whole is paid out for itself", async () => {
      const { merchant, orderId, refund } = await aSale(world, { way: WAY });
      await act(world, merchant.token, orderId, "ship");
      expect((await refund()).status).toBe(200);
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount: 455 }]);
      const figures = { sold: 10, deliveryFees: 4.55, givenBack: 10, fees: 0, paidOut: 4.55, owed: 0 };
      expect(await balance(world, merchant.token)).toEqual(figures);
      expect((await refund(undefined, { deliveryFee: true })).status).toBe(200);
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount: 455, amount_reversed: 455 }]);
      expect(await balance(world, merchant.token)).toMatchObject({ deliveryFees: 0, paidOut: 0, owed: 0 });
    });

    test("is lost with the payment when a bank takes it, also where its goods had been given back", async () => {
      const { merchant, orderId, intentId, refund } = await aSale(world, { way: WAY });
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      await refund();
      await work(world, 2);
      expect(await balance(world, merchant.token)).toMatchObject({ deliveryFees: 4.55, paidOut: 4.55, owed: 0 });
      const dispute = newDispute(fake.store, intentId, "fraudulent", { amount: 455 });
      await reconcileRefunds(world.services, intentId, { disputes: true });
      endDispute(fake.store, dispute.id, "lost");
      await reconcileRefunds(world.services, intentId, { disputes: true });
      await work(world, 2);
      expect(await balance(world, merchant.token)).toMatchObject({ deliveryFees: 0, paidOut: 0, owed: 0 });
      expect(sent()).toMatchObject([{ amount: 1355, amount_reversed: 1355 }]);
      expect(await wrongInBooks(world.services.db)).toEqual([]);
    });
  },
  throughStripe,
);
