import type { ProductQuery } from "~/features/catalogue/schema";

/** What the address of a shop page asks for. */
export type Wanted = Pick<ProductQuery, "q" | "categoryId" | "sort" | "page"> & {
  /** The first of the pages shown together; the same as `page` when it is one. */
  from: number;
};

const MOST_PAGES_AT_ONCE = 20;

/**
 * Reads an address as well as it can be understood: it may have been typed or cut, and a shop must open all the same.
 */
export function readWanted(search: URLSearchParams): Wanted {
  const page = pageNumber(search.get("page")) ?? 1;
  return {
    q: (search.get("q") ?? "").trim().slice(0, 100),
    categoryId: (search.get("categoryId") ?? "").trim().slice(0, 120),
    sort: search.get("sort")?.toLowerCase() === "price" ? "price" : "latest",
    page,
    from: Math.max(1, page - MOST_PAGES_AT_ONCE + 1, Math.min(page, pageNumber(search.get("from")) ?? page)),
  };
}

function pageNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** The address of a shop page, without what goes without saying. */
export function shopAddress({ q, categoryId, sort, page = 1, from = page }: Partial<Wanted>): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (categoryId) search.set("categoryId", categoryId);
  if (sort === "price") search.set("sort", sort);
  if (page > 1) search.set("page", String(page));
  if (from < page) search.set("from", String(from));
  return search.size > 0 ? `/products?${search}` : "/products";
}

/** One page more below what is shown; past the most that are shown together, the next page alone. */
export function addressOfMore(wanted: Wanted): string {
  return shopAddress({ ...wanted, ...onePageMore(wanted) });
}

/** One page more below those that are shown together; past the most that are, the next page alone. */
export function onePageMore({ page, from }: Pick<Wanted, "page" | "from">): Pick<Wanted, "page" | "from"> {
  return { page: page + 1, from: page + 1 - from < MOST_PAGES_AT_ONCE ? from : page + 1 };
}
