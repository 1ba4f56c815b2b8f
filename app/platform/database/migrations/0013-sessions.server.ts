import { sql, type Kysely } from "kysely";

/** Facts about sessions for their owner, and how long one may lie idle. Those that live keep their thirty days. */
export async function sessions(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("tokens")
    .addColumn("device", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("tokens")
    .addColumn("lastUsedAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("tokens")
    .addColumn("idleSeconds", "integer", (c) => c.notNull().defaultTo(30 * 86_400))
    .execute();
  await sql`update "tokens" set "lastUsedAt" = "createdAt"`.execute(db);
}
