import type Package from "better-sqlite3";
import SQLite from "./sqlite-package.server";

/** A row as SQLite stores it: texts, integers and nulls. */
export type StoredRow = Record<string, string | number | null>;

export interface Batch {
  rows: StoredRow[];
  /** SQLite's number of the last row. */
  lastRow: number;
}

/** Rows may have the number 0, because some tables number their rows themselves. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
/** A batch ends with the row that reaches either limit. */
const BATCH = { rows: 2000, characters: 4 * 1024 ** 2 };

export interface SqliteRows {
  /** Names of tables and their columns, each table after those that its rows refer to. */
  tables: Map<string, string[]>;
  count(table: string): number;
  /** The rows of a table in batches, by SQLite's own row numbers, starting after `lastRow`. */
  batches(table: string, lastRow?: number): Iterable<Batch>;
  close(): void;
}

/**
 * Reads all tables of a database, except those that SQLite, Kysely or the search indexes keep for themselves. Nobody
 * else can open the database meanwhile. Throws SQLite's error SQLITE_BUSY if somebody has it open.
 */
export function readSqlite(file: string): SqliteRows {
  const database = new SQLite(file, { fileMustExist: true, timeout: 0 });
  try {
    // In WAL mode, others could otherwise still read and begin to write.
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("begin exclusive");
    const tables = tablesOf(database);
    return {
      tables,
      count: (table) =>
        database
          .prepare(`select count(*) from ${quoted(table)}`)
          .pluck()
          .get() as number,
      *batches(table, lastRow = BEFORE_ALL) {
        const select = database.prepare(
          `select rowid as "rowNumber", * from ${quoted(table)} where rowid > ? order by rowid limit ${BATCH.rows}`,
        );
        for (let last = lastRow; ;) {
          const batch = fill(select.iterate(last));
          if (batch.rows.length === 0) return;
          last = batch.lastRow;
          yield batch;
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function fill(storedRows: Iterable<unknown>): Batch {
  const batch: Batch = { rows: [], lastRow: 0 };
  let characters = 0;
  for (const one of storedRows) {
    const { rowNumber, ...row } = one as StoredRow & { rowNumber: number };
    batch.rows.push(row);
    batch.lastRow = rowNumber;
    for (const value of Object.values(row)) characters += typeof value === "string" ? value.length : 8;
    if (characters >= BATCH.characters) break;
  }
  return batch;
}

function tablesOf(database: Package.Database): Map<string, string[]> {
  const names = database
    .prepare(`select "name" from pragma_table_list where "schema" = 'main' and "type" = 'table' order by "name"`)
    .pluck()
    .all() as string[];
  const remaining = new Set(names.filter((name) => !name.startsWith("sqlite_") && !name.startsWith("kysely_")));
  const tables = new Map<string, string[]>();
  while (remaining.size > 0) {
    const next = [...remaining].find((name) => parentsOf(database, name).every((parent) => !remaining.has(parent)));
    if (next === undefined) throw new Error(`Tables refer to each other in a circle: ${[...remaining].join(", ")}.`);
    remaining.delete(next);
    tables.set(next, database.prepare(`select "name" from pragma_table_info(?)`).pluck().all(next) as string[]);
  }
  return tables;
}

/** The other tables that a table's rows refer to. */
function parentsOf(database: Package.Database, table: string): string[] {
  const parents = database.prepare(`select "table" from pragma_foreign_key_list(?)`).pluck().all(table) as string[];
  return parents.filter((parent) => parent !== table);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
