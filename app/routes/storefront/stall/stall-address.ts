import { onePageMore, readWanted, type Wanted } from "../shop-address";
import { withQuery } from "~/ui/link/with-query";

/** The pages of a stall's products that are shown together. */
export type Pages = Pick<Wanted, "page" | "from">;

/** Reads an address. Values that make no sense are ignored. */
export function readPages(search: URLSearchParams): Pages {
  const { page, from } = readWanted(search);
  return { page, from };
}

/** The address of a stall, or of pages of its products. */
export function stallAddress(id: string, page = 1, from = page): string {
  const search = new URLSearchParams();
  if (page > 1) search.set("page", String(page));
  if (from < page) search.set("from", String(from));
  return withQuery(`/stalls/${id}`, search);
}

/** The address with one page more below those shown. */
export function addressOfMore(id: string, pages: Pages): string {
  const { page, from } = onePageMore(pages);
  return stallAddress(id, page, from);
}
