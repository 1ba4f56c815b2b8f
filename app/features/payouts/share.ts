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

/** Cents of a sale that go back: for its goods, and for their way. */
export interface BackOfSale {
  amountCents: Cents;
  deliveryFeeCents: Cents;
}

/**
 * The share of a payout that goes back with so many cents of its sale: `amountCents` from the merchant, and `feeCents`
 * that the marketplace gives up. `goodsBackCents` and `deliveryBackCents` are the sums of goods and of the way that have
 * gone back then. The marketplace keeps no fee of a way, so that all of its price comes from the merchant. `nettedCents` of
 * fees for what was paid at collection are owed again.
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
  // From the sums, not from each refund by itself: so roundings never add up to a cent too much or too little.
  const share = (of: Cents, cents: Cents) => (netCents === 0 ? 0 : Math.round((of * cents) / netCents));
  const grown = (of: Cents) => share(of, goodsBackCents) - share(of, givenBackCents);
  const back = grown(amountCents);
  const keptCents = goodsBackCents - givenBackCents - back;
  // Without other fees the own fee is all that is kept, to the cent.
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
