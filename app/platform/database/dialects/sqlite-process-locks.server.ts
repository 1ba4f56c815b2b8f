import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Database as SQLiteDatabase } from "better-sqlite3";
import type { ProcessLocks } from "~/platform/processes/process-locks";
import SQLite from "./sqlite-package.server";

/**
 * Node has no call for file locks, but SQLite has one: an exclusive transaction on an empty database file of its own.
 * The kernel frees it when the process ends.
 */
export function sqliteProcessLocks(folder: string): ProcessLocks {
  const fileOf = (name: string) => path.join(folder, `${name}.lock`);
  let ownLock: { name: string; database: SQLiteDatabase } | null = null;
  return {
    async hold(name) {
      mkdirSync(folder, { recursive: true });
      ownLock = { name, database: locked(fileOf(name)) };
    },
    async release() {
      if (!ownLock) return;
      ownLock.database.close();
      rmSync(fileOf(ownLock.name), { force: true });
      ownLock = null;
    },
    async unheld(names) {
      return names.filter((name) => {
        if (!existsSync(fileOf(name))) return true;
        try {
          locked(fileOf(name)).close();
          return true;
        } catch (error) {
          if ((error as { code?: string }).code === "SQLITE_BUSY") return false;
          throw error;
        }
      });
    },
    async forget(names) {
      for (const name of names) rmSync(fileOf(name), { force: true });
    },
  };
}

function locked(file: string): SQLiteDatabase {
  const database = new SQLite(file, { timeout: 0 });
  try {
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
