import type Stripe from "stripe";
import type { Clock } from "~/platform/clock";
import {
  AmountRefused,
  isDead,
  ProviderRefused,
  type CardProvider,
  type Intent,
  type ProviderDispute,
  type ProviderRefund,
  type ProviderRefundStatus,
} from "./card-provider";
import { stripeClient, type ClientOptions } from "./stripe-client.server";
import { isAlready, keyOf, unlessRefused } from "./stripe-errors.server";
import { stripeHostedPages } from "./stripe-hosted-pages.server";

export interface StripeProvider extends CardProvider {
  name: "stripe";
  /** The key for the payment page; it is no secret. */
  publishableKey: string;
  /** Reads a message of Stripe's. Throws BadSignature for one that Stripe did not send, or sent more than 300 s ago. */
  readEvent(body: string, signature: string): Promise<Stripe.Event>;
}

export class BadSignature extends Error {
  override name = "BadSignature";
}

interface Options extends ClientOptions {
  clock: Clock;
}

const TOLERANCE_SECONDS = 300;
const MOST_OF_ONE = 100;

/**
 * The adapter for Stripe. Every creation carries an idempotency key made of our own ids, so a retry after a lost answer
 * finds the first result and does nothing twice. The first call loads the package, so shops without Stripe never load
 * it.
 */
export function stripeProvider({ clock, ...options }: Options): StripeProvider {
  const { keys } = options;
  const { client, ask } = stripeClient(options);

  const retrieve = async (intentId: string) =>
    intentOf(await ask((stripe) => stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] })));

  async function refundsOf(intentId: string): Promise<ProviderRefund[]> {
    const { data } = await ask((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: MOST_OF_ONE }));
    return data
      .map((refund) => ({
        id: refund.id,
        amountCents: refund.amount,
        refundId: refund.metadata?.["refundId"] ?? "",
        createdAt: timeOf(refund.created),
        ...stateOfRefund(refund),
      }))
      .toReversed();
  }

  return {
    name: "stripe",
    publishableKey: keys.publishableKey,
    retrieve,
    refundsOf,
    hostedPages: stripeHostedPages(ask),

    async createIntent({ orderId, buyerId, amountCents, currency, description, idempotencyKey }) {
      return intentOf(
        await ask((stripe) =>
          stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency,
              description,
              metadata: { orderId, buyerId },
              // Later transfers to merchants for this order draw on this payment.
              transfer_group: orderId,
              // Cards and their wallets only. Methods that take days to confirm a payment do not suit goods held for
              // half an hour.
              allowed_payment_method_types: ["card"],
              expand: ["latest_charge"],
            },
            { idempotencyKey },
          ),
        ).catch((error: unknown) => {
          const isAmount = ["amount_too_small", "amount_too_large"].some((code) => isAlready(error, code));
          throw isAmount ? new AmountRefused((error as Error).message) : error;
        }),
      );
    },

    async cancel(intentId) {
      try {
        return intentOf(await ask((stripe) => stripe.paymentIntents.cancel(intentId, { expand: ["latest_charge"] })));
      } catch (error) {
        // Paid, under way or ended already: return the intent as it is now.
        if (!isAlready(error, "payment_intent_unexpected_state")) throw error;
        return retrieve(intentId);
      }
    },

    async disputesOf(intentId) {
      const { data } = await ask((stripe) => stripe.disputes.list({ payment_intent: intentId, limit: MOST_OF_ONE }));
      return data
        .map((dispute) => ({
          id: dispute.id,
          amountCents: dispute.amount,
          reason: dispute.reason,
          status: stateOf(dispute.status),
          createdAt: timeOf(dispute.created),
        }))
        .toReversed();
    },

    async refund({ intentId, amountCents, refundId, refusals }) {
      // Stripe forgets idempotency keys after about a day, but keeps refunds with our id in their metadata.
      const earlier = (await refundsOf(intentId)).filter((refund) => refund.refundId === refundId);
      const alive = earlier.find((refund) => !isDead(refund));
      if (alive) return { id: alive.id, status: alive.status };
      try {
        const refund = await unlessRefused(
          ask((stripe) =>
            stripe.refunds.create(
              { payment_intent: intentId, amount: amountCents, metadata: { refundId } },
              { idempotencyKey: keyOf(`refund-${refundId}`, refusals) },
            ),
          ),
        );
        const { status, failureReason } = stateOfRefund(refund);
        // Stripe answers a used key with its first answer; the refund made with it may have failed since.
        if (isDead({ status }) || earlier.some(({ id }) => id === refund.id))
          throw new ProviderRefused(`Stripe could not give ${intentId} back: ${failureReason || status}.`);
        return { id: refund.id, status };
      } catch (error) {
        if (!(error instanceof ProviderRefused) || !isAlready(error.cause, "charge_already_refunded")) throw error;
        // Exactly this sum was refunded in Stripe's dashboard a moment ago, so the payer has the money.
        const last = (await refundsOf(intentId)).filter((refund) => !isDead(refund)).at(-1);
        if (last?.amountCents !== amountCents || last.refundId !== "") throw error;
        return { id: last.id, status: last.status };
      }
    },

    async intents({ since, limit, after }) {
      const page = await ask((stripe) =>
        stripe.paymentIntents.list({
          created: { gte: Math.floor(Date.parse(since) / 1000) },
          limit,
          expand: ["data.latest_charge"],
          ...(after && { starting_after: after }),
        }),
      );
      return { intents: page.data.map(intentOf), next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
    },

    async readEvent(body, signature) {
      const { webhooks } = await client();
      const now = clock.now().getTime();
      // The SDK compares each signature in constant time.
      for (const secret of keys.webhookSecrets) {
        const event = await webhooks
          .constructEventAsync(body, signature, secret, TOLERANCE_SECONDS, undefined, now)
          .catch((error: { type?: string }) => {
            if (error.type === "StripeSignatureVerificationError") return null;
            throw error;
          });
        if (event) return event;
      }
      throw new BadSignature("The message does not carry a signature of Stripe's.");
    },
  };
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Stripe's states in our words. An uncaptured payment counts as processing. */
const STATES: Partial<Record<Stripe.PaymentIntent.Status, Intent["status"]>> = {
  requires_payment_method: "requires_payment_method",
  requires_confirmation: "requires_payment_method",
  requires_action: "requires_action",
  processing: "processing",
  requires_capture: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};

const REFUNDS = new Set<string | null>(["pending", "requires_action", "succeeded", "failed", "canceled"]);

/** The status of a refund. An unknown status counts as pending, so that it is looked at again. */
function stateOfRefund({ status, failure_reason }: Stripe.Refund): Pick<ProviderRefund, "status" | "failureReason"> {
  return {
    status: REFUNDS.has(status) ? (status as ProviderRefundStatus) : "pending",
    failureReason: failure_reason ?? "",
  };
}

const DISPUTES: Record<string, ProviderDispute["status"]> = {
  warning_needs_response: "warning",
  warning_under_review: "warning",
  warning_closed: "closed",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

/** The status of a dispute. An unknown status counts as open, which is not decided. */
const stateOf = (status: string): ProviderDispute["status"] => DISPUTES[status] ?? "open";

function intentOf(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    status: STATES[intent.status] ?? "processing",
    // After success, the sum received, which must match the order's.
    amountCents: intent.status === "succeeded" ? intent.amount_received : intent.amount,
    refundedCents: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    currency: intent.currency,
    orderId: intent.metadata["orderId"] ?? "",
    buyerId: intent.metadata["buyerId"] ?? "",
    createdAt: timeOf(intent.created),
    lastError: intent.last_payment_error?.message ?? "",
  };
}
