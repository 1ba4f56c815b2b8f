import type { ProviderPayment } from "~/features/payments/operator-schema";
import { dollars } from "~/ui/price/money";

type Difference = ProviderPayment["differences"][number];

/** A difference, as a sentence for people. */
export function sentenceOf(difference: Difference, { amount, refunded, order }: ProviderPayment): string {
  switch (difference) {
    case "unknown_order":
      return "Paid there, but there is no such order here.";
    case "not_placed":
      return "Paid there, but the order is not placed here.";
    case "other_payment":
      return "The order was settled by another payment; this one should go back.";
    case "not_paid_there":
      return "Paid here, but not there.";
    case "amount":
      return `Paid there ${dollars(amount)}, ordered here for ${dollars(order?.amount ?? 0)}.`;
    case "refunded_more_there":
      return `Refunded there ${dollars(refunded)}, here only ${dollars(order?.refunded ?? 0)}.`;
    case "refunded_less_there":
      return `Refunded there only ${dollars(refunded)}, here ${dollars(order?.refunded ?? 0)}.`;
    case "disputed_there":
      return "A bank has disputed it there; here nothing is noted.";
    case "refund_failed":
      return "A refund came back: the buyer is owed its money, and somebody has to see to it.";
  }
}

/** The provider's state of a payment, in our words. */
export const THERE: Record<ProviderPayment["status"], string> = {
  requires_payment_method: "Not paid yet",
  requires_action: "Waits for the payer's bank",
  processing: "Under way",
  succeeded: "Paid",
  canceled: "Ended unpaid",
};
