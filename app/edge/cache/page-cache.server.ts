import { constants, brotliCompress, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { LISTS, STOCK } from "~/features/cache-tags";
import { collectCacheTags, noteCacheTags } from "~/platform/cache-tags.server";
import type { Changes } from "~/platform/database/dialects/changes";
import { ofItsOwn, shareOf } from "~/platform/memory.server";
import { canonicalAddress, isPublicAddress } from "./public-addresses";

const MINUTE = 60_000;
/** How old a page may be that is shown because today's cannot be made. */
const HOUR = 60 * MINUTE;
/** Where there is room. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Memory that a page takes in addition to its text: headers, tags, encodings. Its address may be longer than it is. */
const ENTRY_BYTES = 4096;
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A rendered page or answer, with the data that tells whether it is stale. */
export interface Rendered {
  /** It was read after it, or was seen to be true then. */
  moment: number;
  /** Tags of everything that it shows. */
  tags: string[];
  /** On a clock that nobody sets. */
  renderedAt: number;
}

/** A public page as it was rendered, in each encoding that a browser may take. */
export interface CachedPage extends Rendered {
  headers: [string, string][];
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
}

const age = ({ renderedAt }: Rendered) => performance.now() - renderedAt;

/** Whether what was rendered is still what would be rendered now. */
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

/** Whether it is a page that everybody may be shown, and not an answer to who asked alone. */
export const isCached = (answer: CachedPage | Response): answer is CachedPage => "bodies" in answer;

/**
 * The page cache: public pages, which are the same for every visitor without cookies. Each is kept until something that
 * it shows changes, or a minute has passed. While the database is out of reach, the last page that there was will do.
 */
export function pageCache(changes: () => Changes, memoryBytes = Infinity) {
  const cache = new LRUCache<string, CachedPage>({
    maxSize: shareOf(MOST_BYTES, memoryBytes),
    sizeCalculation: (page, address) => page.bodies.identity.length * 2 + address.length * 2 + ENTRY_BYTES,
  });
  /** Pages that are being made, and since which moment. */
  const making = new Map<string, { moment: number; page: Promise<CachedPage | undefined> }>();

  /** The page under its own address, unless something has changed that it shows. */
  function get(address: string): CachedPage | undefined {
    const page = cache.get(address);
    return page && isStillTrue(page, changes()) ? page : undefined;
  }

  /** Keeps what was rendered; undefined where it is not for everybody. */
  async function keep(
    address: string,
    response: Response,
    moment: number,
    tags: string[],
  ): Promise<CachedPage | undefined> {
    if (response.status === 503) {
      // A program is told, and waits; a person would rather see the page of before.
      const last = address.startsWith("/api/") ? undefined : cache.get(address);
      return last && age(last) < HOUR ? last : undefined;
    }
    if (!isForEverybody(response)) return undefined;
    const page: CachedPage = {
      moment,
      tags,
      renderedAt: performance.now(),
      // The request's id would be somebody else's; each that the answer is sent to gets its own.
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
   * Makes a page and keeps it; an answer that is not for everybody comes back as it is. In the place of a page that
   * could not be made for now comes the last one that could. Who asks for a page that is being made waits for that
   * one, unless it was begun before a change that they may know of.
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
    /** The address to render a page for and to keep it under: without what the page does not read. */
    keyOf: canonicalAddress,

    get,

    /** The page for an address as it was asked for, with whatever else a link carries. */
    find: (address: string) => get(address) ?? (address.includes("?") ? get(canonicalAddress(address)) : undefined),

    isTrue: (page: CachedPage) => isStillTrue(page, changes()),

    page,

    /**
     * The same for an answer of the service. Unlike a page it tells how many are left of each product, so that every
     * sale voids it.
     */
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
        // A window of 256 KB is more than a page has; the usual one is 4 MB, for each that is compressed at a time.
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    compressGzip(identity),
  ]);
  return { br: ofItsOwn(br), gzip: ofItsOwn(zipped), identity };
}
