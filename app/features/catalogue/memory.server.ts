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

/** As long as a page of the page cache. */
const MOST_MS = 60_000;
/** Where there is room. */
const MOST_PRODUCTS = 2000;

/** The last known content of public lists. May be lost at any time. */
export interface Memory {
  /** The moment before the content was read. */
  moment: number;
  since: number;
  categories: Promise<Category[]> | null;
  counts: LRUCache<string, number>;
  /** Ids of stretches of lists, by what the stretch is called. */
  ids: LRUCache<string, string[]>;
  /** By what was asked for; as large as the ids in them are many. */
  searches: LRUCache<string, SearchResult>;
  /** Suggested words, by what was typed. */
  suggested: LRUCache<string, string[]>;
  /** Their quantities are those of some moment: orders change them, and void nothing else. */
  products: LRUCache<string, Product>;
}

/** The memory of a database: what its replica has said holds as well. */
const remembered = new WeakMap<Services["dialect"], Memory>();

/**
 * Void as soon as anything public changes, and after a minute. To be asked for before what is put into it is read: what
 * was read before a change is then forgotten with it.
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

/** The number of products in a list as `countListed` has it, read from the database where it is not known. */
export async function listedCount(services: Services, list: Range): Promise<number> {
  const { counts } = memory(services);
  const count = counts.get(list) ?? (await countListed(services.db, list));
  counts.set(list, count);
  return count;
}

/** The ids of one stretch of a list, read from the database where they are not known. */
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
 * Whole public products by their ids, in the order of the ids, with today's quantities. One statement where all are
 * known, two where none is, three otherwise.
 */
export async function listedProducts(services: Services, ids: string[]): Promise<Product[]> {
  const { products } = memory(services);
  // Taken now: what others read meanwhile may push them out.
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
  // Also of what is not there: it may come.
  noteCacheTags(...ids.map(cardTag), ...productsInOrder.map(({ merchant }) => stallTag(merchant._id)));
  return productsInOrder;
}
