import type { PartDelivery } from "./schema";

/* Parts of an order that are collected together: at one market day, at one time, with one code. */

interface PartWithDelivery {
  delivery: PartDelivery | null;
}

/**
 * Groups parts, in their order: parts that are collected together form one group, every other part is a group of its
 * own.
 */
export function collectionsOf<P extends PartWithDelivery>(parts: readonly P[]): [P, ...P[]][] {
  const groups: [P, ...P[]][] = [];
  for (const part of parts) {
    const group = groups.find(([first]) => areTogether(first, part));
    if (group) group.push(part);
    else groups.push([part]);
  }
  return groups;
}

const areTogether = ({ delivery: one }: PartWithDelivery, { delivery: second }: PartWithDelivery): boolean =>
  one !== null &&
  second !== null &&
  one.marketDay !== null &&
  one.marketDay === second.marketDay &&
  one.day === second.day &&
  one.code === second.code &&
  one.from === second.from;

const list = new Intl.ListFormat("en");

/** "Ridge Road Farm, Old Mill Bakery and Hill Dairy"; each once. */
export const storeNamesOf = (parts: readonly { storeName: string }[]): string =>
  list.format(new Set(parts.map(({ storeName }) => storeName || "The stall")));
