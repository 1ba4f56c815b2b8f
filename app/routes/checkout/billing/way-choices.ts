import { toCents, toDollars } from "~/features/fields";
import type { Addition, Option, Slot, StallOptions } from "~/features/delivery/schema";
import { feesOfParts } from "~/features/delivery/fee-shares-schema";
import { followsDay } from "~/features/delivery/together-schema";
import type { ItemsOfStall } from "../order-summary";

/* The buyer's choice for each stall of a cart, as the checkout's form posts it. */

/** The chosen value of each stall, by merchant. */
export type ChosenWays = Record<string, string | undefined>;

/** The value of a choice: the delivery method, and the day and start of its time. */
export const valueOf = (option: Option, slot?: Slot): string =>
  [option.method, slot?.day ?? "", slot?.from ?? ""].join("|");

/** The value of the choice to add the goods to an order. */
export const additionValue = ({ method, day, from, order }: Addition): string => [method, day, from, order].join("|");

/** The only available delivery method of a stall, if it has no times. It is chosen without asking. */
export function onlyOption({ options }: StallOptions): Option | null {
  const possible = options.filter(({ closed }) => closed === null);
  const [option] = possible;
  return possible.length === 1 && option && !option.hasTimes ? option : null;
}

/** Whether the goods of a stall are added to an order, which costs nothing. */
const isAdded = ({ merchant, additions }: StallOptions, choices: ChosenWays): boolean =>
  additions.some((addition) => additionValue(addition) === choices[merchant]);

/** The chosen delivery method of a stall. Undefined while none is chosen, or if the goods are added to an order. */
const chosenOption = (stall: StallOptions, choices: ChosenWays): Option | undefined => {
  const value = choices[stall.merchant];
  if (isAdded(stall, choices)) return undefined;
  return (
    onlyOption(stall) ??
    stall.options.find(({ method }) => value?.startsWith(`${method}|`) || value === followsDay(method))
  );
};

/** Whether delivery from a stall is free, whichever method is chosen. */
function isFree({ options }: StallOptions): boolean {
  const possible = options.filter(({ closed }) => closed === null);
  return options.length === 0 || (possible.length > 0 && possible.every(({ fee }) => fee === 0));
}

/**
 * The stalls of a cart with the fees of their chosen delivery methods. At a market day, each stall bears its share of
 * the fee, as its part of the order will.
 */
export function withFees(
  stalls: readonly Omit<ItemsOfStall, "deliveryFee" | "delivery">[],
  options: readonly StallOptions[],
  choices: ChosenWays,
): ItemsOfStall[] {
  const optionsOf = new Map(options.map((stall) => [stall.merchant, stall]));
  const ways = stalls.flatMap(({ id, items }) => {
    const stall = optionsOf.get(id);
    const option = stall && chosenOption(stall, choices);
    return option
      ? [{ merchant: id, option, goodsCents: items.reduce((sum, { amount }) => sum + toCents(amount), 0) }]
      : [];
  });
  const fees = feesOfParts(
    ways.map(({ merchant, option: { shared, method, fee }, goodsCents }) => ({
      merchant,
      marketDay: shared ? method : null,
      feeCents: toCents(fee),
      goodsCents,
    })),
  );
  return stalls.map((stall) => {
    const [stallOptions, feeCents] = [optionsOf.get(stall.id), fees.get(stall.id)];
    const option = ways.find(({ merchant }) => merchant === stall.id)?.option;
    return {
      ...stall,
      deliveryFee:
        feeCents === undefined
          ? !stallOptions || isFree(stallOptions) || isAdded(stallOptions, choices)
            ? 0
            : null
          : toDollars(feeCents),
      delivery: option ? { name: option.name, marketDay: option.shared ? option.method : null } : null,
    };
  });
}

/** The goods and the chosen delivery methods in dollars, exact to the cent. */
export const totalOf = (goods: number, stalls: readonly ItemsOfStall[]): number =>
  toDollars(stalls.reduce((sum, { deliveryFee }) => sum + toCents(deliveryFee ?? 0), toCents(goods)));
