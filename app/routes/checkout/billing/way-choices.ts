import { toCents, toDollars } from "~/features/fields";
import type { Option, Slot, StallOptions } from "~/features/delivery/schema";
import { followsDay } from "~/features/delivery/together-schema";
import type { ItemsOfStall } from "../order-summary";

/* The choice of a buyer for each stall of a cart, as the form of the checkout posts it. */

/** The chosen value of each stall, by merchant. */
export type ChosenWays = Record<string, string | undefined>;

/** The value of a choice: a way, and the day and the beginning of its time. */
export const valueOf = (option: Option, slot?: Slot): string =>
  [option.method, slot?.day ?? "", slot?.from ?? ""].join("|");

/** The only way of a stall that can be had, without times: it is taken unasked. */
export function onlyOption({ options }: StallOptions): Option | null {
  const possible = options.filter(({ closed }) => closed === null);
  const [only] = possible;
  return possible.length === 1 && only && !only.hasTimes ? only : null;
}

/** The price of a stall's way, in dollars; null while one is to be chosen that may cost something. */
function feeOf(stall: StallOptions, chosen: ChosenWays): number | null {
  const value = chosen[stall.merchant];
  const option =
    onlyOption(stall) ??
    stall.options.find(({ method }) => value?.startsWith(`${method}|`) || value === followsDay(method));
  if (option) return option.fee;
  const possible = stall.options.filter(({ closed }) => closed === null);
  const isFree = possible.length > 0 && possible.every(({ fee }) => fee === 0);
  return stall.options.length === 0 || isFree ? 0 : null;
}

/** The stalls of a cart with what their ways cost as they are chosen now. */
export function withFees(
  stalls: readonly Omit<ItemsOfStall, "deliveryFee">[],
  options: readonly StallOptions[],
  chosen: ChosenWays,
): ItemsOfStall[] {
  return stalls.map((stall) => {
    const asking = options.find(({ merchant }) => merchant === stall.id);
    return { ...stall, deliveryFee: asking ? feeOf(asking, chosen) : 0 };
  });
}

/** Goods and the ways that are chosen, in dollars, exact to the cent. */
export const totalOf = (goods: number, stalls: readonly ItemsOfStall[]): number =>
  toDollars(stalls.reduce((sum, { deliveryFee }) => sum + toCents(deliveryFee ?? 0), toCents(goods)));
