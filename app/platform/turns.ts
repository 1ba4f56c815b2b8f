import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds of work and of rest. A page is rendered in many short steps, each of which waits for the computation
 * here.
 */
const AT_WORK = 8;
const AT_REST = 3;

/**
 * For long computations: returns a function to call between two short steps, which lets other work run every few
 * milliseconds.
 */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_WORK) return;
    await sleep(AT_REST);
    since = performance.now();
  };
}
