import type { Selectable } from "kysely";
import { timestamp } from "~/platform/clock";
import type { JobRow } from "~/platform/database/tables/running";
import type { Services } from "~/platform/services.server";
import { inTrace } from "~/platform/tracing/tracing.server";
import { leapsOf } from "./clock-set-ahead.server";
import { dueAgain } from "./clock-set-back.server";
import type { Job, RecurringJob } from "./jobs.server";
import type { Lane } from "./lane";
import { PermanentFailure } from "./permanent-failure";
import { leases } from "./leases.server";
import { writeDownRecurring } from "./recurring.server";

const LOOK_EVERY_MS = 400;
/** The pause between tries to record a finished job while the database is out of reach. */
const WRITE_AGAIN_MS = 500;
/** How long a stop waits for the jobs under way before it hands them back. */
const HAND_BACK_MS = 4000;

const MAX_ATTEMPTS = 10;
const SECONDS = 40;
const LONGEST_WAIT_SECONDS = 3600;

/** Seconds until the next retry after `attempts` failed ones: 5, 10, 20 … up to an hour, a little scattered. */
export function retryBackoffSeconds(attempts: number): number {
  return Math.round(Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** (attempts - 1)) * (0.9 + Math.random() * 0.2));
}

export interface JobRunner {
  /** Starts working: writes the recurring jobs down as soon as the database can be written, and does what is due. */
  start(): Promise<void>;
  /** Takes no further job and waits for those under way. Hands back those that take too long, to be begun anew. */
  stop(): Promise<void>;
  /** Does everything that is due now, then returns; for tests. Recurring jobs are left alone unless named. */
  drain(recurring?: string[]): Promise<void>;
}

export function jobRunner(
  services: Services,
  jobs: Job<never>[],
  recurring: RecurringJob[],
  { handBackMs = HAND_BACK_MS } = {},
): JobRunner {
  const { db, clock, log } = services;
  const lanes = new Map<string, Lane>([
    ...jobs.map(
      ({ kind, handle, atOnce = 1, seconds = SECONDS, attempts = MAX_ATTEMPTS }) =>
        [
          kind,
          { handle: (payload: never, id: string) => handle(payload, services, id), atOnce, seconds, attempts },
        ] as const,
    ),
    ...recurring.map(
      ({ kind, handle, seconds = SECONDS }) =>
        [kind, { handle: () => handle(services), atOnce: 1, seconds, attempts: Infinity }] as const,
    ),
  ]);
  const { lease, handBack } = leases(services, lanes);
  const underWay = new Map<Selectable<JobRow>, Promise<void>>();
  let running = false;
  let loop: Promise<void> = Promise.resolve();
  let wake = () => {};

  const freeKinds = () => [...lanes].filter(([kind, { atOnce }]) => working(kind) < atOnce).map(([kind]) => kind);
  const working = (kind: string) => [...underWay.keys()].filter((row) => row.kind === kind).length;

  /** Does one job and writes down its outcome. */
  async function work(row: Selectable<JobRow>): Promise<void> {
    const lane = lanes.get(row.kind) as Lane;
    const startedAt = performance.now();
    // Includes this one.
    const tries = row.attempts - row.takeovers;
    const ownRow = db.updateTable("jobs").where("_id", "=", row._id).where("attempts", "=", row.attempts);
    try {
      await inTrace(
        `job ${row.kind}`,
        "consumer",
        { "fieldstall.job.kind": row.kind, "fieldstall.job.attempt": row.attempts, "fieldstall.job.id": row._id },
        () => withinSeconds(lane.seconds, lane.handle(JSON.parse(row.payload) as never, row._id)),
      );
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      const dead = row.everySeconds === null && (error instanceof PermanentFailure || tries >= lane.attempts);
      log[dead ? "error" : "warn"](
        { job: row._id, kind: row.kind, attempt: row.attempts, reason: lastError },
        dead ? "a job failed for good" : "a job failed and will be tried again",
      );
      const next = Math.min(retryBackoffSeconds(tries), row.everySeconds ?? Infinity);
      return writeDown(row, () =>
        ownRow.set({
          lastError,
          leasedUntil: null,
          runAt: timestamp(clock, next),
          ...(dead && { diedAt: timestamp(clock) }),
        }),
      );
    }
    // At level info, jobs that run every few seconds would drown everything else.
    log[row.everySeconds === null ? "info" : "debug"](
      { job: row._id, kind: row.kind, attempt: row.attempts, ms: Math.round(performance.now() - startedAt) },
      "a job is done",
    );
    // A finished job needs its payload no longer; it may hold a code or an address.
    await writeDown(row, () =>
      row.everySeconds === null
        ? ownRow.set({ finishedAt: timestamp(clock), leasedUntil: null, payload: "{}" })
        : ownRow.set({
            runAt: timestamp(clock, row.everySeconds),
            leasedUntil: null,
            attempts: 0,
            takeovers: 0,
            lastError: "",
          }),
    );
  }

  /** Retries as long as the lease lasts. After that the job is done once more, here or elsewhere. */
  async function writeDown(row: Selectable<JobRow>, update: () => { execute(): Promise<unknown> }): Promise<void> {
    const until = performance.now() + (lanes.get(row.kind) as Lane).seconds * 1000;
    for (;;) {
      try {
        return void (await update().execute());
      } catch (error) {
        if (performance.now() > until) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_MS));
    }
  }

  function begin(row: Selectable<JobRow>): void {
    const completion = work(row)
      .catch((error) => log.warn({ job: row._id, kind: row.kind, reason: String(error) }, "a job's end was not kept"))
      .finally(() => {
        underWay.delete(row);
        wake();
      });
    underWay.set(row, completion);
  }

  async function run(): Promise<void> {
    const afterSetBack = dueAgain(services, recurring);
    const leapt = leapsOf(clock);
    let [reachable, writtenDown, missed] = [true, false, ""];
    while (running) {
      try {
        // Not in `start`, where a database that cannot be written just then would keep the process from serving at all.
        if (!writtenDown) await writeDownRecurring(services, recurring);
        writtenDown = true;
        await afterSetBack();
        const kinds = freeKinds();
        const leased = kinds.length > 0 ? await lease(kinds, leapt()) : null;
        if (!reachable) log.info("the job runner can reach the database again");
        reachable = true;
        if (leased?.mine) begin(leased.job);
        // Another process was quicker, so look again at once. But a job that is missed twice running is one that no
        // statement can change, as in a damaged index: then wait, because on SQLite no other work gets a turn between
        // two statements.
        const isStuck = leased !== null && !leased.mine && leased.job._id === missed;
        missed = leased && !leased.mine ? leased.job._id : "";
        if (leased && !isStuck) continue;
      } catch (error) {
        if (reachable) log.error({ reason: String(error) }, "the job runner cannot reach the database");
        reachable = false;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, LOOK_EVERY_MS);
      });
    }
  }

  return {
    async start() {
      running = true;
      loop = run();
    },
    async stop() {
      running = false;
      wake();
      await loop;
      const timeout = new Promise((resolve) => setTimeout(resolve, handBackMs).unref());
      await Promise.race([Promise.all(underWay.values()), timeout]);
      await handBack([...underWay.keys()]);
    },
    async drain(kinds = []) {
      for (let leased = await lease([...lanes.keys()]); leased; leased = await lease([...lanes.keys()]))
        if (leased.mine) await work(leased.job);
      for (const r of recurring) if (kinds.includes(r.kind)) await r.handle(services);
    },
  };
}

async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} seconds.`)), seconds * 1000).unref();
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
