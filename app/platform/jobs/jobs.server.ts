import { timestamp } from "~/platform/clock";
import { isDuplicate, type Db } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";

/** A kind of work that is done later, at least once: its handler must not mind being run twice. */
export interface Job<Payload> {
  kind: string;
  handle(payload: Payload, services: Services, jobId: string): Promise<void>;
  /** Writes the job down, in the transaction of what it belongs to. */
  enqueue(
    db: Db,
    services: Pick<Services, "clock">,
    payload: Payload,
    options?: { uniqueKey?: string; inSeconds?: number },
  ): Promise<void>;
}

/** Work that comes round every so many seconds, in one process at a time. */
export interface RecurringJob {
  kind: string;
  everySeconds: number;
  handle(services: Services): Promise<void>;
}

/** Puts jobs of a kind in the queue, where it must not be known how they are handled. */
export type JobProducer<Payload> = Omit<Job<Payload>, "handle">;

export function job<Payload extends object>(kind: string, handle: Job<Payload>["handle"]): Job<Payload> {
  return { ...jobProducer<Payload>(kind), handle };
}

export function jobProducer<Payload extends object>(kind: string): JobProducer<Payload> {
  return {
    kind,
    async enqueue(db, { clock }, payload, { uniqueKey, inSeconds = 0 } = {}) {
      await db
        .insertInto("jobs")
        .values({
          ...blank,
          _id: newId(clock.now()),
          kind,
          payload: JSON.stringify(payload),
          uniqueKey: uniqueKey ?? null,
          runAt: timestamp(clock, inSeconds),
          everySeconds: null,
          createdAt: timestamp(clock),
        })
        .onConflict((oc) => oc.doNothing())
        .execute();
    },
  };
}

/** Takes a dead letter off the list: what the job failed for good at is done all the same, so nobody need retry it. */
export async function settleDeadLetter(db: Db, { clock }: Pick<Services, "clock">, uniqueKey: string): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ finishedAt: timestamp(clock), diedAt: null, payload: "{}" })
    .where("uniqueKey", "=", uniqueKey)
    .where("diedAt", "is not", null)
    .execute();
}

const blank = { attempts: 0, leasedUntil: null, finishedAt: null, diedAt: null, lastError: "" };

/** Longest that a handler may take; after it another process may start the job again. */
const LEASE_SECONDS = 45;
const MAX_ATTEMPTS = 10;
const LONGEST_WAIT_SECONDS = 3600;

/** Seconds until the next retry after `attempts` failed ones: 5, 10, 20 … up to an hour, a little scattered. */
export function retryBackoffSeconds(attempts: number): number {
  return Math.round(Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** (attempts - 1)) * (0.9 + Math.random() * 0.2));
}

export interface JobRunner {
  /** Writes the recurring jobs down and starts working. */
  start(): Promise<void>;
  /** Takes no further job and waits for those under way. */
  stop(): Promise<void>;
  /** Does everything that is due now, then returns; for tests. Recurring jobs are left alone unless named. */
  drain(recurring?: string[]): Promise<void>;
}

export function jobRunner(services: Services, jobs: Job<never>[], recurring: RecurringJob[]): JobRunner {
  const { db, clock, log } = services;
  const handlers = new Map<string, (payload: never, id: string) => Promise<void>>([
    ...jobs.map((j) => [j.kind, (payload: never, id: string) => j.handle(payload, services, id)] as const),
    ...recurring.map((r) => [r.kind, () => r.handle(services)] as const),
  ]);
  let running = false;
  let loop: Promise<void> = Promise.resolve();

  /** Leases the job that has waited longest, or none. Two processes may see the same one; only one update counts. */
  async function lease() {
    const now = timestamp(clock);
    const due = await db
      .selectFrom("jobs")
      .selectAll()
      .where("finishedAt", "is", null)
      .where("diedAt", "is", null)
      .where("runAt", "<=", now)
      .where((eb) => eb.or([eb("leasedUntil", "is", null), eb("leasedUntil", "<=", now)]))
      .where("kind", "in", [...handlers.keys()])
      .orderBy("runAt")
      .limit(1)
      .executeTakeFirst();
    if (!due) return null;
    const taken = await db
      .updateTable("jobs")
      .set({ leasedUntil: timestamp(clock, LEASE_SECONDS), attempts: due.attempts + 1 })
      .where("_id", "=", due._id)
      .where("attempts", "=", due.attempts)
      .where("runAt", "=", due.runAt)
      .where("finishedAt", "is", null)
      .executeTakeFirst();
    return { job: { ...due, attempts: due.attempts + 1 }, mine: taken.numUpdatedRows === 1n };
  }

  async function work(row: NonNullable<Awaited<ReturnType<typeof lease>>>["job"]): Promise<void> {
    const mine = db.updateTable("jobs").where("_id", "=", row._id).where("attempts", "=", row.attempts);
    try {
      await handlers.get(row.kind)?.(JSON.parse(row.payload) as never, row._id);
      // What was done needs its payload no longer; it may hold a code or an address.
      await (
        row.everySeconds === null
          ? mine.set({ finishedAt: timestamp(clock), leasedUntil: null, payload: "{}" })
          : mine.set({ runAt: timestamp(clock, row.everySeconds), leasedUntil: null, attempts: 0, lastError: "" })
      ).execute();
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      const dead = row.everySeconds === null && row.attempts >= MAX_ATTEMPTS;
      log[dead ? "error" : "warn"](
        { job: row._id, kind: row.kind, attempt: row.attempts, reason: lastError },
        dead ? "a job failed for good" : "a job failed and will be tried again",
      );
      const next = Math.min(retryBackoffSeconds(row.attempts), row.everySeconds ?? Infinity);
      await mine
        .set({ lastError, leasedUntil: null, runAt: timestamp(clock, next), ...(dead && { diedAt: timestamp(clock) }) })
        .execute();
    }
  }

  async function workOnce(): Promise<boolean> {
    const leased = await lease();
    if (leased?.mine) await work(leased.job);
    return leased !== null;
  }

  return {
    async start() {
      for (const { kind, everySeconds } of recurring) {
        try {
          await db
            .insertInto("jobs")
            .values({
              ...blank,
              _id: newId(clock.now()),
              kind,
              payload: "{}",
              uniqueKey: `every ${kind}`,
              runAt: timestamp(clock),
              everySeconds,
              createdAt: timestamp(clock),
            })
            .execute();
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          await db.updateTable("jobs").set({ everySeconds }).where("uniqueKey", "=", `every ${kind}`).execute();
        }
      }
      running = true;
      loop = (async () => {
        while (running) {
          const busy = await workOnce().catch((error) => {
            log.error({ reason: String(error) }, "the job runner could not reach the database");
            return false;
          });
          if (!busy) await new Promise((resolve) => setTimeout(resolve, 400));
        }
      })();
    },
    async stop() {
      running = false;
      await loop;
    },
    async drain(named = []) {
      while (await workOnce());
      for (const r of recurring) if (named.includes(r.kind)) await r.handle(services);
    },
  };
}
