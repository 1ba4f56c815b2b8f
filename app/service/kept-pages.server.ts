import { constants, brotliCompress, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import type { Changes } from "~/platform/database/dialects/changes";
import { canonicalAddress } from "~/routes/storefront/public-addresses";
import { SHOWS } from "~/routes/storefront/public-page";

const MINUTE = 60_000;
/** How old a page may be that is shown because today's cannot be made. */
const HOUR = 60 * MINUTE;
const MOST_BYTES = 48 * 1024 * 1024;
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A public page as it was rendered, in each encoding that a browser may take. */
export interface KeptPage {
  headers: [string, string][];
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
}

interface Remembered extends KeptPage {
  moment: number;
  shows: string[];
  /** When it was rendered, on a clock that nobody sets. */
  renderedAt: number;
}

/**
 * Memory of public pages, which are the same for every visitor without cookies: each is kept until something that it
 * shows changes, or a minute has passed. While the database is out of reach, the last page that there was will do.
 */
export function keptPages(changes: () => Changes) {
  const kept = new LRUCache<string, Remembered>({
    maxSize: MOST_BYTES,
    sizeCalculation: (page) => page.bodies.identity.length * 2,
  });
  const age = (page: Remembered) => performance.now() - page.renderedAt;
  return {
    /** The address to render a page for and to keep it under: without what the page does not read. */
    addressOf: canonicalAddress,

    /** The page, unless something has changed that it shows. */
    known(address: string): KeptPage | undefined {
      const page = kept.get(address);
      return page && age(page) < MINUTE && changes().noneSince(page.moment, page.shows) ? page : undefined;
    },

    /** To be read before a page is rendered. */
    moment: () => changes().moment(),

    /**
     * Keeps a page that was rendered after a moment; undefined for one that is not for everybody. In the place of one
     * that could not be made for now, the last one that could.
     */
    async keep(address: string, response: Response, moment: number): Promise<KeptPage | undefined> {
      if (response.status === 503) {
        const last = kept.get(address);
        return last && age(last) < HOUR ? last : undefined;
      }
      if (
        response.status !== 200 ||
        !response.headers.get("Cache-Control")?.startsWith("public, max-age=0") ||
        response.headers.has("Set-Cookie")
      )
        return undefined;
      const shows = response.headers.get(SHOWS)?.split(",") ?? [];
      response.headers.delete(SHOWS);
      const identity = Buffer.from(await response.arrayBuffer());
      const [br, zipped] = await Promise.all([
        compressBrotli(identity, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
        }),
        compressGzip(identity),
      ]);
      const page = {
        moment,
        shows,
        renderedAt: performance.now(),
        headers: [...response.headers],
        bodies: { br, gzip: zipped, identity },
      };
      kept.set(address, page);
      return page;
    },
  };
}
