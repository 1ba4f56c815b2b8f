/** The one source of time, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 UTC text, the form in which every time is stored and sent. */
export function timestamp(clock: Clock, plusSeconds = 0): string {
  return new Date(clock.now().getTime() + plusSeconds * 1000).toISOString();
}
