import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Room for one process that works on strangers' files, or for other work that takes as much memory. */
export interface ProcessSlot {
  /**
   * Runs `work` when no other work is running. `leave` ends the process that this caller keeps between its works, and
   * settles when it is gone. It is called before another caller's work begins, and must be the same function each time.
   */
  run<T>(leave: () => Promise<void>, work: () => Promise<T>): Promise<T>;
}

/** For little memory: callers that share a slot take turns, so that their peaks do not add up. */
export function processSlot(): ProcessSlot {
  let last: Promise<unknown> = Promise.resolve();
  let leaveLast = async () => {};
  return {
    run(leave, work) {
      const ownTurn = last.then(async () => {
        if (leave !== leaveLast) await leaveLast();
        leaveLast = leave;
        return work();
      });
      last = ownTurn.catch(() => undefined);
      return ownTurn;
    },
  };
}

/** For enough memory for all at once: nobody waits, and nobody has to leave. */
export const roomForAll: ProcessSlot = { run: (_, work) => work() };

/** For work in the shop's own process, which leaves no process to end. */
export const leavesNothing = async (): Promise<void> => {};

/** Ends a process, whatever it is doing, and settles when it is gone. */
export async function waitForExit(child: ChildProcess): Promise<void> {
  const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const exit = isThere ? once(child, "exit") : undefined;
  child.kill("SIGKILL");
  await exit;
}
