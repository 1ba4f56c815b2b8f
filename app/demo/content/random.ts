/** Repeatable random numbers: the same seed gives the same demo orders on every machine. Not for secrets. */
export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, maximum: number): number;
  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean;
  /** One entry of the list. Throws if the list is empty. */
  pick<T>(list: readonly T[]): T;
  /** `count` different entries of the list. If the list is shorter, all of its entries in a new order. */
  sample<T>(list: readonly T[], count: number): T[];
}

export function seededRandom(seed: number): SeededRandom {
  const next = mulberry32(seed);
  const integer = (least: number, maximum: number) => least + Math.floor(next() * (maximum - least + 1));

  return {
    next,
    integer,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError("There is nothing to pick from.");
      return list[integer(0, list.length - 1)] as T;
    },
    sample<T>(list: readonly T[], count: number): T[] {
      const rest = [...list];
      const drawnItems: T[] = [];
      while (drawnItems.length < count && rest.length > 0)
        drawnItems.push(...rest.splice(integer(0, rest.length - 1), 1));
      return drawnItems;
    },
  };
}

/**
 * Tommy Ettinger's mulberry32 (public domain): 32 bits of state. It is uniform enough for made-up orders, and too small
 * to be worth a dependency.
 */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
