import { Kysely, sql } from "kysely";
import type { Database } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";

/**
 * Does work without the indexes over products that are there for speed alone, and makes them again: Postgres builds one
 * faster than it adds a million entries to it. On SQLite the work is all that happens.
 */
export async function withoutIndexes({ dialect }: Database, work: () => Promise<void>): Promise<void> {
  if (dialect.name === "sqlite") return work();
  const db = new Kysely<Tables>({ dialect: dialect.unhurried() });
  const { rows } = await sql<{ name: string; definition: string }>`select indexname as name, indexdef as definition
    from pg_indexes where schemaname = 'public' and tablename = 'products' and indexdef not like 'CREATE UNIQUE%'`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await work();
  for (const { definition } of rows) await sql.raw(definition).execute(db);
  // Postgres would do so by itself within a minute.
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}
