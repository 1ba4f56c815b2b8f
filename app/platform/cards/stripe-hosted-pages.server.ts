import type Stripe from "stripe";
import type { HostedPage, HostedPages } from "./card-provider";
import { isRefusal } from "./stripe-errors.server";

/** Stripe demands at least half an hour. One more minute covers clocks that differ and a slow connection. */
const SHORTEST_SECONDS = 31 * 60;

/**
 * Pages at Stripe's own address (Checkout), for browsers in which its script did not load, and those without scripts.
 */
export function stripeHostedPages(ask: <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>): HostedPages {
  const retrieve = async (sessionId: string) =>
    pageOf(await ask((stripe) => stripe.checkout.sessions.retrieve(sessionId)));
  return {
    shortestSeconds: SHORTEST_SECONDS,
    retrieve,

    async open({
      orderId,
      buyerId,
      amountCents,
      currency,
      description,
      email,
      expiresAt,
      successUrl,
      cancelUrl,
      idempotencyKey,
    }) {
      const metadata = { orderId, buyerId };
      return pageOf(
        await ask((stripe) =>
          stripe.checkout.sessions.create(
            {
              mode: "payment",
              client_reference_id: orderId,
              metadata,
              allowed_payment_method_types: ["card"],
              // The payment page's amount must stay in the order's currency, because we compare it with the order's
              // amount.
              adaptive_pricing: { enabled: false },
              line_items: [
                {
                  quantity: 1,
                  price_data: { currency, unit_amount: amountCents, product_data: { name: description } },
                },
              ],
              // The page creates a payment intent of its own, which needs the ids too.
              payment_intent_data: { metadata, description, transfer_group: orderId },
              success_url: successUrl,
              cancel_url: cancelUrl,
              expires_at: Math.ceil(Date.parse(expiresAt) / 1000),
              ...(email && { customer_email: email }),
            },
            { idempotencyKey },
          ),
        ),
      );
    },

    async expire(sessionId) {
      try {
        return pageOf(await ask((stripe) => stripe.checkout.sessions.expire(sessionId)));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // Only open pages can be closed. A paid or closed page is returned as it is.
        const page = await retrieve(sessionId);
        if (page.status === "open") throw error;
        return page;
      }
    },
  };
}

function pageOf(session: Stripe.Checkout.Session): HostedPage {
  const intent = session.payment_intent;
  return {
    sessionId: session.id,
    url: session.url ?? "",
    status: stateOf(session.status),
    intentId: typeof intent === "string" ? intent : (intent?.id ?? null),
    expiresAt: new Date(session.expires_at * 1000).toISOString(),
  };
}

/** An unknown state counts as open, so that it is looked at again. */
function stateOf(status: Stripe.Checkout.Session.Status | null): HostedPage["status"] {
  if (status === "complete") return "complete";
  return status === "expired" ? "expired" : "open";
}
