/** Seconds to wait before the next try; the last one holds for all that follow. */
const WAITS = [1, 2, 4, 8, 15, 30];

/**
 * Resolves when it is time to try again: the longer nothing has come through the later, and at once when the browser
 * says that the line is back or `hurry` is aborted. Browsers are wrong about the line often enough that the clock runs all the same.
 */
export function untilNextTry(tries: number, hurry?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      hurry?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, (WAITS[tries] ?? 30) * 1000);
    addEventListener("online", done);
    hurry?.addEventListener("abort", done);
    if (hurry?.aborted) done();
  });
}
