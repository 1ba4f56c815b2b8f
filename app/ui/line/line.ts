/** Seconds without a byte after which an answer counts as lost. */
export const PATIENCE = 20;
/** Bytes per second of the slowest connection. Nothing is heard while files are uploaded, so they get their time. */
export const SLOWEST_LINE = 4096;

/** Seconds to wait before the next try; the last one holds for all that follow. */
const WAITS = [1, 2, 4, 8, 15, 30];

/**
 * The pauses between tries of one thing. Each resolves when it is time to try again: later after each failed try, and
 * at once when the browser says that the connection is back or `hurry` is aborted. A connection that has just come back
 * often drops again, so the pauses are short again after that. A wait that the server asked for (`atLeast`, in seconds)
 * is kept even if the connection comes back. `tries` is the number of tries already made.
 */
export function pausesBetweenTries(tries = 0): (hurry?: AbortSignal, atLeast?: number) => Promise<void> {
  return (hurry, atLeast = 0) =>
    new Promise((resolve) => {
      const wait = Math.max(WAITS[tries] ?? 30, atLeast);
      tries += 1;
      const onDone = () => {
        clearTimeout(timer);
        removeEventListener("online", back);
        hurry?.removeEventListener("abort", onDone);
        resolve();
      };
      const back = () => {
        tries = 0;
        if (atLeast === 0) onDone();
      };
      const timer = setTimeout(onDone, wait * 1000);
      addEventListener("online", back);
      hurry?.addEventListener("abort", onDone);
      if (hurry?.aborted) onDone();
    });
}
