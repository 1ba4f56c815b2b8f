import { timestamp } from "~/platform/clock";
import { inWords, tooMany, type RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";

/*
 * Stock that is held is stock that nobody else can buy: how long one buyer may hold goods without paying, and how many
 * holds may begin in one browser and at one address. Figures: docs/security.md.
 */

const DAY_SECONDS = 86_400;
/** Six checkouts that are left alone, or two that were paid at until the end. */
const UNPAID_MINUTES_A_DAY = 180;
/** People who share a browser or a network's address: families, shops, the customers of a mobile network. */
const perBrowser: RateLimit = { name: "hold-browser", points: 30, seconds: DAY_SECONDS };
const perAddress: RateLimit = { name: "hold-address", points: 120, seconds: 3600 };

/** Where a checkout comes from. */
export interface HoldOrigin {
  /** SHA-256 of the browser's word; empty for programs that have none. */
  browser: string;
  /** The network address. */
  address: string;
}

/** Counts a hold that is about to begin; refuses with 429, and says when to try again, once too many were not paid. */
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
    // Once this one is a day old, the newer ones are within the bound.
    const seconds = Math.ceil((Date.parse(createdAt) - clock.now().getTime()) / 1000) + DAY_SECONDS;
    throw tooMany(
      Math.max(1, seconds),
      `We have set goods aside for you for ${UNPAID_MINUTES_A_DAY / 60} hours within a day, and they were not paid for. Please try again ${inWords(Math.max(1, seconds))}.`,
    );
  }
}
