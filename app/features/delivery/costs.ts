import type { Cents } from "~/features/fields";
import type { MethodKind } from "./schema";
import { dollarsInWords } from "./words-schema";

/* The fee of a delivery method, its least order, and the goods that go by it. All sums are cents. */

export interface Costs {
  feeCents: Cents;
  /** The sum from which delivery is free; null for never. */
  freeFromCents: Cents | null;
  leastOrderCents: Cents;
}

/** Goods of one line of a cart. */
export interface Goods {
  productId: string;
  title: string;
  cents: Cents;
}

/** The goods and costs of a delivery method, as far as they decide on a cart. */
export interface PricedWay {
  kind: MethodKind;
  name: string;
  /** Ids of the products that go by it; empty for all. */
  products: readonly string[];
  costs: Costs;
}

export const centsOf = (goods: readonly Goods[]): Cents => goods.reduce((sum, { cents }) => sum + cents, 0);

/** The fee of a delivery method for goods of this many cents. */
export const feeFor = ({ feeCents, freeFromCents }: Costs, goodsCents: Cents): Cents =>
  freeFromCents !== null && goodsCents >= freeFromCents ? 0 : feeCents;

/** Goods that do not go by a delivery method. */
const blockedBy = ({ products }: Pick<PricedWay, "products">, goods: readonly Goods[]): Goods[] =>
  products.length === 0 ? [] : goods.filter(({ productId }) => !products.includes(productId));

export interface CostProblem {
  code: "not_for_these_goods" | "below_least_order";
  message: string;
}

/**
 * The reason why a delivery method is not for these goods of its stall; null if it is. `ways` are all that the stall
 * offers.
 */
export function refusesGoods(way: PricedWay, ways: readonly PricedWay[], goods: readonly Goods[]): CostProblem | null {
  const blocked = blockedBy(way, goods);
  if (blocked.length > 0) return { code: "not_for_these_goods", message: blockedSentence(way, ways, blocked) };
  const { leastOrderCents } = way.costs;
  const goodsCents = centsOf(goods);
  if (goodsCents >= leastOrderCents) return null;
  const sums = `at least ${dollarsInWords(leastOrderCents)} from this stall; this is ${dollarsInWords(goodsCents)}`;
  return { code: "below_least_order", message: `${way.name} is for orders of ${sums}.` };
}

const ONLY: Record<MethodKind, string> = {
  collection: "only collected",
  delivery: "only delivered",
  carrier: "only sent by carrier",
};

/** "Lobster is only collected.", or "Delivery is not for Lobster." */
function blockedSentence(way: PricedWay, ways: readonly PricedWay[], blocked: readonly Goods[]): string {
  const titles = titlesInWords(blocked);
  const kinds = new Set(ways.filter((rival) => blockedBy(rival, blocked).length === 0).map(({ kind }) => kind));
  const [kind] = kinds;
  if (kinds.size === 1 && kind && kind !== way.kind)
    return `${titles} ${blocked.length > 1 ? "are" : "is"} ${ONLY[kind]}.`;
  return `${way.name} is not for ${titles}.`;
}

const MOST_TITLES = 3;

function titlesInWords(goods: readonly Goods[]): string {
  const titles = [...new Set(goods.map(({ title }) => title))];
  const names = titles.length > MOST_TITLES ? [...titles.slice(0, MOST_TITLES), "more"] : titles;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

/**
 * A sentence about a delivery method that would do for a part of the goods, or for more of them; null if none would.
 * `ways` are those of the stall that nothing else rules out.
 */
export function adviceOn(ways: readonly PricedWay[], goods: readonly Goods[]): string | null {
  const takeOut = ways
    .map((way) => ({ way, blocked: blockedBy(way, goods) }))
    .filter(({ way, blocked }) => {
      const rest = goods.filter((good) => !blocked.includes(good));
      return blocked.length > 0 && rest.length > 0 && centsOf(rest) >= way.costs.leastOrderCents;
    })
    .toSorted((first, second) => first.blocked.length - second.blocked.length)[0];
  if (takeOut) return `Without ${titlesInWords(takeOut.blocked)}, ${takeOut.way.name} would do.`;
  const [addMore] = ways
    .filter((way) => blockedBy(way, goods).length === 0)
    .toSorted((first, second) => first.costs.leastOrderCents - second.costs.leastOrderCents);
  if (!addMore) return null;
  const missingCents = addMore.costs.leastOrderCents - centsOf(goods);
  return missingCents > 0
    ? `For ${dollarsInWords(missingCents)} more from this stall, ${addMore.name} would do.`
    : null;
}
