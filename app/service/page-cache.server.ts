import { constants, brotliCompress, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import type { Changes } from "~/platform/database/dialects/changes";
import { shareOf } from "~/platform/memory.server";
import { canonicalAddress } from "~/routes/storefront/public-addresses";
import { CACHE_TAGS } from "~/routes/storefront/public-page";

const MINUTE = 60_000;
/** How old a page may be that is shown because today's cannot be made. */
const HOUR = 60 * MINUTE;
/** Where there is room. */
const MOST_BYTES = 48 * 1024 * 1024;
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A public page as it was rendered, in each encoding that a browser may take. */
export interface CachedPage {
  headers: [string, string][];
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
}

interface Entry extends CachedPage {
  moment: number;
  /** Ids of what the page shows and what changes apart from everything else. */
  tags: string[];
  /** When it was rendered, on a clock that nobody sets. */
  renderedAt: number;
}

/** Whether what was rendered at a moment, and shows these things, is still what would be rendered now. */
export function isStillTrue(
  { moment, tags, renderedAt }: Pick<Entry, "moment" | "tags" | "renderedAt">,
  changes: Changes,
): boolean {
  return performance.now() - renderedAt < MINUTE && changes.noneSince(moment, tags);
}

/** Whether a page is the same for everybody, and may be kept. */
export function isForEverybody({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    headers.get("Cache-Control")?.startsWith("public, max-age=0") === true &&
    !headers.has("Set-Cookie")
  );
}

/**
 * The page cache: public pages, which are the same for every visitor without cookies. Each is kept until something that
 * it shows changes, or a minute has passed. While the database is out of reach, the last page that there was will do.
 */
export function pageCache(changes: () => Changes, memoryBytes = Infinity) {
  const cache = new LRUCache<string, Entry>({
    maxSize: shareOf(MOST_BYTES, memoryBytes),
    sizeCalculation: (page) => page.bodies.identity.length * 2,
  });
  const age = (page: Entry) => performance.now() - page.renderedAt;

  /** The page under its own address, unless something has changed that it shows. */
  function get(address: string): CachedPage | undefined {
    const page = cache.get(address);
    return page && isStillTrue(page, changes()) ? page : undefined;
  }

  return {
    /** The address to render a page for and to keep it under: without what the page does not read. */
    keyOf: canonicalAddress,

    get,

    /** The page for an address as it was asked for, with whatever else a link carries. */
    find: (asked: string) => get(asked) ?? (asked.includes("?") ? get(canonicalAddress(asked)) : undefined),

    /** To be read before a page is rendered. */
    moment: () => changes().moment(),

    /**
     * Keeps a page that was rendered after a moment; undefined for one that is not for everybody. In the place of one
     * that could not be made for now, the last one that could.
     */
    async store(address: string, response: Response, moment: number): Promise<CachedPage | undefined> {
      if (response.status === 503) {
        const last = cache.get(address);
        return last && age(last) < HOUR ? last : undefined;
      }
      if (!isForEverybody(response)) return undefined;
      const tags = response.headers.get(CACHE_TAGS)?.split(",") ?? [];
      response.headers.delete(CACHE_TAGS);
      const identity = Buffer.from(await response.arrayBuffer());
      const [br, zipped] = await Promise.all([
        compressBrotli(identity, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 6,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            // A window of 256 KB is more than a page has; the usual one is 4 MB, for each that is compressed at a time.
            [constants.BROTLI_PARAM_LGWIN]: 18,
            [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
          },
        }),
        compressGzip(identity),
      ]);
      const page = {
        moment,
        tags,
        renderedAt: performance.now(),
        headers: [...response.headers],
        bodies: { br, gzip: zipped, identity },
      };
      cache.set(address, page);
      return page;
    },
  };
}
