import { invalid } from "./failures";

/** The smallest charge in the smallest unit of each currency that shops here use. From docs.stripe.com/currencies. */
const SMALLEST: Record<string, number> = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50, jpy: 50 };
/** Stripe accepts at most eight digits in any currency. */
const LARGEST = 99_999_999;

/** Refuses an amount that Stripe never charges. The amount is in the smallest unit of the currency. */
export function checkChargeAmount(amount: number | null, currency: string, param = "amount"): number {
  const smallest = SMALLEST[currency];
  if (smallest === undefined)
    throw invalid(`Invalid currency: ${currency}. Stripe currently supports these currencies: usd, eur, …`, {
      param: "currency",
    });
  if (amount === null || amount < 1)
    throw invalid("This value must be greater than or equal to 1.", { code: "parameter_invalid_integer", param });
  if (amount < smallest) throw invalid("Amount must be at least $0.50 usd", { code: "amount_too_small", param });
  if (amount > LARGEST) throw invalid("Amount must be no more than $999,999.99", { code: "amount_too_large", param });
  return amount;
}
