import { timestamp } from "~/platform/clock";
import { inWords, tooMany, type RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";

/*
 * Limits on how long one buyer may hold goods without paying, and on how many holds may begin in one browser and at one
 * address, because nobody else can buy held stock. Figures: docs/security.md.
 */

const DAY_SECONDS = 86_400;
/** The minutes of six abandoned checkouts, or of two that are being paid until their longest hold ends. */
const UNPAID_MINUTES_A_DAY = 180;
/** Limits for people who share a browser or a network address: families, shops, the customers of a mobile network. */
const perBrowser: RateLimit = { name: "hold-browser", points: 30, seconds: DAY_SECONDS };
const perAddress: RateLimit = { name: "hold-address", points: 120, seconds: 3600 };

/** Where a checkout comes from. */
export interface HoldOrigin {
  /** SHA-256 of the cookie word that identifies the browser; empty for programs, which have none. */
  browser: string;
  /** The network address. */
  address: string;
}

/** Counts a hold that is about to begin. If there were too many, refuses with 429 and says when to try again. */
export async function boundHolds(services: Services, buyerId: string, { browser, address }: HoldOrigin): Promise<void> {
  if (!services.config.limits) return;
  await mayHold(services, buyerId);
  if (browser) await services.rateLimiter.consume(perBrowser, browser);
  await services.rateLimiter.consume(perAddress, address);
}

async function mayHold({ db, clock }: Services, buyerId: string): Promise<void> {
  const holds = await db
    .selectFrom("orders")
    .select(["createdAt", "heldUntil"])
    .where("buyerId", "=", buyerId)
    .where("status", "=", "released")
    .where("createdAt", ">", timestamp(clock, -DAY_SECONDS))
    .orderBy("createdAt", "desc")
    .execute();
  let milliseconds = 0;
  for (const { createdAt, heldUntil } of holds) {
    milliseconds += Date.parse(heldUntil) - Date.parse(createdAt);
    if (milliseconds < UNPAID_MINUTES_A_DAY * 60_000) continue;
    // When this hold is a day old, the newer holds alone are below the limit.
    const seconds = Math.ceil((Date.parse(createdAt) - clock.now().getTime()) / 1000) + DAY_SECONDS;
    throw tooMany(
      Math.max(1, seconds),
      `We have set goods aside for you for ${UNPAID_MINUTES_A_DAY / 60} hours within a day, and they were not paid for. Please try again ${inWords(Math.max(1, seconds))}.`,
    );
  }
}
