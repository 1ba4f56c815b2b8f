import { runningService } from "~/api/in-process.server";
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { LISTS } from "~/features/cache-tags";
import { collectCacheTags } from "~/platform/cache-tags.server";
import type { Changes } from "~/platform/database/dialects/changes";
import { requestScope } from "~/platform/log.server";
import { shareOf } from "~/platform/memory.server";
import { canonicalAddress, isPublicAddress } from "~/edge/cache/public-addresses";
import { viewerOf } from "~/edge/page/device-copy.server";
import { isForEverybody, isStillTrue } from "~/edge/cache/page-cache.server";
import { tellsOfSheets } from "~/edge/page/sheets-cookie.server";
import { COOKIES_ASKED } from "~/session/areas";
import { cookiesOf } from "~/session/cookies.server";
import { pageTemplate, templateWord, type PageShape, type PageTemplate } from "~/session/page-template.server";
import { FOR_DEVICE, VIEWER } from "~/ui/device/contract";
import { CannotFill, compileTemplate } from "./compile.server";
import { readerOf, shapeFor, valuesFor } from "./reader.server";

/** With enough memory; `shareOf` gives a smaller process less. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_SEEN = 5000;
/** In characters, because a client can make an address as long as it likes. */
const MOST_LETTERS_SEEN = 1_000_000;
/** Several pages of a list in one. Rendering each card in all its states would take hundreds of milliseconds. */
const SEVERAL_PAGES = /[?&]from=/;
const PRODUCT = /^\/products\/([0-9a-f]{24})(\?|$)/;

interface Template {
  moment: number;
  tags: string[];
  renderedAt: number;
  headers: [string, string][];
  bytes: number;
  fill: ReturnType<typeof compileTemplate>;
}

/** One person's page, before it is compressed. */
export interface ReaderPage {
  headers: [name: string, value: string][];
  body: Buffer;
}

/**
 * Public pages for people who are signed in or have other cookies. Each is rendered once for all of them, with
 * placeholders that are filled in for each. It becomes stale when the page in the page cache does. `render` renders the
 * page at an address for no single person, with its styles in it where it `carries`. `build` is the build whose style
 * sheets a browser may have.
 */
export function templatePages(
  changes: () => Changes,
  render: (address: string, template: PageTemplate, carries: boolean) => Promise<Response>,
  memoryBytes: number,
  build: string,
) {
  const templates = new LRUCache<string, Template>({
    maxSize: shareOf(MOST_BYTES, memoryBytes),
    sizeCalculation: ({ bytes }) => bytes,
  });
  /** By key, the moment of its first request since its last change: a template pays from the second request on. */
  const requestCounts = new LRUCache<string, number>({
    max: MOST_SEEN,
    maxSize: MOST_LETTERS_SEEN,
    sizeCalculation: (_, { length }) => length,
  });
  const making = new Map<string, Promise<Template | null>>();

  async function make(key: string, address: string, shape: PageShape, carries: boolean): Promise<Template | null> {
    const moment = changes().moment();
    const word = templateWord();
    const { result: response, tags } = await collectCacheTags(() =>
      render(address, pageTemplate(shape, word), carries),
    );
    if (!isForEverybody(response)) return null;
    const html = await response.text();
    const template = {
      moment,
      tags,
      renderedAt: performance.now(),
      headers: [...response.headers],
      bytes: html.length,
      fill: compileTemplate(html, word),
    };
    templates.set(key, template);
    return template;
  }

  async function templateFor(address: string, shape: PageShape, carries: boolean): Promise<Template | null> {
    const key = JSON.stringify([address, shape, carries]);
    const cachedTemplate = templates.get(key);
    if (cachedTemplate && isStillTrue(cachedTemplate, changes())) return cachedTemplate;
    const since = requestCounts.get(key);
    // A page that was never rendered has no known tags.
    if (since === undefined || !changes().noneSince(since, cachedTemplate?.tags ?? [LISTS])) {
      requestCounts.set(key, changes().moment());
      return null;
    }
    const pendingTemplate = making.get(key) ?? make(key, address, shape, carries).finally(() => making.delete(key));
    making.set(key, pendingTemplate);
    const template = await pendingTemplate;
    // A reader who came during the rendering may have changed something before.
    return template && isStillTrue(template, changes()) ? template : null;
  }

  /** The page for the request's reader; null if it must be rendered for them alone. */
  return async (request: IncomingMessage, address: string): Promise<ReaderPage | null> => {
    const service = await runningService();
    if (!isTemplated(request, address, cookiesOf(service.config).notice.name)) return null;
    const reader = await readerOf(service, request);
    if (!reader) return null;
    const sheetsCookie = await tellsOfSheets(request.headers.cookie, build, service.config);
    try {
      const template = await templateFor(address, shapeFor(reader, PRODUCT.exec(address)?.[1]), sheetsCookie !== null);
      return (
        template &&
        pageFor(template, template.fill(valuesFor(reader)), viewerOf(reader.token, service.config), sheetsCookie)
      );
    } catch (error) {
      if (!(error instanceof CannotFill)) throw error;
      service.services.log.warn({ reason: error.message }, "a page template could not be filled in");
      return null;
    }
  };
}

/** Whether a request may be answered from an address's template: it only reads a public page, and no notice waits. */
function isTemplated({ method, headers }: IncomingMessage, address: string, notice: string): boolean {
  return (
    method === "GET" &&
    headers.authorization === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers[FOR_DEVICE.toLowerCase()] === undefined &&
    !headers.cookie?.includes(`${notice}=`) &&
    isPublicAddress(address) &&
    canonicalAddress(address) === address &&
    !SEVERAL_PAGES.test(address) &&
    !address.includes(`${COOKIES_ASKED}=`)
  );
}

function pageFor({ headers }: Template, body: Buffer, viewer: string, cookie: string | null): ReaderPage {
  const ownHeaders = new Map(headers);
  ownHeaders.set("cache-control", "private, no-cache");
  ownHeaders.set(VIEWER.toLowerCase(), viewer);
  if (cookie !== null) ownHeaders.set("set-cookie", cookie);
  const scope = requestScope();
  if (scope) scope.cache = "hit";
  ownHeaders.set("server-timing", `db;desc="${scope?.statements ?? 0} statements"`);
  return { headers: [...ownHeaders], body };
}
