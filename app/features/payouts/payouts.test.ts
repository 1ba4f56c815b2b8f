import { expect, test } from "vitest";
import { recordOf } from "../../../tests/fakes/stripe/store";
import {
  accountAt,
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

withFreshStripe();

onBothDatabases(
  "what a merchant has sold",
  (world) => {
    test("is sent once it has arrived: the sale less the fee, out of the very payment", async () => {
      const { merchant, orderId, intentId } = await aSale(world);
      await work(world);
      expect(sent()).toEqual([]);
      await deliver(world, merchant.token, orderId);
      await act(world, merchant.token, orderId, "deliver");
      await work(world, 2);
      expect(sent()).toMatchObject([
        {
          amount: 900,
          currency: "usd",
          destination: accountAt(merchant._id).id,
          transfer_group: orderId,
          source_transaction: recordOf(fake.store.intents, "payment_intent", intentId).latest_charge,
        },
      ]);
      expect(await balance(world, merchant.token)).toEqual({
        sold: 10,
        deliveryFees: 0,
        givenBack: 0,
        fees: 1,
        paidOut: 9,
        owed: 0,
      });
      expect(await listed(world, merchant.token)).toMatchObject([
        { orderId, amount: 9, fee: 1, reversed: 0, status: "Paid out" },
      ]);
      expect((await listed(world, merchant.token))[0]).not.toHaveProperty("netted");
    });

    test("is sent whole where the marketplace takes no fee, of which the account says nothing then", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      world.services.config.platformFeeBasisPoints = 0;
      await deliver(world, merchant.token, orderId);
      await work(world);
      await refund(1);
      await work(world);
      expect(sent()).toMatchObject([{ amount: 1000, amount_reversed: 250 }]);
      const entries = await world.services.db.selectFrom("ledger").select(["kind", "amountCents", "note"]).execute();
      const order = expect.stringMatching(/^Order #\d+$/);
      expect(entries.toSorted((a, b) => a.amountCents - b.amountCents)).toEqual([
        { kind: "payout", amountCents: -1000, note: "Paid out" },
        { kind: "refund", amountCents: -250, note: order },
        { kind: "payout", amountCents: 250, note: "Taken back after a refund" },
        { kind: "sale", amountCents: 1000, note: order },
      ]);
    });

    test("is sent as well when the buyer says that it has come, and when two weeks have passed", async () => {
      const [one, two] = [await aSale(world), await aSale(world)];
      await act(world, one.merchant.token, one.orderId, "ship");
      await act(world, two.merchant.token, two.orderId, "ship");
      await world.call("POST", `/product/order/${one.orderId}/parts/${one.partId}/received`, {
        token: one.buyer.token,
        body: {},
      });
      await work(world);
      expect(sent()).toHaveLength(1);
      world.clock.forward(15 * 86_400);
      await world.runner.drain(["fulfilment.deliver-long-shipped"]);
      await work(world);
      expect(sent().map((transfer) => transfer.amount)).toEqual([900, 900]);
    });

    test("is sent once when the answer is cut off, though the provider forgets the key meanwhile", async () => {
      const { merchant, orderId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      fake.troubles.expect("POST /v1/transfers", "cut", 3);
      await world.runner.drain();
      expect([sent().length, (await balance(world, merchant.token)).paidOut]).toEqual([1, 0]);
      fake.forgetKeys();
      await work(world, 3);
      expect(sent()).toHaveLength(1);
      expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 9, owed: 0 });
    });

    test("is less what went back before it arrived", async () => {
      const { merchant, orderId, refund } = await aSale(world);
      await refund(1);
      await deliver(world, merchant.token, orderId);
      expect(await listed(world, merchant.token)).toMatchObject([{ status: "Waiting", amount: 6.75, fee: 0.75 }]);
      await work(world);
      expect(sent()).toMatchObject([{ amount: 675, amount_reversed: 0 }]);
      expect(await balance(world, merchant.token)).toEqual({
        sold: 10,
        deliveryFees: 0,
        givenBack: 2.5,
        fees: 0.75,
        paidOut: 6.75,
        owed: 0,
      });
    });
  },
  throughStripe,
);
