import { LISTS } from "~/features/cache-tags";

/** The tag of every cached page. Purging it purges everything. */
export const EVERYTHING = "all";

/** Seconds that a page is fresh at a CDN unless it is purged, counted from its rendering as in the page cache. */
export const FRESH_SECONDS = 60;
/** Seconds that an expired page may still be shown while a new one is fetched, as no change to it is known. */
const WHILE_FETCHED = 10;
/** Seconds that an expired page may still be shown while the shop does not answer, as in the page cache. */
const IF_ERROR = 3600;

const FOR_CDN = `max-age=${FRESH_SECONDS}, stale-while-revalidate=${WHILE_FETCHED}, stale-if-error=${IF_ERROR}`;
/** Longest list of tags, in characters. Varnish accepts 8 KB per header, Cloudflare 16 KB. */
const LONGEST_TAGS = 4000;

/**
 * Headers that tell a CDN how long it may cache a page. They are separate because a browser would obey `Cache-Control`
 * as well, and a buyer's browser must always ask. Source: RFC 9213; Surrogate-Control is for older CDNs.
 */
export function cdnHeaders(tags: readonly string[]): [name: string, value: string][] {
  const tagList = shortened([EVERYTHING, ...tags]);
  return [
    ["cache-control", `public, max-age=0, s-maxage=${FRESH_SECONDS}, must-revalidate`],
    ["cdn-cache-control", FOR_CDN],
    ["surrogate-control", FOR_CDN],
    // Varnish and Fastly read the first header, Cloudflare and Akamai the second.
    ["surrogate-key", tagList.join(" ")],
    ["cache-tag", tagList.join()],
  ];
}

/** Headers for a stale page, which goes only to the visitor who has waited for it. */
export const NOT_FOR_CDN: [name: string, value: string][] = [
  ["cdn-cache-control", "no-store"],
  ["surrogate-control", "no-store"],
];

/** Shortens a long list: one tag of all lists replaces those of products and stalls, whose changes always name it. */
function shortened(tags: string[]): string[] {
  if (tags.join().length <= LONGEST_TAGS) return tags;
  return [...new Set([...tags.filter((tag) => !/^(card|stall)-/.test(tag)), LISTS])];
}
