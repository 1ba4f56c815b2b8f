import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connected, setAccount } from "../fakes/stripe/accounts";
import { payOutToBank } from "../fakes/stripe/bank-payouts";
import { chargeOf } from "../fakes/stripe/charges";
import { payOnPage } from "../fakes/stripe/checkout-sessions";
import { newDispute } from "../fakes/stripe/disputes";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { checkedCalls } from "../fakes/stripe/parameters";
import { confirm } from "../fakes/stripe/payment-intents";
import { emit, recordOf } from "../fakes/stripe/store";
import { secretOf, SECRETS, sign } from "../fakes/stripe/webhooks";

let fake: FakeStripe;
let stripe: Stripe;
let now = Date.UTC(2026, 2, 2, 12);
beforeAll(async () => {
  fake = await startFakeStripe({ now: () => new Date(now) });
  stripe = client();
});
beforeEach(() => {
  now = Date.UTC(2026, 2, 2, 12);
});
afterAll(() => fake.close());

function client(key = "sk_test_fake") {
  const { hostname, port } = new URL(fake.url);
  return new Stripe(key, { host: hostname, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

/** A refusal as Stripe's own package reports it: status, code and parameter. */
async function refusal(asked: Promise<unknown>): Promise<[status?: number, code?: string, param?: string]> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown as Stripe.errors.StripeError,
  );
  return error ? [error.statusCode, error.code, error.param] : [];
}

const intent = (amount = 1000, overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount, currency: "usd", transfer_group: "g", ...overrides });
async function paid(amount = 1000) {
  const { id } = await intent(amount);
  confirm(fake.store, recordOf(fake.store.intents, "payment_intent", id), "pm_card_visa");
  return { id, charge: chargeOf(fake.store, id)?.id ?? "" };
}
async function account(state: "ready" | "restricted" = "ready") {
  const { id } = await stripe.accounts.create({ type: "express", capabilities: { transfers: { requested: true } } });
  setAccount(fake.store, id, state);
  return id;
}
const page = (overrides: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 1000, product_data: { name: "Order" } } }],
    success_url: "http://shop.test/paid",
    ...overrides,
  });

test("what is smaller or larger than Stripe charges is refused, on both ways to pay", async () => {
  expect(await refusal(intent(49))).toEqual([400, "amount_too_small", "amount"]);
  expect(await refusal(intent(100_000_000))).toEqual([400, "amount_too_large", "amount"]);
  expect(await refusal(intent(10.5))).toEqual([400, "parameter_invalid_integer", "amount"]);
  expect(await refusal(intent(29, { currency: "gbp" }))).toEqual([400, "amount_too_small", "amount"]);
  expect(await refusal(intent(1000, { currency: "xxx" }))).toEqual([400, undefined, "currency"]);
  expect((await intent(50)).amount).toBe(50);
  expect((await intent(99_999_999)).amount).toBe(99_999_999);
  expect((await intent(30, { currency: "gbp" })).amount).toBe(30);
  const cheap = { currency: "usd", unit_amount: 49, product_data: { name: "Order" } };
  expect(await refusal(page({ line_items: [{ quantity: 1, price_data: cheap }] }))).toEqual([
    400,
    "amount_too_small",
    "line_items",
  ]);
});

test("another version of the API than the SDK's types are of is refused, and so is another key", async () => {
  for (const version of ["2020-08-27", "nonsense", undefined]) {
    const headers = { Authorization: "Bearer sk_test_fake", ...(version && { "Stripe-Version": version }) };
    const answer = await fetch(`${fake.url}/v1/disputes`, { headers });
    expect([answer.status, (await answer.json()).error.message]).toEqual([
      400,
      expect.stringContaining("Invalid Stripe API version"),
    ]);
  }
  expect(await refusal(client("sk_test_other").disputes.list())).toEqual([401, undefined, undefined]);
});

test("a parameter that Stripe does not know is refused, wherever it stands, and so is a missing one", async () => {
  const unknown = (overrides: object) => refusal(intent(1000, overrides));
  expect(await unknown({ payment_method_types: ["card"] })).toEqual([400, "parameter_unknown", "payment_method_types"]);
  expect(await unknown({ colour: "red" })).toEqual([400, "parameter_unknown", "colour"]);
  expect(await refusal(page({ payment_intent_data: { colour: "red" } } as object))).toEqual([
    400,
    "parameter_unknown",
    "payment_intent_data[colour]",
  ]);
  expect(await refusal(stripe.disputes.list({ colour: "red" } as object))).toEqual([
    400,
    "parameter_unknown",
    "colour",
  ]);
  expect(await refusal(stripe.disputes.list({ limit: 101 }))).toEqual([400, "parameter_invalid_integer", "limit"]);
  expect(await refusal(stripe.paymentIntents.create({ amount: 1000 } as never))).toEqual([
    400,
    "parameter_missing",
    "currency",
  ]);
  expect(await refusal(stripe.accountLinks.create({ account: "acct_1" } as never))).toEqual([
    400,
    "parameter_missing",
    "type",
  ]);
});

test("every call that the shop may make is checked", () => {
  const open = fake.calls().filter((call) => !checkedCalls().includes(call) && !call.endsWith("/confirm"));
  expect(open).toEqual([]);
});

test("metadata and texts have bounds", async () => {
  const metadata = (pairs: [string, string][]) => refusal(intent(1000, { metadata: Object.fromEntries(pairs) }));
  const many = Array.from({ length: 51 }, (_, n): [string, string] => [`key${n}`, "x"]);
  expect(await metadata(many)).toEqual([400, undefined, "metadata"]);
  expect(await metadata(many.slice(1))).toEqual([]);
  expect(await metadata([["k".repeat(41), "x"]])).toEqual([400, undefined, "metadata"]);
  expect(await metadata([["k", "x".repeat(501)]])).toEqual([400, undefined, "metadata"]);
  expect(await metadata([["k".repeat(40), "x".repeat(500)]])).toEqual([]);
  expect(await refusal(page({ payment_intent_data: { metadata: { k: "x".repeat(501) } } }))).toEqual([
    400,
    undefined,
    "metadata",
  ]);
  expect(await refusal(intent(1000, { description: "x".repeat(1001) }))).toEqual([400, undefined, "description"]);
  for (const statement_descriptor of ["x".repeat(23), "abcd", "12345", "A*STALL"])
    expect(await refusal(intent(1000, { statement_descriptor }))).toEqual([400, undefined, "statement_descriptor"]);
  expect(await refusal(page({ client_reference_id: "x".repeat(201) }))).toEqual([
    400,
    undefined,
    "client_reference_id",
  ]);
});

test("a key that is used again with other parameters is refused, and one that is in use just now as well", async () => {
  const params = { amount: 1000, currency: "usd" };
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: "one" });
  expect((await stripe.paymentIntents.create(params, { idempotencyKey: "one" })).id).toBe(first.id);
  expect(await refusal(stripe.paymentIntents.create({ ...params, amount: 1001 }, { idempotencyKey: "one" }))).toEqual([
    400,
    undefined,
    undefined,
  ]);
  // An invalid request does not use up its idempotency key.
  await refusal(stripe.paymentIntents.create({ ...params, colour: "red" } as never, { idempotencyKey: "two" }));
  await stripe.paymentIntents.create(params, { idempotencyKey: "two" });
  let second: Awaited<ReturnType<typeof refusal>> = [];
  fake.troubles.interrupt(/^POST \/v1\/payment_intents$/, "before", async () => {
    second = await refusal(stripe.paymentIntents.create(params, { idempotencyKey: "three" }));
  });
  await refusal(stripe.paymentIntents.create(params, { idempotencyKey: "three" }));
  expect(second).toEqual([409, "idempotency_key_in_use", undefined]);
  await stripe.paymentIntents.create(params, { idempotencyKey: "three" });
});

test("payments go no way that Stripe's do not go", async () => {
  const { id } = await paid();
  expect(await refusal(stripe.paymentIntents.cancel(id))).toEqual([400, "payment_intent_unexpected_state", undefined]);
  const confirmed = refusal(stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }));
  expect(await confirmed).toEqual([400, "payment_intent_unexpected_state", undefined]);
  const other = await intent();
  await stripe.paymentIntents.cancel(other.id);
  expect(await refusal(stripe.paymentIntents.cancel(other.id))).toEqual([
    400,
    "payment_intent_unexpected_state",
    undefined,
  ]);
  expect(await refusal(stripe.refunds.create({ payment_intent: other.id }))).toEqual([
    400,
    "charge_not_refundable",
    undefined,
  ]);
  expect(await refusal(stripe.paymentIntents.retrieve("pi_none"))).toEqual([404, "resource_missing", "id"]);
});

test("a page to pay on closes at its time, and is closed once", async () => {
  const soon = Math.floor(now / 1000) + 1799;
  expect(await refusal(page({ expires_at: soon }))).toEqual([400, undefined, "expires_at"]);
  const { id } = await page({ expires_at: soon + 1 });
  now += 1_800_000;
  expect(() =>
    payOnPage(fake.store, recordOf(fake.store.sessions, "checkout.session", id), "4242424242424242"),
  ).toThrow("no longer active");
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
  expect((await refusal(stripe.checkout.sessions.expire(id)))[0]).toBe(400);
  expect(await refusal(page({ success_url: "paid" }))).toEqual([400, "url_invalid", "success_url"]);
});

test("no more goes back than was paid, and nothing of what a bank asks for", async () => {
  const { id } = await paid();
  expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 1001 }))).toEqual([
    400,
    undefined,
    "amount",
  ]);
  await stripe.refunds.create({ payment_intent: id, amount: 600 });
  expect((await refusal(stripe.refunds.create({ payment_intent: id, amount: 401 })))[0]).toBe(400);
  await stripe.refunds.create({ payment_intent: id });
  expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toEqual([
    400,
    "charge_already_refunded",
    undefined,
  ]);
  const disputed = await paid();
  newDispute(fake.store, disputed.id, "fraudulent");
  expect(await refusal(stripe.refunds.create({ payment_intent: disputed.id }))).toEqual([
    400,
    "charge_disputed",
    undefined,
  ]);
});

test("transfers come out of what was paid, to accounts that may take them, and go back as far as there is money", async () => {
  const { charge } = await paid();
  const destination = await account();
  const send = (amount: number, overrides: object = {}) =>
    stripe.transfers.create({ amount, currency: "usd", destination, source_transaction: charge, ...overrides });
  expect(await refusal(send(1001))).toEqual([400, undefined, "amount"]);
  expect(await refusal(send(0))).toEqual([400, "parameter_invalid_integer", "amount"]);
  expect(await refusal(send(100, { currency: "eur" }))).toEqual([400, undefined, "currency"]);
  expect(await refusal(send(100, { source_transaction: undefined }))).toEqual([400, "balance_insufficient", undefined]);
  expect(await refusal(send(100, { transfer_group: "other" }))).toEqual([400, undefined, "transfer_group"]);
  expect(await refusal(send(100, { destination: "acct_none" }))).toEqual([400, "resource_missing", "destination"]);
  expect(await refusal(send(100, { destination: await account("restricted") }))).toEqual([
    400,
    "insufficient_capabilities_for_transfer",
    undefined,
  ]);
  const transfer = await send(900);
  expect((await refusal(send(101)))[0]).toBe(400);
  expect((await refusal(stripe.transfers.createReversal(transfer.id, { amount: 901 })))[0]).toBe(400);
  payOutToBank(fake.store, destination, 500);
  expect(await refusal(stripe.transfers.createReversal(transfer.id, { amount: 401 }))).toEqual([
    400,
    "balance_insufficient",
    undefined,
  ]);
  await stripe.transfers.createReversal(transfer.id, { amount: 400 });
  expect((await stripe.transfers.retrieve(transfer.id)).amount_reversed).toBe(400);
});

test("an account that is gone is answered with 403, and what an account has is its own", async () => {
  expect(await refusal(stripe.accounts.retrieve("acct_none"))).toEqual([403, "account_invalid", undefined]);
  const { charge } = await paid();
  const [one, two] = [await account(), await account()];
  await stripe.transfers.create({ amount: 900, currency: "usd", destination: one, source_transaction: charge });
  const { id } = payOutToBank(fake.store, one);
  expect((await stripe.payouts.retrieve(id, {}, { stripeAccount: one })).id).toBe(id);
  expect(await refusal(stripe.payouts.retrieve(id, {}, { stripeAccount: two }))).toEqual([
    404,
    "resource_missing",
    "id",
  ]);
  connected(fake.store).accounts.delete(one);
  expect(await refusal(stripe.payouts.retrieve(id, {}, { stripeAccount: one }))).toEqual([
    403,
    "account_invalid",
    undefined,
  ]);
});

test("events of the platform and of connected accounts are signed with secrets of their own", () => {
  emit(fake.store, "account.updated", { object: "account" }, "acct_1");
  emit(fake.store, "charge.refunded", { object: "charge" });
  const read = (event: Stripe.Event, secret: string) => {
    const { body, signature } = sign(fake.store, event, secretOf(event));
    return () => stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, now);
  };
  const [ofAccount, ofPlatform] = fake.store.events.slice(-2) as [Stripe.Event, Stripe.Event];
  expect(read(ofAccount, SECRETS.connect)()).toMatchObject({ account: "acct_1" });
  expect(read(ofAccount, SECRETS.platform)).toThrow();
  expect(read(ofPlatform, SECRETS.platform)()).not.toHaveProperty("account");
  expect(read(ofPlatform, SECRETS.connect)).toThrow();
});
