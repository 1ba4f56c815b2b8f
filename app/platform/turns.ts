import { setTimeout as sleep } from "node:timers/promises";

/** A page is rendered in many short steps, each of which waits for what is computed here: both are in milliseconds. */
const AT_WORK = 8;
const AT_REST = 3;

/**
 * For long computations: called between two short steps of one, it lets everybody else get on every few milliseconds.
 */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_WORK) return;
    await sleep(AT_REST);
    since = performance.now();
  };
}
