import type { RequestHandler, Response } from "express";
import type { RefusalItem } from "~/platform/refusal";
import { parseUrl } from "~/platform/parse-url";
import type { Step } from "./context.server";
import { answerRefused } from "./http/answer-refused.server";
import { asksForTooMuch, countOf, hasDoubleHeader, REQUEST_BOUNDS } from "./http/request-bounds";

const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** Refuses a request and closes its connection: no browser sends such a request. */
export function refuse(response: Response, status: number, code: RefusalItem["code"], message: string): void {
  answerRefused(response.set("Connection", "close"), status, { message, code });
}

/**
 * Refuses senseless requests before anything reads them: no host or two hosts, an unknown method, a path that is too
 * long or too deep to exist, or more parameters or cookies than any of our pages has.
 */
export function refuseNonsense(): RequestHandler {
  return (request, response, next) => {
    const { headers, url } = request;
    if (hasDoubleHeader(request) || !isHost(headers.host) || !url.startsWith("/"))
      return refuse(response, 400, "unreadable", "The request could not be read.");
    if (!METHODS.has(request.method)) return refuse(response, 405, "unknown_call", "This method is not known here.");
    const end = url.indexOf("?");
    const path = end < 0 ? url : url.slice(0, end);
    const query = end < 0 ? "" : url.slice(end + 1);
    if (path.length > REQUEST_BOUNDS.pathCharacters || countOf(path, /\/|%2f/gi) > REQUEST_BOUNDS.pathSegments)
      return refuse(response, 404, "unknown_call", "There is nothing at this address.");
    if (isTidiedUp(path)) return refuse(response, 404, "unknown_call", "There is nothing at this address.");
    if (!isReadable(path)) return refuse(response, 400, "unreadable", "The address could not be read.");
    if (asksForTooMuch(query)) return refuse(response, 414, "too_large", "The address asks for too much at once.");
    if (countOf(headers.cookie ?? "", /;/g) >= REQUEST_BOUNDS.cookies)
      return refuse(
        response,
        431,
        "too_large",
        "Your browser sends too many cookies. Please delete this site's cookies and try again.",
      );
    next();
  };
}

/** The step of `refuseNonsense`. */
export const bounds: Step = refuseNonsense;

/**
 * Whether a text is a host and nothing else. A host that contains a path would render a page for another address than
 * the one it is cached under.
 */
function isHost(text: unknown): boolean {
  return (
    typeof text === "string" &&
    /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text) &&
    parseUrl(`http://${text}`) !== null
  );
}

/**
 * Whether later steps would read a path as another one. Browsers never send such a path.
 * "/merchant/products/../../login" may carry files here and is the login later; "//elsewhere" leads out of this site.
 */
function isTidiedUp(path: string): boolean {
  return path.startsWith("//") || /[\\#]/.test(path) || /\/(\.|%2e){1,2}(\/|$)/i.test(path);
}

/** Whether every escape in a path can be decoded. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
