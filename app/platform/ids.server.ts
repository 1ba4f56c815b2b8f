import { randomBytes } from "node:crypto";

/**
 * 24 hex characters: 11 of milliseconds since 1970 (so that ids sort by age until the year 2527), 13 random ones
 * (52 bits, so that they cannot be guessed).
 */
export function newId(now: Date = new Date()): string {
  return now.getTime().toString(16).padStart(11, "0") + randomBytes(7).toString("hex").slice(0, 13);
}

/** 256 random bits as 64 hex characters: tokens, idempotency keys, client secrets. */
export function newToken(): string {
  return randomBytes(32).toString("hex");
}
