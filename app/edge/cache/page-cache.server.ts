import { constants, brotliCompress, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { LISTS, STOCK } from "~/features/cache-tags";
import { collectCacheTags, noteCacheTags } from "~/platform/cache-tags.server";
import type { Changes } from "~/platform/database/dialects/changes";
import { ofItsOwn, shareOf } from "~/platform/memory.server";
import { canonicalAddress, isPublicAddress } from "./public-addresses";

const MINUTE = 60_000;
/** The greatest age of a page that is shown because a current one cannot be rendered. */
const HOUR = 60 * MINUTE;
/** With enough memory; `shareOf` gives a smaller process less. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Memory of a page's headers, tags and encodings. The address is counted apart: it may be longer than the page. */
const ENTRY_BYTES = 4096;
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A rendered page or answer, with the data that tells whether it is stale. */
export interface Rendered {
  /** The last moment at which the page was known to be true (`Changes`). */
  moment: number;
  /** Tags of everything that it shows. */
  tags: string[];
  /** Milliseconds, by `performance.now()`. */
  renderedAt: number;
}

/** A public page as it was rendered, in each encoding that a browser may take. */
export interface CachedPage extends Rendered {
  headers: [string, string][];
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
}

const age = ({ renderedAt }: Rendered) => performance.now() - renderedAt;

/** Whether a rendering is less than a minute old and nothing on it has changed. */
export function isStillTrue(rendered: Rendered, changes: Changes): boolean {
  if (age(rendered) >= MINUTE || !changes.noneSince(rendered.moment, rendered.tags)) return false;
  // A page that is fresh now needs no further comparison with older changes.
  rendered.moment = changes.moment();
  return true;
}

/** Whether a page is the same for everybody, and may be kept. */
export function isForEverybody({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    headers.get("Cache-Control")?.startsWith("public, max-age=0") === true &&
    !headers.has("Set-Cookie")
  );
}

/** Whether an answer is a cached page, which everybody may see, and not a response to its requester alone. */
export const isCached = (answer: CachedPage | Response): answer is CachedPage => "bodies" in answer;

/**
 * The page cache: public pages, which are the same for every visitor without cookies. Each is kept until something on
 * it changes or a minute has passed. While the database is unreachable, its last version is shown for up to an hour.
 */
export function pageCache(changes: () => Changes, memoryBytes = Infinity) {
  const cache = new LRUCache<string, CachedPage>({
    maxSize: shareOf(MOST_BYTES, memoryBytes),
    sizeCalculation: (page, address) => page.bodies.identity.length * 2 + address.length * 2 + ENTRY_BYTES,
  });
  /** Pages that are being rendered, and the moment at which each was begun. */
  const making = new Map<string, { moment: number; page: Promise<CachedPage | undefined> }>();

  /** The cached page under its canonical address, unless it is stale. */
  function get(address: string): CachedPage | undefined {
    const page = cache.get(address);
    return page && isStillTrue(page, changes()) ? page : undefined;
  }

  /** Caches a response and returns it; undefined if it is not for everybody. */
  async function keep(
    address: string,
    response: Response,
    moment: number,
    tags: string[],
  ): Promise<CachedPage | undefined> {
    if (response.status === 503) {
      // A program gets the 503 and waits. A person would rather see the previous page.
      const last = address.startsWith("/api/") ? undefined : cache.get(address);
      return last && age(last) < HOUR ? last : undefined;
    }
    if (!isForEverybody(response)) return undefined;
    const page: CachedPage = {
      moment,
      tags,
      renderedAt: performance.now(),
      // The request id belongs to the first requester. Each later response gets an id of its own.
      headers: [...response.headers].filter(([name]) => name !== "x-request-id"),
      bodies: await inEachEncoding(Buffer.from(await response.arrayBuffer())),
    };
    cache.set(address, page);
    return page;
  }

  function make(address: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const moment = changes().moment();
    const rendering = (async () => {
      try {
        const { result, tags } = await collectCacheTags(render);
        return (await keep(address, result, moment, tags)) ?? result;
      } finally {
        making.delete(address);
      }
    })();
    const page = rendering.then(
      (answer) => (isCached(answer) ? answer : undefined),
      () => undefined,
    );
    if (isPublicAddress(address)) making.set(address, { moment, page });
    return rendering;
  }

  /**
   * Renders a page and caches it. A response that is not for everybody is returned as it is. If the page cannot be
   * rendered now, the last cached one is returned. A request for a page that is being rendered waits for it, unless
   * that was begun before a change that the requester may know of.
   */
  async function page(address: string, render: () => Promise<Response>): Promise<CachedPage | Response> {
    const requestedAt = changes().moment();
    const inFlight = making.get(address);
    if (!inFlight) return make(address, render);
    const page = await inFlight.page;
    if (!page) return render();
    if (inFlight.moment === requestedAt || isStillTrue(page, changes())) return page;
    // A rendering that another request has started since then includes every change before this request.
    const next = making.get(address);
    return next ? ((await next.page) ?? render()) : make(address, render);
  }

  return {
    /** The address under which a page is rendered and cached: without the parameters that it does not read. */
    keyOf: canonicalAddress,

    get,

    /** The cached page for a requested address, whatever other parameters a link carries. */
    find: (address: string) => get(address) ?? (address.includes("?") ? get(canonicalAddress(address)) : undefined),

    isTrue: (page: CachedPage) => isStillTrue(page, changes()),

    page,

    /** The same for an API response. Unlike a page it gives the exact stock of each product, so every sale voids it. */
    call: (address: string, call: () => Promise<Response>) =>
      page(address, () => {
        noteCacheTags(LISTS, STOCK);
        return call();
      }),
  };
}

export type PageCache = ReturnType<typeof pageCache>;

async function inEachEncoding(identity: Buffer): Promise<CachedPage["bodies"]> {
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // 256 KB is more than any page has. The default is 4 MB for each page that is being compressed.
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    compressGzip(identity),
  ]);
  return { br: ofItsOwn(br), gzip: ofItsOwn(zipped), identity };
}
