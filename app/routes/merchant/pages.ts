import { withQuery } from "~/ui/link/with-query";

const MOST_PAGES_AT_ONCE = 20;

/** The pages that an address shows together, from `from` to `page`. Only page 1 if the address names none. */
export function pagesIn(search: URLSearchParams): { page: number; from: number } {
  const page = pageIn(search, "page") ?? 1;
  return { page, from: Math.max(1, page - MOST_PAGES_AT_ONCE + 1, Math.min(page, pageIn(search, "from") ?? page)) };
}

export function pageIn(search: URLSearchParams, name: string): number | null {
  const text = search.get(name);
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** The address of a list. Empty filters and the first page are left out. */
export function addressOf(
  path: string,
  { page = 1, from = page, ...filters }: { page?: number; from?: number } & Record<string, string | number | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, String(value));
  if (page > 1) search.set("page", String(page));
  if (from < page) search.set("from", String(from));
  return withQuery(path, search);
}
