import { Refusal } from "~/platform/refusal";

/** A payment that a card provider carries through; the provider's own records are the truth about it. */
export interface Intent {
  id: string;
  /** The payer's browser proves its right to this payment with it. */
  clientSecret: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  amountCents: number;
  /** The sum that went back already, by any refunder. */
  refundedCents: number;
  /** Whether its payer's bank has ever asked for it back. */
  disputed: boolean;
  /** ISO 4217, lower case. */
  currency: string;
  /** The order that the payment was created for. Empty when somebody else created it. */
  orderId: string;
  buyerId: string;
  createdAt: string;
  /** Why the last attempt was refused, in the provider's words for the payer; empty when none was. */
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
 * How it stands with a refund at the provider. pending: on its way. requires_action: its payer must say where to.
 * succeeded may still become failed, days later; failed and canceled moved no money.
 */
export type ProviderRefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

/** Money that went back through the provider, or that came back from there. */
export interface ProviderRefund {
  id: string;
  amountCents: number;
  /** The refund of ours that it carries out; empty when it was made at the provider. */
  refundId: string;
  createdAt: string;
  status: ProviderRefundStatus;
  /** Why it failed, in the provider's word for it; empty where it did not, or nobody knows. */
  failureReason: string;
}

/** Whether a refund of the provider's moves no money any more. */
export const isDead = ({ status }: Pick<ProviderRefund, "status">): boolean =>
  status === "failed" || status === "canceled";

/** A payment that its payer's bank asks back. */
export interface ProviderDispute {
  id: string;
  amountCents: number;
  /** In the provider's word for it. */
  reason: string;
  /** warning: the bank asks, nothing was taken. open: taken until it is decided. closed: ended with nothing taken. */
  status: "warning" | "open" | "won" | "lost" | "closed";
  createdAt: string;
}

/** A page of the provider's own on which an order can be paid without any script of ours. */
export interface HostedPage {
  sessionId: string;
  /** Where to send the payer; empty once nobody can pay there any more. */
  url: string;
  status: "open" | "complete" | "expired";
  /** The payment made there; null until the payer has tried a card. */
  intentId: string | null;
  expiresAt: string;
}

export interface HostedPages {
  /** Same key and wishes, same page. */
  open(
    request: WantedIntent & { email: string; expiresAt: string; successUrl: string; cancelUrl: string },
  ): Promise<HostedPage>;
  retrieve(sessionId: string): Promise<HostedPage>;
  /** Closes an unpaid page. Answers the page as it is now: one that was paid meanwhile stays complete. */
  expire(sessionId: string): Promise<HostedPage>;
  /** A page cannot be made to close sooner than this. */
  shortestSeconds: number;
}

/** The port to whoever moves the money. Calls may take seconds and must not stand inside a transaction. */
export interface CardProvider {
  name: string;
  /** Same key, same intent: a repeated call moves nothing twice. Throws AmountRefused for a sum that it never takes. */
  createIntent(request: WantedIntent): Promise<Intent>;
  /** Throws IntentUnknown when the provider has no such intent. */
  retrieve(intentId: string): Promise<Intent>;
  /** Ends an unpaid intent. Answers the intent as it is now: one that had succeeded meanwhile stays so. */
  cancel(intentId: string): Promise<Intent>;
  /**
   * Gives money back. Same refund, same answer, however often and however late it is asked for. Answers the
   * provider's id of it and how it stands with it. Throws ProviderRefused when it will not, or could not; `refusals`
   * counts how often that was so, for the next try is another one to it.
   */
  refund(request: {
    intentId: string;
    amountCents: number;
    refundId: string;
    refusals?: number;
  }): Promise<Pick<ProviderRefund, "id" | "status">>;
  /** Refunds of any refunder, oldest first, pending and failed ones included. */
  refundsOf(intentId: string): Promise<ProviderRefund[]>;
  /** Oldest first. */
  disputesOf(intentId: string): Promise<ProviderDispute[]>;
  /** The provider's own list, newest first; `next` asks for the page after this one. */
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
 * The provider has understood and said no, and nothing moved. It remembers: asked again under the same key it gives
 * the same answer for a day, though what was wrong is put right meanwhile.
 */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
}

/** The provider takes no payment that is so small, or so large. */
export class AmountRefused extends ProviderRefused {
  override name = "AmountRefused";
}

/**
 * The provider did not answer, or not with an answer. What was asked may have been done: asking again with the same
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
