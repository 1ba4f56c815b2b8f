interface Options {
  /** Whether an error means that the service gave no answer, in contrast to a refusal. */
  isOutage(error: unknown): boolean;
  /** The error for calls that are not let through. The argument is the seconds until a retry makes sense. */
  refusal(retryAfterSeconds: number): Error;
  /** Called when the breaker opens and when it closes. */
  changed(open: boolean): void;
  /** The number of successive outages that opens it. */
  failures?: number;
  /** How long the open breaker lets no call through, in milliseconds. */
  pauseMs?: number;
  now?: () => number;
}

const FAILURES = 5;
const PAUSE_MS = 10_000;

/**
 * Spares callers the wait for a service that does not answer (the usual circuit breaker). After several outages in a
 * row it refuses calls at once. After a pause it lets one call through. An answer to it closes the breaker; otherwise
 * another pause begins.
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
