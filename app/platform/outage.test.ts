import { describe, expect, test } from "vitest";
import { DatabaseUnavailable, noteFailedConnection } from "./database/out-of-reach";
import { FilesOutOfReach } from "./files/out-of-reach";
import { mayPass, outageOf } from "./outage";
import { Refusal } from "./refusal";

/* Errors of Postgres, SQLite, the system and the drivers are outages or faults. */

const coded = (code: string, about: object = {}) => Object.assign(new Error("something"), { code, ...about });

/** Every class of the Postgres appendix "Error Codes", and each code that is judged differently from its class. */
const SQLSTATES: [name: string, isOutage: boolean, codes: string][] = [
  ["success, warnings, no data, not yet complete", false, "00000 01000 01P01 02000 03000"],
  ["connection", true, "08000 08001 08003 08004 08006 08007 08P01"],
  ["triggers, not supported, locators, grantors, diagnostics", false, "09000 0A000 0B000 0F001 0L000 0Z000 10608"],
  ["the role is none any more", true, "0P000"],
  ["cases, cardinality", false, "20000 21000"],
  ["data", false, "22000 22001 22003 22P02 22021"],
  ["constraints", false, "23000 23502 23503 23505 23514 23P01"],
  ["cursors and transactions in the wrong state", false, "24000 25000 25001 25P01 25P02"],
  ["read-only after a failover, sessions ended for their idleness or length", true, "25006 25P03 25P04"],
  ["a prepared statement that is another connection's", true, "26000"],
  ["triggered changes, privileges, routines", false, "27000 2B000 2BP01 2D000 2F002 2F005 34000 38002 39004 3B001"],
  ["the role is refused", true, "28000 28P01"],
  ["no such database, no such schema", true, "3D000 3F000"],
  ["transactions rolled back", true, "40000 40001 40003 40P01"],
  ["a constraint at the end of a transaction", false, "40002"],
  ["syntax and names", false, "42000 42601 42703 42804 42883 44000"],
  ["a right or a table that was taken away", true, "42501 42P01"],
  ["no more room in a server", true, "53000 53200 53300 53400"],
  ["limits of a statement", false, "54000 54001 54023"],
  ["objects not in their state, locks", true, "55000 55006 55P03"],
  ["an operator, a time-out, a stop", true, "57000 57014 57P01 57P02 57P03 57P04 57P05"],
  ["the system, the configuration, the snapshot", true, "58000 58030 58P01 58P02 72000 F0000 F0001"],
  ["foreign data", true, "HV000 HV00N"],
  ["PL/pgSQL", false, "P0000 P0001 P0004"],
  ["inside Postgres: data or an index damaged", true, "XX000 XX001 XX002"],
  ["classes that nobody has named yet", true, "99000 58P99 ZZ123 QX001 5A000"],
];

const SQLITE: [name: string, isOutage: boolean, codes: string][] = [
  [
    "a statement or its values",
    false,
    "ERROR ERROR_MISSING_COLLSEQ CONSTRAINT CONSTRAINT_UNIQUE CONSTRAINT_CHECK CONSTRAINT_FOREIGNKEY TOOBIG MISMATCH MISUSE RANGE",
  ],
  ["locks", true, "BUSY BUSY_SNAPSHOT BUSY_RECOVERY LOCKED LOCKED_SHAREDCACHE PROTOCOL ABORT ABORT_ROLLBACK INTERRUPT"],
  ["disks", true, "IOERR IOERR_READ IOERR_SHORT_READ IOERR_WRITE IOERR_FSYNC IOERR_SHMMAP IOERR_LOCK IOERR_CORRUPTFS"],
  ["read-only", true, "READONLY READONLY_DBMOVED READONLY_DIRECTORY READONLY_CANTINIT READONLY_RECOVERY PERM AUTH"],
  ["files that cannot be opened or are damaged", true, "CANTOPEN CANTOPEN_ISDIR CORRUPT CORRUPT_INDEX NOTADB NOLFS"],
  ["memory, the schema, the library", true, "NOMEM SCHEMA INTERNAL NOTFOUND EMPTY FORMAT"],
  ["results that nobody has named yet", true, "TOMORROW IOERR_TOMORROW UNKNOWN_SQLITE_ERROR_9999"],
];

const ERRNOS: [name: string, isOutage: boolean, codes: string][] = [
  [
    "the line",
    true,
    "ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT ECONNABORTED",
  ],
  ["the disk", true, "EIO EROFS EACCES EPERM ESTALE ENXIO ENODEV EUCLEAN ENOTCONN EBUSY"],
  ["the machine", true, "EMFILE ENFILE ENOMEM EAGAIN ENOBUFS EADDRNOTAVAIL"],
  ["names that nobody has named yet", true, "ETOMORROW"],
  ["the file or the call that was named", false, "ENOENT EEXIST EINVAL EISDIR ENOTDIR EBADF ENAMETOOLONG EXDEV"],
  ["Node's own, of a program that is wrong", false, "ERR_INVALID_ARG_TYPE ERR_STREAM_DESTROYED"],
];

describe("an error of", () => {
  const rows = [
    ...SQLSTATES,
    ...SQLITE.map(([name, is, codes]) => [name, is, codes.replace(/\S+/g, "SQLITE_$&")] as const),
    ...ERRNOS,
  ];
  test.each(rows)("%s passes: %s", (_, isOutage, codes) => {
    const judged = codes.split(" ").map((code) => [code, outageOf(coded(code))?.item.code ?? null]);
    expect(judged).toEqual(codes.split(" ").map((code) => [code, isOutage ? "unavailable" : null]));
  });
});

test.each(["53100", "SQLITE_FULL", "ENOSPC", "EDQUOT", "EFBIG"])("%s is a full disk, which takes longer", (code) => {
  expect(outageOf(coded(code))).toMatchObject({ item: { code: "storage_full" }, retryAfter: "60" });
});

test("whatever a connection fails with is an outage, such as a certificate that has expired", () => {
  const error = new Error("SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature is missing");
  expect(outageOf(error)).toBeNull();
  noteFailedConnection(error);
  expect(outageOf(error)).not.toBeNull();
});

test.each([
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Received unexpected commandComplete message from backend.",
  "Cannot use a pool after calling end on the pool",
])("what the driver says of a lost connection has no code: %s", (message) => {
  expect(outageOf(new Error(message))).not.toBeNull();
});

test("a file that the disk refuses is about files, and the line to the database about records", () => {
  expect(outageOf(coded("EROFS", { path: "/data/files/a" }))?.event).toBe("files are out of reach");
  expect(outageOf(new FilesOutOfReach("nobody answers"))?.event).toBe("files are out of reach");
  expect(outageOf(coded("ECONNREFUSED"))?.event).toBe("the database is out of reach");
  expect(outageOf(new DatabaseUnavailable("too many wait"))?.event).toBe("the database is out of reach");
});

test("a program that is wrong is no outage", () => {
  for (const error of [new TypeError("x is not a function"), new Error("odd"), null, undefined, "odd", 5])
    expect([outageOf(error), mayPass(error)]).toEqual([null, false]);
});

test("a refusal may pass where it says so itself", () => {
  const failWith = (status: 409 | 429 | 503) => new Refusal(status, [{ message: "No.", code: "no" }]);
  expect([409, 429, 503].map((status) => mayPass(failWith(status as 409)))).toEqual([false, true, true]);
});
