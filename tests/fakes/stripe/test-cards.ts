import type { ErrorCode } from "./failures";

/**
 * The outcome of a card: it pays; its holder must authenticate, in a window over the page or on a page of the bank; its
 * payment is pending until it is decided; or it is refused.
 */
export type Verdict =
  | "pays"
  | "authenticate"
  | "leave"
  | "wait"
  | { code: ErrorCode; decline_code?: string; message: string };

const declined = (decline_code: string, message = "Your card was declined."): Verdict => ({
  code: "card_declined",
  decline_code,
  message,
});
const EXPIRED: Verdict = { code: "expired_card", message: "Your card has expired." };
const WRONG_CVC: Verdict = { code: "incorrect_cvc", message: "Your card's security code is incorrect." };
const BROKEN: Verdict = {
  code: "processing_error",
  message: "An error occurred while processing your card. Try again in a little bit.",
};
const NO_FUNDS = declined("insufficient_funds", "Your card has insufficient funds.");

const NUMBERS: Record<string, Verdict> = {
  "4242424242424242": "pays",
  "5555555555554444": "pays",
  "378282246310005": "pays",
  "4000000000000002": declined("generic_decline"),
  "4000000000009995": NO_FUNDS,
  "4000000000000069": EXPIRED,
  "4000000000000127": WRONG_CVC,
  "4000000000000119": BROKEN,
  "4000002760003184": "authenticate",
  // The payment succeeds. REFUNDS says what happens to its refunds.
  "4000000000007726": "pays",
  "4000000000005126": "pays",
  // These two belong to the stand-in only: Stripe has no test card for either.
  "4000000000007777": "leave",
  "4000000000008888": "wait",
};

const METHODS: Record<string, Verdict> = {
  pm_card_visa: "pays",
  pm_card_mastercard: "pays",
  pm_card_amex: "pays",
  pm_card_chargeDeclined: declined("generic_decline"),
  pm_card_visa_chargeDeclined: declined("generic_decline"),
  pm_card_chargeDeclinedInsufficientFunds: NO_FUNDS,
  pm_card_visa_chargeDeclinedInsufficientFunds: NO_FUNDS,
  pm_card_chargeDeclinedExpiredCard: EXPIRED,
  pm_card_chargeDeclinedIncorrectCvc: WRONG_CVC,
  pm_card_chargeDeclinedProcessingError: BROKEN,
  pm_card_authenticationRequired: "authenticate",
  pm_card_pendingRefund: "pays",
  pm_card_refundFail: "pays",
};

/** Cards whose refunds are pending at first, or fail after they succeeded, by Stripe's documentation on testing. */
const REFUNDS: Record<string, "slow" | "failing"> = {
  "4000000000007726": "slow",
  pm_card_pendingRefund: "slow",
  "4000000000005126": "failing",
  pm_card_refundFail: "failing",
};

export const refundsOfCard = (card: string): "slow" | "failing" | undefined => REFUNDS[card.replace(/[\s-]/g, "")];

/** Returns the outcome of a typed card number, or of one of Stripe's test payment methods. */
export function verdictOf(card: string): Verdict {
  const key = card.replace(/[\s-]/g, "");
  return NUMBERS[key] ?? METHODS[key] ?? { code: "incorrect_number", message: "Your card number is incorrect." };
}
