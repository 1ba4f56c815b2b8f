/** What of the list an address shows: the titles with `q` in them, the pages `from` to `page`. */
export interface Wanted {
  q: string;
  page: number;
  from: number;
}

export function wantedIn(search: URLSearchParams): Wanted {
  const page = pageIn(search.get("page")) ?? 1;
  return {
    q: (search.get("q") ?? "").trim().slice(0, 100),
    page,
    from: Math.min(page, pageIn(search.get("from")) ?? page),
  };
}

function pageIn(text: string | null): number | null {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** The address of a list; what goes without saying is left out. */
export function listAddress({ q, page, from }: Wanted): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (page > 1) search.set("page", String(page));
  if (from < page) search.set("from", String(from));
  return `/merchant/products${search.size > 0 ? `?${search}` : ""}`;
}
