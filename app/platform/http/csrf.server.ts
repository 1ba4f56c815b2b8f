import type { NextFunction, Request, Response } from "express";
import type { Config } from "~/platform/config.server";
import { answerRefused } from "./answer-refused.server";
import { askToConfirm, takeConfirmation } from "./confirm-post.server";

/* Protection against cross-site request forgery (CSRF): by what browsers say of where a request comes from. */

/** Whether a request can change nothing by its method, so that anybody's page may cause it. */
export function isSafe(request: Pick<Request, "method">): boolean {
  return request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
}

/**
 * Refuses with 403 what another site's page makes a browser send, with our cookies or without: the response could set
 * some. Browsers say where a request comes from in Sec-Fetch-Site or Origin, old ones in Referer; programs that are no
 * browsers say nothing and need not. A form of a browser that says nothing is asked to be confirmed.
 */
export function refuseCrossSite(config: Pick<Config, "publicUrl" | "secret" | "previousSecret">) {
  const publicHost = new URL(config.publicUrl).host;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isSafe(request)) return next();
    const from = originOf(request, publicHost);
    if (from === "ours") return next();
    if (from === "unsaid" && isForm(request)) {
      if (takeConfirmation(config, request)) return next();
      askToConfirm(config, request, response).catch(next);
      return;
    }
    const message = "This request came from another site, so it was refused. Please open our site and try again.";
    answerRefused(response, 403, { message, code: "other_origin" });
  };
}

/** What a page without scripts posts; calls and scripts can do nothing with a page that asks. */
function isForm(request: Request): boolean {
  return (
    request.method === "POST" &&
    !/^\/api\/|\.data$/.test(request.path) &&
    /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers["content-type"] ?? "")
  );
}

/**
 * Where a request comes from: a page of ours, at the host that was asked or at that of PUBLIC_URL, or a program that is
 * no browser; another site; a browser that does not say.
 */
export function originOf(request: Pick<Request, "headers">, publicHost: string): "ours" | "other" | "unsaid" {
  const { origin, referer, "sec-fetch-site": site, "user-agent": program = "" } = request.headers;
  const ours = (address: string) => {
    const host = URL.canParse(address) ? new URL(address).host : "";
    return host !== "" && (host === request.headers.host || host === publicHost) ? "ours" : "other";
  };
  if (site !== undefined) return site === "same-origin" || site === "none" ? "ours" : "other";
  if (origin !== undefined) return ours(origin);
  if (referer !== undefined) return ours(referer);
  return request.headers.cookie === undefined || !/^(mozilla|opera)/i.test(program) ? "ours" : "unsaid";
}
