import type { ProductQuery, ProductSort } from "~/features/catalogue/schema";
import { ALLERGENS, countryName, LABELS, type Allergen, type Label } from "~/features/food-information/words";
import { asciiDigits } from "~/features/ascii-digits";
import { oneOfRule, pageRule, type QueryRule } from "~/routes/shared/misread";
import { withQuery } from "~/ui/link/with-query";

type Narrowing = Pick<ProductQuery, "stall" | "minPrice" | "maxPrice" | "rating" | "inStock" | "onSale" | "origin"> & {
  /** Names with commas between them, as in addresses and in calls of the service. */
  labels?: string;
  without?: string;
};

/** The filters in the address of a shop page. A filter that narrows the list is present only if it is set. */
export type Wanted = Pick<ProductQuery, "q" | "categoryId" | "page"> & { sort: ProductSort } & {
  [Filter in keyof Narrowing]?: NonNullable<Narrowing[Filter]>;
} & {
  /** `all`: also products that do not reach the visitor's postcode. */
  reach?: "all";
  /** The first of the pages that are shown together. Equal to `page` if only one is shown. */
  from: number;
};

const MOST_PAGES_AT_ONCE = 20;
const SORTS: ProductSort[] = ["latest", "price", "price-up", "rating"];

/** The default order. */
const usualSort = (q: string | undefined): ProductSort => (q ? "relevance" : "latest");

/**
 * Reads an address. It may have been typed or cut, so values that make no sense are ignored: a shop must open in any
 * case.
 */
export function readWanted(search: URLSearchParams): Wanted {
  const page = pageNumber(search.get("page")) ?? 1;
  const q = (search.get("q") ?? "").trim().slice(0, 100);
  const sort = search.get("sort")?.toLowerCase();
  return {
    q,
    categoryId: (search.get("categoryId") ?? "").trim().slice(0, 120),
    sort: SORTS.find((candidate) => candidate === sort) ?? usualSort(q),
    page,
    from: Math.max(1, page - MOST_PAGES_AT_ONCE + 1, Math.min(page, pageNumber(search.get("from")) ?? page)),
    ...readNarrowing(search),
    ...(search.get("reach") === "all" && { reach: "all" as const }),
  };
}

const isNameOf = (names: Record<string, unknown>) => (value: string) => value.split(",").every((name) => name in names);
const priceRule = (field: "minPrice" | "maxPrice"): QueryRule => ({
  field,
  isRight: (value) => priceIn(value) !== undefined,
  sentence: "Price must be an amount, such as 4 or 4.50.",
});

/** Rules for the values in the address of a shop page, with sentences for people. */
export const shopRules: QueryRule[] = [
  priceRule("minPrice"),
  priceRule("maxPrice"),
  { field: "rating", isRight: (value) => /^[1-5]$/.test(value), sentence: "Rating must be a number from 1 to 5." },
  oneOfRule("inStock", "In stock", ["1"]),
  oneOfRule("onSale", "On sale", ["1"]),
  oneOfRule("reach", "What reaches", ["all"]),
  { field: "labels", isRight: isNameOf(LABELS), sentence: "A label is none that products have here." },
  { field: "without", isRight: isNameOf(ALLERGENS), sentence: "An allergen is none that products say here." },
  {
    field: "origin",
    isRight: (value) => countryName(value) !== undefined,
    sentence: "Origin must be the code of a country, such as US.",
  },
  { field: "stall", isRight: (value) => /^[0-9a-f]{24}$/.test(value), sentence: "There is no such stall." },
  {
    field: "sort",
    isRight: (value) => [...SORTS, "relevance"].some((sort) => sort === value.toLowerCase()),
    sentence: "Products are not sorted this way.",
  },
  pageRule,
];

function readNarrowing(search: URLSearchParams): Pick<Wanted, keyof Narrowing> {
  const stall = /^[0-9a-f]{24}$/.exec(search.get("stall") ?? "")?.[0];
  const rating = /^[1-5]$/.exec(search.get("rating") ?? "")?.[0] as Wanted["rating"];
  const [from, to] = [priceIn(search.get("minPrice")), priceIn(search.get("maxPrice"))];
  // If the two bounds are in the wrong order, they are swapped.
  const turned = from !== undefined && to !== undefined && Number(from) > Number(to);
  const [minPrice, maxPrice] = turned ? [to, from] : [from, to];
  return {
    ...(stall && { stall }),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(rating && { rating }),
    ...(search.get("inStock") === "1" && { inStock: "1" as const }),
    ...(search.get("onSale") === "1" && { onSale: "1" as const }),
    ...namesIn(search, "labels", LABELS),
    ...namesIn(search, "without", ALLERGENS),
    ...(countryName(search.get("origin") ?? "") && { origin: search.get("origin") ?? "" }),
  };
}

/** Names of a list, each ticked in its own field or with commas between them, in the order of the list. */
function namesIn(search: URLSearchParams, field: "labels" | "without", names: Record<string, unknown>) {
  const ticked = new Set(search.getAll(field).flatMap((text) => text.split(",")));
  const knownNames = Object.keys(names).filter((name) => ticked.has(name));
  return knownNames.length > 0 ? { [field]: knownNames.join(",") } : {};
}

/** An amount as people type it, and as we write it. It may have a dollar sign, commas or too many decimals. */
function priceIn(text: string | null): string | undefined {
  const plain = asciiDigits(text ?? "")
    .trim()
    .replace(/,(?=\d{3}(?!\d))/g, "")
    .replace(",", ".");
  return /^\$?(\d{1,7}(?:\.\d{1,2})?)/.exec(plain)?.[1];
}

function pageNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** The address of a shop page, without values that are the default. */
export function shopAddress({
  q,
  categoryId,
  sort,
  reach,
  page = 1,
  from = page,
  ...narrowing
}: Partial<Wanted>): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (categoryId) search.set("categoryId", categoryId);
  for (const name of [
    "stall",
    "minPrice",
    "maxPrice",
    "rating",
    "inStock",
    "onSale",
    "labels",
    "without",
    "origin",
  ] as const)
    if (narrowing[name]) search.set(name, narrowing[name]);
  if (reach) search.set("reach", reach);
  if (sort && sort !== usualSort(q)) search.set("sort", sort);
  if (page > 1) search.set("page", String(page));
  if (from < page) search.set("from", String(from));
  return withQuery("/products", search);
}

/** The address with one page more below those shown. Above the most pages shown together, only the next page. */
export function addressOfMore(filters: Wanted): string {
  return shopAddress({ ...filters, ...onePageMore(filters) });
}

/** One page more below those that are shown together. Above the most that are, only the next page. */
export function onePageMore({ page, from }: Pick<Wanted, "page" | "from">): Pick<Wanted, "page" | "from"> {
  return { page: page + 1, from: page + 1 - from < MOST_PAGES_AT_ONCE ? from : page + 1 };
}

/** A set filter in words, and the address of the list without it. */
export interface ChosenFilter {
  label: string;
  without: string;
}

/** The filters besides words and order. */
export function chosenFilters(filters: Wanted, stallName: string): ChosenFilter[] {
  const { page: _page, from: _from, ...list } = filters;
  const { categoryId, stall, minPrice, maxPrice, rating, inStock, onSale, labels, without: free, origin } = list;
  const without = (removed: Partial<Wanted>) => shopAddress({ ...list, ...removed });
  const but = (...names: (keyof Narrowing)[]) =>
    shopAddress(Object.fromEntries(Object.entries(list).filter(([name]) => !names.includes(name as keyof Narrowing))));
  return [
    ...(categoryId ? [{ label: categoryId, without: without({ categoryId: "" }) }] : []),
    ...(stall ? [{ label: stallName || "One stall", without: but("stall") }] : []),
    ...(minPrice !== undefined || maxPrice !== undefined
      ? [{ label: priceRange(minPrice, maxPrice), without: but("minPrice", "maxPrice") }]
      : []),
    ...(rating ? [{ label: `Rated ${rating} and up`, without: but("rating") }] : []),
    ...(inStock ? [{ label: "In stock", without: but("inStock") }] : []),
    ...(onSale ? [{ label: "On sale", without: but("onSale") }] : []),
    ...namesOf(labels).map((label) => ({
      label: LABELS[label as Label].name,
      without: without({ labels: butOne(labels, label) }),
    })),
    ...namesOf(free).map((allergen) => ({
      label: `Without ${ALLERGENS[allergen as Allergen].name}`,
      without: without({ without: butOne(free, allergen) }),
    })),
    ...(origin ? [{ label: `From ${countryName(origin) ?? origin}`, without: but("origin") }] : []),
  ];
}

const namesOf = (list: string | undefined) => (list ? list.split(",") : []);
const butOne = (list: string | undefined, name: string) =>
  namesOf(list)
    .filter((one) => one !== name)
    .join(",");

function priceRange(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `Up to $${to}`;
  return to === undefined ? `From $${from}` : `$${from} to $${to}`;
}
