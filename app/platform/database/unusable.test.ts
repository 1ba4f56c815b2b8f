import {
  copyFileSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "~/platform/database/dialects/sqlite-package.server";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asAdmin, newPostgres, newSqlite } from "../../../tests/databases/databases";
import { StartupError } from "~/platform/startup-error";
import { openDatabase, type Database } from "./database.server";
import { migrate, migrationsOf } from "./migrate.server";
import { longTest } from "../../../tests/fixtures/long-test";

/* A start on a database that cannot be used is refused with a sentence, and the database is left as it is. */

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-unusable-"));
const file = path.join(folder, "fieldstall.db");
const good = path.join(folder, "good.db");
const log = pino({ level: "silent" });

beforeAll(async () => {
  const database = await newSqlite(good);
  for (let n = 0; n < 500; n += 1)
    await database.db
      .insertInto("counters")
      .values({ name: `${n} ${"x".repeat(500)}`, value: n })
      .execute();
  await database.close();
});
beforeEach(() => {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
  copyFileSync(good, file);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The message of a start, and whether it left the file untouched. */
async function start(): Promise<{ said: string; untouched: boolean }> {
  const before = readFileSync(file);
  let database: Database | null = null;
  try {
    database = await openDatabase({ databaseUrl: null, dataDir: folder }, log);
    await migrate(database);
    return { said: "", untouched: true };
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return { said: (error as Error).message, untouched: readFileSync(file).equals(before) };
  } finally {
    await database?.close();
  }
}

test("one that is whole is served", async () => {
  expect(await start()).toEqual({ said: "", untouched: true });
});

test.each([
  ["empty", () => truncateSync(file, 0), "is empty (0 bytes)"],
  ["some other file", () => writeFileSync(file, "Dear diary, today I sold forty apples."), "no database at all"],
  ["cut off", () => truncateSync(file, 100_000), "is damaged"],
  [
    "damaged in its middle",
    () => {
      const handle = openSync(file, "r+");
      for (let page = 3; page < 60; page += 1) writeSync(handle, Buffer.alloc(4000, 7), 0, 4000, page * 4096);
      closeSync(handle);
    },
    "is damaged",
  ],
  [
    "of another program",
    () => {
      rmSync(file);
      new SQLite(file).exec("create table bookmarks (address text)").close();
    },
    "holds tables of another program",
  ],
])("one that is %s is refused, and left as it is", async (_, spoil, words) => {
  spoil();
  const { said, untouched } = await start();
  expect(said).toContain(words);
  expect(said).toContain(file);
  expect(untouched).toBe(true);
});

test("one that a newer version has brought up to date is refused by the build before, on SQLite", async () => {
  new SQLite(file).exec("insert into kysely_migration values ('9999-of-tomorrow', '2026-01-01')").close();
  const { said } = await start();
  expect(said).toMatch(/newer version, which added 9999-of-tomorrow; .* has changed nothing/);
});

test("one that a newer version has brought up to date is refused by the build before, on Postgres", async () => {
  const { database, drop } = await newPostgres(log);
  await database.db
    .insertInto("kysely_migration" as "counters")
    .values({ name: "9999-of-tomorrow", timestamp: "2026-01-01" } as never)
    .execute();
  await expect(migrate(database)).rejects.toThrow(/newer version, which added 9999-of-tomorrow/);
  await database.close();
  await drop();
});

test("a Postgres that is not there is waited for, then named without its password", async () => {
  const database = await openDatabase(
    { databaseUrl: "postgres://shop:hidden@127.0.0.1:9/market", dataDir: folder },
    log,
  );
  const failure = await migrate(database, { patienceMs: 100 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect((failure as Error).message).toMatch(/^The database 127\.0\.0\.1:9\/market cannot be used .*DATABASE_URL/);
  expect((failure as Error).message).not.toContain("hidden");
  await database.close();
});

longTest(
  "a Postgres that drops everybody in the middle of a migration is waited for, and the migration begun anew",
  async () => {
    const { database, url, drop } = await newPostgres(log, "empty");
    let dropped = 0;
    const migration = migrate(database);
    // Ends connections as a failover does, but only while tables are being created.
    const dropAll = `select pg_terminate_backend("pid") from pg_stat_activity where "datname" = $1 and "query" ilike 'create table%'`;
    await asAdmin(path.posix.dirname(url), async (admin) => {
      while (dropped === 0) dropped = (await admin.query(dropAll, [url.split("/").at(-1)])).rowCount ?? 0;
    });
    await migration;
    expect(await migrationsOf(database)).toEqual({ missing: [], newer: [] });
    await database.close();
    await drop();
  },
);

test("a new one is made whole: however often it is looked at meanwhile, it is never an empty file", async () => {
  rmSync(file);
  const database = await openDatabase({ databaseUrl: null, dataDir: folder }, log);
  expect(readFileSync(file).subarray(0, 15).toString()).toBe("SQLite format 3");
  await database.close();
});
