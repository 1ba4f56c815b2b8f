import { toCents, toDollars } from "~/features/fields";
import type { StallOptions } from "~/features/delivery/schema";

/** The price of the ways of a stall, as far as the cart alone tells it; in dollars. */
export interface CartFee {
  /** Name of the stall, or of the market day where several stalls are collected from for one fee. */
  name: string;
  /** Null while it depends on the way that is chosen at checkout. */
  fee: number | null;
}

/**
 * The stalls of a cart whose ways may cost something, with the price where all of their ways have the same. Stalls that
 * can only be had at a market day have its fee once.
 */
export function cartFees(stalls: readonly StallOptions[]): CartFee[] {
  const marketDays = new Set<string>();
  return stalls.flatMap(({ storeName, options }): CartFee[] => {
    const possible = options.filter(({ closed }) => closed === null || closed.code === "not_to_this_address");
    const ways = possible.length > 0 ? possible : options;
    const [way] = ways;
    if (!way || ways.every(({ fee }) => fee === 0)) return [];
    if (ways.length === 1 && way.shared) {
      const isFirst = !marketDays.has(way.method);
      marketDays.add(way.method);
      return isFirst ? [{ name: way.name, fee: way.fee }] : [];
    }
    const isSure = ways.every(({ fee, shared }) => fee === way.fee && !shared);
    return [{ name: storeName, fee: isSure ? way.fee : null }];
  });
}

/** Goods and the prices of ways that are known, in dollars, exact to the cent. */
export const totalOf = (goods: number, fees: readonly CartFee[]): number =>
  toDollars(fees.reduce((sum, { fee }) => sum + toCents(fee ?? 0), toCents(goods)));
