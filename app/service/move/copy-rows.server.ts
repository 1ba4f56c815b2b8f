import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { SqliteRows, StoredRow } from "~/platform/database/dialects/sqlite-rows.server";
import { UNFINISHED_MOVE } from "~/platform/database/unfinished-move.server";

/** A batch of a table that has come. */
export interface CopiedBatch {
  table: string;
  rows: number;
}

/** The note that nothing but rows of the source is in the tables, and those are whole batches. */
const EMPTIED = "";

/** Whether a move has begun to fill the target, so that it may go on. */
export async function hasBegun(target: Db): Promise<boolean> {
  return (await notesOf(target)).has(EMPTIED);
}

/** Removes the rows that the target's migrations wrote: those of the source come instead. */
export async function emptyTables(target: Db, tables: Iterable<string>): Promise<void> {
  await target.transaction().execute(async (trx) => {
    await sql`truncate ${sql.join([...tables].map((name) => sql.table(name)))}`.execute(trx);
    await note(trx, EMPTIED, 0);
  });
}

/**
 * Copies every row that has not come yet. A batch and the note how far it goes are one transaction, so that it may be
 * killed at any moment and begun again. `tell` hears of each batch.
 */
export async function copyRows(source: SqliteRows, target: Db, tell: (batch: CopiedBatch) => void): Promise<void> {
  const lastRows = await notesOf(target);
  for (const [table, columns] of source.tables) {
    for (const batch of source.batches(table, lastRows.get(table))) {
      await target.transaction().execute(async (trx) => {
        await insertRows(trx, table, columns, batch.rows);
        await note(trx, table, batch.lastRow);
      });
      tell({ table, rows: batch.rows.length });
    }
  }
  await continueNumbers(target);
}

/** The last row of each table that has come. */
async function notesOf(target: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; lastRow: number }>`
    select "name", "lastRow" from ${sql.table(UNFINISHED_MOVE)}`.execute(target);
  return new Map(rows.map(({ name, lastRow }) => [name, lastRow]));
}

async function note(target: Db, name: string, lastRow: number): Promise<void> {
  await sql`insert into ${sql.table(UNFINISHED_MOVE)} ("name", "lastRow") values (${name}, ${lastRow})
    on conflict ("name") do update set "lastRow" = excluded."lastRow"`.execute(target);
}

/** One parameter for all rows: Postgres takes 65,535 at most. */
async function insertRows(target: Db, table: string, columns: string[], rows: StoredRow[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    target,
  );
}

/** Numbers that Postgres counts itself go on after the largest that has come. */
async function continueNumbers(target: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select "c".table_name as "table", "c".column_name as "column",
      pg_get_serial_sequence(quote_ident("c".table_name), "c".column_name) as "sequence"
    from information_schema.columns as "c"
    where "c".table_schema = current_schema() and "c".column_default like 'nextval(%'`.execute(target);
  for (const { table, column, sequence } of rows)
    await sql`select setval(${sequence}::regclass, coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(target);
}
