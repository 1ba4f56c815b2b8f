import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/**
 * Lets a job that failed for good be tried anew at once, with all its attempts. Answers its kind, or undefined where no
 * dead job has this id. A job that does the same work already makes the statement fail as a duplicate.
 */
export async function reviveDeadLetter(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  jobId: string,
): Promise<string | undefined> {
  const revived = await trx
    .updateTable("jobs")
    .set({ diedAt: null, attempts: 0, takeovers: 0, leasedUntil: null, runAt: timestamp(clock) })
    .where("_id", "=", jobId)
    .where("diedAt", "is not", null)
    .returning("kind")
    .executeTakeFirst();
  return revived?.kind;
}

/**
 * The same for those of these unique keys that no other job does the work of meanwhile, or only for those of them that
 * have been dead since `diedBefore`. Answers how many.
 */
export async function reviveDeadLetters(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  uniqueKeys: string[],
  diedBefore?: string,
): Promise<number> {
  if (uniqueKeys.length === 0) return 0;
  const revived = await trx
    .updateTable("jobs")
    .set({ diedAt: null, attempts: 0, takeovers: 0, leasedUntil: null, runAt: timestamp(clock) })
    .where("uniqueKey", "in", uniqueKeys)
    .where("diedAt", "is not", null)
    .$if(diedBefore !== undefined, (query) => query.where("diedAt", "<=", diedBefore ?? ""))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("jobs as other")
            .select("other._id")
            .whereRef("other.uniqueKey", "=", "jobs.uniqueKey")
            .where("other.finishedAt", "is", null)
            .where("other.diedAt", "is", null),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(revived.numUpdatedRows);
}

const KEPT_DAYS = 7;

/** Forgets jobs a week after they were done. */
export async function sweepJobs({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("finishedAt", "<", timestamp(clock, -KEPT_DAYS * 86_400))
    .execute();
}
