import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { SqliteRows, StoredRow } from "~/platform/database/dialects/sqlite-rows.server";

const ROWS_AT_A_TIME = 2000;

/** The contents of a table, whatever the order in which its rows are read. */
interface Contents {
  rows: number;
  /** The sum of a number for each row, made from all of its columns. */
  sum: bigint;
}

/** A sentence for each table of the source whose rows differ in the target. */
export async function differingTables(source: SqliteRows, target: Db): Promise<string[]> {
  const sentences: string[] = [];
  for (const [table, columns] of source.tables) {
    const sourceContents = emptyContents();
    for (const { rows } of source.batches(table)) addRows(sourceContents, rows, columns);
    const targetContents = await contentsInPostgres(target, table, columns);
    const count = source.count(table);
    if (count !== targetContents.rows)
      sentences.push(`${table} has ${count} rows, of which ${targetContents.rows} came`);
    else if (sourceContents.sum !== targetContents.sum) sentences.push(`${table} has rows that came with other values`);
  }
  return sentences;
}

const emptyContents = (): Contents => ({ rows: 0, sum: 0n });

function addRows(contents: Contents, rows: StoredRow[], columns: string[]): void {
  for (const row of rows) {
    const text = JSON.stringify(columns.map((column) => row[column]));
    contents.sum += createHash("sha256").update(text).digest().readBigUInt64BE();
    contents.rows += 1;
  }
}

async function contentsInPostgres(target: Db, table: string, columns: string[]): Promise<Contents> {
  const contents = emptyContents();
  await target.transaction().execute(async (trx) => {
    await sql`declare "moved" no scroll cursor for select * from ${sql.table(table)}`.execute(trx);
    for (;;) {
      const { rows } = await sql<StoredRow>`fetch ${sql.lit(ROWS_AT_A_TIME)} from "moved"`.execute(trx);
      if (rows.length === 0) return;
      addRows(contents, rows, columns);
    }
  });
  return contents;
}
