import type { MerchantOrder } from "./schema";

/* Orders that are handed over together: one, and the orders that were added to it. */

type Joined = Pick<MerchantOrder, "_id" | "delivery">;

/** Groups orders, in their order: orders that are handed over together form one group, the first of them first. */
export function handOversOf<O extends Joined>(orders: readonly O[]): [O, ...O[]][] {
  const groups = new Map<string, [O, ...O[]]>();
  for (const order of orders) {
    const first = order.delivery?.joinedTo ?? order._id;
    const group = groups.get(first);
    if (group && order._id === first) group.unshift(order);
    else if (group) group.push(order);
    else groups.set(first, [order]);
  }
  return [...groups.values()];
}

/** "#10001, #10002" */
export const numbersInWords = (orders: readonly Pick<MerchantOrder, "itemId">[]): string =>
  orders.map(({ itemId }) => `#${itemId}`).join(", ");

/** The notes of orders that are handed over together, each once. */
export const notesOf = (orders: readonly Pick<MerchantOrder, "notes">[]): string =>
  [...new Set(orders.map(({ notes }) => notes))].filter(Boolean).join("\n");
