import type { Stand } from "~/features/products/schema";
import { withQuery } from "~/ui/link/with-query";

/** The tabs of the list after "All", with their labels. A rare state has a tab only if it has products. */
export const STANDS = [
  { only: "on-sale", label: "On sale", isRare: false, empty: "Nothing is on sale" },
  { only: "out-of-stock", label: "Out of stock", isRare: false, empty: "Nothing is out of stock" },
  { only: "low-stock", label: "Low stock", isRare: false, empty: "Nothing runs low" },
  { only: "in-review", label: "In review", isRare: false, empty: "Nothing waits for review" },
  { only: "drafts", label: "Drafts", isRare: false, empty: "No drafts" },
  { only: "sent-back", label: "Sent back", isRare: true, empty: "Nothing was sent back" },
  { only: "taken-off", label: "Taken off", isRare: true, empty: "Nothing was taken off sale" },
  { only: "to-complete", label: "To complete", isRare: true, empty: "Nothing is to be completed" },
] as const;

/** The part of the list that an address shows: titles with `q` in them, in a state, the pages `from` to `page`. */
export interface Wanted {
  q: string;
  only: Stand | "";
  page: number;
  from: number;
}

export function wantedIn(search: URLSearchParams): Wanted {
  const page = pageIn(search.get("page")) ?? 1;
  return {
    q: (search.get("q") ?? "").trim().slice(0, 100),
    only: standIn(search.get("only")),
    page,
    from: Math.min(page, pageIn(search.get("from")) ?? page),
  };
}

function standIn(text: string | null): Stand | "" {
  return STANDS.find(({ only }) => only === text)?.only ?? "";
}

function pageIn(text: string | null): number | null {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}

/** The address of a list, without values that are the default. */
export function listAddress({ q, only, page, from }: Wanted): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (only) search.set("only", only);
  if (page > 1) search.set("page", String(page));
  if (from < page) search.set("from", String(from));
  return withQuery("/merchant/products", search);
}

/** The page that changes all products of the list. */
export function changeAllAddress({ q, only }: Pick<Wanted, "q" | "only">): string {
  return `/merchant/products/change?${new URLSearchParams({ all: "1", ...(q && { q }), ...(only && { only }) })}`;
}

/** The page that changes the stock of the list's products. */
export function stockAddress({ q, only, page }: Pick<Wanted, "q" | "only" | "page">): string {
  return listAddress({ q, only, page, from: page }).replace("/merchant/products", "/merchant/products/stock");
}
