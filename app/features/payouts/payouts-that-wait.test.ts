import { expect, test } from "vitest";
import { setAccount } from "../../../tests/fakes/stripe/accounts";
import {
  account,
  accountAt,
  aSale,
  balance,
  deliver,
  fake,
  listed,
  onboard,
  sent,
  throughStripe,
  withFreshStripe,
  work,
} from "../../../tests/fixtures/payouts";
import { prove } from "../../../tests/fixtures/prove";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { lookAtAccount } from "./accounts.server";
import { sendWaiting } from "./due.server";
import { payOut } from "./jobs.server";

withFreshStripe();

onBothDatabases(
  "what a merchant is not paid yet",
  (world) => {
    test("waits while the buyer's bank asks for the money back, and is sent once that has ended well", async () => {
      const { merchant, orderId } = await aSale(world);
      const disputed = (disputedAt: string | null) =>
        world.services.db.updateTable("orders").set({ disputedAt }).where("_id", "=", orderId).execute();
      await disputed(world.clock.now().toISOString());
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      world.clock.forward(3600);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world, 2);
      expect(sent()).toEqual([]);
      expect(await listed(world, merchant.token)).toMatchObject([{ status: "Waiting" }]);
      await disputed(null);
      world.clock.forward(3600);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount: 900 }]);
    });

    test("waits as many days as the marketplace wants, and says until when", async () => {
      world.services.config.payoutDelayDays = 7;
      const { merchant, orderId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      world.services.config.payoutDelayDays = 0;
      await work(world);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      const dueAt = "2026-03-09T12:00:00.000Z";
      expect([sent(), await listed(world, merchant.token)]).toEqual([
        [],
        [expect.objectContaining({ status: "Waiting", waitsFor: "day", dueAt })],
      ]);
      world.clock.forward(7 * 86_400);
      await work(world);
      expect([sent(), await listed(world, merchant.token)]).toEqual([
        [expect.objectContaining({ amount: 900 })],
        [expect.objectContaining({ status: "Paid out", waitsFor: null })],
      ]);
    });

    test("waits while its merchant is suspended, and is sent when that ends", async () => {
      const { merchant, operator, orderId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      await prove(world, operator.token);
      await world.call("POST", `/operator/merchants/${merchant._id}/suspend`, {
        token: operator.token,
        body: { reason: "Bad eggs" },
      });
      await work(world, 2);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world, 2);
      expect([sent(), await listed(world, merchant.token)]).toEqual([
        [],
        [expect.objectContaining({ status: "Waiting", waitsFor: "reinstatement" })],
      ]);
      await prove(world, operator.token);
      await world.call("POST", `/operator/merchants/${merchant._id}/reinstate`, { token: operator.token });
      await work(world, 2);
      expect([sent(), (await balance(world, merchant.token)).owed]).toEqual([
        [expect.objectContaining({ amount: 900 })],
        0,
      ]);
    });

    test("waits for an account that is not ready, and is sent when it becomes so", async () => {
      const { merchant, orderId } = await aSale(world, { ready: false });
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      expect(await balance(world, merchant.token)).toEqual({
        sold: 10,
        deliveryFees: 0,
        givenBack: 0,
        fees: 0,
        paidOut: 0,
        owed: 10,
      });
      expect(await listed(world, merchant.token)).toMatchObject([
        { amount: 9, fee: 1, status: "Waiting", waitsFor: "account", doneAt: null },
      ]);
      // A payout does not wait for a dispute that has ended.
      const [disputedAt, disputeEndedAt] = ["2026-03-02T12:00:00.000Z", "2026-03-02T12:30:00.000Z"];
      await world.services.db.updateTable("orders").set({ disputedAt, disputeEndedAt }).execute();
      expect(await listed(world, merchant.token)).toMatchObject([{ waitsFor: "account" }]);
      await onboard(world, merchant.token);
      const { id } = accountAt(merchant._id);
      setAccount(fake.store, id, "ready");
      // Stripe's message comes twice.
      await Promise.all([lookAtAccount(world.services, id), lookAtAccount(world.services, id)]);
      await work(world, 2);
      expect(sent()).toMatchObject([{ amount: 900 }]);
      expect((await balance(world, merchant.token)).owed).toBe(0);
    });

    test("is put into the queue once, though two are told that the account is ready", async () => {
      const { merchant, orderId } = await aSale(world, { ready: false });
      await deliver(world, merchant.token, orderId);
      await work(world, 2);
      for (let n = 0; n < 2; n += 1) await sendWaiting(world.services.db, world.services, merchant._id);
      const waiting = world.services.db.selectFrom("jobs").select("_id").where("kind", "=", payOut.kind);
      expect(await waiting.where("finishedAt", "is", null).execute()).toHaveLength(1);
    });

    test("is caught up with when its job had looked just before the account was ready", async () => {
      const { merchant, orderId } = await aSale(world, { ready: false });
      await deliver(world, merchant.token, orderId);
      await work(world);
      await onboard(world, merchant.token);
      setAccount(fake.store, accountAt(merchant._id).id, "ready");
      await world.services.db.updateTable("payoutAccounts").set({ ready: 1 }).execute();
      await work(world);
      expect(sent()).toEqual([]);
      await world.runner.drain(["payouts.catch-up"]);
      await work(world);
      expect(sent()).toHaveLength(1);
    });

    test("stays in the balance when the provider refuses it for good, until it is tried anew", async () => {
      const { merchant, operator, orderId } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      const [charge] = [...fake.store.charges.values()].filter(({ metadata }) => metadata["orderId"] === orderId);
      Object.assign(charge ?? {}, { amount: 100 });
      await work(world, 11);
      expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 0, owed: 9 });
      expect(await listed(world, merchant.token)).toMatchObject([
        { status: "On its way", amount: 9, doneAt: null, waitsFor: null },
      ]);
      const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
      expect(dead).toMatchObject({ kind: "payout", lastError: expect.stringContaining("more than the charge") });
      Object.assign(charge ?? {}, { amount: 1000 });
      await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token });
      await work(world);
      expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 9, owed: 0 });
    });

    test("is not sent while payouts are off, nor what was paid through another provider", async () => {
      const { merchant, orderId } = await aSale(world);
      await world.services.db.updateTable("orders").set({ provider: "test" }).execute();
      await deliver(world, merchant.token, orderId);
      const otherSale = await aSale(world);
      const { payouts: on } = world.services;
      world.services.payouts = null;
      await deliver(world, otherSale.merchant.token, otherSale.orderId);
      expect((await account(world, otherSale.merchant.token)).body.data).toMatchObject({
        enabled: false,
        status: "none",
      });
      expect((await onboard(world, otherSale.merchant.token)).body.error[0].code).toBe("payouts_off");
      world.services.payouts = on;
      await work(world, 2);
      expect(sent()).toEqual([]);
      expect(await balance(world, otherSale.merchant.token)).toMatchObject({ paidOut: 0, owed: 10 });
    });
  },
  throughStripe,
);
