import { timestamp } from "~/platform/clock";
import type { JobRow } from "~/platform/database/tables/running";
import type { Services } from "~/platform/services.server";
import type { Leapt } from "./clock-set-ahead.server";
import type { Lane } from "./runner.server";

/** Longer than a job may take, so that nobody takes over one that is just about to be written down. */
const GRACE_SECONDS = 5;

/** What keeps two processes from doing the same job at the same time. */
export function leases({ db, clock, log }: Services, lanes: Map<string, Lane>) {
  const limitOf = (kind: string) => lanes.get(kind)?.attempts ?? Infinity;

  /**
   * Leases the job of these kinds that has waited longest, or none. Of two who see the same one, only one gets it. A
   * lease that ended because the clock `leapt` is not over.
   */
  async function lease(kinds: string[], leapt: Leapt | null = null): Promise<{ job: JobRow; mine: boolean } | null> {
    const now = timestamp(clock);
    const due = await db
      .selectFrom("jobs")
      .selectAll()
      .where("finishedAt", "is", null)
      .where("diedAt", "is", null)
      .where("runAt", "<=", now)
      .where((eb) =>
        eb.or([
          eb("leasedUntil", "is", null),
          eb.and([
            eb("leasedUntil", "<=", now),
            ...(leapt ? [eb.or([eb("leasedUntil", "<=", leapt.from), eb("leasedUntil", ">", leapt.to)])] : []),
          ]),
        ]),
      )
      .where("kind", "in", kinds)
      .orderBy("runAt")
      .limit(1)
      .executeTakeFirst();
    if (!due) return null;
    const asSeen = db
      .updateTable("jobs")
      .where("_id", "=", due._id)
      .where("attempts", "=", due.attempts)
      .where("runAt", "=", due.runAt)
      .where("finishedAt", "is", null);
    if (due.attempts >= limitOf(due.kind)) {
      // Every one of its tries took its process with it, or hung: nobody was left to write that down.
      const lastError = due.lastError || "It never came to an end: its process ended first.";
      await asSeen.set({ diedAt: now, leasedUntil: null, lastError }).execute();
      log.error({ job: due._id, kind: due.kind, attempt: due.attempts, reason: lastError }, "a job failed for good");
      return { job: due, mine: false };
    }
    const seconds = (lanes.get(due.kind)?.seconds ?? 0) + GRACE_SECONDS;
    const taken = await asSeen
      .set({ leasedUntil: timestamp(clock, seconds), attempts: due.attempts + 1 })
      .executeTakeFirst();
    return { job: { ...due, attempts: due.attempts + 1 }, mine: taken.numUpdatedRows === 1n };
  }

  /** Lets others begin these at once, as if they had never been begun. */
  async function handBack(rows: JobRow[]): Promise<void> {
    for (const { _id, attempts } of rows)
      await db
        .updateTable("jobs")
        .set({ leasedUntil: null, attempts: attempts - 1 })
        .where("_id", "=", _id)
        .where("attempts", "=", attempts)
        .execute();
  }

  return { lease, handBack };
}
