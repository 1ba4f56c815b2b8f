import type { Selectable } from "kysely";
import type { Cents } from "~/features/fields";
import type { PayoutRow } from "~/platform/database/tables";

type Payout = Pick<
  Selectable<PayoutRow>,
  | "netCents"
  | "feeCents"
  | "amountCents"
  | "nettedCents"
  | "givenBackCents"
  | "deliveryFeeCents"
  | "deliveryFeeBackCents"
>;

/** The refunded cents of a sale: those of its goods, and those of its delivery fee. */
export interface BackOfSale {
  amountCents: Cents;
  deliveryFeeCents: Cents;
}

/**
 * The share of a payout that goes back with a refund of its sale: `amountCents` from the merchant, and `feeCents` that
 * the marketplace gives up. `goodsBackCents` and `deliveryBackCents` are all refunded cents of goods and delivery fee,
 * with this refund. The marketplace keeps no fee of a delivery fee, so the merchant gives back all of it. `nettedCents`
 * of fees for what was paid at collection are owed again.
 */
export function shareOf(
  payout: Payout,
  { amountCents: refundedCents, deliveryFeeCents: deliveryRefundedCents }: BackOfSale,
): { goodsBackCents: Cents; deliveryBackCents: Cents; amountCents: Cents; feeCents: Cents; nettedCents: Cents } {
  const { givenBackCents, deliveryFeeCents, deliveryFeeBackCents } = payout;
  const netCents = payout.netCents - deliveryFeeCents;
  const amountCents = payout.amountCents - deliveryFeeCents;
  const goodsBackCents = Math.min(netCents, givenBackCents + refundedCents);
  const deliveryBackCents = Math.min(deliveryFeeCents, deliveryFeeBackCents + deliveryRefundedCents);
  // Computed from the sums, not from each refund by itself, so roundings never add up to a cent too much or too little.
  const share = (of: Cents, cents: Cents) => (netCents === 0 ? 0 : Math.round((of * cents) / netCents));
  const grown = (of: Cents) => share(of, goodsBackCents) - share(of, givenBackCents);
  const back = grown(amountCents);
  const keptCents = goodsBackCents - givenBackCents - back;
  // Without fees of other sales, the payout's own fee is all that is kept, to the cent.
  const feeCents = payout.nettedCents === 0 ? keptCents : grown(payout.feeCents);
  return {
    goodsBackCents,
    deliveryBackCents,
    amountCents: back + deliveryBackCents - deliveryFeeBackCents,
    feeCents,
    nettedCents: keptCents - feeCents,
  };
}

/** The share of a payout that has gone back since it was sent. */
export const shareGivenBack = (payout: Payout) =>
  shareOf(
    { ...payout, givenBackCents: 0, deliveryFeeBackCents: 0 },
    { amountCents: payout.givenBackCents, deliveryFeeCents: payout.deliveryFeeBackCents },
  );
