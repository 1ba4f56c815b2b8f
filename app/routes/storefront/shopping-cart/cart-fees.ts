import { toCents, toDollars } from "~/features/fields";
import type { StallOptions } from "~/features/delivery/schema";

/** The price of the ways of a stall, as far as the cart alone tells it; in dollars. */
export interface CartFee {
  storeName: string;
  /** Null while it depends on the way that is chosen at checkout. */
  fee: number | null;
}

/** The stalls of a cart whose ways may cost something, with the price where all of their ways have the same. */
export function cartFees(stalls: readonly StallOptions[]): CartFee[] {
  return stalls.flatMap(({ storeName, options }): CartFee[] => {
    const possible = options.filter(({ closed }) => closed === null || closed.code === "not_to_this_address");
    const fees = new Set((possible.length > 0 ? possible : options).map(({ fee }) => fee));
    const [only] = fees;
    if (fees.size > 1) return [{ storeName, fee: null }];
    return only ? [{ storeName, fee: only }] : [];
  });
}

/** Goods and the prices of ways that are known, in dollars, exact to the cent. */
export const totalOf = (goods: number, fees: readonly CartFee[]): number =>
  toDollars(fees.reduce((sum, { fee }) => sum + toCents(fee ?? 0), toCents(goods)));
