import { CacheExpiration, ExpirationPlugin } from "workbox-expiration";
import { CACHES } from "~/ui/device/contract";

const DAY = 86_400;

/** The most entries of each cache, and their longest age. A full phone loses pictures first, pages last. */
const BOUNDS = {
  [CACHES.pages]: { maxEntries: 60, maxAgeSeconds: 14 * DAY },
  // These pages name buyers: kept for the day of the market and the evening after it.
  [CACHES.days]: { maxEntries: 8, maxAgeSeconds: 2 * DAY },
  [CACHES.pictures]: { maxEntries: 200, maxAgeSeconds: 30 * DAY, purgeOnQuotaError: true },
  // Room for the hundreds of files of several builds, so that a page of the build before finds its own.
  [CACHES.assets]: { maxEntries: 300, maxAgeSeconds: 60 * DAY, purgeOnQuotaError: true },
};

type Bounded = keyof typeof BOUNDS;

export function bounds(cache: Bounded): ExpirationPlugin {
  return new ExpirationPlugin({ ...BOUNDS[cache], matchOptions: { ignoreVary: true } });
}

/** Deletes what is too old in a cache, even if none of it is requested. */
export async function expire(cache: Bounded): Promise<void> {
  await new CacheExpiration(cache, BOUNDS[cache]).expireEntries();
}

/** Empties a cache, and the record of its addresses. */
export async function empty(cache: Bounded): Promise<void> {
  await caches.delete(cache);
  await new CacheExpiration(cache, BOUNDS[cache]).delete();
}
