/** A merchant's account at the provider; the provider's own records are the truth about it. */
export interface PayoutAccount {
  id: string;
  /** Whether money can be sent to it now. */
  ready: boolean;
  /** Whether the merchant has answered everything that was asked at first. */
  submitted: boolean;
  /** What the provider still wants before it pays out, for people; empty when nothing. */
  problem: string;
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
  /** Same merchant and mail address, same account. */
  createAccount(wanted: { merchantId: string; email: string; storeName: string }): Promise<PayoutAccount>;
  account(accountId: string): Promise<PayoutAccount>;
  /** The address of the provider's own page on which a merchant answers its questions; works once, for minutes. */
  onboardingPage(accountId: string, ways: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Throws ProviderRefused when it will not. */
  transfer(wanted: WantedTransfer): Promise<{ id: string }>;
  /** Takes a part of a transfer back. Same reversal, same answer. Throws ProviderRefused when it will not. */
  reverse(wanted: {
    reversalId: string;
    transferId: string;
    amountCents: number;
    refusals: number;
  }): Promise<{ id: string }>;
}
