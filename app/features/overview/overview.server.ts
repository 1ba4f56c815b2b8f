import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";

/** How much waits for an operator, in one statement. The navigation of the operators' area loads it with every page. */
export async function overviewOf(db: Db) {
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("products")
        .select(sql<number>`count(*)`.as("n"))
        .where("availType", "=", "in-review")
        .where("deletedAt", "is", null)
        .as("products"),
      eb
        .selectFrom("productRevisions as r")
        // The join starts at the few changes, because SQLite would otherwise go through all products on sale.
        .crossJoin("products as p")
        .whereRef("p._id", "=", "r.productId")
        .select(sql<number>`count(*)`.as("n"))
        .where("p.availType", "=", "published")
        .where("p.deletedAt", "is", null)
        .as("changes"),
      eb
        .selectFrom("stores")
        .select(sql<number>`count(*)`.as("n"))
        .where("status", "=", "waiting")
        .as("merchants"),
      eb
        .selectFrom("supportMessages")
        .select(sql<number>`count(*)`.as("n"))
        .where("answeredAt", "is", null)
        .as("support"),
      eb
        .selectFrom("reviews")
        .select(sql<number>`count(*)`.as("n"))
        .where("openReports", ">", 0)
        .as("reportedReviews"),
      eb
        .selectFrom("conversations")
        .select(sql<number>`count(*)`.as("n"))
        .where("openReports", ">", 0)
        .as("reportedConversations"),
      eb
        .selectFrom("moderationCases")
        .select(sql<number>`count(*)`.as("n"))
        .where("state", "in", ["reported", "objected"])
        .as("reports"),
      eb
        .selectFrom("refunds")
        .select(sql<number>`count(*)`.as("n"))
        .where("failedAt", "is not", null)
        .as("failedRefunds"),
      eb
        .selectFrom("jobs")
        .select(sql<number>`count(*)`.as("n"))
        .where("diedAt", "is not", null)
        .as("deadJobs"),
      eb
        .selectFrom("jobs")
        .select(sql<number>`count(*)`.as("n"))
        .where("finishedAt", "is", null)
        .where("diedAt", "is", null)
        .where("everySeconds", "is", null)
        .as("waitingJobs"),
    ])
    .executeTakeFirstOrThrow();
  return {
    review: Number(counts.products) + Number(counts.changes),
    merchants: Number(counts.merchants),
    support: Number(counts.support),
    reportedReviews: Number(counts.reportedReviews),
    reportedConversations: Number(counts.reportedConversations),
    reports: Number(counts.reports),
    failedRefunds: Number(counts.failedRefunds),
    deadJobs: Number(counts.deadJobs),
    waitingJobs: Number(counts.waitingJobs),
  };
}
