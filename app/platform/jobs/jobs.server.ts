import { sql } from "kysely";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";

/** A kind of work that is done later, at least once, so its handler must tolerate being run twice. */
export interface Job<Payload> {
  kind: string;
  handle(payload: Payload, services: Services, jobId: string): Promise<void>;
  /** How many jobs of the kind one process works on side by side; 1 by default. */
  atOnce?: number;
  /**
   * How many seconds a job may take until it counts as failed, and after how many failures it is a dead letter. A
   * process that ends is no failure.
   */
  seconds?: number;
  attempts?: number;
  /** Writes the job down, in the transaction of the work that it belongs to. */
  enqueue(
    db: Db,
    services: Pick<Services, "clock">,
    payload: Payload,
    options?: { uniqueKey?: string; inSeconds?: number },
  ): Promise<void>;
}

/** Writes several jobs down in one statement; at most a few hundred. */
interface ManyAtOnce<Payload> {
  enqueueAll(db: Db, services: Pick<Services, "clock">, payloads: Payload[]): Promise<void>;
}

/** Work that recurs every so many seconds, in one process at a time. */
export interface RecurringJob {
  kind: string;
  everySeconds: number;
  /** How many seconds it may take until it counts as failed. */
  seconds?: number;
  handle(services: Services): Promise<void>;
}

/** Puts jobs of a kind in the queue, for code that must not know their handler. */
export type JobProducer<Payload> = Pick<Job<Payload>, "kind" | "enqueue">;

export function job<Payload extends object>(
  kind: string,
  handle: Job<Payload>["handle"],
  limits: Pick<Job<Payload>, "atOnce" | "seconds" | "attempts"> = {},
): Job<Payload> & ManyAtOnce<Payload> {
  return { ...jobProducer<Payload>(kind), handle, ...limits };
}

export function jobProducer<Payload extends object>(kind: string): JobProducer<Payload> & ManyAtOnce<Payload> {
  const rowOf = (
    { clock }: Pick<Services, "clock">,
    payload: Payload,
    { uniqueKey, inSeconds = 0 }: { uniqueKey?: string; inSeconds?: number } = {},
  ) => {
    // One moment for all times: equal `runAt` and `createdAt` mark a job that is due at once.
    const now = clock.now();
    const at = { now: () => now };
    return {
      ...blank,
      _id: newId(now),
      kind,
      payload: JSON.stringify(payload),
      uniqueKey: uniqueKey ?? null,
      runAt: timestamp(at, inSeconds),
      everySeconds: null,
      createdAt: timestamp(at),
    };
  };
  return {
    kind,
    async enqueue(db, services, payload, options) {
      await db
        .insertInto("jobs")
        .values(rowOf(services, payload, options))
        .onConflict((oc) =>
          oc.column("uniqueKey").where("finishedAt", "is", null).where("diedAt", "is", null).doNothing(),
        )
        .execute();
    },
    async enqueueAll(db, services, payloads) {
      if (payloads.length === 0) return;
      await db
        .insertInto("jobs")
        .values(payloads.map((payload) => rowOf(services, payload)))
        .execute();
    },
  };
}

/**
 * Takes a dead letter off the list because its work was done in another way, so that nobody need retry it. Returns
 * whether there was one.
 */
export async function settleDeadLetter(
  db: Db,
  { clock }: Pick<Services, "clock">,
  uniqueKey: string,
): Promise<boolean> {
  const settled = await db
    .updateTable("jobs")
    .set({ finishedAt: timestamp(clock), diedAt: null, payload: "{}" })
    .where("uniqueKey", "=", uniqueKey)
    .where("diedAt", "is not", null)
    .executeTakeFirst();
  return settled.numUpdatedRows > 0n;
}

/**
 * Deletes the jobs of a kind, done or not, whose payload as JSON begins with `start`; or only the dead ones of them.
 */
export async function forgetJobs(db: Db, kind: string, start: string, scope: "all" | "dead" = "all"): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("kind", "=", kind)
    .$if(scope === "dead", (query) => query.where("diedAt", "is not", null))
    .where(sql<boolean>`substr("payload", 1, ${sql.lit(start.length)}) = ${start}`)
    .execute();
}

/** Deletes the jobs of some kinds, done or not, whose payload as JSON contains a text, such as an address. */
export async function forgetJobsNaming(db: Db, kinds: string[], text: string): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("kind", "in", kinds)
    .where(sql<boolean>`replace("payload", ${JSON.stringify(text)}, '') <> "payload"`)
    .execute();
}

/** A job that nobody has begun. */
export const blank = { attempts: 0, leasedUntil: null, leasedBy: null, finishedAt: null, diedAt: null, lastError: "" };
