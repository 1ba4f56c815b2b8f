import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { asksForTooMuch, hasDoubleHeader } from "~/edge/http/request-bounds";
import { contentEncodingFor, type ContentEncoding } from "~/edge/http/content-encoding.server";
import { COOKIES_ASKED } from "~/session/areas";
import { cdnHeaders, NOT_FOR_CDN } from "./cdn-headers.server";
import type { CachedPage } from "./page-cache.server";

/** A response that is sent without any work: a cached page, or a file of the build. */
export type CachedAnswer = Pick<CachedPage, "headers" | "bodies"> & Partial<Pick<CachedPage, "tags" | "renderedAt">>;

/** A cached page in one encoding, ready to send: alternating names and values of its headers, and the body. */
interface Answer {
  etag: string;
  head: string[];
  /** Used instead of `head` when the page is stale. */
  lateHead: string[];
  body: Buffer;
}

/** Only the browser's id and the names of its style sheets: its sender sees the same pages as everybody. */
const ONLY_BROWSER = /^(?:__Host-)?(?:browser|sheets)=[^;]*(?:; (?:__Host-)?(?:browser|sheets)=[^;]*)*$/;

/** Whether a request is a GET without a body. */
export function readsOnly(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === "GET" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    // A later step refuses it.
    !hasDoubleHeader(request)
  );
}

/** Whether the requester sees what every visitor sees. */
export function isVisitor(request: IncomingMessage): boolean {
  const { headers, url = "" } = request;
  const { cookie, authorization } = headers;
  return (
    readsOnly(request) &&
    // A later step refuses it, so the cache need not parse it either.
    !asksForTooMuch(url.slice(url.indexOf("?") + 1)) &&
    authorization === undefined &&
    // A visitor who was asked whether the browser keeps cookies has answered by sending some.
    (cookie === undefined || (ONLY_BROWSER.test(cookie) && !url.includes(`${COOKIES_ASKED}=`)))
  );
}

/** Whether a request comes from a visitor, and without any cookie. */
export function isAnonymous(request: IncomingMessage): boolean {
  return isVisitor(request) && request.headers.cookie === undefined;
}

/**
 * Sends pages of the page cache and files of the build. Headers, encodings and ETags are computed when each is first
 * sent. `everyAnswer` are the headers of all responses. `requestId` is this request's id in the log. Behind a CDN, a
 * page with `isTrue` says how long it may be cached; one that became stale while it was rendered must not be cached.
 */
export function cachedAnswers(everyAnswer: readonly (readonly [name: string, value: string])[], behindCdn = false) {
  const answers = new WeakMap<CachedAnswer, Record<ContentEncoding, Answer>>();
  return (
    request: IncomingMessage,
    response: ServerResponse,
    page: CachedAnswer,
    isTrue: boolean,
    requestId: string,
  ): void => {
    const ready = answers.get(page) ?? responseOf(page, everyAnswer, behindCdn);
    answers.set(page, ready);
    const { etag, head, lateHead, body } = ready[contentEncodingFor(request.headers["accept-encoding"])];
    const ownHeaders = [...(isTrue ? head : lateHead), "X-Request-Id", requestId];
    // A CDN counts the age from the page's rendering.
    if (behindCdn && isTrue && page.renderedAt !== undefined)
      ownHeaders.push("Age", String(Math.floor((performance.now() - page.renderedAt) / 1000)));
    if (isKnown(request.headers["if-none-match"], etag)) response.writeHead(304, ownHeaders).end();
    else response.writeHead(200, [...ownHeaders, "Content-Length", String(body.length)]).end(body);
  };
}

/** Whether the browser already has this page. ETags are compared weakly, as for a GET. Source: RFC 9110, 13.1.2. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(",").some((one) => [etag, "*"].includes(one.trim()));
}

function responseOf(
  page: CachedAnswer,
  everyAnswer: readonly (readonly [string, string])[],
  behindCdn: boolean,
): Record<ContentEncoding, Answer> {
  const headersByName = new Map<string, string>();
  for (const [name, value] of [...everyAnswer, ...page.headers]) headersByName.set(name.toLowerCase(), value);
  const vary = headersByName.get("vary");
  headersByName.set("vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
  const digest = createHash("sha256").update(page.bodies.identity).digest("base64url").slice(0, 22);
  const one = (encoding: ContentEncoding): Answer => {
    const etag = `W/"${digest}-${encoding}"`;
    const head = new Map(headersByName).set("etag", etag);
    if (encoding !== "identity") head.set("content-encoding", encoding);
    const [pageHeaders, lateHeaders] = behindCdn && page.tags ? [cdnHeaders(page.tags), NOT_FOR_CDN] : [[], []];
    const withMore = (extraHeaders: [string, string][]) => [...new Map([...head, ...extraHeaders])].flat();
    return { etag, head: withMore(pageHeaders), lateHead: withMore(lateHeaders), body: page.bodies[encoding] };
  };
  return { br: one("br"), gzip: one("gzip"), identity: one("identity") };
}
