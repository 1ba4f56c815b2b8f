import { CacheExpiration, ExpirationPlugin } from "workbox-expiration";
import { CACHES } from "~/ui/device/contract";

const DAY = 86_400;

/** How much is kept of what, and how long. A phone that is full loses pictures first, pages last. */
const BOUNDS = {
  [CACHES.pages]: { maxEntries: 60, maxAgeSeconds: 14 * DAY },
  // Names of buyers: for the day of the market and the evening after it.
  [CACHES.days]: { maxEntries: 8, maxAgeSeconds: 2 * DAY },
  [CACHES.pictures]: { maxEntries: 200, maxAgeSeconds: 30 * DAY, purgeOnQuotaError: true },
  // The hundreds of files of some builds, so that a page of the build before finds its own.
  [CACHES.assets]: { maxEntries: 300, maxAgeSeconds: 60 * DAY, purgeOnQuotaError: true },
};

type Bounded = keyof typeof BOUNDS;

export function bounds(cache: Bounded): ExpirationPlugin {
  return new ExpirationPlugin({ ...BOUNDS[cache], matchOptions: { ignoreVary: true } });
}

/** Throws away what has lain in a cache for too long, also while nothing of it is asked for. */
export async function expire(cache: Bounded): Promise<void> {
  await new CacheExpiration(cache, BOUNDS[cache]).expireEntries();
}

/** Empties a cache, and forgets the addresses that lay in it. */
export async function empty(cache: Bounded): Promise<void> {
  await caches.delete(cache);
  await new CacheExpiration(cache, BOUNDS[cache]).delete();
}
