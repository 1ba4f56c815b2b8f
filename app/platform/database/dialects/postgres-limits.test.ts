import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPostgres } from "../../../../tests/databases/databases";
import { databaseOn, inTransaction, type Database } from "../database.server";
import { isOutOfReach } from "../out-of-reach";
import { postgres } from "./postgres.server";

/* A Postgres that is slow, busy, or refuses transactions that got in each other's way. */

const log = pino({ level: "silent" });
let place: Awaited<ReturnType<typeof newPostgres>>;
let database: Database;

beforeAll(async () => {
  place = await newPostgres(log);
  database = databaseOn(
    postgres(place.url, log, { connections: 2, connectMs: 300, statementMs: 400, lockMs: 200, mostWaiting: 2 }),
  );
});
afterAll(async () => {
  await database.close();
  await place.database.close();
  await place.drop();
});

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db);
const refused = (work: Promise<unknown>) => work.then(() => false, isOutOfReach);

test("a statement that takes too long is ended, and its connection serves the next", async () => {
  expect(await refused(sleep(5))).toBe(true);
  await sleep(0);
});

test("a lock that another holds for long is not waited for", async () => {
  await place.database.db.insertInto("counters").values({ name: "held", value: 1 }).execute();
  const add = (on: Database) => on.db.updateTable("counters").set({ value: 2 }).where("name", "=", "held").execute();
  await place.database.db.transaction().execute(async (trx) => {
    await trx.updateTable("counters").set({ value: 3 }).where("name", "=", "held").execute();
    expect(await refused(add(database))).toBe(true);
  });
  await add(database);
});

test("when every connection is busy, a few wait for their turn, and one more is refused at once", async () => {
  const busy = [sleep(0.25), sleep(0.25)];
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waiting = [sleep(0), sleep(0)];
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(sleep(0)).rejects.toThrow("Too many are waiting for a database connection.");
  await Promise.all([...busy, ...waiting]);
});

test("whoever waits too long for a connection is told to try again", async () => {
  const busy = [sleep(0.35), sleep(0.35)].map((work) => work.catch(() => undefined));
  expect(await refused(sleep(0))).toBe(true);
  await Promise.all(busy);
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
  let begun = 0;
  let bothHold = () => {};
  const held = new Promise<void>((resolve) => (bothHold = resolve));
  const add = (names: [string, string]) =>
    inTransaction(db, async (trx) => {
      const count = (name: string) =>
        trx
          .updateTable("counters")
          .set((eb) => ({ value: eb("value", "+", 1) }))
          .where("name", "=", name)
          .execute();
      await count(names[0]);
      begun += 1;
      if (begun === 2) bothHold();
      await held;
      await count(names[1]);
    });
  await Promise.all([add(["left", "right"]), add(["right", "left"])]);
  // Each looks for a deadlock by itself: when both look in the same moment, both are refused.
  expect([3, 4]).toContain(begun);
  const rows = await db.selectFrom("counters").select("value").where("name", "in", ["left", "right"]).execute();
  expect(rows.map(({ value }) => value)).toEqual([2, 2]);
});

test("a transaction that Postgres always refuses is given up after a few tries, and counts as something that passes", async () => {
  let tries = 0;
  const given = inTransaction(place.database.db, async (trx) => {
    tries += 1;
    await sql`do $$ begin raise exception 'not now' using errcode = '40001'; end $$`.execute(trx);
  });
  expect(await refused(given)).toBe(true);
  expect(tries).toBe(5);
});
