/**
 * The longest that a test waits for an event, in milliseconds. A wait polls and ends with the event, so only a failure
 * takes that long. The limits are far above what any machine needs, so that a slow or busy one changes no result.
 */
export const WAIT_MS = 300_000;
/** The longest that one test or hook may take, in milliseconds: several waits. */
export const TEST_MS = 4 * WAIT_MS;
