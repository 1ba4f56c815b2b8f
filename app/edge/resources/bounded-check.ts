/** The outcome of a check: null where all is well, "no answer" where it has not ended in time. */
export type Result = null | "no answer" | { error: unknown };

export interface Bounds {
  /** Milliseconds that a caller waits for the check. */
  deadlineMs: number;
  /** Milliseconds that a result is answered without a new check. */
  freshMs: number;
}

/**
 * Wraps a check of something that may hang, so that each caller is answered within the deadline. One check runs at a
 * time, so that nothing piles up behind one that hangs. Callers get "no answer" at once while it does.
 */
export function boundedCheck(check: () => Promise<unknown>, { deadlineMs, freshMs }: Bounds): () => Promise<Result> {
  let last: { at: number; result: Result } | null = null;
  let running: Promise<Result> | null = null;

  function begin(): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const settle = (result: Result) => {
      clearTimeout(timer);
      running = null;
      last = { at: performance.now(), result };
      return result;
    };
    const outcome = check().then(
      () => settle(null),
      (error: unknown) => settle({ error }),
    );
    const patience = new Promise<Result>((resolve) => {
      timer = setTimeout(() => {
        running = Promise.resolve("no answer");
        resolve("no answer");
      }, deadlineMs);
    });
    return Promise.race([outcome, patience]);
  }

  return () => {
    if (running) return running;
    if (last && performance.now() - last.at < freshMs) return Promise.resolve(last.result);
    return (running = begin());
  };
}
