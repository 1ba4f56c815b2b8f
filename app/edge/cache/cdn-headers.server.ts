import { LISTS } from "~/features/cache-tags";

/** Every kept page carries it: what voids everything names it. */
export const EVERYTHING = "all";

/** Seconds that a page is fresh at a CDN unless it is purged, counted from when it was rendered: as in the page cache. */
export const FRESH_SECONDS = 60;
/** So much longer one may be shown while a new one is fetched, for nothing in it is known to have changed. */
const WHILE_FETCHED = 10;
/** How old one may be that is shown because the shop does not answer: as in the page cache. */
const IF_ERROR = 3600;

const FOR_CDN = `max-age=${FRESH_SECONDS}, stale-while-revalidate=${WHILE_FETCHED}, stale-if-error=${IF_ERROR}`;
/** Varnish takes 8 KB a header, Cloudflare 16. */
const LONGEST_TAGS = 4000;

/**
 * What a CDN is told of a page that it may keep. In headers of its own, for what a browser reads of `Cache-Control` it
 * would do as well: a buyer's own browser must always ask. Source: RFC 9213; Surrogate-Control for those before it.
 */
export function cdnHeaders(tags: readonly string[]): [name: string, value: string][] {
  const tagList = shortened([EVERYTHING, ...tags]);
  return [
    ["cache-control", `public, max-age=0, s-maxage=${FRESH_SECONDS}, must-revalidate`],
    ["cdn-cache-control", FOR_CDN],
    ["surrogate-control", FOR_CDN],
    // Varnish and Fastly read the one, Cloudflare and Akamai the other.
    ["surrogate-key", tagList.join(" ")],
    ["cache-tag", tagList.join()],
  ];
}

/** Headers for a stale page, which goes only to the visitor who has waited for it. */
export const NOT_FOR_CDN: [name: string, value: string][] = [
  ["cdn-cache-control", "no-store"],
  ["surrogate-control", "no-store"],
];

/** Where there are very many, all lists in the place of each product and stall: every change of those names it too. */
function shortened(tags: string[]): string[] {
  if (tags.join().length <= LONGEST_TAGS) return tags;
  return [...new Set([...tags.filter((tag) => !/^(card|stall)-/.test(tag)), LISTS])];
}
