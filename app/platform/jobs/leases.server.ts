import type { Selectable } from "kysely";
import { timestamp } from "~/platform/clock";
import type { JobRow } from "~/platform/database/tables/running";
import { hasEnded } from "~/platform/processes/presence.server";
import type { Services } from "~/platform/services.server";
import type { Leapt } from "./clock-set-ahead.server";
import type { Lane } from "./lane";

/** A lease is longer than a job may take, so that nobody takes over a job whose end is just being written down. */
const GRACE_SECONDS = 5;

/** How many processes may end during one job. A job that ends each of its processes is a dead letter after so many. */
export const MOST_TAKEOVERS = 50;

/** Leases: they keep two processes from doing the same job at the same time. */
export function leases({ db, clock, log, presence }: Services, lanes: Map<string, Lane>) {
  /**
   * Leases the job of these kinds that has waited longest, or none. If two processes see the same job, only one gets
   * it. A lease ends with its process, which is a takeover and no failure; after MOST_TAKEOVERS of them the job is a
   * dead letter. A lease that ended only because the clock `leapt` still holds.
   */
  async function lease(
    kinds: string[],
    leapt: Leapt | null = null,
  ): Promise<{ job: Selectable<JobRow>; mine: boolean } | null> {
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
          hasEnded(eb.ref("leasedBy")),
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
    // A process that ends a try clears the lease. This lease is still there, so its process ended first.
    const takeovers = due.takeovers + (due.leasedUntil === null ? 0 : 1);
    if (due.everySeconds === null && takeovers >= MOST_TAKEOVERS) {
      const lastError = `It never came to an end: its process ended first, ${takeovers} times.`;
      await asSeen.set({ diedAt: now, leasedUntil: null, lastError }).execute();
      log.error({ job: due._id, kind: due.kind, attempt: due.attempts, reason: lastError }, "a job failed for good");
      return { job: due, mine: false };
    }
    const seconds = (lanes.get(due.kind)?.seconds ?? 0) + GRACE_SECONDS;
    const leasedRow = await asSeen
      .set({ leasedUntil: timestamp(clock, seconds), leasedBy: presence.name, attempts: due.attempts + 1, takeovers })
      .executeTakeFirst();
    return { job: { ...due, attempts: due.attempts + 1, takeovers }, mine: leasedRow.numUpdatedRows === 1n };
  }

  /** Lets others begin these jobs at once, as if they had never been begun. */
  async function handBack(rows: Selectable<JobRow>[]): Promise<void> {
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
