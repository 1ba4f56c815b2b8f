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
  /** The reversal of ours that it carries out; empty when it was made at the provider. */
  reversalId: string;
}

/** A transfer as the provider has it now. */
export interface Transfer {
  id: string;
  /** Ours; empty when somebody else made it. */
  payoutId: string;
  /** Oldest first. */
  reversals: TransferReversal[];
}

/** Money that the provider has sent from a merchant's account to the merchant's bank. */
export interface BankPayout {
  amountCents: number;
  hasFailed: boolean;
  /** Why, in the provider's words; empty when it has not failed. */
  reason: string;
}

export interface WantedTransfer {
  /** Ours; asked for again with the same one, the same transfer is answered. */
  payoutId: string;
  accountId: string;
  amountCents: number;
  currency: string;
  orderId: string;
  /** The payment that the money comes from. */
  intentId: string;
  /** How often the provider has refused it for good: the next try is another one to it. */
  refusals: number;
}

/** The port to whoever sends merchants their money. Calls may take seconds and must not stand inside a transaction. */
export interface PayoutProvider {
  /** The name of the card provider whose payments can be paid out. */
  name: string;
  /** Same merchant, mail address and earlier account, same account. */
  createAccount(request: {
    merchantId: string;
    email: string;
    storeName: string;
    /** The account that this one comes after; empty for the first one. */
    earlierAccountId: string;
  }): Promise<PayoutAccount>;
  account(accountId: string): Promise<PayoutAccount>;
  /** The address of the provider's own page on which a merchant answers its questions; works once, for minutes. */
  onboardingPage(accountId: string, ways: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Throws ProviderRefused when it will not. */
  transfer(request: WantedTransfer): Promise<{ id: string }>;
  /** How a transfer stands. Null when the provider has none with this id. */
  transferOf(transferId: string): Promise<Transfer | null>;
  /** The state of a payout from an account to its bank. Null when the account has no such payout. */
  bankPayout(accountId: string, bankPayoutId: string): Promise<BankPayout | null>;
  /** Takes a part of a transfer back. Same reversal, same answer. Throws ProviderRefused when it will not. */
  reverse(request: {
    reversalId: string;
    transferId: string;
    amountCents: number;
    refusals: number;
  }): Promise<{ id: string }>;
}
