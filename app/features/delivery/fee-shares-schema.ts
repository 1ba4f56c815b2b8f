import type { Cents } from "~/features/fields";

/* The fee of a market day: an order pays it once, and its parts there bear it together. */

/**
 * Shares a fee over parts by the prices of their goods, in whole cents. Each part first bears its exact share without
 * the fraction of a cent. The cents that are left go to the largest fractions, and among equal fractions to the first.
 * If all goods cost nothing, they share equally. The shares add up to the fee.
 */
export function feeShares(feeCents: Cents, goodsCents: readonly Cents[]): Cents[] {
  const isFree = goodsCents.every((cents) => cents === 0);
  // Fee times goods may be beyond the integers that numbers hold exactly.
  const weights = goodsCents.map((cents) => BigInt(isFree ? 1 : cents));
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const exact = weights.map((weight) => BigInt(feeCents) * weight);
  const shares = exact.map((share) => Number(share / sum));
  const rest = feeCents - shares.reduce((total, share) => total + share, 0);
  const byFraction = exact
    .map((share, index) => ({ index, fraction: share % sum }))
    .toSorted((first, second) => (first.fraction === second.fraction ? 0 : first.fraction > second.fraction ? -1 : 1));
  for (const { index } of byFraction.slice(0, rest)) shares[index]! += 1;
  return shares;
}

/** The delivery method of a stall's goods in an order, with its whole fee. */
export interface WayOfStall {
  merchant: string;
  /** Null for a delivery method of the stall's own. */
  marketDay: string | null;
  feeCents: Cents;
  goodsCents: Cents;
}

/** The fee that each stall's part of an order bears, by merchant: a share if several stalls are at one market day. */
export function feesOfParts(ways: readonly WayOfStall[]): Map<string, Cents> {
  const fees = new Map(ways.map(({ merchant, feeCents }) => [merchant, feeCents]));
  for (const marketDay of new Set(ways.map((way) => way.marketDay))) {
    if (marketDay === null) continue;
    const waysOfDay = ways.filter((way) => way.marketDay === marketDay);
    const shares = feeShares(
      waysOfDay[0]!.feeCents,
      waysOfDay.map(({ goodsCents }) => goodsCents),
    );
    for (const [index, { merchant }] of waysOfDay.entries()) fees.set(merchant, shares[index]!);
  }
  return fees;
}
