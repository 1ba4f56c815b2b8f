import { isDiskFull } from "~/platform/disk-full";

/** A statement was not even begun, since the database is known to be out of reach or has too much to do already. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  readonly code = "DATABASE_UNAVAILABLE";
}

/*
 * Everything that a driver throws counts as an outage, except for the codes below: faults of a statement or of its
 * values, which no waiting mends. A code that nobody has thought of is an outage.
 */

/**
 * Classes of SQLSTATE for faults of a statement or its values (Postgres, appendix A): not begun, not supported,
 * triggers and routines, cardinality, data, constraints, cursors, transactions begun or ended in the wrong place,
 * savepoints, syntax, limits of a statement, PL/pgSQL.
 */
const FAULTY_CLASSES = /^(0[0-3]|09|0[ABFLZ]|10|2[0-7]|2[BDF]|3[4-9]|3B|42|44|54|P0)/;
/** Codes of these classes that are outages nevertheless, each with its name in Postgres. */
const PASSING = new Set([
  "25006", // read_only_sql_transaction: after a failover, or on a disk that its host has closed
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "26000", // invalid_sql_statement_name: a pooler has given us another connection
  "42501", // insufficient_privilege: an administrator has taken a right away
  "42P01", // undefined_table: the database was replaced, or is being restored
]);
/** transaction_integrity_constraint_violation: the only code of its class that a retry does not help. */
const FAULTY = new Set(["40002"]);
/** Five letters and digits. No class begins with E, as the operating system's error names do. */
const SQLSTATE = /^(?!E)[0-9A-Z]{5}$/;

/** Result codes of SQLite for faults of a statement or its values; extended codes begin with them. */
const FAULTY_RESULTS = /^SQLITE_(OK|ROW|DONE|NOTICE|WARNING|ERROR|TOOBIG|CONSTRAINT|MISMATCH|MISUSE|RANGE)(_|$)/;

/** Errors of the operating system about the named file or call, and not about the disk or the connection. */
const FAULTY_ERRNOS = new Set(
  (
    "E2BIG EBADF EDOM EEXIST EFAULT EINVAL EISDIR ELOOP ENAMETOOLONG ENOENT ENOEXEC ENOTDIR ENOTEMPTY ENOTTY ERANGE " +
    "ESPIPE EXDEV"
  ).split(" "),
);
/** Leaves out `ERR_…`, which are Node's own codes for faults of the program. */
const ERRNO = /^E[A-Z0-9]+$/;
const NO_ADDRESS = /^EAI_/;

/** Messages of Postgres's driver that have no code and mean that a connection is unusable. */
const CONNECTION_LOST =
  /^(Connection (terminated|ended)|Query read timeout|timeout e|Received unexpected|Client (was closed|has encountered)|Cannot use a pool after)/;

const failedConnections = new WeakSet<object>();

/** Notes that connecting failed with this error. Whatever it says, no statement was at fault. */
export function noteFailedConnection(error: unknown): void {
  if (typeof error === "object" && error !== null) failedConnections.add(error);
}

/**
 * True when `error` means that the database cannot be reached or used, or is too busy, so that a retry may well
 * succeed. A full disk is told apart (see disk-full.ts), because it does not pass by waiting a moment.
 */
export function isOutOfReach(error: unknown): boolean {
  if (typeof error !== "object" || error === null || isDiskFull(error)) return false;
  if (failedConnections.has(error) || error instanceof DatabaseUnavailable) return true;
  const { code, message = "" } = error as { code?: unknown; message?: string };
  if (typeof code !== "string") return CONNECTION_LOST.test(message);
  if (code.startsWith("SQLITE_")) return !FAULTY_RESULTS.test(code);
  if (SQLSTATE.test(code)) return PASSING.has(code) || !(FAULTY_CLASSES.test(code) || FAULTY.has(code));
  return NO_ADDRESS.test(code) || (ERRNO.test(code) && !FAULTY_ERRNOS.has(code));
}
