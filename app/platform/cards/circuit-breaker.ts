interface Options {
  /** Whether an error says that nobody is there, in contrast to a refusal. */
  isOutage(error: unknown): boolean;
  /** What those are answered who are not let through; seconds until it is worth another try. */
  refusal(retryAfterSeconds: number): Error;
  /** Told when it opens and when it closes. */
  changed(open: boolean): void;
  /** So many outages one after the other open it. */
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
    const left = openUntil - now();
    if (isOpen && (left > 0 || probing)) throw refusal(Math.max(1, Math.ceil(left / 1000)));
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
