import { sql, type Expression, type SqlBool } from "kysely";
import { timestamp, type Clock } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { newToken } from "~/platform/ids.server";
import type { Log } from "~/platform/log.server";

/** Milliseconds between two checks of which processes live. */
const LOOK_EVERY_MS = 2000;

/**
 * The presence of this process among those that share a database: a row in `processes`, and a lock that ends with the
 * process, however it ends. Leases carry the process's name, so that the work of a dead process is taken over at once
 * instead of when the lease runs out. See docs/decisions/060.
 */
export interface Presence {
  /** The name that leases carry; null until `begin` was called and the row is written. */
  readonly name: string | null;
  /** Announces the process as soon as the database allows it, and removes dead processes from then on. */
  begin(): void;
  /** Removes this process. Call it when its work is finished or handed back. */
  end(): Promise<void>;
  /** One look: announces this process if its row is missing, and removes the processes that have died. */
  look(): Promise<void>;
}

interface Parts {
  db: Db;
  dialect: Pick<Dialect, "processLocks">;
  clock: Clock;
  log: Log;
}

export function presence({ db, dialect: { processLocks }, clock, log }: Parts): Presence {
  const ownName = newToken().slice(0, 16);
  let name: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  let isLocked = false;
  let currentLook: Promise<void> = Promise.resolve();
  let suspects = new Set<string>();

  async function announce(): Promise<void> {
    if (!isLocked) await processLocks.hold(ownName);
    isLocked = true;
    await db
      .insertInto("processes")
      .values({ _id: ownName, startedAt: timestamp(clock) })
      .execute();
    name = ownName;
  }

  async function look(): Promise<void> {
    const rows = await db.selectFrom("processes").select("_id").execute();
    if (!rows.some(({ _id }) => _id === ownName)) await announce();
    const otherNames = rows.map(({ _id }) => _id).filter((name) => name !== ownName);
    const unlocked = otherNames.length > 0 ? await processLocks.unheld(otherNames) : [];
    // A process that has lost its connection takes its lock again within a second. Two looks in a row tell it from a
    // dead one.
    const dead = unlocked.filter((name) => suspects.has(name));
    suspects = new Set(unlocked.filter((name) => !dead.includes(name)));
    if (dead.length === 0) return;
    await db.deleteFrom("processes").where("_id", "in", dead).execute();
    await processLocks.forget(dead);
    log.warn({ processes: dead }, "processes have died, and their work is taken over");
  }

  const lookQuietly = () => {
    // While the database is out of reach nobody can take anything over; the next look tries again.
    currentLook = currentLook.then(() => (isEnding ? undefined : look())).catch(() => undefined);
    return currentLook;
  };

  return {
    get name() {
      return name;
    },
    begin() {
      void lookQuietly();
      timer = setInterval(() => void lookQuietly(), LOOK_EVERY_MS).unref();
    },
    async end() {
      isEnding = true;
      clearInterval(timer);
      await currentLook;
      if (!isLocked) return;
      name = null;
      await db
        .deleteFrom("processes")
        .where("_id", "=", ownName)
        .execute()
        // A row that stays is removed by the next process, which finds its lock free.
        .catch(() => undefined);
      await processLocks.release();
    },
    look,
  };
}

/** True where a process announced itself under this name and has ended since; false for null. */
export function hasEnded(processName: Expression<string | null>): Expression<SqlBool> {
  return sql<SqlBool>`(${processName} is not null and not exists (select 1 from "processes" where "processes"."_id" = ${processName}))`;
}
