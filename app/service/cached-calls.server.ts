import { LRUCache } from "lru-cache";
import { STOCK } from "~/features/cache-tags";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { isForEverybody, type CachedPage, type PageCache } from "./page-cache.server";

/**
 * Public answers of the service in the page cache, for who sends no token: lists of products and single ones, which say
 * themselves that they may be kept. Unlike pages they tell how many are left of each, so that every sale voids them. An
 * answer is compressed and kept when its address is asked for the second time: most searches are asked for once.
 */
export function cachedCalls(cache: Pick<PageCache, "page">) {
  const asked = new LRUCache<string, true>({ max: 2000 });
  return async (address: string, call: () => Promise<Response>): Promise<CachedPage | Response> => {
    if (!asked.has(address)) {
      const answer = await call();
      if (isForEverybody(answer)) asked.set(address, true);
      return answer;
    }
    let refused: Response | undefined;
    const kept = await cache.page(address, async () => {
      noteCacheTags(STOCK);
      const answer = await call();
      // Of this request alone; each that the answer is sent to gets its own.
      answer.headers.delete("X-Request-Id");
      if (answer.status === 503) refused = answer;
      return answer;
    });
    // A page of an hour ago will do while the database is out of reach; how many there were then will not.
    return refused ?? kept;
  };
}
