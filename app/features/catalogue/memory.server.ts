import { LRUCache } from "lru-cache";
import { cardTag, LISTS, stallTag } from "~/features/cache-tags";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { shareOf } from "~/platform/memory.server";
import type { Services } from "~/platform/services.server";
import { countListed, type Range } from "./lists.server";
import type { SearchResult } from "./find/search-result";
import { quantitiesOf } from "./queries.server";
import { publicProducts } from "./public-products.server";
import type { Category, Product } from "./schema";

/** As long as the page cache keeps a page. */
const MOST_MS = 60_000;
/** The most products, if there is enough memory. */
const MOST_PRODUCTS = 2000;

/** The last known content of public lists. May be lost at any time. */
export interface Memory {
  /** The moment before the content was read. */
  moment: number;
  since: number;
  categories: Promise<Category[]> | null;
  counts: LRUCache<string, number>;
  /** Ids of parts of lists, by the name of the part. */
  ids: LRUCache<string, string[]>;
  /** By query. The size of an entry grows with its number of ids. */
  searches: LRUCache<string, SearchResult>;
  /** Suggestions, by the typed text. */
  suggested: LRUCache<string, string[]>;
  /** Their quantities may be outdated, because orders change them and do not invalidate this. */
  products: LRUCache<string, Product>;
}

/** By database. Answers of its replica are kept as well. */
const remembered = new WeakMap<Services["dialect"], Memory>();

/**
 * Invalid as soon as anything public changes, and after a minute. Callers must ask for it before they read what they
 * put into it, so that data read before a change is dropped with it.
 */
export function memory(services: Services): Memory {
  const changes = services.dialect.changes();
  const cachedMemory = remembered.get(services.dialect);
  if (
    cachedMemory &&
    performance.now() - cachedMemory.since < MOST_MS &&
    changes.noneSince(cachedMemory.moment, [LISTS])
  )
    return cachedMemory;
  const fresh = {
    moment: changes.moment(),
    since: performance.now(),
    categories: null,
    counts: new LRUCache<string, number>({ max: 500 }),
    ids: new LRUCache<string, string[]>({ max: 500 }),
    searches: new LRUCache<string, SearchResult>({ maxSize: 100_000, sizeCalculation: ({ ids }) => ids.length + 50 }),
    suggested: new LRUCache<string, string[]>({ max: 500 }),
    products: new LRUCache<string, Product>({ max: shareOf(MOST_PRODUCTS, services.config.memoryBytes) }),
  };
  remembered.set(services.dialect, fresh);
  return fresh;
}

/** The number of products in a list as `countListed` gives it, read from the database if it is not cached. */
export async function listedCount(services: Services, list: Range): Promise<number> {
  const { counts } = memory(services);
  const count = counts.get(list) ?? (await countListed(services.db, list));
  counts.set(list, count);
  return count;
}

/** The ids of a part of a list, read from the database if they are not cached. */
export async function rememberedIds(
  services: Services,
  name: Record<string, unknown> | string,
  read: () => Promise<string[]>,
): Promise<string[]> {
  const { ids } = memory(services);
  const key = JSON.stringify(name);
  const cachedIds = ids.get(key) ?? (await read());
  ids.set(key, cachedIds);
  return cachedIds;
}

/**
 * Public products by their ids, in the order of the ids, with present quantities. Runs one statement if all are cached,
 * two if none is, otherwise three.
 */
export async function listedProducts(services: Services, ids: string[]): Promise<Product[]> {
  const { products } = memory(services);
  // Taken now, because other reads may push them out of the cache meanwhile.
  const cachedProducts = ids.flatMap((id) => products.get(id) ?? []);
  const knownIds = new Set(cachedProducts.map(({ _id }) => _id));
  const [quantities, read] = await Promise.all([
    quantitiesOf(services.db, [...knownIds]),
    publicProducts(
      services,
      ids.filter((id) => !knownIds.has(id)),
    ),
  ]);
  const now = new Map(read.map((product) => [product._id, product]));
  for (const product of cachedProducts) {
    const pieces = quantities.get(product._id);
    if (!pieces) continue;
    const variants = product.variants.map((size) => ({ ...size, quantity: pieces.get(size._id) ?? 0 }));
    const quantity = variants.reduce((sum, size) => sum + size.quantity, 0);
    now.set(product._id, { ...product, variants, quantity });
  }
  for (const product of read) products.set(product._id, product);
  const productsInOrder = ids.flatMap((id) => now.get(id) ?? []);
  // Also the tags of products that do not exist, because they may come.
  noteCacheTags(...ids.map(cardTag), ...productsInOrder.map(({ merchant }) => stallTag(merchant._id)));
  return productsInOrder;
}
