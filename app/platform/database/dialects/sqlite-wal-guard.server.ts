import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { endianness } from "node:os";
import type SQLite from "better-sqlite3";
import { StartupError } from "~/platform/startup-error";

/** Refuses every write after the -wal file was cut off. Its code is that of a disk error. */
export class WalCut extends Error {
  override name = "WalCut";
  readonly code = "SQLITE_IOERR_SHORT_READ";
}

export interface WalGuard {
  /** Notes how long the -wal file is now. Call it after a commit of this process. */
  note(): void;
  /**
   * Notes the file's length if it has grown. Call it after a commit of another process. `check` handles a file that
   * shrank.
   */
  noteGrowth(): void;
  /**
   * Throws WalCut if the file has lost commits since its length was noted. Throws SQLITE_BUSY if it lost none but
   * others still read it, because the next commit would come after the gap. Call it before each transaction and commit.
   */
  check(): void;
  /** Closes the connections of this process; without a checkpoint if the file was cut off. */
  close(closeConnections: () => void): void;
}

/** Bytes. Source: sqlite.org/walformat.html, sections 1 and 2.1. */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const INDEX_HEADER = 48;
const INDEX = { bytes: 2 * INDEX_HEADER + 4, frames: 16, framesInDatabase: 2 * INDEX_HEADER };

const markerOf = (file: string) => `${file}-cut`;

const remedyOf = (file: string) =>
  `Restore a backup, or go on with what is left: either way remove ${markerOf(file)}, and start again.`;

/** Refuses to open a database whose -wal file was cut off, until an operator has decided what to do. */
export function refuseCutWal(file: string): void {
  if (!existsSync(markerOf(file))) return;
  throw new StartupError(
    `The database ${file} has lost its last changes: something cut off its -wal file while the shop was open. ${remedyOf(file)}`,
  );
}

/**
 * Guards against another program that cuts off the -wal file. SQLite, which relies on its cache, would append after the
 * gap and lose those commits at the next start. When it closes it would destroy the database, by copying zeros from the
 * gap into it.
 */
export function walGuard(file: string, writer: SQLite.Database): WalGuard {
  let bytes = 0;
  const frameBytes = FRAME_HEADER + Number(writer.pragma("page_size", { simple: true }));
  let refusal: WalCut | null = null;
  let index: number | undefined;
  const size = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  /** The number of frames that SQLite has written, and of those in the database file; null while they change. */
  function framesOfIndex(): { written: number; inDatabase: number } | null {
    const head = Buffer.alloc(INDEX.bytes);
    // It stays open. Closing it would drop the locks that SQLite has on it in this process, and another process could
    // then take the database for unused. Source: sqlite.org/howtocorrupt.html, section 2.2.
    index ??= openSync(`${file}-shm`, "r");
    readSync(index, head, 0, head.length, 0);
    if (head.compare(head, INDEX_HEADER, 2 * INDEX_HEADER, 0, INDEX_HEADER) !== 0) return null;
    const at = (offset: number) => (endianness() === "LE" ? head.readUInt32LE(offset) : head.readUInt32BE(offset));
    return { written: at(INDEX.frames), inDatabase: at(INDEX.framesInDatabase) };
  }

  /**
   * Whether the file holds everything that SQLite has written and not yet copied into the database. A shorter file may
   * be whole, because SQLite truncates it at some checkpoints. The index tells; a checkpoint of a cut file would copy
   * part of a transaction.
   */
  function isWhole(): boolean {
    const frames = framesOfIndex();
    if (!frames || WAL_HEADER + frames.written * frameBytes <= size()) return true;
    if (frames.inDatabase < frames.written) return false;
    const [result] = writer.pragma("wal_checkpoint(truncate)") as { busy: number }[];
    if (result?.busy !== 0)
      throw Object.assign(new Error("The -wal file was cut off while others read it."), { code: "SQLITE_BUSY" });
    return true;
  }

  function closeIndex(): void {
    if (index !== undefined) closeSync(index);
    index = undefined;
  }

  function mark(): WalCut {
    refusal ??= new WalCut(
      `The -wal file of the database was cut off, and nothing is written any more. ${remedyOf(file)}`,
    );
    try {
      writeFileSync(markerOf(file), `${refusal.message}\n`);
    } catch {
      // If the disk takes nothing, only the log says so.
    }
    return refusal;
  }

  return {
    note() {
      if (!refusal) bytes = size();
    },
    noteGrowth() {
      if (!refusal) bytes = Math.max(bytes, size());
    },
    check() {
      if (refusal) throw mark();
      const bytesNow = size();
      // Within a transaction a shorter file was cut off, because no process truncates it and SQLite makes no
      // checkpoint.
      if (bytesNow < bytes && (writer.inTransaction || !isWhole())) throw mark();
      bytes = bytesNow;
    },
    close(closeConnections) {
      if (!refusal && (size() >= bytes || isWhole())) {
        closeConnections();
        return closeIndex();
      }
      mark();
      // The last connection makes a checkpoint when it closes, which copies nothing from an empty file. The rest is put
      // back afterwards.
      const rest = readFileSync(`${file}-wal`);
      truncateSync(`${file}-wal`, 0);
      closeConnections();
      closeIndex();
      writeFileSync(`${file}-wal`, rest);
    },
  };
}
