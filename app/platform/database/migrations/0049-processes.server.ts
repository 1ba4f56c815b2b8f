import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** The processes that share the database, and which of them works on a job, a request with a key, or an upload. */
export async function processes(db: Kysely<any>): Promise<void> {
  await table(db, "processes", { _id: "id", startedAt: "text" }).execute();
  await db.schema.alterTable("jobs").addColumn("leasedBy", "text").execute();
  await db.schema.alterTable("idempotencyKeys").addColumn("process", "text").execute();
  await db.schema.alterTable("uploadLocks").addColumn("process", "text").execute();
}
