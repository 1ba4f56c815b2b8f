import { toCents, toDollars } from "~/features/fields";
import type { StallOptions } from "~/features/delivery/schema";

/** The delivery fee of a stall in dollars, as far as the cart alone determines it. */
export interface CartFee {
  /** The name of the stall, or of the market day if several stalls share its fee. */
  name: string;
  /** Null while it depends on the delivery method that is chosen at checkout. */
  fee: number | null;
}

/**
 * The stalls of a cart whose delivery may cost something, with the fee if all delivery methods of a stall have the
 * same. The fee of a market day counts once for the stalls that are to be had only there.
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

/** The goods and the known delivery fees in dollars, exact to the cent. */
export const totalOf = (goods: number, fees: readonly CartFee[]): number =>
  toDollars(fees.reduce((sum, { fee }) => sum + toCents(fee ?? 0), toCents(goods)));
