import type Stripe from "stripe";
import { parseUrl } from "~/platform/parse-url";
import { checkChargeAmount } from "./amounts";
import { Failure, invalid } from "./failures";
import { record, text, texts, whole } from "./form";
import { cancel, confirm, decide, newIntent } from "./payment-intents";
import type { Route } from "./routes";
import { emit, recordOf, newId, seconds, type Store } from "./store";
import { change, type Closed } from "./sdk-types";

const SHORTEST = 30 * 60;
const LONGEST = 24 * 3600;

export function newSession(store: Store, params: Parameters<typeof record>[0]): Stripe.Checkout.Session {
  const input = record(params);
  const line = record(record(input["line_items"])["0"]);
  const price = record(line["price_data"]);
  const amount = (whole(price["unit_amount"]) ?? 0) * (whole(line["quantity"]) ?? 1);
  if (text(input["mode"]) !== "payment")
    throw invalid("This stand-in has Checkout Sessions of the mode payment only.", { param: "mode" });
  checkChargeAmount(amount, text(price["currency"]), "line_items");
  for (const name of ["success_url", "cancel_url"])
    if (text(input[name]) && !parseUrl(text(input[name]).replaceAll(/[{}]/g, "")))
      throw invalid("Not a valid URL", { code: "url_invalid", param: name });
  const [created, expires_at] = [seconds(store), whole(input["expires_at"]) ?? seconds(store) + LONGEST];
  if (expires_at < created + SHORTEST || expires_at > created + LONGEST)
    throw invalid(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  const id = newId("cs_test", 29);
  const session: Closed<Stripe.Checkout.Session> = {
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ["card"],
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: text(input["cancel_url"]) || null,
    client_reference_id: text(input["client_reference_id"]) || null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: text(price["currency"]),
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: "if_required",
    customer_details: null,
    customer_email: text(input["customer_email"]) || null,
    discounts: null,
    expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: texts(input["metadata"]),
    mode: "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: text(input["success_url"]),
    total_details: null,
    ui_mode: "hosted_page",
    url: `${store.base}/c/pay/${id}`,
    wallet_options: null,
  };
  const data = record(input["payment_intent_data"]);
  store.sessionPayments.set(id, {
    metadata: texts(data["metadata"]),
    description: text(data["description"]) || null,
    transfer_group: text(data["transfer_group"]) || null,
  });
  store.sessions.set(id, session);
  return session;
}

function end(store: Store, session: Stripe.Checkout.Session): void {
  change(session, { status: "expired", url: null });
  emit(store, "checkout.session.expired", session);
  const intent = typeof session.payment_intent === "string" ? store.intents.get(session.payment_intent) : undefined;
  if (intent && intent.status !== "succeeded" && intent.status !== "canceled") cancel(store, intent);
}

/** Closes every page that has expired. */
export function expireDue(store: Store): void {
  for (const session of store.sessions.values())
    if (session.status === "open" && session.expires_at <= seconds(store)) end(store, session);
}

/** The payer has completed the page. */
function completed(store: Store, session: Stripe.Checkout.Session, payment_status: "paid" | "unpaid" = "paid"): void {
  change(session, { status: "complete", payment_status, url: null });
  emit(store, "checkout.session.completed", session);
}

/**
 * The payer types a card on the hosted page. The payment exists from the first try on. Throws if the card is refused.
 */
export function payOnPage(store: Store, session: Stripe.Checkout.Session, card: string): Stripe.PaymentIntent {
  expireDue(store);
  if (session.status !== "open") throw invalid("This Checkout Session is no longer active.");
  const known = typeof session.payment_intent === "string" ? store.intents.get(session.payment_intent) : undefined;
  const payment = store.sessionPayments.get(session.id) ?? { metadata: {}, description: null, transfer_group: null };
  const intent =
    known ?? newIntent(store, { amount: session.amount_total ?? 0, currency: session.currency ?? "usd", ...payment });
  session.payment_intent = intent.id;
  confirm(store, intent, card);
  if (intent.status === "succeeded") completed(store, session);
  // A payment that takes time completes the page: the payer need not wait there, and cannot try another card.
  if (intent.status === "processing") completed(store, session, "unpaid");
  return intent;
}

/** Decides a payment that took time, and with it the page on which it was made. */
export function decidePayment(store: Store, intent: Stripe.PaymentIntent, isApproved: boolean): Stripe.PaymentIntent {
  decide(store, intent, isApproved);
  const session = [...store.sessions.values()].find((candidate) => candidate.payment_intent === intent.id);
  if (session && isApproved) session.payment_status = "paid";
  if (session)
    emit(
      store,
      isApproved ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
      session,
    );
  return intent;
}

/** Completes a hosted page after its authentication has succeeded. */
export function completeIfPaid(store: Store, intent: Stripe.PaymentIntent): Stripe.Checkout.Session | undefined {
  const session = [...store.sessions.values()].find((candidate) => candidate.payment_intent === intent.id);
  if (session?.status === "open" && intent.status === "succeeded") completed(store, session);
  return session;
}

/** Returns the message of a refused card's error. */
export const wordsOf = (error: unknown) => (error instanceof Failure ? error.message : String(error));

export const checkoutSessionRoutes: Route[] = [
  ["POST", "/v1/checkout/sessions", ({ store, params }) => newSession(store, params)],
  [
    "GET",
    "/v1/checkout/sessions/:id",
    ({ store, id }) => {
      expireDue(store);
      return recordOf(store.sessions, "checkout.session", id);
    },
  ],
  [
    "POST",
    "/v1/checkout/sessions/:id/expire",
    ({ store, id }) => {
      expireDue(store);
      const session = recordOf(store.sessions, "checkout.session", id);
      if (session.status !== "open")
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      end(store, session);
      return session;
    },
  ],
];
