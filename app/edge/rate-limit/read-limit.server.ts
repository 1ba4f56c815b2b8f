import type { Response } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { rateLimitHeaders } from "~/platform/rate-limiter/rate-limiter.server";
import { answerRefused } from "~/edge/http/answer-refused.server";

/** Generous: a mobile network puts many phones behind one address. Pages from the page cache do not count. */
export const READING = { points: 1200, seconds: 60 };

/**
 * Makes the rate limit per client for pages that must be rendered and calls that must be answered. Sets `RateLimit`
 * headers with what is left. Returns whether the request may go on; if not, it has been answered with 429.
 */
export function readLimit({ points, seconds }: { points: number; seconds: number }) {
  const limiter = new RateLimiterMemory({ keyPrefix: "read", points, duration: seconds });
  return async (response: Response, client: string): Promise<boolean> => {
    const state = await limiter.consume(client).catch((rejection: unknown) => {
      if (rejection instanceof RateLimiterRes) return rejection;
      throw rejection;
    });
    const wait = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    response.set(rateLimitHeaders({ name: "read", points, seconds }, { points: state.remainingPoints, seconds: wait }));
    if (state.consumedPoints <= points) return true;
    const message = `Too many requests came from your address. Please try again in ${wait} seconds.`;
    response.set({ "Retry-After": String(wait), "Cache-Control": "no-store" });
    answerRefused(response, 429, { message, code: "too_many_tries" });
    return false;
  };
}
