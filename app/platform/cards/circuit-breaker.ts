interface Options {
  /** Whether an error says that nobody is there, in contrast to a refusal. */
  isOutage(error: unknown): boolean;
  /** The error for calls that are not let through. Seconds until another try makes sense. */
  refusal(retryAfterSeconds: number): Error;
  /** Told when it opens and when it closes. */
  changed(open: boolean): void;
  /** The number of successive outages that opens it. */
  failures?: number;
  /** How long it lets nobody through then, in milliseconds. */
  pauseMs?: number;
  now?: () => number;
}

const FAILURES = 5;
const PAUSE_MS = 10_000;

/**
 * Spares everybody the wait for somebody who does not answer (the usual circuit breaker): after several outages in a
 * row what is asked is refused at once. After a pause one question is let through; its answer closes the breaker, or
 * begins another pause.
 */
export function circuitBreaker({
  isOutage,
  refusal,
  changed,
  failures = FAILURES,
  pauseMs = PAUSE_MS,
  now = () => performance.now(),
}: Options): <T>(question: () => Promise<T>) => Promise<T> {
  let [inARow, openUntil, isOpen, probing] = [0, 0, false, false];

  function note(outage: boolean): void {
    inARow = outage ? inARow + 1 : 0;
    const open = inARow >= failures;
    if (outage && open) openUntil = now() + pauseMs;
    if (open !== isOpen) changed(open);
    isOpen = open;
  }

  return async (question) => {
    const remainingMs = openUntil - now();
    if (isOpen && (remainingMs > 0 || probing)) throw refusal(Math.max(1, Math.ceil(remainingMs / 1000)));
    const isProbe = isOpen;
    if (isProbe) probing = true;
    try {
      const answer = await question();
      note(false);
      return answer;
    } catch (error) {
      note(isOutage(error));
      throw error;
    } finally {
      if (isProbe) probing = false;
    }
  };
}
