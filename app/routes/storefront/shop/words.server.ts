import type { ProductFacets } from "~/features/catalogue/schema";
import type { Wanted } from "../shop-address";

/* Sentences of the list that the browser need not make again. */

/** The categories, those with products first. Each has its number of products in the list, if they were counted. */
export function withCounts(titles: string[], facets: ProductFacets | undefined) {
  if (!facets) return titles.map((title) => ({ value: title, label: title }));
  const count = (title: string) => facets.categories.find((one) => one.title === title)?.count ?? 0;
  return titles
    .toSorted((a, b) => Number(count(b) > 0) - Number(count(a) > 0))
    .map((title) => ({ value: title, label: `${title} (${count(title)})` }));
}

/** Says why nothing was found and what to do. `filters` is the number of set filters, including the category. */
export function textOfNothing({ q, categoryId }: Wanted, filters: number): string {
  const otherFilters = filters - (categoryId ? 1 : 0);
  if (q && otherFilters === 0)
    return `No product${categoryId ? ` in ${categoryId}` : ""} matches “${q}”. Try another word, or a shorter one.`;
  if (otherFilters > 0)
    return `No product${q ? ` for “${q}”` : ""} passes all of these filters. Remove one of them above.`;
  return `There is nothing in ${categoryId || "the shop"} at the moment. New products come in every week.`;
}
