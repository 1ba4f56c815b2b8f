import { Kysely, sql } from "kysely";
import type { Database } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";

/**
 * Does work without the indexes on products that exist only for speed, and creates them again afterwards: Postgres
 * builds an index faster than it adds a million entries to it. On SQLite it only does the work.
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
  // Postgres would vacuum by itself within a minute.
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}
