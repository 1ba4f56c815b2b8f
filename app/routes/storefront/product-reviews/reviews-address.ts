import { withQuery } from "~/ui/link/with-query";

export interface ReviewList {
  sort?: string;
  stars?: string;
  page?: number;
}

/** The address of a product's reviews, without values that are the default. */
export function reviewsAddress(productId: string, { sort = "", stars = "", page = 1 }: ReviewList = {}): string {
  const entries = [
    ["sort", sort === "newest" ? "" : sort],
    ["stars", stars],
    ["page", page > 1 ? String(page) : ""],
  ];
  return withQuery(
    `/products/${productId}/reviews`,
    new URLSearchParams(entries.filter(([, value]) => value !== "") as [string, string][]),
  );
}

/** The list that an address asks for. Values that make no sense are ignored. */
export function reviewListIn(search: URLSearchParams) {
  return {
    sort: search.get("sort") === "useful" ? ("useful" as const) : ("newest" as const),
    stars: /^[1-5]$/.exec(search.get("stars") ?? "")?.[0] as "1" | "2" | "3" | "4" | "5" | undefined,
    page: Number(/^[1-9]\d{0,3}$/.exec(search.get("page") ?? "")?.[0] ?? 1),
  };
}
