import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";

/** Codes that are of no order: so many in ten minutes are slips of a wet thumb, more are guesses. */
const LIMIT = { name: "hand-over", points: 60, seconds: 600 };

/**
 * Does something with a code, and counts it where no order has the code. A day of many orders that are sent at once,
 * when the line is back, is not counted. Refuses `too_many_tries`.
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
