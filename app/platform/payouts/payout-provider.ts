/** A merchant's account at the provider; the provider's own records are the truth about it. */
export interface PayoutAccount {
  id: string;
  /** Whether money can be sent to it now. */
  ready: boolean;
  /** Whether the merchant has answered everything that was asked at first. */
  submitted: boolean;
  /** The provider's open demand before it pays out, as a sentence. Empty when there is none. */
  problem: string;
  /** Whether the marketplace has lost access to it for good; another account is necessary then. */
  isDisconnected: boolean;
}

/** A part of a transfer, or all of it, that went back to the marketplace. */
export interface TransferReversal {
  id: string;
  amountCents: number;
  /** The id of our reversal that it carries out; empty when it was made at the provider. */
  reversalId: string;
}

/** A transfer as the provider has it now. */
export interface Transfer {
  id: string;
  /** The id of our payout; empty when somebody else made the transfer. */
  payoutId: string;
  /** Oldest first. */
  reversals: TransferReversal[];
}

/** Money that the provider has sent from a merchant's account to the merchant's bank. */
export interface BankPayout {
  amountCents: number;
  hasFailed: boolean;
  /** Why it failed, in the provider's words; empty when it has not failed. */
  reason: string;
}

export interface WantedTransfer {
  /** The id of our payout. A repeated request with the same one gets the same transfer. */
  payoutId: string;
  accountId: string;
  amountCents: number;
  currency: string;
  orderId: string;
  /** The payment that the money comes from. */
  intentId: string;
  /** How often the provider has refused it for good. The provider treats the next try as a new one. */
  refusals: number;
}

/** The port to the provider of payouts. Calls may take seconds, so never make one inside a transaction. */
export interface PayoutProvider {
  /** The name of the card provider whose payments can be paid out. */
  name: string;
  /** The same request gets the same account. */
  createAccount(request: {
    merchantId: string;
    email: string;
    storeName: string;
    /** The account that this one replaces; empty for the first one. */
    earlierAccountId: string;
  }): Promise<PayoutAccount>;
  account(accountId: string): Promise<PayoutAccount>;
  /** The address of the provider's own page on which a merchant answers its questions; works once, for minutes. */
  onboardingPage(accountId: string, ways: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Throws ProviderRefused when the provider refuses. */
  transfer(request: WantedTransfer): Promise<{ id: string }>;
  /** The current state of a transfer. Null when the provider has none with this id. */
  transferOf(transferId: string): Promise<Transfer | null>;
  /** The state of a payout from an account to its bank. Null when the account has no such payout. */
  bankPayout(accountId: string, bankPayoutId: string): Promise<BankPayout | null>;
  /**
   * Takes a part of a transfer back. The same reversal gets the same result. Throws ProviderRefused when the provider
   * refuses.
   */
  reverse(request: {
    reversalId: string;
    transferId: string;
    amountCents: number;
    refusals: number;
  }): Promise<{ id: string }>;
}
