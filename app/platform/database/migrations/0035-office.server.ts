import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * A message to the team becomes a conversation, of which somebody takes care; the audit log is narrowed by what was done
 * and by whom.
 */
export async function office(db: Kysely<any>): Promise<void> {
  await table(db, "supportReplies", {
    _id: "id",
    messageId: "text",
    /** team or writer. */
    side: "text",
    /** The operator's id; null where the writer replied. */
    operatorId: "text?",
    text: "text",
    createdAt: "text",
  }).execute();
  await sql`create index "supportRepliesThread" on "supportReplies" ("messageId", "createdAt", "_id")`.execute(db);
  await sql`insert into "supportReplies" ("_id", "messageId", "side", "operatorId", "text", "createdAt")
    select "_id", "_id", 'team', "answeredBy", "answer", "answeredAt" from "supportMessages" where "answer" <> '' and "answeredAt" is not null`.execute(
    db,
  );
  await db.schema.alterTable("supportMessages").dropColumn("answer").execute();
  await db.schema
    .alterTable("supportMessages")
    .addColumn("orderNumber", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("supportMessages").addColumn("assignedTo", "text").execute();
  // Since when an answer is waited for: the writer's last word.
  await db.schema
    .alterTable("supportMessages")
    .addColumn("waitingSince", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await sql`update "supportMessages" set "waitingSince" = "createdAt"`.execute(db);
  await sql`drop index "supportMessagesAge"`.execute(db);
  await sql`create index "supportMessagesState" on "supportMessages" ("answeredAt", "waitingSince", "_id")`.execute(db);
  await sql`create index "supportMessagesWriter" on "supportMessages" ("email", "createdAt" desc, "_id" desc)`.execute(
    db,
  );
  await sql`create index "auditLogAction" on "auditLog" ("action", "createdAt" desc, "_id" desc)`.execute(db);
  await sql`create index "auditLogActor" on "auditLog" ("actorId", "createdAt" desc, "_id" desc)`.execute(db);
}
