import type Stripe from "stripe";
import { checkChargeAmount } from "./amounts";
import { newCharge } from "./charges";
import { Failure, invalid, unauthorized, type ErrorCode } from "./failures";
import { list, record, text, texts, whole } from "./form";
import type { Asked, Route } from "./routes";
import { emit, recordOf, newId, pageOf, seconds, type Store } from "./store";
import { refundsOfCard, verdictOf } from "./test-cards";
import { change, type Closed } from "./sdk-types";

/** An intent that waits for a card. */
export function newIntent(
  store: Store,
  input: {
    amount: number;
    currency: string;
    description: string | null;
    metadata: Record<string, string>;
    transfer_group: string | null;
  },
): Stripe.PaymentIntent {
  const id = newId("pi");
  const intent: Closed<Stripe.PaymentIntent> = {
    id,
    object: "payment_intent",
    ...input,
    allowed_payment_method_types: ["card"],
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: newId(`${id}_secret`),
    confirmation_method: "automatic",
    created: seconds(store),
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
  };
  store.intents.set(id, intent);
  emit(store, "payment_intent.created", intent);
  return intent;
}

function succeed(store: Store, intent: Stripe.PaymentIntent): void {
  const charge = newCharge(store, intent);
  change(intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  });
  emit(store, "charge.succeeded", charge);
  emit(store, "payment_intent.succeeded", intent);
}

function refuse(
  store: Store,
  intent: Stripe.PaymentIntent,
  error: { code: ErrorCode; decline_code?: string; message: string },
): Failure {
  change(intent, {
    status: "requires_payment_method",
    next_action: null,
    last_payment_error: { type: "card_error", ...error } satisfies Stripe.PaymentIntent.LastPaymentError,
  });
  emit(store, "payment_intent.payment_failed", intent);
  return new Failure(402, { type: "card_error", ...error, payment_intent: structuredClone(intent) });
}

const unexpected = (intent: Stripe.PaymentIntent, verb: string) =>
  invalid(`This PaymentIntent's status is ${intent.status}, so it cannot be ${verb}.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: structuredClone(intent),
  });

/** Tries a card number or one of the test payment methods. Throws if the card is refused. */
export function confirm(
  store: Store,
  intent: Stripe.PaymentIntent,
  card: string,
  returnUrl = "",
): Stripe.PaymentIntent {
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
    throw unexpected(intent, "confirmed");
  const verdict = verdictOf(card);
  const refunds = refundsOfCard(card);
  if (refunds) (refunds === "slow" ? store.slowRefunds : store.failingRefunds).add(intent.id);
  if (verdict === "pays") succeed(store, intent);
  else if (verdict === "authenticate" || verdict === "leave") {
    store.returnUrls.set(intent.id, returnUrl);
    change(intent, {
      status: "requires_action",
      last_payment_error: null,
      next_action: nextAction(store, intent.id, verdict, returnUrl),
    });
    emit(store, "payment_intent.requires_action", intent);
  } else if (verdict === "wait") {
    change(intent, { status: "processing", last_payment_error: null, next_action: null });
    emit(store, "payment_intent.processing", intent);
  } else throw refuse(store, intent, verdict);
  return intent;
}

/** Returns how to authenticate: on a page of the bank, or wherever Stripe's script chooses. */
function nextAction(
  store: Store,
  id: string,
  verdict: "authenticate" | "leave",
  returnUrl: string,
): Stripe.PaymentIntent.NextAction {
  const redirect_to_url = { url: `${store.base}/authenticate/${id}`, return_url: returnUrl || null };
  return verdict === "leave"
    ? { type: "redirect_to_url", redirect_to_url }
    : { type: "use_stripe_sdk", use_stripe_sdk: {}, redirect_to_url };
}

/** Decides a payment that takes time. */
export function decide(store: Store, intent: Stripe.PaymentIntent, isApproved: boolean): Stripe.PaymentIntent {
  if (intent.status !== "processing") return intent;
  if (isApproved) succeed(store, intent);
  else
    refuse(store, intent, {
      code: "card_declined",
      decline_code: "generic_decline",
      message: "Your card was declined.",
    });
  return intent;
}

/** The card holder's answer to their bank. */
export function authenticate(store: Store, intent: Stripe.PaymentIntent, isApproved: boolean): Stripe.PaymentIntent {
  if (intent.status !== "requires_action") return intent;
  if (isApproved) succeed(store, intent);
  else
    refuse(store, intent, {
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    });
  return intent;
}

export function cancel(store: Store, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
    throw unexpected(intent, "canceled");
  change(intent, { status: "canceled", canceled_at: seconds(store), next_action: null });
  emit(store, "payment_intent.canceled", intent);
  return intent;
}

function expanded(store: Store, intent: Stripe.PaymentIntent, paths: string[]): Stripe.PaymentIntent {
  const charge =
    typeof intent.latest_charge === "string" && paths.some((path) => path.endsWith("latest_charge"))
      ? store.charges.get(intent.latest_charge)
      : undefined;
  return charge ? { ...intent, latest_charge: charge } : intent;
}

/** Returns the intent in the address. Only the shop, or a browser that knows its secret, may see it. */
function intentOf({ store, params, id, isShop }: Asked): Stripe.PaymentIntent {
  const intent = recordOf(store.intents, "payment_intent", id);
  if (!isShop && text(params["client_secret"]) !== intent.client_secret) throw unauthorized();
  return intent;
}

export const paymentIntentRoutes: Route[] = [
  [
    "POST",
    "/v1/payment_intents",
    ({ store, params }) => {
      const amount = checkChargeAmount(whole(params["amount"]), text(params["currency"]));
      const intent = newIntent(store, {
        amount,
        currency: text(params["currency"]),
        description: text(params["description"]) || null,
        metadata: texts(params["metadata"]),
        transfer_group: text(params["transfer_group"]) || null,
      });
      return expanded(store, intent, list(params["expand"]));
    },
  ],
  [
    "GET",
    "/v1/payment_intents",
    ({ store, params }) => {
      const since = whole(record(params["created"])["gte"]) ?? 0;
      const page = pageOf(
        [...store.intents.values()].filter((intent) => intent.created >= since),
        "/v1/payment_intents",
        { limit: whole(params["limit"]), startingAfter: text(params["starting_after"]) },
      );
      return { ...page, data: page.data.map((intent) => expanded(store, intent, list(params["expand"]))) };
    },
  ],
  [
    "GET",
    "/v1/payment_intents/:id",
    (request) => expanded(request.store, intentOf(request), list(request.params["expand"])),
    "browser",
  ],
  [
    "POST",
    "/v1/payment_intents/:id/confirm",
    (request) => {
      const card =
        text(record(record(request.params["payment_method_data"])["card"])["number"]) ||
        text(request.params["payment_method"]);
      return confirm(request.store, intentOf(request), card, text(request.params["return_url"]));
    },
    "browser",
  ],
  [
    "POST",
    "/v1/payment_intents/:id/cancel",
    (request) => {
      const intent = intentOf(request);
      if ([...request.store.sessions.values()].some((session) => session.payment_intent === intent.id)) {
        throw invalid("You cannot cancel this PaymentIntent directly; expire its Checkout Session instead.", {
          code: "payment_intent_unexpected_state",
        });
      }
      return expanded(request.store, cancel(request.store, intent), list(request.params["expand"]));
    },
  ],
];
