import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { longTest } from "../../../../tests/fixtures/long-test";
import { newSqlite } from "../../../../tests/databases/databases";
import { databaseOn } from "../database.server";
import { isOutOfReach } from "../out-of-reach";
import { sqlite } from "./sqlite.server";

/** Bytes of the file's header, and of a frame: a page of 4,096 bytes and its header. */
const WAL_HEADER = 32;
const FRAME = 4096 + 24;

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-wal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withCommits(name: string) {
  const file = path.join(folder, `${name}.db`);
  const database = await newSqlite(file);
  const write = (value: string) => database.db.insertInto("counters").values({ name: value, value: 1 }).execute();
  for (let n = 0; n < 10; n += 1) await write(`first ${n}`);
  return { ...database, file, write };
}

test.each([0, 5000, 20_000])(
  "a -wal that is cut to %d bytes: no write is taken any more, and no start until an operator has decided",
  async (bytes) => {
    const { db, close, file, write } = await withCommits(`cut-${bytes}`);
    truncateSync(`${file}-wal`, bytes);
    await expect(write("lost")).rejects.toSatisfy(isOutOfReach);
    await expect(db.transaction().execute((trx) => trx.deleteFrom("counters").execute())).rejects.toSatisfy(
      isOutOfReach,
    );
    await expect(write("lost")).rejects.toSatisfy(isOutOfReach);
    await close();
    expect(() => sqlite(file)).toThrow(/has lost its last changes.*Restore a backup/);
    rmSync(`${file}-cut`);
    const openDatabase = databaseOn(sqlite(file));
    expect((await sql`pragma integrity_check`.execute(openDatabase.db)).rows).toEqual([{ integrity_check: "ok" }]);
    await openDatabase.close();
  },
);

test("a -wal that is cut in the middle of a transaction takes its commit back", async () => {
  const { db, close, file } = await withCommits("within");
  const work = db.transaction().execute(async (trx) => {
    await trx.insertInto("counters").values({ name: "within", value: 1 }).execute();
    truncateSync(`${file}-wal`, 5000);
  });
  await expect(work).rejects.toSatisfy(isOutOfReach);
  await close();
  expect(existsSync(`${file}-cut`)).toBe(true);
});

test("a -wal that a checkpoint empties is whole", async () => {
  const { close, file, write } = await withCommits("emptied");
  const otherConnection = new SQLite(file);
  for (let n = 0; n < 3; n += 1) {
    otherConnection.pragma("wal_checkpoint(truncate)");
    await write(`more ${n}`);
  }
  otherConnection.close();
  await close();
  expect(existsSync(`${file}-cut`)).toBe(false);
});

test.each([1, 2, 3, 5, 8])(
  "what is left of a -wal of which %d frames remain is whole transactions, whether a write or the end notices the cut",
  async (frames) => {
    for (const isWritten of [true, false]) {
      const { db, close, file, write } = await withCommits(`rest-${frames}-${isWritten}`);
      await sql`create table "pairs" ("name" text, "word" text)`.execute(db);
      await sql`create index "pairsByWord" on "pairs" ("word")`.execute(db);
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      for (let n = 0; n < 10; n += 1)
        await sql`insert into "pairs" values (${`pair ${n}`}, ${`word ${10 - n}`})`.execute(db);
      truncateSync(`${file}-wal`, WAL_HEADER + frames * FRAME);
      if (isWritten) await expect(write("lost")).rejects.toSatisfy(isOutOfReach);
      await close();
      expect(existsSync(`${file}-cut`)).toBe(true);
      rmSync(`${file}-cut`);
      const openDatabase = databaseOn(sqlite(file));
      expect((await sql`pragma integrity_check`.execute(openDatabase.db)).rows).toEqual([{ integrity_check: "ok" }]);
      const { rows } = await sql`select "name" from "pairs"`.execute(openDatabase.db);
      // A transaction has two frames here, one of the table and one of its index.
      expect(rows).toHaveLength(Math.floor(frames / 2));
      await openDatabase.close();
    }
  },
);

test("a cut is not hidden by the commit of another process before it", async () => {
  const { db, dialect, close, file } = await withCommits("another");
  await sql`create table "pairs" ("name" text)`.execute(db);
  const otherConnection = new SQLite(file);
  otherConnection.pragma("wal_checkpoint(truncate)");
  otherConnection.exec("update counters set value = 2");
  truncateSync(`${file}-wal`, 0);
  dialect.changes();
  // SQLite itself would not notice, because the page of this table is in the database file.
  await expect(sql`insert into "pairs" values ('lost')`.execute(db)).rejects.toSatisfy(isOutOfReach);
  otherConnection.close();
  await close();
});

test("a -wal that was cut off after a checkpoint has lost nothing, and is begun anew once nobody reads it", async () => {
  const { close, file, write } = await withCommits("copied");
  const otherConnection = new SQLite(file);
  otherConnection.exec("begin");
  otherConnection.prepare("select count(*) from counters").get();
  const checkpoint = new SQLite(file);
  checkpoint.pragma("wal_checkpoint(passive)");
  checkpoint.close();
  truncateSync(`${file}-wal`, 5000);
  // If the commit were appended after the gap, the next power cut would lose it.
  const waiting = write("later");
  await new Promise((resolve) => setTimeout(resolve, 50));
  otherConnection.close();
  await waiting;
  const copy = path.join(folder, "after-power-cut.db");
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  const copyConnection = new SQLite(copy);
  expect(copyConnection.prepare("select count(*) as n from counters where name = 'later'").get()).toEqual({ n: 1 });
  copyConnection.close();
  await close();
  expect(existsSync(`${file}-cut`)).toBe(false);
});

/** Makes a checkpoint in another process. Returns 1 if readers of this process keep it from finishing. */
function checkpointElsewhere(file: string): number {
  const code = `const db = new (require("better-sqlite3"))(process.argv[1], { timeout: 0 });
    console.log(db.pragma("wal_checkpoint(truncate)")[0].busy);`;
  return Number(execFileSync(process.execPath, ["-e", code, file], { encoding: "utf8" }));
}

longTest("a look at a -wal that was cut off leaves the locks of this process as they are", async () => {
  const { close, file, write } = await withCommits("locks");
  const otherConnection = new SQLite(file);
  otherConnection.exec("begin");
  otherConnection.prepare("select count(*) from counters").get();
  const checkpoint = new SQLite(file);
  checkpoint.pragma("wal_checkpoint(passive)");
  truncateSync(`${file}-wal`, 5000);
  const waiting = write("later");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(checkpointElsewhere(file)).toBe(1);
  checkpoint.close();
  otherConnection.close();
  await waiting;
  await close();
});
