import { mergedInto } from "./merge-categories.server";
import { LISTS, rangeTag } from "~/features/cache-tags";
import { reachFor, toldReach } from "./product-reach.server";
import type { Reach } from "~/features/delivery/reach.server";
import { cursorWord, cutAt, readCursor } from "~/features/cursor.server";
import { toDollars } from "~/features/fields";
import { MOST_COUNTED } from "~/features/pagination";
import { allergenBits, labelBits } from "~/features/food-information/food-json";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { fold } from "~/platform/folding";
import type { Services } from "~/platform/services.server";
import { type Filters } from "./find/candidates.server";
import type { Facets } from "./find/facets.server";
import type { SearchResult } from "./find/search-result";
import { search } from "./find/search.server";
import { listedCount, listedProducts, rememberedIds } from "./memory.server";
import { idsOfCodes } from "./look-up.server";
import { idsListed, productsBehind, rangeOf, type Order } from "./lists.server";
import { stallNames } from "./queries.server";
import { categories } from "./rules.server";
import { isLookUp, isPlain, type Product, type ProductFacets, type ProductQuery } from "./schema";

export const PRODUCTS_A_PAGE = 10;
export const MOST_PAGES_AT_ONCE = 20;
const MOST_STALLS = 20;
const MOST_ORIGINS = 20;

interface ProductPage extends Partial<Pick<SearchResult, "cut" | "short" | "corrected" | "dropped" | "instead">> {
  docs: Product[];
  page: number;
  hasNextPage: boolean;
  total: number;
  next?: string | null;
  mergedInto?: { _id: string; title: string };
  facets?: ProductFacets;
}

/** A page, or several together, of published products that match a search and its filters, or those behind a cursor. */
export async function productPage(services: Services, query: ProductQuery): Promise<ProductPage> {
  const { page } = query;
  const reach = await reachFor(services, query);
  const shownReach = query.reach === "mark" ? reach : null;
  if (query.ids !== undefined) {
    const docs = await listedProducts(
      services,
      [...new Set(query.ids.split(",").filter((id) => /^[0-9a-f]{24}$/.test(id)))].slice(0, 100),
    );
    return { docs: toldReach(docs, reach), page: 1, hasNextPage: false, total: docs.length };
  }
  if (isLookUp(query)) {
    noteCacheTags(LISTS);
    const docs = await listedProducts(services, await idsOfCodes(services.db, query));
    return { docs, page: 1, hasNextPage: false, total: docs.length };
  }
  const filters = await filtersOf(services, query);
  if (!filters) return { docs: [], page, hasNextPage: false, total: 0 };
  const { mergedInto: category } = filters;
  if (query.after !== undefined) {
    const behind = await pageBehind(services, filters, query);
    return { ...behind, docs: toldReach(behind.docs, shownReach) };
  }
  const size = (query.from === undefined ? query.limit : undefined) ?? PRODUCTS_A_PAGE;
  const from = Math.max(query.from ?? page, page - MOST_PAGES_AT_ONCE + 1, 1);
  const first = Math.min(from, page);
  const range = { limit: (page - first + 1) * size, offset: (first - 1) * size };
  const plain = isPlain(query);
  const list = plain
    ? await plainList(services, filters, query, range)
    : await searched(services, filters, query, shownReach ? null : reach, range);
  const { ids, total, facets, ...details } = list;
  const docs = await listedProducts(services, ids);
  const [hasNextPage, last] = [page * size < total, docs.at(-1)];
  // A cursor continues where the pages end.
  const at = (hasNextPage || details.cut) && last ? { at: last.createdAt, id: last._id } : null;
  return {
    docs: toldReach(docs, shownReach),
    page,
    hasNextPage,
    total,
    ...(plain && orderOf(query) === "latest" && { next: at && cursorWord(cursorList(filters), at) }),
    ...details,
    ...(query.facets && facets && { facets: await namedFacets(services, facets) }),
    ...(category && { mergedInto: category }),
  };
}

const cursorList = ({ categoryId }: Filters) => `on sale ${rangeOf(categoryId)}`;

/** Products behind a cursor in the whole list or a category's, newest first. Not cached, since few ask for the same. */
async function pageBehind(services: Services, filters: Filters, query: ProductQuery): Promise<ProductPage> {
  const { categoryId } = filters;
  const { after, limit = PRODUCTS_A_PAGE } = query;
  const cursor = readCursor(cursorList(filters), after);
  const { total, cut } = await boundedCount(services, filters);
  const rows = await productsBehind(services.db, rangeOf(categoryId), cursor)
    .select(["_id", "createdAt"])
    .limit(limit + 1)
    .execute();
  noteCacheTags(rangeTag(categoryId ?? undefined));
  const page = cutAt(cursorList(filters), rows, limit, ({ _id, createdAt }) => ({ at: createdAt, id: _id }));
  const docs = await listedProducts(
    services,
    page.docs.map(({ _id }) => _id),
  );
  return { docs, page: 1, hasNextPage: page.next !== null, total, ...(cut && { cut }), next: page.next };
}

/** The number of products that pages reach, and whether there are more. */
async function boundedCount(services: Services, { categoryId }: Filters): Promise<{ total: number; cut: boolean }> {
  const count = await listedCount(services, rangeOf(categoryId));
  return { total: Math.min(count, MOST_COUNTED), cut: count > MOST_COUNTED };
}

/** The order of a list without words. */
const orderOf = ({ sort = "latest" }: ProductQuery): Order => (sort === "relevance" ? "latest" : sort);

/** Filters, and the category that the requested one was merged into, if it was. */
type ListFilters = Filters & { mergedInto?: { _id: string; title: string } };

/** The filters of a query; null if there is no such category. */
async function filtersOf(services: Services, query: ProductQuery): Promise<ListFilters | null> {
  const filters: Filters = {
    categoryId: null,
    merchantId: query.stall ?? null,
    minCents: cents(query.minPrice),
    maxCents: cents(query.maxPrice),
    rating: query.rating === undefined ? null : Number(query.rating),
    inStock: query.inStock !== undefined,
    onSale: query.onSale !== undefined,
    labels: query.labels === undefined ? null : labelBits(query.labels) || null,
    without: query.without === undefined ? null : allergenBits(query.without) || null,
    origin: query.origin ?? null,
  };
  if (!query.categoryId) return filters;
  const foldedId = fold(query.categoryId);
  const category = (await categories(services)).find((c) => c._id === query.categoryId || fold(c.title) === foldedId);
  if (category) return { ...filters, categoryId: category._id };
  const merged = await mergedInto(services.db, query.categoryId);
  return merged ? { ...filters, categoryId: merged._id, mergedInto: merged } : null;
}

const cents = (dollars: string | undefined) => (dollars === undefined ? null : Math.round(Number(dollars) * 100));

interface ListRange {
  limit: number;
  offset: number;
}

interface Listed extends Partial<Pick<SearchResult, "cut" | "short" | "corrected" | "dropped" | "instead" | "facets">> {
  ids: string[];
  total: number;
}

async function plainList(services: Services, filters: Filters, query: ProductQuery, range: ListRange): Promise<Listed> {
  const { categoryId } = filters;
  const { total, cut } = await boundedCount(services, filters);
  const sort = orderOf(query);
  const ids =
    range.offset < total
      ? await rememberedIds(services, { categoryId, sort, ...range }, () =>
          idsListed(services.db, rangeOf(categoryId), sort, range),
        )
      : [];
  // The counts of other categories need all products of the shop.
  const hasCounts = query.facets && (await listedCount(services, "all")) <= MOST_COUNTED;
  const { facets } = hasCounts ? await search(services, { q: "", filters, sort, reach: null }) : { facets: null };
  // The newest products stay the same until one comes or goes. Another order and counts depend on all products.
  noteCacheTags(sort === "latest" && !facets ? rangeTag(categoryId ?? undefined) : LISTS);
  return { ids, total, facets, ...(cut && { cut }) };
}

async function searched(
  services: Services,
  filters: Filters,
  query: ProductQuery,
  reach: Reach | null,
  range: ListRange,
): Promise<Listed> {
  noteCacheTags(LISTS);
  const { ids, cut, short, dropped, instead, ...result } = await search(services, {
    q: query.q,
    filters,
    sort: query.sort ?? (query.q ? "relevance" : "latest"),
    reach,
  });
  return {
    ...result,
    ids: ids.slice(range.offset, range.offset + range.limit),
    total: ids.length,
    ...(cut && { cut }),
    ...(short && { short }),
    ...(dropped.length > 0 && { dropped }),
    ...(instead.length > 0 && { instead }),
  };
}

/** The counts with the names of categories and stalls. */
async function namedFacets(
  services: Services,
  { categories: counts, stalls, ratings, price, labels, without, origins, ...rest }: Facets,
): Promise<ProductFacets> {
  const largestStalls = [...stalls].slice(0, MOST_STALLS);
  const names = await stallNames(
    services.db,
    largestStalls.map(([_id]) => _id),
  );
  return {
    ...rest,
    categories: (await categories(services)).flatMap(({ _id, title }) => {
      const count = counts.get(_id);
      return count ? { title, count } : [];
    }),
    stalls: largestStalls.map(([_id, count]) => ({ _id, storeName: names.get(_id) ?? "", count })),
    ratings: [...ratings].map(([atLeast, count]) => ({ atLeast, count })),
    labels: [...labels].map(([label, count]) => ({ label, count })),
    without: [...without].map(([allergen, count]) => ({ allergen, count })),
    origins: [...origins].slice(0, MOST_ORIGINS).map(([country, count]) => ({ country, count })),
    ...(price && { price: { min: toDollars(price.minCents), max: toDollars(price.maxCents) } }),
  };
}
