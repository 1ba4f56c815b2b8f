import { sql, type Kysely } from "kysely";
import type { Tables } from "~/platform/database/tables";

/** The number of rows in each table. Leaves out tables of search indexes, which each database keeps in its own way. */
export async function rowsOf(db: Kysely<Tables>): Promise<Record<string, number>> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true }))
    .filter(({ name, schema, isView }) => !isView && !/Search(_|$)/.test(name) && (schema ?? "public") === "public")
    .map(({ name }) => name);
  if (tables.length === 0) return {};
  const counts = tables.map((name) => sql`select ${sql.lit(name)} as "name", count(*) as "n" from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}

/** A sentence for each table with another number of rows. */
export function differingRows(expectedCounts: Record<string, number>, actualCounts: Record<string, number>): string[] {
  return Object.entries(expectedCounts)
    .filter(([name, n]) => actualCounts[name] !== n)
    .map(([name, n]) => `${name} has ${actualCounts[name] ?? "no"} rows, and should have ${n}`);
}
