import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { asAdmin, newSqlite, postgresUrl } from "../../../tests/databases/databases";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { testConfig } from "../../../tests/fixtures/world";
import { openDatabase, type Database } from "~/platform/database/database.server";
import { readSqlite } from "~/platform/database/dialects/sqlite-rows.server";
import { migrate } from "~/platform/database/migrate.server";
import { buildServices } from "~/platform/services.server";
import { isStartupError } from "~/platform/startup-error";
import { rowsOf } from "../backup/counts.server";
import { fillTarget } from "./fill-target.server";
import { moveDatabase } from "./move-database.server";

/* `npm run move` turns a shop on SQLite into the same shop on Postgres, whole or not at all. */

const LOG = pino({ level: "silent" });
/** The jobs make more than one batch. */
const PRODUCTS = 6;
const JOBS = 4500;
const TEXT = `Käse\n"frais" \\ ${"\u{1F9C0}"}`;

let folder = "";
let url = "";
const file = () => path.join(folder, "fieldstall.db");

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldstall-move-"));
  vi.stubEnv("DATA_DIR", folder);
  const server = await postgresUrl();
  url = `${server}/moved_${randomBytes(6).toString("hex")}`;
  await asAdmin(server, (admin) => admin.query(`create database ${path.basename(url)} template template0`));
  const database = await newSqlite(file());
  await fillShop(database);
  await database.close();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await asAdmin(path.dirname(url), (admin) => admin.query(`drop database ${path.basename(url)} with (force)`));
  rmSync(folder, { recursive: true, force: true });
});

async function fillShop(database: Database): Promise<void> {
  const world = { services: buildServices(testConfig(folder, false), { database }) };
  const { _id } = await aUser(world, { privilege: "merchant" });
  for (let n = 0; n < PRODUCTS; n += 1) await aProduct(world, { merchantId: _id, title: `${TEXT} ${n}` });
  await sql`insert into "jobs" ("_id", "kind", "payload", "runAt", "attempts", "uniqueKey", "lastError", "createdAt")
    with recursive "n"("i") as (select 1 union all select "i" + 1 from "n" where "i" < ${JOBS})
    select 'job' || "i", 'mail', ${TEXT}, '2026-01-01', 0, 'key' || "i", '', '2026-01-01' from "n"`.execute(
    database.db,
  );
}

const move = (target = url) => moveDatabase(target, () => undefined);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(isStartupError(error)).toBe(true);
  return String(error);
};
async function withTarget<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: url }, LOG);
  return work(database).finally(() => database.close());
}

longTest("a shop on SQLite becomes the same one on Postgres, which goes on from there", async () => {
  const source = await openDatabase({ dataDir: folder, databaseUrl: null }, LOG);
  const sourceCounts = await rowsOf(source.db);
  await source.close();
  const sentences = await move();
  expect(sentences.join(" ")).toContain("are the same; the books agree");
  expect(existsSync(file())).toBe(false);
  expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^before-move-\d{14}\.db$/));
  await withTarget(async (database) => {
    await migrate(database);
    const { kysely_migration: _m, kysely_migration_lock: _l, ...rows } = await rowsOf(database.db);
    expect(sourceCounts).toMatchObject(rows);
    expect(rows["jobs"]).toBe(JOBS);
    const titles = await database.db.selectFrom("products").select(["title", "seq"]).orderBy("seq").execute();
    expect(titles.map(({ title }) => title)).toEqual(Array.from({ length: PRODUCTS }, (_, n) => `${TEXT} ${n}`));
    // Numbers that the database counts itself continue after the copied ones.
    const world = { services: buildServices(testConfig(folder, false), { database }) };
    const { _id } = await aUser(world, { privilege: "merchant" });
    await aProduct(world, { merchantId: _id, title: "Later" });
    const last = await database.db
      .selectFrom("products")
      .select(({ fn }) => fn.max("seq").as("seq"))
      .executeTakeFirst();
    expect(last?.seq).toBe(titles.at(-1)!.seq + 1);
  });
  // The first move has renamed the source, so a second one finds no database.
  expect(await refusal(move())).toContain("There is no database");
});

longTest("one that was ended in the middle serves nobody, and goes on where it was", async () => {
  // As a killed move leaves it: all but the last batch of jobs.
  const killed = new Error("killed");
  await expect(moveUntil(2, killed)).rejects.toBe(killed);
  await withTarget(async (database) => {
    const { n } = await database.db
      .selectFrom("jobs")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThan(JOBS);
    expect(await refusal(migrate(database))).toContain("has not ended");
  });
  const sentences = (await move()).join(" ");
  expect(sentences).toContain("are the same");
  // Rows that were copied before it was killed count as well.
  expect(Number(/^\d+/.exec(sentences)?.[0])).toBeGreaterThan(JOBS);
  await withTarget((database) => migrate(database));
});

/** Begins a move, and throws after this many batches of jobs. */
async function moveUntil(batches: number, error: Error): Promise<void> {
  const source = readSqlite(file());
  let jobs = 0;
  await withTarget(({ db, dialect }) =>
    fillTarget(source, { dialect, target: db }, ({ table }) => {
      if (table === "jobs") jobs += 1;
      if (jobs === batches) throw error;
    }),
  ).finally(() => source.close());
}

longTest("what was written to the old database meanwhile is noticed, and nothing is removed", async () => {
  await expect(moveUntil(2, new Error("killed"))).rejects.toThrow("killed");
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, LOG);
  await database.db.updateTable("jobs").set({ lastError: "late" }).execute();
  await database.close();
  expect(await refusal(move())).toContain("jobs has rows that came with other values");
  expect(existsSync(file())).toBe(true);
});

test("a filled database, one in use, another version and a wrong address are refused, and nothing changes", async () => {
  expect(await refusal(move("mysql://nowhere"))).toContain("Where to?");
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, LOG);
  await database.db.selectFrom("users").select("_id").execute();
  expect(await refusal(move())).toContain("stop the service");
  const [{ name }] = (
    await sql<{ name: string }>`select max("name") as "name" from "kysely_migration"`.execute(database.db)
  ).rows as [{ name: string }];
  await sql`delete from "kysely_migration" where "name" = ${name}`.execute(database.db);
  await database.close();
  expect(await refusal(move())).toContain("earlier version");
  const reopened = await openDatabase({ dataDir: folder, databaseUrl: null }, LOG);
  await sql`insert into "kysely_migration" ("name", "timestamp") values (${name}, '')`.execute(reopened.db);
  await reopened.close();
  await asAdmin(path.dirname(url), (admin) => admin.query("create table one (a text)"), path.basename(url));
  expect(await refusal(move())).toContain("something in that database");
  expect(existsSync(file())).toBe(true);
});
