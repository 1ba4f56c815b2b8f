import { Refusal } from "~/platform/refusal";

/** A payment that a card provider carries through; the provider's own records are the truth about it. */
export interface Intent {
  id: string;
  /** The payer's browser proves its right to this payment with it. */
  clientSecret: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  amountCents: number;
  /** The sum refunded already, whoever made the refunds. */
  refundedCents: number;
  /** Whether the payer's bank has ever disputed this payment. */
  disputed: boolean;
  /** ISO 4217, lower case. */
  currency: string;
  /** The order that the payment was created for. Empty when somebody else created it. */
  orderId: string;
  buyerId: string;
  createdAt: string;
  /** Why the last attempt was refused, in the provider's words for the payer; empty when no attempt was refused. */
  lastError: string;
}

export interface WantedIntent {
  orderId: string;
  buyerId: string;
  amountCents: number;
  currency: string;
  /** The text on the payer's receipt. */
  description: string;
  idempotencyKey: string;
}

/**
 * The status of a refund at the provider. pending: on its way. requires_action: the payer must say where to send it.
 * succeeded: may still become failed, days later. failed, canceled: no money moved.
 */
export type ProviderRefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

/** A refund at the provider, including one that failed. */
export interface ProviderRefund {
  id: string;
  amountCents: number;
  /** The id of our refund that it carries out; empty when it was made at the provider. */
  refundId: string;
  createdAt: string;
  status: ProviderRefundStatus;
  /** The provider's code for why it failed; empty if it did not fail, or if the reason is unknown. */
  failureReason: string;
}

/** Whether a refund at the provider failed or was canceled, so that it moves no money. */
export const isDead = ({ status }: Pick<ProviderRefund, "status">): boolean =>
  status === "failed" || status === "canceled";

/** A dispute: the payer's bank asks for a payment back. */
export interface ProviderDispute {
  id: string;
  amountCents: number;
  /** The provider's code for the reason. */
  reason: string;
  /** warning: the bank asks, no money was taken. open: taken until a decision. closed: ended with no money taken. */
  status: "warning" | "open" | "won" | "lost" | "closed";
  createdAt: string;
}

/** A page of the provider's own on which an order can be paid without any script of ours. */
export interface HostedPage {
  sessionId: string;
  /** The address to send the payer to; empty when nobody can pay there any more. */
  url: string;
  status: "open" | "complete" | "expired";
  /** The payment made there; null until the payer has tried a card. */
  intentId: string | null;
  expiresAt: string;
}

export interface HostedPages {
  /** The same key and request give the same page. */
  open(
    request: WantedIntent & { email: string; expiresAt: string; successUrl: string; cancelUrl: string },
  ): Promise<HostedPage>;
  retrieve(sessionId: string): Promise<HostedPage>;
  /** Closes an unpaid page. Returns the page as it is now: a page that was paid meanwhile stays complete. */
  expire(sessionId: string): Promise<HostedPage>;
  /** The shortest time in seconds until a new page may close. */
  shortestSeconds: number;
}

/** The port to the card provider. Calls may take seconds, so never make one inside a transaction. */
export interface CardProvider {
  name: string;
  /**
   * The same key gives the same intent, so a repeated call moves nothing twice. Throws AmountRefused for a sum that the
   * provider never takes.
   */
  createIntent(request: WantedIntent): Promise<Intent>;
  /** Throws IntentUnknown when the provider has no such intent. */
  retrieve(intentId: string): Promise<Intent>;
  /** Ends an unpaid intent. Returns the intent as it is now: one that succeeded meanwhile stays so. */
  cancel(intentId: string): Promise<Intent>;
  /**
   * Makes a refund. Repeated calls for the same refund give the same result, however often and however late. Returns
   * the provider's id and the status of the refund. Throws ProviderRefused when the provider refuses or fails.
   * `refusals` counts the earlier refusals; the provider treats each try after a refusal as a new one.
   */
  refund(request: {
    intentId: string;
    amountCents: number;
    refundId: string;
    refusals?: number;
  }): Promise<Pick<ProviderRefund, "id" | "status">>;
  /** All refunds, whoever made them, oldest first, including pending and failed ones. */
  refundsOf(intentId: string): Promise<ProviderRefund[]>;
  /** Oldest first. */
  disputesOf(intentId: string): Promise<ProviderDispute[]>;
  /** The provider's own list, newest first. `next` is the `after` of the following page. */
  intents(query: {
    since: string;
    limit: number;
    after?: string | undefined;
  }): Promise<{ intents: Intent[]; next: string | null }>;
  /** Null where our own page takes the card without any script. */
  hostedPages: HostedPages | null;
}

export class IntentUnknown extends Error {
  override name = "IntentUnknown";
}

/** The provider does not let us into a merchant's account, or there is none. */
export class AccountInaccessible extends Error {
  override name = "AccountInaccessible";
}

/**
 * The provider understood the request and refused it, and nothing moved. For a day it repeats this answer under the
 * same key, even if the cause is put right meanwhile.
 */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}

/** The provider takes no payment this small, or this large. */
export class AmountRefused extends ProviderRefused {
  override name = "AmountRefused";
}

/**
 * The provider gave no answer, or an unusable one. The request may have been carried out; repeating it with the same
 * key tells.
 */
export class ProviderUnreachable extends Refusal {
  override name = "ProviderUnreachable";
  constructor(cause: unknown, retryAfterSeconds = 5) {
    super(
      503,
      [
        {
          code: "card_provider_unreachable",
          message:
            "We cannot reach the card service just now. Nothing was charged twice; please try again in a moment.",
        },
      ],
      { "Retry-After": String(retryAfterSeconds) },
    );
    this.cause = cause;
  }
}
