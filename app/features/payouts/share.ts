import type { Selectable } from "kysely";
import type { PayoutRow } from "~/platform/database/tables";

/**
 * The share of a payout that goes back with so many cents of its sale: `amountCents` from the merchant, and `feeCents`
 * that the marketplace gives up. `given` is the sum of the sale that has gone back then.
 */
export function shareOf(
  { netCents, amountCents, givenBackCents }: Pick<Selectable<PayoutRow>, "netCents" | "amountCents" | "givenBackCents">,
  refundedCents: number,
): { given: number; amountCents: number; feeCents: number } {
  const givenCents = Math.min(netCents, givenBackCents + refundedCents);
  // From the sums, not from each refund by itself: so roundings never add up to a cent too much or too little.
  const share = (cents: number) => Math.round((amountCents * cents) / netCents);
  const back = share(givenCents) - share(givenBackCents);
  return { given: givenCents, amountCents: back, feeCents: givenCents - givenBackCents - back };
}
