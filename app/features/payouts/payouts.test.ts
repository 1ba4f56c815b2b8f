import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { connected, setAccount } from "../../../tests/fakes/stripe/accounts";
import { startFakeStripe } from "../../../tests/fakes/stripe/fake-stripe";
import { confirm } from "../../../tests/fakes/stripe/payment-intents";
import { found } from "../../../tests/fakes/stripe/store";
import { finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { stripeClient } from "~/platform/cards/stripe-client.server";
import { stripeProvider } from "~/platform/cards/stripe-provider.server";
import { stripePayouts } from "~/platform/payouts/stripe-payouts.server";
import { payoutAccountChanged } from "./accounts.server";

const fake = await startFakeStripe();
const log = pino({ level: "silent" });
const keys = { secretKey: "sk_test_fake", publishableKey: "pk_test_fake", webhookSecret: "whsec_fake", apiUrl: fake.url };
const cards = stripeProvider({ keys, clock: { now: () => new Date() }, log, timeoutMs: 400 });
const payouts = stripePayouts(stripeClient({ keys, log, timeoutMs: 400 }).ask);
afterAll(() => fake.close());
beforeEach(() => {
  connected(fake.store).transfers.clear();
  connected(fake.store).accounts.clear();
  fake.troubles.clear();
  fake.forgetKeys();
});

const account = (world: World, token: string) => world.call("GET", "/product/payment/merchant/account", { token });
const balance = async (world: World, token: string) => (await world.call("GET", "/product/payment/merchant/balance", { token })).body.data;
const listed = async (world: World, token: string) => (await world.call("GET", "/product/payment/merchant/payouts", { token })).body.data.docs;
const sent = () => [...connected(fake.store).transfers.values()];
const accountAt = (merchantId: string) => [...connected(fake.store).accounts.values()].find((each) => each.metadata?.["merchantId"] === merchantId)!;
const onboard = (world: World, token: string) => world.call("POST", "/product/payment/merchant/account/onboarding", { token });
const act = (world: World, token: string, orderId: string, what: string, body: object = {}) => world.call("POST", `/product/order/merchant/${orderId}/${what}`, { token, body });

/** Runs what is due, and what is tried again in the hours after. */
async function work(world: World, times = 1): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await world.runner.drain();
    world.clock.forward(4000);
  }
}

/** A merchant, with an account that is ready if wanted, whose 4 jars at 2.50 were bought through Stripe. A fee of 10 percent. */
async function aSale(world: World, { ready = true } = {}) {
  world.services.config.platformFeeBasisPoints = 1000;
  const merchant = await aUser(world, { privilege: "merchant" });
  if (ready) await openAccount(world, merchant);
  const jars = await aProduct(world, { merchantId: merchant._id, amountCents: 250, quantity: 20, title: "Jars" });
  const buyer = await aUser(world);
  const started = await initialize(world, buyer.token, [{ product: jars._id, quantity: 4 }]);
  const intentId = started.body.payment.stripeId as string;
  confirm(fake.store, found(fake.store.intents, "payment_intent", intentId), "pm_card_visa");
  const placed = await finalize(world, buyer.token, intentId);
  expect(placed.status).toBe(200);
  const [line] = await world.services.db.selectFrom("orderLines").selectAll().where("orderId", "=", placed.body.data._id).execute();
  const operator = await aUser(world, { privilege: "operator" });
  const refund = (quantity?: number) => world.call("POST", `/operator/orders/${placed.body.data._id}/refund`, { token: operator.token, body: { reason: "Broken", ...(quantity && { lines: [{ lineId: line?._id, quantity }] }) } });
  return { merchant, buyer, operator, orderId: placed.body.data._id as string, partId: line?.partId ?? "", intentId, refund };
}

async function openAccount(world: World, merchant: { _id: string; token: string }): Promise<void> {
  expect((await onboard(world, merchant.token)).status).toBe(200);
  setAccount(fake.store, accountAt(merchant._id).id, "ready");
  await world.call("POST", "/product/payment/merchant/account/refresh", { token: merchant.token });
}

async function deliver(world: World, token: string, orderId: string): Promise<void> {
  await act(world, token, orderId, "ship");
  expect((await act(world, token, orderId, "deliver")).status).toBe(200);
}

onBothDatabases("a merchant's account for payouts", (world) => {
  test("is opened on the provider's page, and known to be ready when the merchant comes back", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    expect((await account(world, merchant.token)).body.data).toEqual({ enabled: true, status: "none", problem: "", feePercent: expect.any(Number) });
    const { url } = (await onboard(world, merchant.token)).body.data;
    expect(await (await fetch(url)).text()).toContain("Open your payout account");
    expect((await account(world, merchant.token)).body.data.status).toBe("incomplete");
    const back = await fetch(url, { method: "POST", body: "answer=ready", redirect: "manual", headers: { "Content-Type": "application/x-www-form-urlencoded" } });
    expect(back.headers.get("Location")).toBe("http://shop.test/merchant/payout_account/return");
    expect((await world.call("POST", "/product/payment/merchant/account/refresh", { token: merchant.token })).body.data.status).toBe("ready");
    // A link works once; after that the shop is asked for a fresh one.
    expect((await fetch(url, { redirect: "manual" })).headers.get("Location")).toBe("http://shop.test/merchant/payout_account/refresh");
  });

  test("is one, however often and however many tabs begin", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    await Promise.all([onboard(world, merchant.token), onboard(world, merchant.token)]);
    await onboard(world, merchant.token);
    expect(await world.services.db.selectFrom("payoutAccounts").selectAll().execute()).toHaveLength(1);
    expect(connected(fake.store).accounts.size).toBe(1);
  });

  test("says what the provider still wants, whoever's message comes first", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    await onboard(world, merchant.token);
    const { id } = accountAt(merchant._id);
    const states = [];
    for (const state of ["checking", "restricted", "ready", "restricted"] as const) {
      setAccount(fake.store, id, state);
      await payoutAccountChanged(world.services, id);
      states.push((await account(world, merchant.token)).body.data.status);
    }
    expect(states).toEqual(["checking", "restricted", "ready", "restricted"]);
    expect((await account(world, merchant.token)).body.data.problem).toBe("Still missing: individual verification document.");
    await payoutAccountChanged(world.services, "acct_somebody_else");
  });

  test("is nobody's business but the merchant's; operators see how it stands", async () => {
    const { merchant, buyer, operator } = await aSale(world);
    for (const [method, path] of [["GET", "account"], ["POST", "account/onboarding"], ["POST", "account/refresh"], ["GET", "payouts"]] as const) {
      expect((await world.call(method, `/product/payment/merchant/${path}`, { token: buyer.token })).status).toBe(403);
      expect((await world.call(method, `/product/payment/merchant/${path}`)).status).toBe(401);
    }
    expect((await world.call("GET", `/operator/merchants/${merchant._id}`, { token: operator.token })).body.data).toMatchObject({ payoutAccount: { enabled: true, status: "ready" }, balance: { sold: 10, owed: 10 } });
  });

  test("can wait when the provider cannot be reached", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    fake.troubles.expect("POST /v1/accounts", "down", 3);
    expect((await onboard(world, merchant.token)).status).toBe(503);
    expect((await onboard(world, merchant.token)).status).toBe(200);
  });
}, { overrides: { cards, payouts } });

onBothDatabases("what a merchant has sold", (world) => {
  test("is sent once it has arrived: the sale less the fee, out of the very payment", async () => {
    const { merchant, orderId, intentId } = await aSale(world);
    await work(world);
    expect(sent()).toEqual([]);
    await deliver(world, merchant.token, orderId);
    await act(world, merchant.token, orderId, "deliver");
    await work(world, 2);
    expect(sent()).toMatchObject([{ amount: 900, currency: "usd", destination: accountAt(merchant._id).id, transfer_group: orderId, source_transaction: found(fake.store.intents, "payment_intent", intentId).latest_charge }]);
    expect(await balance(world, merchant.token)).toEqual({ sold: 10, givenBack: 0, fees: 1, paidOut: 9, owed: 0 });
    expect(await listed(world, merchant.token)).toMatchObject([{ orderId, amount: 9, fee: 1, reversed: 0, status: "Paid out" }]);
  });

  test("is sent as well when the buyer says that it has come, and when two weeks have passed", async () => {
    const [one, two] = [await aSale(world), await aSale(world)];
    await act(world, one.merchant.token, one.orderId, "ship");
    await act(world, two.merchant.token, two.orderId, "ship");
    await world.call("POST", `/product/order/${one.orderId}/parts/${one.partId}/received`, { token: one.buyer.token, body: {} });
    await work(world);
    expect(sent()).toHaveLength(1);
    world.clock.forward(15 * 86_400);
    await world.runner.drain(["fulfilment.deliver-long-shipped"]);
    await work(world);
    expect(sent().map((transfer) => transfer.amount)).toEqual([900, 900]);
  });

  test.each(["lost", "cut"] as const)("is sent once when the answer is %s, though the provider forgets the key meanwhile", async (trouble) => {
    const { merchant, orderId } = await aSale(world);
    await deliver(world, merchant.token, orderId);
    fake.troubles.expect("POST /v1/transfers", trouble, 3);
    await world.runner.drain();
    expect([sent().length, (await balance(world, merchant.token)).paidOut]).toEqual([1, 0]);
    fake.forgetKeys();
    await work(world, 3);
    expect(sent()).toHaveLength(1);
    expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 9, owed: 0 });
  }, 20_000);

  test("waits for an account that is not ready, and is sent when it becomes so", async () => {
    const { merchant, orderId } = await aSale(world, { ready: false });
    await deliver(world, merchant.token, orderId);
    await work(world, 2);
    expect(await balance(world, merchant.token)).toEqual({ sold: 10, givenBack: 0, fees: 0, paidOut: 0, owed: 10 });
    expect(await listed(world, merchant.token)).toMatchObject([{ amount: 9, fee: 1, status: "Waiting", doneAt: null }]);
    await onboard(world, merchant.token);
    const { id } = accountAt(merchant._id);
    setAccount(fake.store, id, "ready");
    // Stripe's message comes twice.
    await Promise.all([payoutAccountChanged(world.services, id), payoutAccountChanged(world.services, id)]);
    await work(world, 2);
    expect(sent()).toMatchObject([{ amount: 900 }]);
    expect((await balance(world, merchant.token)).owed).toBe(0);
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

  test("is less what went back before it arrived", async () => {
    const { merchant, orderId, refund } = await aSale(world);
    await refund(1);
    await deliver(world, merchant.token, orderId);
    await work(world);
    expect(sent()).toMatchObject([{ amount: 675, amount_reversed: 0 }]);
    expect(await balance(world, merchant.token)).toEqual({ sold: 10, givenBack: 2.5, fees: 0.75, paidOut: 6.75, owed: 0 });
  });

  test("stays in the balance when the provider refuses it for good, until it is tried anew", async () => {
    const { merchant, operator, orderId } = await aSale(world);
    await deliver(world, merchant.token, orderId);
    setAccount(fake.store, accountAt(merchant._id).id, "restricted");
    await work(world, 11);
    expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 0, owed: 9 });
    const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
    expect(dead).toMatchObject({ kind: "payout", lastError: expect.stringContaining("transfers capability") });
    setAccount(fake.store, accountAt(merchant._id).id, "ready");
    await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token });
    await work(world);
    expect(await balance(world, merchant.token)).toMatchObject({ paidOut: 9, owed: 0 });
  });

  test("is not sent while payouts are off, nor what was paid through another provider", async () => {
    const { merchant, orderId } = await aSale(world);
    await world.services.db.updateTable("orders").set({ provider: "test" }).execute();
    await deliver(world, merchant.token, orderId);
    const other = await aSale(world);
    const { payouts: on } = world.services;
    world.services.payouts = null;
    await deliver(world, other.merchant.token, other.orderId);
    expect((await account(world, other.merchant.token)).body.data).toMatchObject({ enabled: false, status: "none" });
    expect((await onboard(world, other.merchant.token)).body.error[0].code).toBe("payouts_off");
    world.services.payouts = on;
    await work(world, 2);
    expect(sent()).toEqual([]);
    expect(await balance(world, other.merchant.token)).toMatchObject({ paidOut: 0, owed: 10 });
  });
}, { overrides: { cards, payouts } });

onBothDatabases("what a buyer gets back after the merchant was paid", (world) => {
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
    expect(await balance(world, merchant.token)).toEqual({ sold: 10, givenBack: 10, fees: 0, paidOut: 0, owed: 0 });
    expect(await listed(world, merchant.token)).toMatchObject([{ amount: 9.67, reversed: 9.67 }]);
  });

  test("is taken back once, though the answer is lost and the key forgotten", async () => {
    const { merchant, orderId, refund } = await aSale(world);
    await deliver(world, merchant.token, orderId);
    await work(world);
    const [transfer] = sent();
    fake.troubles.expect(`POST /v1/transfers/${transfer?.id}/reversals`, "lost", 3);
    await refund(2);
    await work(world);
    // Until Stripe has said yes the merchant owes it.
    expect((await balance(world, merchant.token)).owed).toBe(-4.5);
    fake.forgetKeys();
    await work(world, 3);
    expect(sent()).toMatchObject([{ amount_reversed: 450 }]);
    expect((await balance(world, merchant.token)).owed).toBe(0);
  }, 20_000);

  test("in the same moment as the payout is either not sent at all or taken back", async () => {
    for (let n = 0; n < 3; n += 1) {
      const { merchant, orderId, refund } = await aSale(world);
      await deliver(world, merchant.token, orderId);
      await Promise.all([world.runner.drain(), refund(2)]);
      await work(world, 3);
      expect((await balance(world, merchant.token))).toMatchObject({ givenBack: 5, fees: 0.5, paidOut: 4.5, owed: 0 });
    }
    for (const transfer of sent()) expect(transfer.amount - transfer.amount_reversed).toBe(450);
  });

  test("whole, before anything was sent, leaves nothing to send", async () => {
    const { merchant, orderId, refund } = await aSale(world, { ready: false });
    await deliver(world, merchant.token, orderId);
    await refund();
    await openAccount(world, merchant);
    await work(world, 2);
    expect(sent()).toEqual([]);
    expect(await balance(world, merchant.token)).toEqual({ sold: 10, givenBack: 10, fees: 0, paidOut: 0, owed: 0 });
    expect(await listed(world, merchant.token)).toMatchObject([{ status: "Nothing left", amount: 0 }]);
  });
}, { overrides: { cards, payouts } });
