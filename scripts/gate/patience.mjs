/**
 * How long a test waits for something that is to happen, in milliseconds. A wait looks again and again and ends with
 * what it waits for, so that only a failure takes as long. The numbers are far above what any machine needs: on one
 * that is slow or busy nothing else decides a result.
 */
export const WAIT_MS = 300_000;
/** How long one test, or one preparation of tests, may take, in milliseconds: several waits. */
export const TEST_MS = 4 * WAIT_MS;
