import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { hasBytes } from "~/features/media/stored-files.server";
import { providerTrouble } from "~/platform/cards/provider-trouble.server";
import { timestamp } from "~/platform/clock";
import type { Config } from "~/platform/config.server";
import { isStartupError } from "~/platform/startup-error";
import { mailTrouble } from "~/platform/mail/mail-trouble.server";
import type { Services } from "~/platform/services.server";

/* The checks of `npm run doctor`. Each returns a sentence for each problem, with what to do. */

const GIGABYTE = 1024 ** 3;
const LEAST_FREE = GIGABYTE;

export async function disk({ dataDir }: Pick<Config, "dataDir">, leastFree = LEAST_FREE): Promise<string[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  return free < leastFree
    ? [
        `Only ${Math.round(free / 1024 ** 2)} MB are free where ${dataDir} is: make room, or move it to a larger disk, before writes are refused.`,
      ]
    : [];
}

/** A sentence as the checks return it: in a list of one, or an empty list. */
const listOf = (sentence: string | null): string[] => (sentence === null ? [] : [sentence]);

export const mailServer = async (config: Pick<Config, "smtpUrl">): Promise<string[]> =>
  listOf(await mailTrouble(config));

export const provider = async (config: Pick<Config, "stripe">): Promise<string[]> =>
  listOf(await providerTrouble(config));

/** Checks whether a statement through a pooler may run for ever. Only the pooler can set limits there. */
export async function poolerLimits({ db, config }: Pick<Services, "db" | "config">): Promise<string[]> {
  if (!config.databaseDirectUrl) return [];
  const { rows } = await sql<{ name: string }>`select "name" from pg_settings
    where "name" in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and "setting" = '0'
    order by "name"`.execute(db);
  return rows.length === 0
    ? []
    : [
        `Through the pooler ${rows.map(({ name }) => name).join(", ")} are without end: have it set them with each connection (connect_query of PgBouncer), or one slow statement holds its connection for ever.`,
      ];
}

const CLOCKS_DIFFER_SECONDS = 5;

/** Checks whether this machine's clock agrees with the database's, because all processes share the stored times. */
export async function clocks({ db, dialect, clock }: Pick<Services, "db" | "dialect" | "clock">): Promise<string[]> {
  if (dialect.name === "sqlite") return [];
  const startedAt = performance.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "ms"`.execute(db);
  const tookMs = performance.now() - startedAt;
  const ahead = (clock.now().getTime() - tookMs / 2 - Number(rows[0]?.ms)) / 1000;
  if (Math.abs(ahead) < CLOCKS_DIFFER_SECONDS + tookMs / 2000) return [];
  return [
    `The clock of this machine is ${Math.abs(Math.round(ahead))} seconds ${ahead > 0 ? "ahead of" : "behind"} the database's: have both set by NTP (chrony, systemd-timesyncd). Processes whose clocks differ take jobs and uploads out of each other's hands.`,
  ];
}

/** Checks whether files can be written to their store. */
export async function fileStorage({ files }: Pick<Services, "files">): Promise<string[]> {
  try {
    await files.check();
    return [];
  } catch (error) {
    const { message } = error as Error;
    return [
      isStartupError(error)
        ? message
        : `${message}. See that this machine may reach ${files.place}; pictures are missing, and none are taken meanwhile.`,
    ];
  }
}

const ROWS_AT_ONCE = 500;
const FILES_AT_ONCE = 16;
const NAMED = 5;

/** Checks for files that something shows and that do not exist. */
export async function missingFiles(services: Services): Promise<string[]> {
  const missing: string[] = [];
  let after = "";
  for (;;) {
    const rows = await services.db
      .selectFrom("files")
      .select(["_id", "kind", "widths"])
      .where("attached", "=", 1)
      .where("_id", ">", after)
      .orderBy("_id")
      .limit(ROWS_AT_ONCE)
      .execute();
    const remaining = [...rows];
    // A remote store takes time for each file, so several are looked up at once.
    while (remaining.length > 0)
      await Promise.all(
        remaining.splice(0, FILES_AT_ONCE).map(async (row) => {
          if (!(await hasBytes(services, row))) missing.push(row._id);
        }),
      );
    const last = rows.at(-1);
    if (!last) break;
    after = last._id;
  }
  if (missing.length === 0) return [];
  return [
    `${missing.length} pictures or videos are missing in ${services.files.place} (${missing.slice(0, NAMED).join(", ")}): copy them from the last backup, or have their merchants upload them again.`,
  ];
}

const LATE_SECONDS = 600;

export async function waitingJobs({ db, clock }: Services): Promise<string[]> {
  const [dead, overdue] = await Promise.all([
    db
      .selectFrom("jobs")
      .select(["kind", (eb) => eb.fn.countAll<number>().as("n")])
      .where("diedAt", "is not", null)
      .groupBy("kind")
      .execute(),
    db
      .selectFrom("jobs")
      .select(["kind", (eb) => eb.fn.countAll<number>().as("n")])
      .where("finishedAt", "is", null)
      .where("diedAt", "is", null)
      .where("runAt", "<", timestamp(clock, -LATE_SECONDS))
      .groupBy("kind")
      .execute(),
  ]);
  return [
    ...dead.map(
      ({ kind, n }) => `${n} of the kind ${kind} failed for good: see why at /operator/jobs, and try them again there.`,
    ),
    ...overdue.map(
      ({ kind, n }) =>
        `${n} of the kind ${kind} wait for more than ten minutes: see that the service runs, and its log.`,
    ),
  ];
}
