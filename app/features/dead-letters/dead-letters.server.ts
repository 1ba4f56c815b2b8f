import { audit, type Operator } from "~/features/audit/audit.server";
import { pageOfDocs } from "~/features/pagination";
import { isDuplicate } from "~/platform/database/duplicates";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { reviveDeadLetter } from "~/platform/jobs/revive-dead-letter.server";
import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";

const JOBS_A_PAGE = 20;

const unknownJob = refusal("unknown_job", 404, "There is no such job among those that failed for good.");
const newerJob = refusal("newer_job", 409, "A newer job of the same kind does this work already.");

/** A page of the dead jobs, newest first. Their payloads are left out, because they may hold codes and mails. */
export async function deadJobPage({ db }: Pick<Services, "db">, page: number) {
  const { n } = await db
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("diedAt", "is not", null)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("jobs")
    .select(["_id", "kind", "attempts", "lastError", "createdAt", "diedAt"])
    .where("diedAt", "is not", null)
    .orderBy("diedAt", "desc")
    .orderBy("_id", "desc")
    .limit(JOBS_A_PAGE)
    .offset((page - 1) * JOBS_A_PAGE)
    .execute();
  return pageOfDocs(
    rows.map((row) => ({ ...row, diedAt: row.diedAt ?? "" })),
    page,
    JOBS_A_PAGE,
    Number(n),
  );
}

/** Retries a dead job, with all its attempts. */
export async function retryJob(services: Services, operator: Operator, jobId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const kind = await reviveDeadLetter(trx, services, jobId);
    if (kind === undefined) throw unknownJob();
    await audit(trx, services, operator, "job.retried", kind, { job: jobId });
  }).catch((error: unknown) => {
    throw isDuplicate(error, "jobsUnique") ? newerJob() : error;
  });
}
