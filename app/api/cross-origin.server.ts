import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ApiEnv } from "~/platform/http/api.server";

/** Seconds for which a browser keeps the answer to its preflight request; the longest that browsers take. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Calls are for pages of any origin. No cookie proves anything here, so credentials are left out: a page reads what it
 * could read from its own server, with the token that it was given.
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

/** Says that pages of other origins may call, and answers a browser that asks before it does (CORS). */
export const crossOrigin: MiddlewareHandler<ApiEnv> = (c, next) => {
  const isPreflight = c.req.header("Access-Control-Request-Method") !== undefined;
  return c.req.method === "OPTIONS" && !isPreflight ? next() : anyOrigin(c, next);
};
