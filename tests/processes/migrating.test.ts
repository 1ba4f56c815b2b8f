import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPostgres } from "../databases/databases";
import { databaseOn, type Database } from "~/platform/database/database.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import { migrate } from "~/platform/database/migrate.server";
import { migrations } from "~/platform/database/migrations/index.server";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-migrate-"));
// Below node_modules, so that another process finds the packages.
const script = path.join(root, "node_modules/.cache", path.basename(folder), "migrate.mjs");

beforeAll(async () => {
  mkdirSync(path.dirname(script), { recursive: true });
  await build({
    stdin: {
      contents: `import { openDatabase } from "~/platform/database/database.server"; import { migrate } from "~/platform/database/migrate.server"; import { pino } from "pino";
const database = await openDatabase({ databaseUrl: process.argv[2] || null, dataDir: process.argv[3] }, pino({ level: "silent" }));
console.log("begins"); await migrate(database); await database.close(); process.exit(0);`,
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": path.join(root, "app") },
    outfile: script,
    logLevel: "error",
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(path.dirname(script), { recursive: true, force: true });
});

async function applied({ db }: Database): Promise<string[]> {
  return (await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db)).rows.map(
    (row) => row.name,
  );
}

const run = (databaseUrl: string, dataDir: string) =>
  promisify(execFile)(process.execPath, [script, databaseUrl, dataDir]);

test("three processes that start at once on one new SQLite file make it once", async () => {
  await Promise.all([1, 2, 3].map(() => run("", folder)));
  const database = databaseOn(sqlite(path.join(folder, "fieldstall.db")));
  expect(await applied(database)).toEqual(Object.keys(migrations(database.dialect)));
  expect(await database.db.selectFrom("users").select("_id").execute()).toEqual([]);
  await database.close();
});

test("three processes that start at once on one new Postgres database make it once", async () => {
  const { database, url, drop } = await newPostgres(pino({ level: "silent" }), "empty");
  await Promise.all([1, 2, 3].map(() => run(url, folder)));
  expect(await applied(database)).toEqual(Object.keys(migrations(database.dialect)));
  await database.close();
  await drop();
});

/** Starts a migration in another process, and kills it so many milliseconds later. */
async function killedAfter(milliseconds: number, databaseUrl: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [script, databaseUrl, dataDir], { stdio: ["ignore", "pipe", "ignore"] });
  const exit = once(child, "exit");
  await once(child.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill("SIGKILL");
  await exit;
}

const MOMENTS = [0, 40, 120];

test("a process that is killed while it migrates leaves all of it or nothing, on SQLite", async () => {
  for (const moment of MOMENTS) {
    const dataDir = mkdtempSync(path.join(folder, "killed-"));
    await killedAfter(moment, "", dataDir);
    const database = databaseOn(sqlite(path.join(dataDir, "fieldstall.db")));
    const all = Object.keys(migrations(database.dialect));
    expect([[], all]).toContainEqual(await applied(database).catch(() => []));
    await migrate(database);
    expect(await applied(database)).toEqual(all);
    await database.close();
  }
});

test("a process that is killed while it migrates leaves all of it or nothing, on Postgres", async () => {
  for (const moment of MOMENTS) {
    const { database, url, drop } = await newPostgres(pino({ level: "silent" }), "empty");
    await killedAfter(moment, url, folder);
    const all = Object.keys(migrations(database.dialect));
    expect([[], all]).toContainEqual(await applied(database).catch(() => []));
    await migrate(database);
    expect(await applied(database)).toEqual(all);
    await database.close();
    await drop();
  }
});
