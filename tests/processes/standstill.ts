import path from "node:path";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import SQLite from "~/platform/database/dialects/sqlite-package.server";
import pg from "pg";
import type { Place } from "./places";

/** A transaction that stops in the middle until it is released. */
export interface Standstill {
  /** Resolves when a transaction has reached this point and stands still. */
  reached: Promise<void>;
  /** Releases the database. Call it when the process that could end the transaction is gone. */
  lift(): Promise<void>;
}

const LOOK_EVERY_MS = 25;
/** A lock that is held at this many checks in a row does not belong to a transaction that continues. */
const LOOKS = 20;
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

/**
 * Makes the next transaction that adds a row to `table` stand still at that point: its earlier statements are done, but
 * nothing is committed.
 */
export function standStillIn(table: string, place: Place): Promise<Standstill> {
  return place.databaseUrl
    ? onPostgres(table, place.databaseUrl)
    : onSqlite(table, path.join(place.folder, "fieldstall.db"));
}

/** The row starts a count that never ends, and the write lock is held meanwhile. */
async function onSqlite(table: string, file: string): Promise<Standstill> {
  const database = new SQLite(file, { timeout: WAIT_MS });
  database.exec(`create view "endless" as with recursive "numbers"("n") as (select 1 union all select "n" + 1 from "numbers") select "n" from "numbers";
    create trigger "standstill" after insert on "${table}" begin select count(*) from "endless"; end`);
  let lifted = false;
  const isLocked = () => {
    try {
      database.exec("begin immediate; rollback");
      return false;
    } catch {
      return true;
    }
  };
  const reached = async () => {
    database.pragma("busy_timeout = 0");
    for (let looks = 0; looks < LOOKS && !lifted; looks = isLocked() ? looks + 1 : 0) await pause();
  };
  return {
    reached: reached(),
    async lift() {
      lifted = true;
      database.pragma(`busy_timeout = ${WAIT_MS}`);
      database.exec(`drop trigger "standstill"; drop view "endless"`);
      database.close();
    },
  };
}

/** The row asks for a lock that the test holds. */
async function onPostgres(table: string, url: string): Promise<Standstill> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_advisory_lock(1)`);
  await client.query(
    `create function "standstill"() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$`,
  );
  await client.query(
    `create trigger "standstill" after insert on "${table}" for each row execute function "standstill"()`,
  );
  let lifted = false;
  const waiting = async () =>
    (
      await client.query(
        `select 1 from pg_locks where "locktype" = 'advisory' and not "granted" and "database" = (select "oid" from pg_database where "datname" = current_database())`,
      )
    ).rowCount ?? 0;
  const reached = async () => {
    while (!lifted && (await waiting()) === 0) await pause();
  };
  return {
    reached: reached(),
    async lift() {
      lifted = true;
      await client.query(`select pg_advisory_unlock(1)`);
      // Waits for the transaction, which is rolled back because its client is gone.
      await client.query(`drop trigger "standstill" on "${table}"`);
      await client.end();
    },
  };
}
