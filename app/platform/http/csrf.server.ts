import type { NextFunction, Request, Response } from "express";

/* Protection against cross-site request forgery (CSRF): by what browsers say of where a request comes from. */

/** Whether a request can change nothing by its method, so that anybody's page may cause it. */
export function isSafe(request: Pick<Request, "method">): boolean {
  return request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
}

/**
 * Refuses with 403 what another site's page makes a browser send, with our cookies or without: the response could set
 * some. Browsers say where a request comes from in Sec-Fetch-Site or Origin, old ones in Referer; programs that are no
 * browsers say nothing and need not.
 */
export function refuseCrossSite(request: Request, response: Response, next: NextFunction): void {
  if (isSafe(request) || isSameOrigin(request)) return next();
  response.status(403);
  const message = "This request came from another site, so it was refused. Please open our site and try again.";
  if (request.path.startsWith("/api/"))
    response.json({ error: [{ message, code: "other_origin" }], requestId: response.getHeader("X-Request-Id") });
  else response.type("text/plain").send(message);
}

/** Whether a request comes from a page of ours, or from a program that is no browser. */
export function isSameOrigin(request: Pick<Request, "headers">): boolean {
  const { origin, referer, "sec-fetch-site": site, "user-agent": program = "" } = request.headers;
  const ours = (address: string) => URL.canParse(address) && new URL(address).host === request.headers.host;
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (origin !== undefined) return ours(origin);
  if (referer !== undefined) return ours(referer);
  return request.headers.cookie === undefined || !/^(mozilla|opera)/i.test(program);
}
