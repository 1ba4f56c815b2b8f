import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { asksForTooMuch, hasDoubleHeader } from "~/edge/http/request-bounds";
import { contentEncodingFor, type ContentEncoding } from "~/edge/http/content-encoding.server";
import { COOKIES_ASKED } from "~/session/areas";
import { cdnHeaders, NOT_FOR_CDN } from "./cdn-headers.server";
import type { CachedPage } from "./page-cache.server";

/** A response that is sent without any work: a cached page, or a file of the build. */
export type CachedAnswer = Pick<CachedPage, "headers" | "bodies"> & Partial<Pick<CachedPage, "tags" | "renderedAt">>;

/** A cached page in one encoding, as it goes over the line: header lines one after the other, and the body. */
interface Answer {
  etag: string;
  head: string[];
  /** Once it is no longer true. */
  lateHead: string[];
  body: Buffer;
}

/** Nothing but what tells a browser apart and which styles it has: who sends it sees the pages that everybody sees. */
const ONLY_BROWSER = /^(?:__Host-)?(?:browser|sheets)=[^;]*(?:; (?:__Host-)?(?:browser|sheets)=[^;]*)*$/;

/** Whether somebody asks for something, and sends nothing that is to be read first. */
export function readsOnly(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === "GET" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    // Refused further on.
    !hasDoubleHeader(request)
  );
}

/** Whether whoever asks sees what every visitor sees. */
export function isVisitor(request: IncomingMessage): boolean {
  const { headers, url = "" } = request;
  const { cookie, authorization } = headers;
  return (
    readsOnly(request) &&
    // Refused further on, and not worth reading for the cache either.
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
 * Sends pages of the page cache, and files of the build, as they lie there: which headers, which encoding and which ETag
 * was worked out when one was first sent. `everyAnswer` are the headers that all answers carry; `requestId` is what the
 * log has of this one. Behind a CDN a page that `isTrue` says what it may be kept for; one that became untrue while it
 * was made is not to be kept.
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
    // It is as old there as it is here.
    if (behindCdn && isTrue && page.renderedAt !== undefined)
      ownHeaders.push("Age", String(Math.floor((performance.now() - page.renderedAt) / 1000)));
    if (isKnown(request.headers["if-none-match"], etag)) response.writeHead(304, ownHeaders).end();
    else response.writeHead(200, [...ownHeaders, "Content-Length", String(body.length)]).end(body);
  };
}

/** Whether a browser has it already. Compared weakly, as for a GET. Source: RFC 9110, 13.1.2. */
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
