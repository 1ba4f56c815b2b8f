import { isDay } from "~/features/days";
import { withQuery } from "~/ui/link/with-query";

/** The page that an address asks for. The first page if the address names none, or one that makes no sense. */
export function pageIn(search: URLSearchParams): number {
  const text = search.get("page");
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}

/** The day to which an address narrows its list. Empty if it names none. */
export function dayIn(search: URLSearchParams, name = "day"): string {
  const text = search.get(name) ?? "";
  return isDay(text) ? text : "";
}

/** The address of a list with its filters. Empty filters are left out. */
export function listAddress(path: string, filters: Record<string, string>, page = 1): string {
  const search = new URLSearchParams(
    Object.entries({ ...filters, page: page > 1 ? String(page) : "" }).filter(([, value]) => value !== ""),
  );
  return withQuery(path, search);
}

/** The number of pages in a list of `total` rows. */
export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
