/** Seconds to wait before the next try; the last one holds for all that follow. */
const WAITS = [1, 2, 4, 8, 15, 30];

/**
 * The pauses between tries of one thing. Each resolves when it is time to try again: the longer nothing has come
 * through the later, and at once when the browser says that the line is back or `hurry` is aborted. A line that has
 * just come back often drops again, so the pauses are short anew after that.
 */
export function pausesBetweenTries(): (hurry?: AbortSignal) => Promise<void> {
  let tries = 0;
  return (hurry) =>
    new Promise((resolve) => {
      const wait = WAITS[tries] ?? 30;
      tries += 1;
      const done = () => {
        clearTimeout(timer);
        removeEventListener("online", back);
        hurry?.removeEventListener("abort", done);
        resolve();
      };
      const back = () => {
        tries = 0;
        done();
      };
      const timer = setTimeout(done, wait * 1000);
      addEventListener("online", back);
      hurry?.addEventListener("abort", done);
      if (hurry?.aborted) done();
    });
}
