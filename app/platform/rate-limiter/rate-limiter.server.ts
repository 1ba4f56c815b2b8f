import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import type { Clock } from "~/platform/clock";
import type { Config } from "~/platform/config.server";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { Refusal } from "~/platform/refusal";

/** A rate limit: so many tries (points) in so many seconds. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

/** The remainder of a limit, and the seconds until it is whole again. */
export interface Left {
  points: number;
  seconds: number;
}

/** The limit and what is left of it as the headers of draft-ietf-httpapi-ratelimit-headers. */
export function rateLimitHeaders({ name, points, seconds }: RateLimit, remaining: Left): Record<string, string> {
  return {
    "RateLimit-Policy": `"${name}";q=${points};w=${seconds}`,
    RateLimit: `"${name}";r=${remaining.points};t=${remaining.seconds}`,
  };
}

export interface RateLimiter {
  /**
   * Counts one try of `key`, or as many as `points`. Once they are used up, refuses with 429 and says when to try
   * again.
   */
  consume(limit: RateLimit, key: string, points?: number): Promise<void>;
  /** The same for one try, and returns what is left; undefined if limits are switched off. */
  countDown(limit: RateLimit, key: string): Promise<Left | undefined>;
  /** Forgets the tries of `key`, after a success. */
  reset(limit: RateLimit, key: string): Promise<void>;
  /** Gives back one try that turned out not to count. */
  reward(limit: RateLimit, key: string): Promise<void>;
}

/** On Postgres all processes count together. With SQLite there is one process, which counts in its memory. */
export function openRateLimiter(config: Pick<Config, "limits">, dialect: Dialect): RateLimiter {
  if (!config.limits) {
    const noop = async () => undefined;
    return { consume: noop, countDown: noop, reset: noop, reward: noop };
  }
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterFor({ name, points, seconds }: RateLimit): RateLimiterAbstract {
    const existing = limiters.get(name);
    if (existing) return existing;
    const options = { keyPrefix: name, points, duration: seconds };
    const limiter =
      "pool" in dialect
        ? new RateLimiterPostgres({
            ...options,
            storeClient: dialect.pool,
            storeType: "pool",
            tableName: "limits",
            tableCreated: true,
            clearExpiredByTimeout: false,
          })
        : new RateLimiterMemory(options);
    limiters.set(name, limiter);
    return limiter;
  }

  async function take(limit: RateLimit, key: string, points: number): Promise<Left> {
    try {
      return leftOf(await limiterFor(limit).consume(key.slice(0, 200), points));
    } catch (answer) {
      if (!(answer instanceof RateLimiterRes)) throw answer;
      throw tooMany(leftOf(answer).seconds);
    }
  }

  return {
    async consume(limit, key, points = 1) {
      await take(limit, key, points);
    },
    countDown: (limit, key) => take(limit, key, 1),
    async reward(limit, key) {
      await limiterFor(limit).reward(key.slice(0, 200));
    },
    async reset(limit, key) {
      await limiterFor(limit).delete(key.slice(0, 200));
    },
  };
}

function leftOf({ remainingPoints, msBeforeNext }: RateLimiterRes): Left {
  return { points: remainingPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** The refusal of a caller that tries too often. */
export function tooMany(seconds: number, message = `Too many tries. Please try again ${inWords(seconds)}.`): Refusal {
  return new Refusal(429, [{ message, code: "too_many_tries" }], { "Retry-After": String(seconds) });
}

/** "in 40 seconds", "in 3 minutes", "in 2 hours". */
export function inWords(seconds: number): string {
  const [n, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 5400
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return `in ${n} ${unit}${n === 1 ? "" : "s"}`;
}

/** Deletes counts whose time is over. */
export async function sweepRateLimits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.deleteFrom("limits").where("expire", "<", clock.now().getTime()).execute();
}
