import type { NextFunction, Request, Response } from "express";
import type { Config } from "~/platform/config.server";
import { answerRefused } from "~/edge/http/answer-refused.server";
import { askToConfirm, takeConfirmation } from "./confirm-post.server";
import { acceptsHost, originIn } from "~/edge/http/own-origin.server";

/* Protection against cross-site request forgery (CSRF), by what browsers say about where a request comes from. */

/** Whether a request's method changes nothing, so that any site's page may cause the request. */
export function isSafe(request: Pick<Request, "method">): boolean {
  return request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
}

/**
 * Refuses with 403 a request that another site's page makes a browser send. Our cookies need not be in it, because the
 * response could set some. Browsers say where a request comes from in Sec-Fetch-Site or Origin, old ones in Referer.
 * Programs that are no browsers need not. A form of a browser that does not say it must be confirmed. Calls that a
 * token proves are accepted from anywhere.
 * @param hidesOrigin whether the page at a path makes its browser hide the origin
 */
export function refuseCrossSite(
  config: Pick<Config, "publicUrl" | "production" | "secret" | "previousSecret">,
  hidesOrigin: (path: string) => boolean,
) {
  const ownAddress = { origin: new URL(config.publicUrl).origin, acceptsHost: acceptsHost(config) };
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isSafe(request) || isProvenByToken(request)) return next();
    const from = originOf(request, { ...ownAddress, isHidden: hidesOrigin(request.path) });
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

/**
 * Whether a request is a call with a token. Calls read no cookies, and no browser adds a token by itself, so another
 * site's page can send nothing but tokens that it was given.
 */
export function isProvenByToken({ path, headers }: Pick<Request, "path" | "headers">): boolean {
  return path.startsWith("/api/v1/") && /^(Bearer\s+)?[\w-]{16,}$/i.test(headers.authorization ?? "");
}

/** Whether a request is the post of a page's form. Calls and scripts cannot use a page that asks for confirmation. */
function isForm(request: Request): boolean {
  return (
    request.method === "POST" &&
    !/^\/api\/|\.data$/.test(request.path) &&
    /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers["content-type"] ?? "")
  );
}

export interface OwnOrigin {
  /** The origin of PUBLIC_URL. */
  origin: string;
  /** Whether a page at the `Host` of the request is ours as well. */
  acceptsHost: boolean;
  /** Whether the page has `Referrer-Policy: no-referrer`, under which a browser writes `Origin: null`. */
  isHidden?: boolean;
}

/**
 * Where a request comes from. "ours": a page of ours, or a program that is no browser. "other": another site. "unsaid":
 * a browser that does not say.
 */
export function originOf(
  { headers }: Pick<Request, "headers">,
  { origin: publicOrigin, acceptsHost: byHost, isHidden = false }: OwnOrigin,
): "ours" | "other" | "unsaid" {
  const { origin, referer, "sec-fetch-site": site, "user-agent": program = "", host } = headers;
  const isOwnAddress = (address: string) => {
    const from = originIn(address);
    const isOurs = from !== null && (from === publicOrigin || (byHost && new URL(from).host === host));
    return isOurs ? "ours" : "other";
  };
  if (site !== undefined) return site === "same-origin" || site === "none" ? "ours" : "other";
  if (origin === "null" && isHidden) return "unsaid";
  if (origin !== undefined) return isOwnAddress(origin);
  if (referer !== undefined) return isOwnAddress(referer);
  return headers.cookie === undefined || !/^(mozilla|opera)/i.test(program) ? "ours" : "unsaid";
}
