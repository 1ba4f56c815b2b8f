import { randomBytes } from "node:crypto";

/** The milliseconds of the newest id, and its random part. */
let [newestMs, newest] = [0, 0n];

/**
 * 24 hex characters: 11 of milliseconds since 1970 (so that ids sort by age until the year 2527), 13 random ones
 * (so that they cannot be guessed). Ids that one process makes within the same millisecond sort by age too: each adds
 * 32 random bits to the one before, as long as 52 bits hold the sum (some million ids).
 */
export function newId(now: Date = new Date()): string {
  const ms = now.getTime();
  const next = newest + randomBits(32) + 1n;
  newest = ms === newestMs && next < 1n << 52n ? next : randomBits(51);
  newestMs = ms;
  return ms.toString(16).padStart(11, "0") + newest.toString(16).padStart(13, "0");
}

function randomBits(bits: number): bigint {
  return BigInt.asUintN(bits, randomBytes(8).readBigUInt64BE());
}

/** The lowest id of a moment (ISO 8601): rows written from then on have it or a higher one. */
export const lowestIdAt = (moment: string): string =>
  Date.parse(moment).toString(16).padStart(11, "0") + "0".repeat(13);

/** 256 random bits as 64 hex characters: tokens, idempotency keys, client secrets. */
export function newToken(): string {
  return randomBytes(32).toString("hex");
}
