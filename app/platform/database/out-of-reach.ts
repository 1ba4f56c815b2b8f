/** A statement was not even begun, since the database is known to be out of reach or has too much to do already. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  readonly code = "DATABASE_UNAVAILABLE";
}

const CODES = new Set([
  "DATABASE_UNAVAILABLE",
  "SQLITE_BUSY",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  // Serialization refused and deadlock, after the last of several tries.
  "40001",
  "40P01",
  // A lock or a statement that took longer than we let it.
  "55P03",
  "57014",
  // Postgres is stopped, crashes, starts.
  "57P01",
  "57P02",
  "57P03",
]);
/** Postgres' classes of codes for a lost connection and for a server that has no more room. */
const CLASSES = /^(08|53)/;
/** Out of disk is another matter: it does not pass by waiting. */
const DISK_FULL = "53100";
/** What the driver says itself has no code. */
const SAID =
  /Connection terminated|Connection ended unexpectedly|timeout exceeded when trying to connect|not queryable|Client was closed/;

/** True when `error` says that the database cannot be reached or is too busy: the same may well succeed in a moment. */
export function isOutOfReach(error: unknown): boolean {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  if (code === DISK_FULL) return false;
  return CODES.has(code) || CLASSES.test(code) || SAID.test(message);
}
