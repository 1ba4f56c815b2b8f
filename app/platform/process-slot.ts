import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Room for one process that works on files of strangers, or other work that takes as much memory. */
export interface ProcessSlot {
  /**
   * Runs `work` when nobody else's goes on. `leave` ends the process that whoever it is still has in between, and
   * settles when it is gone; it is called before somebody else's work begins, and must be the same each time.
   */
  run<T>(leave: () => Promise<void>, work: () => Promise<T>): Promise<T>;
}

/** Where memory is small, those who share a slot take turns: what they need at the most does not add up. */
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

/** Where there is room for all of them at once: nobody waits, and nobody has to leave. */
export const roomForAll: ProcessSlot = { run: (_, work) => work() };

/** For work in the shop itself: nothing of it is left to be ended. */
export const leavesNothing = async (): Promise<void> => {};

/** Ends a process, whatever it is at, and settles when nothing of it is left. */
export async function waitForExit(child: ChildProcess): Promise<void> {
  const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const exit = isThere ? once(child, "exit") : undefined;
  child.kill("SIGKILL");
  await exit;
}
