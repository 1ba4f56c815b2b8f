import { runningService } from "~/api/in-process.server";
import type { Trouble } from "~/platform/database/replica/replica.server";
import { isDiskFull } from "~/platform/disk-full";
import { FilesOutOfReach } from "~/platform/files/out-of-reach";
import { logOutput } from "~/platform/log.server";
import { sparingProbe, writeProbe } from "~/platform/processes/write-probe.server";
import type { Services } from "~/platform/services.server";
import { boundedCheck, type Result } from "./bounded-check";

/** Load balancers and alerts wait at least a second for an answer. A result is used for another second. */
const BOUNDS = { deadlineMs: 800, freshMs: 1000 };
/** Milliseconds between two writes of the probe. Only on SQLite does a commit cost other processes something. */
const WRITE_EVERY_MS = { sqlite: 5000, postgres: 0 };

/** The reason why a part does not work. Everybody may read it; the text of its error goes to the log alone. */
type Reason = "no answer" | "no room" | "read-only" | "refused" | "out of reach";

export interface Readiness {
  ready: boolean;
  /** Whether it can be read and written. */
  database: boolean;
  files: boolean;
  /** Whether lines of the log are written, and how many were dropped since the start. */
  log: boolean;
  logLinesDropped: number;
  /** A reason for each part that does not work. */
  reasons?: Partial<Record<"database" | "files", Reason>>;
  /** Whether the replica is used, or why not; absent where there is none. */
  replica?: "in use" | Trouble;
}

const checks = new WeakMap<Services, Record<"database" | "files", () => Promise<Result>>>();

/**
 * Tells within a second, whatever hangs, whether the database takes a write and the file store a file. Three parts are
 * reported but do not decide. A file store on another machine is away for all processes alike, and would take the whole
 * shop offline. The primary does the work of a replica. People can buy without the log.
 */
export async function readiness(): Promise<Readiness> {
  const { services } = await runningService();
  const serviceChecks = checks.get(services) ?? checksOf(services);
  checks.set(services, serviceChecks);
  const [database, files] = await Promise.all([serviceChecks.database(), serviceChecks.files()]);
  const reasons = {
    ...(database !== null && { database: reasonOf(database) }),
    ...(files !== null && { files: reasonOf(files) }),
  };
  const { works: log, dropped: logLinesDropped } = logOutput();
  return {
    ready: database === null && (files === null || services.files.elsewhere),
    database: database === null,
    files: files === null,
    log,
    logLinesDropped,
    ...(Object.keys(reasons).length > 0 && { reasons }),
    ...(services.replica && { replica: services.replica.trouble ?? "in use" }),
  };
}

function checksOf({ db, dialect, files, log }: Services): Record<"database" | "files", () => Promise<Result>> {
  const logging = (part: string, check: () => Promise<unknown>) => () =>
    check().catch((error: unknown) => {
      log.error({ part, reason: String(error) }, "not ready");
      throw error;
    });
  const probe = sparingProbe({
    write: () => writeProbe(db),
    read: () => db.selectFrom("processes").select("_id").limit(1).execute(),
    writeEveryMs: WRITE_EVERY_MS[dialect.name],
  });
  return {
    database: boundedCheck(logging("database", probe), BOUNDS),
    files: boundedCheck(
      logging("files", () => files.check()),
      BOUNDS,
    ),
  };
}

const READ_ONLY = /^(25006|EROFS|SQLITE_READONLY.*|SQLITE_IOERR_WRITE)$/;

function reasonOf(result: NonNullable<Result>): Reason {
  if (result === "no answer") return result;
  const { error } = result;
  if (isDiskFull(error)) return "no room";
  if (READ_ONLY.test((error as { code?: string }).code ?? "")) return "read-only";
  return error instanceof FilesOutOfReach && error.needsOperator ? "refused" : "out of reach";
}
