import { CacheFirst, StaleWhileRevalidate } from "workbox-strategies";
import { BUILD, CACHES } from "~/ui/device/contract";
import { bounds } from "./bounds";

/** Keeps no login page that a network shows in place of our files, and nothing that belongs to one person. */
const fromTheShop = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 &&
    response.headers.has(BUILD) &&
    !/private|no-store/.test(response.headers.get("Cache-Control") ?? "")
      ? response
      : null,
};

const options = (cacheName: typeof CACHES.assets | typeof CACHES.pictures) => ({
  cacheName,
  plugins: [fromTheShop, bounds(cacheName)],
  matchOptions: { ignoreVary: true },
});

/** Styles and scripts: a changed file has another name. */
export const assets = new CacheFirst(options(CACHES.assets));

/** The shop's own drawings: they belong to no account, and their names have no hash of their content. */
export const drawings = new StaleWhileRevalidate(options(CACHES.assets));

/** Pictures of products, stalls and people. */
export const pictures = new StaleWhileRevalidate(options(CACHES.pictures));
