import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ApiEnv } from "~/platform/http/api.server";

/** Seconds for which a browser caches the answer to its preflight request: the most that browsers accept. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Lets pages of any origin call. The API takes no cookie as proof of identity, so credentials are left out. A page can
 * read only what its own server could read with the token that it was given.
 */
const anyOrigin = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"],
  exposeHeaders: [
    "Content-Disposition",
    "ETag",
    "Idempotency-Replayed",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
  ],
  maxAge: PREFLIGHT_SECONDS,
});

/** Sends the CORS headers that let pages of other origins call, and answers preflight requests. */
export const crossOrigin: MiddlewareHandler<ApiEnv> = (c, next) => {
  const isPreflight = c.req.header("Access-Control-Request-Method") !== undefined;
  return c.req.method === "OPTIONS" && !isPreflight ? next() : anyOrigin(c, next);
};
