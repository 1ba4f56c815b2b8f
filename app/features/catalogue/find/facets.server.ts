import { ALLERGEN_KEYS, LABEL_KEYS, type Allergen, type Label } from "~/features/food-information/words";
import type { Candidate, Filters } from "./candidates.server";

/** How many products each filter would leave together with the other filters that are set. */
export interface Facets {
  categories: Map<string, number>;
  stalls: Map<string, number>;
  inStock: number;
  onSale: number;
  /** By the lowest rating. */
  ratings: Map<number, number>;
  /** The lowest and the highest price; null if there is none. */
  price: { minCents: number; maxCents: number } | null;
  /** Labels of the products that pass all filters: how many products this label would leave as one more filter. */
  labels: Map<Label, number>;
  without: Map<Allergen, number>;
  origins: Map<string, number>;
}

const RATINGS = [4, 3, 2];

type Kind = "category" | "stall" | "price" | "rating" | "inStock" | "onSale" | "labels" | "without" | "origin";

const CHECKS: [Kind, (product: Candidate, filters: Filters) => boolean][] = [
  ["category", ({ categoryId }, filters) => filters.categoryId === null || categoryId === filters.categoryId],
  ["stall", ({ merchantId }, filters) => filters.merchantId === null || merchantId === filters.merchantId],
  [
    "price",
    ({ priceCents }, { minCents, maxCents }) =>
      (minCents === null || priceCents >= minCents) && (maxCents === null || priceCents <= maxCents),
  ],
  ["rating", ({ rating }, filters) => filters.rating === null || (rating ?? 0) >= filters.rating],
  ["inStock", ({ quantity }, filters) => !filters.inStock || quantity > 0],
  ["onSale", (product, filters) => !filters.onSale || isOnSale(product)],
  ["labels", ({ foodLabels }, { labels }) => labels === null || (foodLabels & labels) === labels],
  ["without", ({ foodWithout }, { without }) => without === null || (foodWithout & without) === without],
  ["origin", ({ foodOrigin }, { origin }) => origin === null || foodOrigin === origin],
];

const isOnSale = ({ priceCents, amountCents }: Candidate) => priceCents < amountCents;

/** Whether any filter is set. */
export const isSet = (filters: Filters) => Object.values(filters).some((filter) => filter !== null && filter !== false);

export const passes = (product: Candidate, filters: Filters) => CHECKS.every(([, check]) => check(product, filters));

/** The only filter that leaves a product out; null for no filter, "several" for more than one. */
function leftOutBy(product: Candidate, filters: Filters): Kind | "several" | null {
  let by: Kind | null = null;
  for (const [kind, check] of CHECKS) {
    if (check(product, filters)) continue;
    if (by !== null) return "several";
    by = kind;
  }
  return by;
}

export function facetsOf(products: Candidate[], filters: Filters): Facets {
  const candidates: Record<Kind, Candidate[]> = {
    category: [],
    stall: [],
    price: [],
    rating: [],
    inStock: [],
    onSale: [],
    labels: [],
    without: [],
    origin: [],
  };
  const passing: Candidate[] = [];
  for (const product of products) {
    const by = leftOutBy(product, filters);
    if (by === null) passing.push(product);
    if (by === null) for (const [kind] of CHECKS) candidates[kind].push(product);
    else if (by !== "several") candidates[by].push(product);
  }
  const prices = candidates.price.map(({ priceCents }) => priceCents);
  return {
    categories: countsOf(candidates.category.map(({ categoryId }) => categoryId)),
    stalls: countsOf(candidates.stall.map(({ merchantId }) => merchantId)),
    inStock: candidates.inStock.filter(({ quantity }) => quantity > 0).length,
    onSale: candidates.onSale.filter(isOnSale).length,
    ratings: new Map(
      RATINGS.map((least) => [least, candidates.rating.filter(({ rating }) => (rating ?? 0) >= least).length]),
    ),
    price: prices.length > 0 ? { minCents: Math.min(...prices), maxCents: Math.max(...prices) } : null,
    labels: countedBits(
      LABEL_KEYS,
      passing.map(({ foodLabels }) => foodLabels),
    ),
    without: countedBits(
      ALLERGEN_KEYS,
      passing.map(({ foodWithout }) => foodWithout),
    ),
    origins: countsOf(candidates.origin.flatMap(({ foodOrigin }) => foodOrigin || [])),
  };
}

/** How many values have each of the bits, in the order of the keys. A key that no value has is left out. */
function countedBits<Key>(keys: readonly Key[], values: number[]): Map<Key, number> {
  const counts = keys.map((key, place) => [key, values.filter((bits) => bits & (1 << place)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Counts by key, the highest first. Ties are ordered by key, so that the order is the same everywhere. */
function countsOf(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Map([...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}
