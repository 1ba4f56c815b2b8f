import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";

/**
 * Makes a dead letter due at once, with all its attempts. Returns its kind, or undefined if no dead job has this id. If
 * another job does the same work already, the statement fails as a duplicate.
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
 * The same for the dead letters with these unique keys, unless another job does their work meanwhile. With
 * `diedBefore`, only for those that have been dead since then. Returns how many.
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

/** Deletes jobs a week after they were done. */
export async function sweepJobs({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("finishedAt", "<", timestamp(clock, -KEPT_DAYS * 86_400))
    .execute();
}
