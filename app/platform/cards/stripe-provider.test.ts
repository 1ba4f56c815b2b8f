import { pino } from "pino";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";
import { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { payOnPage } from "../../../tests/fakes/stripe/checkout-sessions";
import { endDispute, newDispute } from "../../../tests/fakes/stripe/disputes";
import { startFakeStripe, type FakeStripe } from "../../../tests/fakes/stripe/fake-stripe";
import { authenticate, confirm } from "../../../tests/fakes/stripe/payment-intents";
import { moveRefund, newRefund } from "../../../tests/fakes/stripe/refunds";
import { emit, recordOf } from "../../../tests/fakes/stripe/store";
import { sign } from "../../../tests/fakes/stripe/webhooks";
import { withShortPauses } from "../../../tests/fixtures/short-pauses";
import { AmountRefused, IntentUnknown, ProviderRefused, ProviderUnreachable } from "./card-provider";
import { BadSignature, stripeProvider, type StripeProvider } from "./stripe-provider.server";

let fake: FakeStripe;
let cards: StripeProvider;
let now = Date.UTC(2026, 2, 2, 12);
withShortPauses();

const logged: string[] = [];
const SECRETS = {
  secretKey: "sk_test_fake",
  publishableKey: "pk_test_fake",
  webhookSecrets: ["whsec_fake", "whsec_fake_connect"],
};
const clock = { now: () => new Date(now) };
const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
const request = {
  orderId: "a".repeat(24),
  buyerId: "b".repeat(24),
  amountCents: 1150,
  currency: "usd",
  description: "Order #10001",
  idempotencyKey: "order-a",
};

beforeAll(async () => {
  fake = await startFakeStripe({ now: clock.now });
  cards = stripeProvider({ keys: { ...SECRETS, apiUrl: fake.url }, clock, log, timeoutMs: WAIT_MS });
});
beforeEach(() => {
  now = Date.UTC(2026, 2, 2, 12);
  fake.store.intents.clear();
  fake.store.disputes.clear();
  fake.store.events.length = 0;
  fake.requests.length = 0;
  fake.troubles.clear();
  fake.forgetKeys();
  logged.length = 0;
});
afterAll(() => fake.close());

const intent = (id: string) => recordOf(fake.store.intents, "payment_intent", id);
const pay = (id: string, card = "pm_card_visa") => confirm(fake.store, intent(id), card);
const refusal = <T>(work: Promise<T>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("intents at Stripe", () => {
  test("say whose they are, and are the same for the same key", async () => {
    const first = await cards.createIntent(request);
    expect(first).toMatchObject({
      status: "requires_payment_method",
      amountCents: 1150,
      refundedCents: 0,
      currency: "usd",
      orderId: request.orderId,
      buyerId: request.buyerId,
      createdAt: "2026-03-02T12:00:00.000Z",
      lastError: "",
    });
    expect(first.clientSecret).toMatch(new RegExp(`^${first.id}_secret_`));
    expect(intent(first.id)).toMatchObject({
      metadata: { orderId: request.orderId, buyerId: request.buyerId },
      transfer_group: request.orderId,
      description: "Order #10001",
    });
    expect((await cards.createIntent(request)).id).toBe(first.id);
    expect(await cards.retrieve(first.id)).toEqual(first);
    const tooSmall = cards.createIntent({ ...request, amountCents: 49, idempotencyKey: "order-small" });
    expect(await refusal(tooSmall)).toBeInstanceOf(AmountRefused);
    expect(fake.store.intents.size).toBe(1);
  });

  test("are paid, refused and authenticated with Stripe's test payment methods", async () => {
    const { id } = await cards.createIntent(request);
    expect(() => pay(id, "pm_card_chargeDeclined")).toThrow("Your card was declined.");
    expect(await cards.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      lastError: "Your card was declined.",
    });
    pay(id, "pm_card_authenticationRequired");
    expect(await cards.retrieve(id)).toMatchObject({ status: "requires_action", lastError: "" });
    authenticate(fake.store, intent(id), false);
    expect((await cards.retrieve(id)).lastError).toMatch(/^We are unable to authenticate/);
    pay(id, "pm_card_authenticationRequired");
    authenticate(fake.store, intent(id), true);
    expect(await cards.retrieve(id)).toMatchObject({ status: "succeeded", amountCents: 1150, lastError: "" });
  });

  test("can be ended while unpaid; a paid one stays paid, an ended one ended", async () => {
    const [a, b] = [
      await cards.createIntent(request),
      await cards.createIntent({ ...request, idempotencyKey: "order-b" }),
    ];
    expect((await cards.cancel(a.id)).status).toBe("canceled");
    expect((await cards.cancel(a.id)).status).toBe("canceled");
    pay(b.id);
    expect((await cards.cancel(b.id)).status).toBe("succeeded");
  });

  test("that Stripe does not know are unknown", async () => {
    for (const failure of await Promise.all([
      refusal(cards.retrieve("pi_nobody")),
      refusal(cards.cancel("pi_nobody")),
      refusal(cards.refundsOf("pi_nobody")),
    ]))
      expect(failure).toBeInstanceOf(IntentUnknown);
  });

  test("are listed newest first, page by page, since a day", async () => {
    for (let n = 0; n < 5; n += 1) {
      now += 60_000;
      const { id } = await cards.createIntent({ ...request, idempotencyKey: `order-${n}`, amountCents: 1000 + n });
      if (n === 4) {
        pay(id);
        newRefund(fake.store, id, 4);
      }
    }
    const first = await cards.intents({ since: "2026-03-02T12:02:00.000Z", limit: 3 });
    expect(first.intents.map(({ amountCents, refundedCents }) => [amountCents, refundedCents])).toEqual([
      [1004, 4],
      [1003, 0],
      [1002, 0],
    ]);
    const second = await cards.intents({ since: "2026-03-02T12:02:00.000Z", limit: 3, after: first.next ?? undefined });
    expect([second.intents.map((intent) => intent.amountCents), second.next]).toEqual([[1001], null]);
  });
});

async function paid() {
  const { id } = await cards.createIntent(request);
  pay(id);
  return id;
}

describe("refunds at Stripe", () => {
  test("move money once, however often and however late they are asked for", async () => {
    const id = await paid();
    const request = { intentId: id, amountCents: 400, refundId: "r1" };
    const answers = await Promise.all([cards.refund(request), cards.refund(request)]);
    fake.forgetKeys();
    answers.push(await cards.refund(request));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(await cards.refundsOf(id)).toEqual([
      {
        id: answers[0]?.id,
        amountCents: 400,
        refundId: "r1",
        createdAt: "2026-03-02T12:00:00.000Z",
        status: "succeeded",
        failureReason: "",
      },
    ]);
    expect((await cards.retrieve(id)).refundedCents).toBe(400);
  });

  test("of more than there is are refused, and of what went back in the dashboard already count as done", async () => {
    const id = await paid();
    expect(String(await refusal(cards.refund({ intentId: id, amountCents: 1151, refundId: "r1" })))).toContain(
      "greater than unrefunded amount",
    );
    const { id: dashboard } = newRefund(fake.store, id, null);
    expect(await cards.refund({ intentId: id, amountCents: 1150, refundId: "r2" })).toEqual({
      id: dashboard,
      status: "succeeded",
    });
    expect(await cards.refundsOf(id)).toEqual([
      {
        id: dashboard,
        amountCents: 1150,
        refundId: "",
        createdAt: expect.any(String),
        status: "succeeded",
        failureReason: "",
      },
    ]);
  });
});

describe("a refund at Stripe that changes later", () => {
  test.each(["pending", "requires_action"] as const)("is told as %s, and as what has become of it", async (status) => {
    const id = await paid();
    fake.store.refundsBegin.push(status);
    const request = { intentId: id, amountCents: 400, refundId: "r1" };
    const refund = await cards.refund(request);
    expect(refund.status).toBe(status);
    moveRefund(fake.store, refund.id, "failed", "lost_or_stolen_card");
    expect(await cards.refundsOf(id)).toMatchObject([
      { id: refund.id, status: "failed", failureReason: "lost_or_stolen_card" },
    ]);
    // With the same key, Stripe repeats its first answer.
    expect(await refusal(cards.refund(request))).toBeInstanceOf(ProviderRefused);
    const secondRefund = await cards.refund({ ...request, refusals: 1 });
    expect([secondRefund.status, secondRefund.id === refund.id]).toEqual(["succeeded", false]);
    expect((await cards.retrieve(id)).refundedCents).toBe(400);
  });

  test("in a state that nobody knows yet is on its way", async () => {
    const id = await paid();
    const refund = await cards.refund({ intentId: id, amountCents: 400, refundId: "r1" });
    Object.assign(fake.store.refunds.get(refund.id) ?? {}, { status: "wandering" });
    expect(await cards.refundsOf(id)).toMatchObject([{ status: "pending" }]);
  });
});

describe("what Stripe has refused", () => {
  test("it refuses again under the same key for a day, though it could be done now; under the next key it looks anew", async () => {
    const { id } = await cards.createIntent(request);
    pay(id);
    const dispute = newDispute(fake.store, id, "fraudulent");
    const refundWith = (refusals: number) => cards.refund({ intentId: id, amountCents: 400, refundId: "r1", refusals });
    const first = await refusal(refundWith(0));
    expect([first, String(first)]).toEqual([expect.any(ProviderRefused), expect.stringContaining("charged back")]);
    endDispute(fake.store, dispute.id, "won");
    expect(await refusal(refundWith(0))).toBeInstanceOf(ProviderRefused);
    const { id: refundId } = await refundWith(1);
    // The refund exists, whatever the count.
    expect([await refundWith(1), await refundWith(0), await refundWith(2)]).toEqual(
      Array.from({ length: 3 }, () => ({ id: refundId, status: "succeeded" })),
    );
    expect((await cards.retrieve(id)).refundedCents).toBe(400);
  });

  test("is told from what it has not answered, which may have been done", async () => {
    const { id } = await cards.createIntent(request);
    pay(id);
    for (const trouble of ["down", "busy"] as const) {
      fake.troubles.expect("POST /v1/refunds", trouble, 3);
      expect(await refusal(cards.refund({ intentId: id, amountCents: 400, refundId: "r1" }))).toBeInstanceOf(
        ProviderUnreachable,
      );
      fake.troubles.clear();
    }
    await cards.refund({ intentId: id, amountCents: 400, refundId: "r1" });
    expect(await refusal(cards.refund({ intentId: "pi_nobody", amountCents: 400, refundId: "r2" }))).toBeInstanceOf(
      IntentUnknown,
    );
  });

  test("under a key that was used for another sum counts as well: whoever used it first has long ended", async () => {
    const { id } = await cards.createIntent(request);
    pay(id);
    fake.troubles.expect("POST /v1/refunds", "cut", 3);
    expect(await refusal(cards.refund({ intentId: id, amountCents: 1151, refundId: "r1" }))).toBeInstanceOf(
      ProviderUnreachable,
    );
    expect(await refusal(cards.refund({ intentId: id, amountCents: 400, refundId: "r1" }))).toBeInstanceOf(
      ProviderRefused,
    );
    await cards.refund({ intentId: id, amountCents: 400, refundId: "r1", refusals: 1 });
    expect((await cards.retrieve(id)).refundedCents).toBe(400);
  });
});

describe("disputes at Stripe", () => {
  test("say how far they have come, oldest first", async () => {
    const { id } = await cards.createIntent(request);
    pay(id);
    expect([(await cards.retrieve(id)).disputed, await cards.disputesOf(id)]).toEqual([false, []]);
    const question = newDispute(fake.store, id, "fraudulent", { status: "warning_needs_response", amount: 200 });
    const dispute = newDispute(fake.store, id, "product_not_received");
    expect((await cards.retrieve(id)).disputed).toBe(true);
    expect(await cards.disputesOf(id)).toEqual([
      {
        id: question.id,
        amountCents: 200,
        reason: "fraudulent",
        status: "warning",
        createdAt: "2026-03-02T12:00:00.000Z",
      },
      {
        id: dispute.id,
        amountCents: 1150,
        reason: "product_not_received",
        status: "open",
        createdAt: "2026-03-02T12:00:00.000Z",
      },
    ]);
    endDispute(fake.store, question.id, "warning_closed");
    endDispute(fake.store, dispute.id, "lost");
    expect((await cards.disputesOf(id)).map(({ status }) => status)).toEqual(["closed", "lost"]);
  });
});

describe("Stripe's hosted page", () => {
  const page = {
    ...request,
    email: "ada@example.com",
    expiresAt: "2026-03-02T12:31:00.000Z",
    successUrl: "http://shop.test/checkout_success?session={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://shop.test/checkout/payment",
  };

  test("makes a payment of its own that says whose it is, once a card is tried", async () => {
    const hostedPage = await cards.hostedPages!.open({ ...page, idempotencyKey: "hosted-1" });
    expect(hostedPage).toMatchObject({
      status: "open",
      intentId: null,
      expiresAt: page.expiresAt,
      url: `${fake.url}/c/pay/${hostedPage.sessionId}`,
    });
    expect(await cards.hostedPages!.open({ ...page, idempotencyKey: "hosted-1" })).toEqual(hostedPage);
    const session = recordOf(fake.store.sessions, "checkout.session", hostedPage.sessionId);
    expect(() => payOnPage(fake.store, session, "4000000000000002")).toThrow("declined");
    payOnPage(fake.store, session, "4242424242424242");
    const finishedPage = await cards.hostedPages!.retrieve(hostedPage.sessionId);
    expect(finishedPage).toMatchObject({ status: "complete", url: "", intentId: expect.stringMatching(/^pi_/) });
    expect(await cards.retrieve(finishedPage.intentId ?? "")).toMatchObject({
      status: "succeeded",
      amountCents: 1150,
      orderId: request.orderId,
      buyerId: request.buyerId,
    });
    expect(intent(finishedPage.intentId ?? "").transfer_group).toBe(request.orderId);
  });

  test("can be closed, once, and closes by itself; a paid one stays paid", async () => {
    const [a, b, c] = [
      await cards.hostedPages!.open({ ...page, idempotencyKey: "h-a" }),
      await cards.hostedPages!.open({ ...page, idempotencyKey: "h-b" }),
      await cards.hostedPages!.open({ ...page, idempotencyKey: "h-c" }),
    ];
    expect((await cards.hostedPages!.expire(a.sessionId)).status).toBe("expired");
    expect((await cards.hostedPages!.expire(a.sessionId)).status).toBe("expired");
    payOnPage(fake.store, recordOf(fake.store.sessions, "checkout.session", b.sessionId), "4242424242424242");
    expect((await cards.hostedPages!.expire(b.sessionId)).status).toBe("complete");
    now += 32 * 60_000;
    expect((await cards.hostedPages!.retrieve(c.sessionId)).status).toBe("expired");
  });

  test("a page's payment cannot be ended by itself, and is told as it is", async () => {
    const { sessionId } = await cards.hostedPages!.open({ ...page, idempotencyKey: "h-d" });
    expect(() =>
      payOnPage(fake.store, recordOf(fake.store.sessions, "checkout.session", sessionId), "4000000000000002"),
    ).toThrow();
    const { intentId } = await cards.hostedPages!.retrieve(sessionId);
    expect((await cards.cancel(intentId ?? "")).status).toBe("requires_payment_method");
  });
});

describe("when the line to Stripe is bad", () => {
  test("an answer that is cut off is asked for again with the same key, and what was done is found", async () => {
    fake.troubles.expect("POST /v1/payment_intents", "cut", 2);
    const { id } = await cards.createIntent(request);
    expect([
      fake.store.intents.size,
      fake.requests.filter((line) => line === "POST /v1/payment_intents").length,
    ]).toEqual([1, 3]);
    pay(id);
    fake.troubles.expect("POST /v1/refunds", "cut", 2);
    await cards.refund({ intentId: id, amountCents: 1150, refundId: "r1" });
    expect(
      intent(id).latest_charge && [...fake.store.refunds.values()].filter((refund) => refund.payment_intent === id),
    ).toHaveLength(1);
  });

  test.each(["lost", "cut"] as const)(
    "three answers that are %s are an outage that says so, with nothing done twice afterwards",
    async (trouble) => {
      // Every answer to it fails, so its short patience decides nothing.
      const hasty = stripeProvider({ keys: { ...SECRETS, apiUrl: fake.url }, clock, log, timeoutMs: 250 });
      fake.troubles.expect("POST /v1/payment_intents", trouble, 3);
      const outage = await refusal(hasty.createIntent(request));
      fake.troubles.clear();
      expect(outage).toBeInstanceOf(ProviderUnreachable);
      expect(outage).toMatchObject({ status: 503, code: "card_provider_unreachable", headers: { "Retry-After": "5" } });
      await cards.createIntent(request);
      expect(fake.store.intents.size).toBe(1);
    },
  );

  test("who has not answered five times is left alone for a while: buyers hear it at once, and nothing is done twice", async ({
    onTestFinished,
  }) => {
    const PAUSE_MS = 10_000;
    let elapsed = 0;
    const time = vi.spyOn(performance, "now").mockImplementation(() => elapsed);
    onTestFinished(() => time.mockRestore());
    const keys = { ...SECRETS, apiUrl: fake.url };
    const ofItsOwn = stripeProvider({ keys, clock, log, timeoutMs: WAIT_MS, retries: 0, pauseMs: PAUSE_MS });
    const buy = () => refusal(ofItsOwn.createIntent(request));
    fake.troubles.expect("POST /v1/payment_intents", "down", 6);
    for (let n = 0; n < 5; n += 1) expect(await buy()).toBeInstanceOf(ProviderUnreachable);
    expect(await buy()).toMatchObject({ code: "card_provider_unreachable", headers: { "Retry-After": "10" } });
    expect(logged.filter((line) => line.includes("Stripe does not answer"))).toHaveLength(1);
    elapsed += PAUSE_MS;
    // This call is the probe. It meets the last of the troubles.
    expect(await buy()).toMatchObject({ headers: { "Retry-After": "5" } });
    elapsed += PAUSE_MS;
    expect([await buy(), fake.store.intents.size]).toEqual([null, 1]);
    expect(logged.at(-1)).toContain("Stripe answers again");
  });

  test("a 500 is tried again, too many requests are told with the time to wait", async () => {
    fake.troubles.expect("POST /v1/payment_intents", "down", 2);
    const { id } = await cards.createIntent(request);
    fake.troubles.expect("GET /v1/payment_intents", "busy");
    expect(await refusal(cards.retrieve(id))).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
  });

  test("the same key with another amount is an error, not a second payment", async () => {
    await cards.createIntent(request);
    expect(await refusal(cards.createIntent({ ...request, amountCents: 1 + request.amountCents }))).toMatchObject({
      type: "StripeIdempotencyError",
    });
    expect(fake.store.intents.size).toBe(1);
  });

  test("a key that Stripe refuses is logged for the shop, told to nobody, and never repeated", async () => {
    const wrong = stripeProvider({ keys: { ...SECRETS, secretKey: "sk_test_wrong", apiUrl: fake.url }, clock, log });
    expect(await refusal(wrong.createIntent(request))).toMatchObject({ status: 503 });
    expect(logged.join("")).toContain("check STRIPE_SECRET_KEY");
    expect(logged.join("")).not.toContain("sk_test");
  });

  test("nobody there at all is an outage, too", async () => {
    const unreachable = stripeProvider({ keys: { ...SECRETS, apiUrl: "http://127.0.0.1:9" }, clock, log, retries: 0 });
    expect(await refusal(unreachable.retrieve("pi_1"))).toBeInstanceOf(ProviderUnreachable);
  });
});

describe("Stripe's messages", () => {
  async function anEvent() {
    const { id } = await cards.createIntent(request);
    emit(fake.store, "payment_intent.succeeded", intent(id));
    return fake.store.events.at(-1) as Stripe.Event;
  }

  test("are read when they are signed with our secret, up to five minutes late", async () => {
    const signed = sign(fake.store, await anEvent(), "whsec_fake");
    expect(await cards.readEvent(signed.body, signed.signature)).toMatchObject({
      type: "payment_intent.succeeded",
      data: { object: { amount: 1150 } },
    });
    now += 299_000;
    await cards.readEvent(signed.body, signed.signature);
    now += 2000;
    expect(await refusal(cards.readEvent(signed.body, signed.signature))).toBeInstanceOf(BadSignature);
  });

  test("are read with any of several secrets: of the platform, of connected accounts, of one that is being rotated", async () => {
    const event = await anEvent();
    for (const secret of SECRETS.webhookSecrets) {
      const { body, signature } = sign(fake.store, event, secret);
      expect(await cards.readEvent(body, signature)).toMatchObject({ id: event.id });
    }
    const { body, signature } = sign(fake.store, event, "whsec_fake,whsec_fake_connect");
    const error = await refusal(cards.readEvent(body, signature));
    expect(error).toBeInstanceOf(BadSignature);
    expect(`${String(error)} ${logged.join("")}`).not.toContain("whsec_");
  });

  test("with our secret, that cannot be read all the same, have no bad signature", async () => {
    const body = '{"id": "evt_1", "type"';
    const timestamp = Math.floor(now / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: "whsec_fake", timestamp });
    expect(await refusal(cards.readEvent(body, signature))).toBeInstanceOf(SyntaxError);
  });

  test("with another secret, another body, or no signature are refused", async () => {
    const event = await anEvent();
    const [signed, foreign] = [sign(fake.store, event, "whsec_fake"), sign(fake.store, event, "whsec_other")];
    for (const [body, signature] of [
      [foreign.body, foreign.signature],
      [signed.body.replace("1150", "1"), signed.signature],
      [signed.body, ""],
      [signed.body, "t=1,v1=00"],
      ["", signed.signature],
    ] as const) {
      expect(await refusal(cards.readEvent(body, signature))).toBeInstanceOf(BadSignature);
    }
  });
});
