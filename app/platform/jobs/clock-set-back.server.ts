import { sql } from "kysely";
import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import type { RecurringJob } from "./jobs.server";

/** A smaller difference comes from a clock that runs slow or was corrected a little. */
export const TOLERANCE_SECONDS = 2;
/** No job is leased for longer. */
export const LONGEST_LEASE_SECONDS = 15 * 60;
/** By then, transactions that wrote jobs by the old clock have ended. */
const SETTLED_MS = 60_000;
const LOOK_AGAIN_MS = 2000;
/**
 * The longest wait for the next try, in seconds with its scatter, by the number of tries so far: the first entry is for
 * one try, the last for all higher numbers.
 */
const WAITS = Array.from({ length: 11 }, (_, n) => Math.min(3600, 5 * 2 ** n) * 1.1 + TOLERANCE_SECONDS);

/**
 * Times are written by the clock on the wall, because processes and machines share no other. When that is set back,
 * everything that is due soon would wait longer by as much. So this looks for jobs that wait longer than their kind of
 * wait can be, and makes them due now. It looks at the first call, and whenever a steady clock shows that the clock has
 * been set back since the last one. Jobs that wait for days on purpose go on waiting. A transaction that began before
 * may still write down such a job, so it looks again for a while.
 */
export function dueAgain({ db, clock, log }: Services, recurring: RecurringJob[]): () => Promise<void> {
  let [before, lookUntil, nextLook] = [Infinity, 0, 0];
  return async () => {
    const steady = performance.now();
    const ahead = clock.now().getTime() - steady;
    const setBack = before - ahead > TOLERANCE_SECONDS * 1000;
    const starts = before === Infinity;
    before = ahead;
    if (setBack && !starts) lookUntil = steady + SETTLED_MS;
    else if (!setBack && (steady > lookUntil || steady < nextLook)) return;
    nextLook = steady + LOOK_AGAIN_MS;
    const later = (seconds: number) => timestamp(clock, seconds);
    const open = db.updateTable("jobs").where("finishedAt", "is", null).where("diedAt", "is", null);
    const woken = await open
      .set({ runAt: later(0) })
      .where((eb) =>
        eb.or([
          ...recurring.map(({ kind, everySeconds }) =>
            eb.and([eb("kind", "=", kind), eb("runAt", ">", later(everySeconds + TOLERANCE_SECONDS))]),
          ),
          // Jobs that were due at once and have never been tried.
          sql<boolean>`"everySeconds" is null and "attempts" = 0 and "runAt" <= "createdAt" and "runAt" > ${later(0)}`,
          ...WAITS.map((seconds, n) =>
            eb.and([
              eb("everySeconds", "is", null),
              eb(sql<number>`"attempts" - "takeovers"`, n + 1 === WAITS.length ? ">=" : "=", n + 1),
              eb("runAt", ">", later(seconds)),
            ]),
          ),
        ]),
      )
      .executeTakeFirst();
    // At a start, nobody works on what an earlier process has left. While this one runs, somebody may.
    await open
      .set({ leasedUntil: later(starts ? 0 : LONGEST_LEASE_SECONDS) })
      .where("leasedUntil", ">", later(LONGEST_LEASE_SECONDS))
      .execute();
    if (woken.numUpdatedRows > 0n)
      log.warn({ jobs: Number(woken.numUpdatedRows) }, "the clock was set back: jobs that waited for it are due now");
  };
}
