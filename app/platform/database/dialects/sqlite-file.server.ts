import { closeSync, existsSync, linkSync, mkdirSync, openSync, readSync, rmSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { newToken } from "~/platform/ids.server";
import { isNoRight, noRightTo, StartupError } from "~/platform/startup-error";
import SQLite from "./sqlite-package.server";

const MAGIC = "SQLite format 3\0";
/** Up to this size every page is checked, in well under a second. Larger files are left to `pragma integrity_check`. */
const CHECKED_BYTES = 64 * 1024 * 1024;
const REMEDY =
  "Restore a backup in its place (with the -wal file that belongs to it, or without any), or move it away to begin with an empty shop.";

/** Disk space for opening a well-closed database: the index that its processes share (-shm). */
const ROOM_BYTES = 64 * 1024;

/**
 * Creates the database file if there is none, and examines an existing one before anything is written to it. Throws a
 * StartupError for a file that is empty, damaged, of another program or not writable for us, and for a full disk.
 */
export function usableFile(file: string): void {
  try {
    if (existsSync(file)) look(file);
    else make(file);
  } catch (error) {
    if (isNoRight(error)) throw noRightTo(`The database ${file}`);
    const { code = "", message } = error as Error & { code?: string };
    if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
      throw new StartupError(`The database ${file} is damaged (${message}), and was left as it is. ${REMEDY}`);
    if (!hasRoom(path.dirname(file)))
      throw new StartupError(
        `There is no room on the disk to open the database ${file} (${message}). Make some, and start again.`,
      );
    throw error;
  }
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}

/** Makes a draft first, so that a process killed meanwhile never leaves a file of 0 bytes. */
function make(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${newToken().slice(0, 8)}.new`;
  try {
    const database = new SQLite(draft);
    database.pragma("journal_mode = WAL");
    database.close();
    linkSync(draft, file);
  } catch (error) {
    // Another process has been quicker.
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function look(file: string): void {
  const { size } = statSync(file);
  if (size === 0)
    throw new StartupError(
      `The database ${file} is empty (0 bytes): it is damaged, or a copy that never came whole. ${REMEDY}`,
    );
  const head = Buffer.alloc(MAGIC.length);
  const handle = openSync(file, "r+");
  readSync(handle, head);
  closeSync(handle);
  if (head.toString("latin1") !== MAGIC)
    throw new StartupError(`The database ${file} is damaged, or no database at all, and was left as it is. ${REMEDY}`);
  // At its end, a connection that may write would copy the -wal file's content into the database.
  const database = new SQLite(file, { timeout: 10_000, readonly: true });
  try {
    const tables = database
      .prepare(`select "name" from sqlite_master where "type" = 'table'`)
      .pluck()
      .all() as string[];
    if (tables.length > 0 && !tables.includes("kysely_migration"))
      throw new StartupError(
        `The database ${file} holds tables of another program, and was left as it is. Move it away, or set DATA_DIR to another folder.`,
      );
    const checkResult = size <= CHECKED_BYTES ? database.pragma("quick_check(1)", { simple: true }) : "ok";
    if (checkResult !== "ok")
      throw new StartupError(`The database ${file} is damaged (${String(checkResult)}). ${REMEDY}`);
  } finally {
    database.close();
  }
}
