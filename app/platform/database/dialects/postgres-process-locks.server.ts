import type pg from "pg";
import type { ProcessLocks } from "~/platform/processes/process-locks";

/** First key of the advisory locks that stand for processes; the second is a hash of the process's name. */
const CLASS = 60;
const HOLD = `select pg_advisory_lock_shared(${CLASS}, hashtext($1))`;
const RELEASE = `select pg_advisory_unlock_shared(${CLASS}, hashtext($1))`;
/**
 * A restart of Postgres frees every lock. Its clients reconnect within a few seconds, so nothing counts as unheld for
 * 15.
 */
const UNHELD = `select "name" from unnest($1::text[]) as "names"("name")
  where pg_postmaster_start_time() < clock_timestamp() - interval '15 seconds'
  and pg_try_advisory_xact_lock(${CLASS}, hashtext("name"))`;

/**
 * Advisory locks of the session that listens for changes. They are shared locks, so that a process is not blocked by
 * its own earlier session, whose end Postgres may notice late.
 */
export function postgresProcessLocks(
  pool: pg.Pool,
  session: () => pg.Client | null,
): ProcessLocks & { holdAgain(client: pg.Client): Promise<void> } {
  let ownName: string | null = null;
  return {
    async hold(name) {
      ownName = name;
      // Without a session `holdAgain` takes the lock, as soon as there is one.
      await session()?.query(HOLD, [name]);
    },
    async holdAgain(client) {
      if (ownName !== null) await client.query(HOLD, [ownName]);
    },
    async release() {
      const name = ownName;
      ownName = null;
      await session()?.query(RELEASE, [name]);
    },
    async unheld(names) {
      const { rows } = await pool.query<{ name: string }>(UNHELD, [names]);
      return rows.map(({ name }) => name);
    },
    forget: async () => undefined,
  };
}
