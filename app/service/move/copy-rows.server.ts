import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { SqliteRows, StoredRow } from "~/platform/database/dialects/sqlite-rows.server";
import { UNFINISHED_MOVE } from "~/platform/database/unfinished-move.server";

/** A batch of a table that was copied. */
export interface CopiedBatch {
  table: string;
  rows: number;
}

/** The name of the note that the tables hold only rows of the source, in whole batches. */
const EMPTIED = "";

/** Whether a move has begun to fill the target, so that it can continue. */
export async function hasBegun(target: Db): Promise<boolean> {
  return (await notesOf(target)).has(EMPTIED);
}

/** Removes the rows that the target's migrations wrote. Rows of the source take their place. */
export async function emptyTables(target: Db, tables: Iterable<string>): Promise<void> {
  await target.transaction().execute(async (trx) => {
    await sql`truncate ${sql.join([...tables].map((name) => sql.table(name)))}`.execute(trx);
    await note(trx, EMPTIED, 0);
  });
}

/**
 * Copies every row that is not yet copied. A batch and the note of its last row are one transaction, so the move can be
 * killed at any moment and started again. Calls `tell` for each batch.
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

/** The last copied row of each table. */
async function notesOf(target: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; lastRow: number }>`
    select "name", "lastRow" from ${sql.table(UNFINISHED_MOVE)}`.execute(target);
  return new Map(rows.map(({ name, lastRow }) => [name, lastRow]));
}

async function note(target: Db, name: string, lastRow: number): Promise<void> {
  await sql`insert into ${sql.table(UNFINISHED_MOVE)} ("name", "lastRow") values (${name}, ${lastRow})
    on conflict ("name") do update set "lastRow" = excluded."lastRow"`.execute(target);
}

/** One parameter for all rows, because Postgres takes at most 65,535. */
async function insertRows(target: Db, table: string, columns: string[], rows: StoredRow[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    target,
  );
}

/** Lets the sequences of Postgres continue after the largest copied number. */
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
