import { existsSync } from "node:fs";
import SQLite from "./sqlite-package.server";

/** All remaining pages in one step. A copy in several steps starts again whenever somebody writes meanwhile. */
const ALL_PAGES = 0x7fffffff;

/** Copies a database as it is at one moment, while others read and write it. */
export async function copySqlite(file: string, to: string): Promise<void> {
  const database = new SQLite(file, { readonly: true, timeout: 10_000 });
  try {
    await database.backup(to, { progress: () => ALL_PAGES });
  } finally {
    database.close();
  }
}

/** Whether another program has the database open. */
export function sqliteInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new SQLite(file, { timeout: 0 });
  try {
    // Only the sole user of a file can leave WAL, the journal that several share.
    database.pragma("journal_mode = DELETE");
    database.pragma("journal_mode = WAL");
    return false;
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith("SQLITE_BUSY")) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** The errors in a database, in SQLite's words. Empty when it is whole. */
export function brokenInSqlite(file: string): string[] {
  const database = new SQLite(file, { timeout: 10_000, readonly: true });
  try {
    const messages = (database.pragma("integrity_check(5)") as { integrity_check: string }[])
      .map((row) => row.integrity_check)
      .filter((words) => words !== "ok");
    const strays = (database.pragma("foreign_key_check") as { table: string; parent: string }[]).slice(0, 5);
    return [
      ...messages,
      ...strays.map(({ table, parent }) => `a row of ${table} names one of ${parent} that is not there`),
    ];
  } finally {
    database.close();
  }
}
