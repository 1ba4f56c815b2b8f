import type { Option, Slot, StallOptions, WayChoice } from "./schema";

/* Stalls of a cart that are at one market day: a buyer chooses its time once for all of them. */

/** A market day of several stalls of a cart. */
export interface SharedDay {
  /** It can be paid there if all of the stalls offer that. */
  option: Pick<Option, "method" | "name" | "address" | "directions" | "fee" | "isPaidThere">;
  stalls: Pick<StallOptions, "merchant" | "storeName">[];
  /** The times of all of the stalls; one that is closed for a stall is closed for all. */
  slots: Slot[];
}

/**
 * The market days at which two or more of the stalls can be collected from together. A stall is in one of them at most:
 * in the one with the most stalls, and among equal ones in the earlier.
 */
export function sharedDays(stalls: readonly StallOptions[]): SharedDay[] {
  const days: SharedDay[] = [];
  let rest = stalls;
  for (;;) {
    const day = largestDay(rest);
    if (!day) return days;
    days.push(day);
    const merchants = new Set(day.stalls.map(({ merchant }) => merchant));
    rest = rest.filter(({ merchant }) => !merchants.has(merchant));
  }
}

function largestDay(stalls: readonly StallOptions[]): SharedDay | undefined {
  const shared = stalls.flatMap(({ options, ...stall }) =>
    options.filter((option) => option.shared && option.closed === null).map((option) => ({ option, stall })),
  );
  return [...new Set(shared.map(({ option }) => option.method))]
    .map((marketDay) => shared.filter(({ option }) => option.method === marketDay))
    .filter((offers) => offers.length > 1)
    .map((offers): SharedDay => ({
      option: { ...offers[0]!.option, isPaidThere: offers.every(({ option }) => option.isPaidThere) },
      stalls: offers.map(({ stall }) => stall),
      slots: slotsOfAll(offers.map(({ option }) => option.slots)),
    }))
    .filter(({ slots }) => slots.some(({ closed }) => closed === null))
    .reduce<SharedDay | undefined>(
      (largest, day) => (largest && largest.stalls.length >= day.stalls.length ? largest : day),
      undefined,
    );
}

/** The slots that all of the lists have, with the earliest cut-off of each and the first reason why it is closed. */
function slotsOfAll([slots = [], ...slotsOfOthers]: Slot[][]): Slot[] {
  return slots.flatMap((slot) => {
    const same = slotsOfOthers.map((list) => list.find(({ day, from }) => day === slot.day && from === slot.from));
    return same.reduce<Slot[]>(
      ([common], slotsOfStall) =>
        common && slotsOfStall
          ? [
              {
                ...common,
                cutOffAt: slotsOfStall.cutOffAt < common.cutOffAt ? slotsOfStall.cutOffAt : common.cutOffAt,
                closed: common.closed ?? slotsOfStall.closed,
              },
            ]
          : [],
      [slot],
    );
  });
}

const TOGETHER = "together";

/** The value of a stall's choice that follows the choice of its market day. */
export const followsDay = (marketDay: string): string => [TOGETHER, marketDay].join("|");

/**
 * The choices of a checkout form. Those of stalls come by merchant, as `method|day|from`, followed by the order to
 * which the goods are added, or as `followsDay` returns them. Those of market days come by market day, as `day|from`. A
 * stall that follows a market day without a time has no choice.
 */
export function wayChoicesOf(ways: Record<string, string>, times: Record<string, string>): WayChoice[] {
  return Object.entries(ways).flatMap(([merchant, choice]): WayChoice[] => {
    const [way = "", marketDay = ""] = choice.split("|");
    if (way !== TOGETHER) {
      const [method = "", day = "", from = "", order] = choice.split("|");
      return [{ merchant, method, day, from, ...(order && { order }) }];
    }
    const [day = "", from = ""] = (times[marketDay] ?? "").split("|");
    return day === "" ? [] : [{ merchant, method: marketDay, day, from }];
  });
}
