import type { Response } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { rateLimitHeaders } from "~/platform/rate-limiter/rate-limiter.server";
import { answerRefused } from "~/edge/http/answer-refused.server";

/** Generous: a mobile network puts many phones behind one address. What the page cache holds costs nothing of it. */
export const READING = { points: 1200, seconds: 60 };

/**
 * The rate limit on pages that have to be rendered and calls that have to be answered, for each client. Says in
 * `RateLimit` headers what is left. Answers whether the request may go on; one that may not is answered with 429.
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
