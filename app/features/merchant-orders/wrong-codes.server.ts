import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";

/** Codes of no order: up to this many in ten minutes are typing errors, more are guesses. */
const LIMIT = { name: "hand-over", points: 60, seconds: 600 };

/**
 * Runs `work` with a code, and counts it if no order has the code. The many orders of a day that a device sends at once
 * when it is online again are not counted. Refuses `too_many_tries`.
 */
export async function countingWrongCodes<T>(
  { rateLimiter }: Pick<Services, "rateLimiter">,
  merchantId: string,
  work: () => Promise<T>,
): Promise<T> {
  await rateLimiter.consume(LIMIT, merchantId);
  let isGuess = false;
  try {
    return await work();
  } catch (failure) {
    isGuess = failure instanceof Refusal && failure.code === "unknown_code";
    throw failure;
  } finally {
    if (!isGuess) await rateLimiter.reward(LIMIT, merchantId);
  }
}
