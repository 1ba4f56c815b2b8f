import type { Lock, Locker, RequestRelease } from "@tus/server";
import type { Clock } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { hasEnded, type Presence } from "~/platform/processes/presence.server";
import { newToken } from "~/platform/ids.server";

/** A holder that has not renewed its lock for this long has died. Clocks of two machines may differ by most of it. */
const LEASE_MS = 20_000;
/** How often a holder renews its lock, and learns whether somebody else waits for it. */
const HEARTBEAT_MS = 400;
const LOOK_AGAIN_MS = 150;
/** A caller that waits longer is asked to retry. */
const PATIENCE_MS = 15_000;

/**
 * Locks of uploads that hold among all processes: each is a row with a lease. A caller that finds a lock held asks its
 * holder to let go, because the holder's connection has probably dropped. The row is deleted when the request ends.
 */
export function leasedLocks(db: Db, clock: Clock, presence: Pick<Presence, "name">): Locker {
  return { newLock: (name) => leasedLock(db, clock, presence, name) };
}

function leasedLock(db: Db, clock: Clock, presence: Pick<Presence, "name">, name: string): Lock {
  const holder = newToken().slice(0, 16);
  const now = () => clock.now().getTime();
  let heartbeat: NodeJS.Timeout | undefined;

  /** Tries to take the lock. Returns whether it is ours now. */
  async function takeLock(): Promise<boolean> {
    const row = { name, holder, process: presence.name, until: now() + LEASE_MS, wanted: 0 as const };
    const { numInsertedOrUpdatedRows: rows } = await db
      .insertInto("uploadLocks")
      .values(row)
      .onConflict((oc) =>
        oc
          .column("name")
          .doUpdateSet(row)
          .where((eb) => eb.or([eb("uploadLocks.until", "<", now()), hasEnded(eb.ref("uploadLocks.process"))])),
      )
      .executeTakeFirstOrThrow();
    return rows === 1n;
  }

  function keep(letGo: RequestRelease): void {
    const beat = async () => {
      const renewed = await db
        .updateTable("uploadLocks")
        .set({ until: now() + LEASE_MS })
        .where("name", "=", name)
        .where("holder", "=", holder)
        .returning("wanted")
        .executeTakeFirst();
      if (!renewed || renewed.wanted === 1) await letGo();
    };
    // While the database is away nobody else can take the lock either, and the lease outlasts a short outage.
    heartbeat = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS).unref();
  }

  return {
    async lock(signal, letGo) {
      const until = performance.now() + PATIENCE_MS;
      while (!(await takeLock())) {
        await db.updateTable("uploadLocks").set({ wanted: 1 }).where("name", "=", name).execute();
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        if (signal.aborted || performance.now() > until) throw (await import("@tus/server")).ERRORS.ERR_LOCK_TIMEOUT;
      }
      keep(letGo);
    },
    async unlock() {
      clearInterval(heartbeat);
      await db.deleteFrom("uploadLocks").where("name", "=", name).where("holder", "=", holder).execute();
    },
  };
}

/** Deletes the locks of processes that died. */
export async function sweepUploadLocks({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.deleteFrom("uploadLocks").where("until", "<", clock.now().getTime()).execute();
}
