import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WAIT_MS } from "../../../../scripts/gate/patience.mjs";
import { newPostgres } from "../../../../tests/databases/databases";
import { databaseOn, inTransaction, type Database } from "../database.server";
import { isOutOfReach } from "../out-of-reach";
import type { PoolLimits } from "./postgres-pool.server";
import { postgres } from "./postgres.server";

/* A Postgres that is slow or busy, or that refuses transactions that are in each other's way. */

const log = pino({ level: "silent" });
let place: Awaited<ReturnType<typeof newPostgres>>;
const databases: Database[] = [];

/** Opens the database with these limits. No machine meets the other limits. */
function limited(limits: Partial<PoolLimits>): Database {
  const patient = { connectMs: WAIT_MS, statementMs: WAIT_MS, lockMs: WAIT_MS, silenceMs: WAIT_MS };
  const database = databaseOn(postgres(place.url, log, { ...patient, ...limits }));
  databases.push(database);
  return database;
}

beforeAll(async () => {
  place = await newPostgres(log);
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await place.database.close();
  await place.drop();
});

const sleep = ({ db }: Database, seconds = 0) => sql`select pg_sleep(${seconds})`.execute(db);
const isOutage = (work: Promise<unknown>) => work.then(() => false, isOutOfReach);

/** Takes both connections of a pool. Returns a function that gives them back. */
async function bothHeld({ db }: Database): Promise<() => Promise<void>> {
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  const hold = () => {
    let begin = () => {};
    const beginning = new Promise<void>((resolve) => (begin = resolve));
    const end = db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      begin();
      await until;
    });
    return { begun: Promise.race([beginning, end]), end };
  };
  const holds = [hold(), hold()];
  const all = async () => {
    release();
    await Promise.allSettled(holds.map(({ end }) => end));
  };
  try {
    await Promise.all(holds.map(({ begun }) => begun));
  } catch (error) {
    await all();
    throw error;
  }
  return all;
}

test("a statement that takes too long is ended, and its connection serves the next", async () => {
  const database = limited({ connections: 1, statementMs: 400 });
  expect(await isOutage(sleep(database, 600))).toBe(true);
  // On a busy machine any statement may take too long; then another is tried.
  await expect.poll(() => isOutage(sleep(database))).toBe(false);
});

test("a lock that another holds for long is not waited for", async () => {
  const database = limited({ lockMs: 200 });
  await place.database.db.insertInto("counters").values({ name: "held", value: 1 }).execute();
  const add = (on: Database) => on.db.updateTable("counters").set({ value: 2 }).where("name", "=", "held").execute();
  await place.database.db.transaction().execute(async (trx) => {
    await trx.updateTable("counters").set({ value: 3 }).where("name", "=", "held").execute();
    expect(await isOutage(add(database))).toBe(true);
  });
  await add(database);
});

test("when every connection is busy, a few wait for their turn, and one more is refused at once", async () => {
  const database = limited({ connections: 2, mostWaiting: 2 });
  const release = await bothHeld(database);
  const three = [sleep(database), sleep(database), sleep(database)];
  // The two others get no answer before the connections are given back.
  await expect(Promise.race(three)).rejects.toThrow("Too many are waiting for a database connection.");
  await release();
  expect((await Promise.allSettled(three)).map(({ status }) => status).toSorted()).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
});

test("whoever waits too long for a connection is told to try again", async () => {
  const database = limited({ connections: 2, connectMs: 400 });
  let release: (() => Promise<void>) | null = null;
  // On a busy machine a new connection may take as long; then it is tried again.
  await expect.poll(async () => (release = await bothHeld(database).catch(() => null))).not.toBeNull();
  expect(await isOutage(sleep(database))).toBe(true);
  await (release as (() => Promise<void>) | null)?.();
});

test("two transactions that wait for each other both happen, at least one of them at its second try", async () => {
  const { db } = place.database;
  await db
    .insertInto("counters")
    .values([
      { name: "left", value: 0 },
      { name: "right", value: 0 },
    ])
    .execute();
  let startCount = 0;
  let bothHold = () => {};
  const allHeld = new Promise<void>((resolve) => (bothHold = resolve));
  const add = (names: [string, string]) =>
    inTransaction(db, async (trx) => {
      const count = (name: string) =>
        trx
          .updateTable("counters")
          .set((eb) => ({ value: eb("value", "+", 1) }))
          .where("name", "=", name)
          .execute();
      await count(names[0]);
      startCount += 1;
      if (startCount === 2) bothHold();
      await allHeld;
      await count(names[1]);
    });
  await Promise.all([add(["left", "right"]), add(["right", "left"])]);
  // Each looks for a deadlock by itself. When both look at the same moment, both are refused.
  expect([3, 4]).toContain(startCount);
  const rows = await db.selectFrom("counters").select("value").where("name", "in", ["left", "right"]).execute();
  expect(rows.map(({ value }) => value)).toEqual([2, 2]);
});

test("a transaction that Postgres always refuses is given up after a few tries, and counts as something that passes", async () => {
  let tries = 0;
  const transaction = inTransaction(place.database.db, async (trx) => {
    tries += 1;
    await sql`do $$ begin raise exception 'not now' using errcode = '40001'; end $$`.execute(trx);
  });
  expect(await isOutage(transaction)).toBe(true);
  expect(tries).toBe(5);
});
