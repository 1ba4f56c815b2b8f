import { LRUCache } from "lru-cache";
import { LISTS, STOCK } from "~/features/cache-tags";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { isForEverybody, type CachedPage, type PageCache } from "./page-cache.server";

const MOST_LETTERS = 1_000_000;

/**
 * Public answers of the service in the page cache, for who sends no token: lists of products and single ones, which say
 * themselves that they may be kept. Unlike pages they tell how many are left of each, so that every sale voids them. An
 * answer is compressed and kept when its address is asked for the second time: most searches are asked for once.
 */
export function cachedCalls(cache: Pick<PageCache, "page">) {
  // Addresses are as long as somebody makes them.
  const asked = new LRUCache<string, true>({
    max: 2000,
    maxSize: MOST_LETTERS,
    sizeCalculation: (_, { length }) => length,
  });
  return async (address: string, call: () => Promise<Response>): Promise<CachedPage | Response> => {
    if (asked.has(address))
      return cache.page(address, async () => {
        const answer = await call();
        if (!isForEverybody(answer)) return answer;
        // Of this request alone; each that the answer is sent to gets its own.
        answer.headers.delete("X-Request-Id");
        noteCacheTags(LISTS, STOCK);
        return answer;
      });
    const answer = await call();
    if (isForEverybody(answer)) asked.set(address, true);
    return answer;
  };
}
