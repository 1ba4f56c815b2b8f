import { LRUCache } from "lru-cache";
import { STOCK } from "~/features/products/stock-tag";
import { CACHE_TAGS } from "~/routes/storefront/public-page";
import { isForEverybody, type CachedPage, type pageCache } from "./page-cache.server";

/**
 * Public answers of the service in the page cache, for who sends no token: lists of products and single ones, which say
 * themselves that they may be kept. Unlike pages they tell how many are left of each, so that every sale voids them. An
 * answer is compressed and kept when its address is asked for the second time: most searches are asked for once.
 */
export function cachedCalls(cache: Pick<ReturnType<typeof pageCache>, "moment" | "store">) {
  const asked = new LRUCache<string, true>({ max: 2000 });
  return async (address: string, call: () => Promise<Response>): Promise<CachedPage | Response> => {
    const moment = cache.moment();
    const answer = await call();
    if (!isForEverybody(answer)) return answer;
    if (!asked.has(address)) {
      asked.set(address, true);
      return answer;
    }
    // Of this request alone; each that the answer is sent to gets its own.
    answer.headers.delete("X-Request-Id");
    answer.headers.set(CACHE_TAGS, STOCK);
    return (await cache.store(address, answer, moment)) ?? answer;
  };
}
