import { expect, test } from "vitest";
import { connected, setAccount } from "../../../tests/fakes/stripe/accounts";
import {
  account,
  accountAt,
  aSale,
  fake,
  onboard,
  throughStripe,
  withFreshStripe,
} from "../../../tests/fixtures/payouts";
import { aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { takeStripeEvent } from "~/features/payments/webhooks.server";
import { lookAtAccount } from "./accounts.server";

withFreshStripe();

onBothDatabases(
  "a merchant's account for payouts",
  (world) => {
    test("is opened on the provider's page, and known to be ready when the merchant comes back", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      expect((await account(world, merchant.token)).body.data).toEqual({
        enabled: true,
        status: "none",
        problem: "",
        feePercent: expect.any(Number),
      });
      const { url } = (await onboard(world, merchant.token)).body.data;
      expect(await (await fetch(url)).text()).toContain("Open your payout account");
      expect((await account(world, merchant.token)).body.data.status).toBe("incomplete");
      const back = await fetch(url, {
        method: "POST",
        body: "answer=ready",
        redirect: "manual",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect(back.headers.get("Location")).toBe("http://shop.test/merchant/payout_account/return");
      expect(
        (await world.call("POST", "/product/payment/merchant/account/refresh", { token: merchant.token })).body.data
          .status,
      ).toBe("ready");
      // A link works once; after that the shop is asked for a fresh one.
      expect((await fetch(url, { redirect: "manual" })).headers.get("Location")).toBe(
        "http://shop.test/merchant/payout_account/refresh",
      );
    });

    test("is opened and changed only by who has shown in the last ten minutes that it is them, and letters tell of it", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      world.clock.forward(601);
      const refusal = await world.call("POST", "/product/payment/merchant/account/onboarding", {
        token: merchant.token,
      });
      expect([refusal.status, refusal.body.error[0].code]).toEqual([403, "proof_needed"]);
      expect(connected(fake.store).accounts.size).toBe(0);
      expect((await onboard(world, merchant.token)).status).toBe(200);
      expect((await onboard(world, merchant.token)).status).toBe(200);
      setAccount(fake.store, accountAt(merchant._id).id, "ready");
      for (let n = 0; n < 2; n += 1) await lookAtAccount(world.services, accountAt(merchant._id).id);
      const mails = await mailsSent(world, merchant.email);
      expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("Your payout account has changed"));
      expect(mails.map(({ text }) => /opened at Stripe|handed in/.exec(text)?.[0]).toSorted()).toEqual([
        "handed in",
        "opened at Stripe",
      ]);
    });

    test("is one, however often and however many tabs begin", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      const early = await world.call("POST", "/product/payment/merchant/account/refresh", { token: merchant.token });
      expect([early.status, early.body.data.status]).toEqual([200, "none"]);
      await Promise.all([onboard(world, merchant.token), onboard(world, merchant.token)]);
      // Stripe remembers requests for a day, and the merchant comes back later.
      fake.forgetKeys();
      await onboard(world, merchant.token);
      expect(await world.services.db.selectFrom("payoutAccounts").selectAll().execute()).toHaveLength(1);
      expect(connected(fake.store).accounts.size).toBe(1);
      const subjects = (await mailsSent(world)).map((mail) => mail.subject);
      expect(subjects.filter((subject) => subject === "Your payout account has changed")).toHaveLength(1);
    });

    test("is announced once where two tabs are told of it at the same moment", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      const provider = world.services.payouts!;
      let [attempts, letGo] = [0, () => {}];
      const bothBegun = new Promise<void>((resolve) => (letGo = resolve));
      world.services.payouts = {
        ...provider,
        createAccount: async (details) => {
          const created = await provider.createAccount(details);
          attempts += 1;
          if (attempts === 2) letGo();
          await bothBegun;
          return created;
        },
      };
      const statuses = await Promise.all([onboard(world, merchant.token), onboard(world, merchant.token)]);
      expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
      world.services.payouts = provider;
      const subjects = (await mailsSent(world)).map((mail) => mail.subject);
      expect(subjects.filter((subject) => subject === "Your payout account has changed")).toHaveLength(1);
    });

    test("says what the provider still wants, whoever's message comes first", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      await onboard(world, merchant.token);
      const { id } = accountAt(merchant._id);
      const states = [];
      for (const state of ["checking", "restricted", "ready", "restricted"] as const) {
        setAccount(fake.store, id, state);
        await lookAtAccount(world.services, id);
        states.push((await account(world, merchant.token)).body.data.status);
      }
      expect(states).toEqual(["checking", "restricted", "ready", "restricted"]);
      expect((await account(world, merchant.token)).body.data.problem).toBe(
        "Still missing: individual verification document.",
      );
      await lookAtAccount(world.services, "acct_somebody_else");
    });

    test("follows Stripe's messages, each of which is worked on once", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      await onboard(world, merchant.token);
      setAccount(fake.store, accountAt(merchant._id).id, "ready");
      const event = fake.store.events.findLast((candidate) => candidate.type === "account.updated")!;
      await takeStripeEvent(world.services, event);
      await takeStripeEvent(world.services, event);
      expect(
        await world.services.db.selectFrom("jobs").select("kind").where("kind", "=", "stripe.event").execute(),
      ).toHaveLength(1);
      await world.runner.drain();
      expect((await account(world, merchant.token)).body.data.status).toBe("ready");
    });

    test("is nobody's business but the merchant's; operators see how it stands", async () => {
      const { merchant, buyer, operator } = await aSale(world);
      for (const [method, path] of [
        ["GET", "account"],
        ["POST", "account/onboarding"],
        ["POST", "account/refresh"],
        ["GET", "payouts"],
      ] as const) {
        expect((await world.call(method, `/product/payment/merchant/${path}`, { token: buyer.token })).status).toBe(
          403,
        );
        expect((await world.call(method, `/product/payment/merchant/${path}`)).status).toBe(401);
      }
      expect(
        (await world.call("GET", `/operator/merchants/${merchant._id}`, { token: operator.token })).body.data,
      ).toMatchObject({ payoutAccount: { enabled: true, status: "ready" }, balance: { sold: 10, owed: 10 } });
    });

    test("can wait when the provider cannot be reached", async () => {
      const merchant = await aUser(world, { privilege: "merchant" });
      fake.troubles.expect("POST /v1/accounts", "down", 3);
      expect((await onboard(world, merchant.token)).status).toBe(503);
      expect((await onboard(world, merchant.token)).status).toBe(200);
    });
  },
  throughStripe,
);

onBothDatabases(
  "a merchant's account for payouts, with limits",
  (world) => {
    test.each(["onboarding", "refresh"])(
      "%s is answered thirty times in ten minutes, to each merchant",
      async (step) => {
        const [merchant, neighbour] = [
          await aUser(world, { privilege: "merchant" }),
          await aUser(world, { privilege: "merchant" }),
        ];
        const begin = async ({ token }: { token: string }) =>
          (await world.call("POST", `/product/payment/merchant/account/${step}`, { token })).status;
        const statuses = [];
        for (let n = 0; n < 31; n += 1) statuses.push(await begin(merchant));
        expect(statuses).toEqual([...Array(30).fill(200), 429]);
        expect(await begin(neighbour)).toBe(200);
      },
    );
  },
  { ...throughStripe, limits: true },
);
