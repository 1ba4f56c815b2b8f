import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import SQLite from "~/platform/database/dialects/sqlite-package.server";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newSqlite } from "../../tests/databases/databases";
import { testConfig } from "../../tests/fixtures/world";
import { databaseOn, type Database } from "~/platform/database/database.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import { migrate } from "~/platform/database/migrate.server";
import { jobRunner } from "~/platform/jobs/runner.server";
import { buildServices } from "~/platform/services.server";
import { buildApi, type Api } from "./service.server";

/* Another program, such as a backup or somebody with the sqlite3 shell, holds the database's lock for writing. */

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-test-"));
const file = path.join(folder, "locked.db");
const PATIENCE_MS = 600;
let database: Database;
let api: Api;
let other: InstanceType<typeof SQLite>;

beforeAll(async () => {
  await (await newSqlite(file)).close();
  database = databaseOn(sqlite(file, { patienceMs: PATIENCE_MS, durable: false }));
  const log = pino({ level: "silent" });
  api = buildApi(buildServices(testConfig(folder, false), { log, database }));
  other = new SQLite(file);
});

beforeEach(() => void other.exec("begin immediate"));

afterAll(async () => {
  other.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const subscribe = (email: string) =>
  api.request("/api/v1/newsletter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });

/** How often the event loop comes round meanwhile, at every hundredth of a second. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const beat = setInterval(() => (turns += 1), 10);
  await work();
  clearInterval(beat);
  return turns;
}

test("whoever writes is asked to try again in a moment, and nobody else is held up", async () => {
  const answers: number[] = [];
  const turns = await turnsDuring(async () => {
    const writing = Promise.all([1, 2, 3, 4].map((n) => subscribe(`n${n}@example.com`)));
    for (let reads = 0; reads < 10; reads += 1) answers.push((await api.request("/api/v1/category")).status);
    for (const answer of await writing) {
      answers.push(answer.status);
      expect(answer.headers.get("Retry-After")).toBe("5");
    }
  });
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 503, 503, 503, 503]);
  // A loop that stands for the time of one wait does not come round so often.
  expect(turns).toBeGreaterThan(PATIENCE_MS / 10 / 4);
  other.exec("rollback");
  expect((await subscribe("later@example.com")).ok).toBe(true);
});

test("a lock that is held for a moment only is waited for", async () => {
  const answer = subscribe("patient@example.com");
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS / 4));
  other.exec("rollback");
  expect((await answer).ok).toBe(true);
});

test("work that comes round is taken up all the same by a process that starts meanwhile, as soon as it can write", async () => {
  const rounds: string[] = [];
  const services = buildServices(testConfig(folder, false), { log: pino({ level: "silent" }), database });
  const handle = async () => void rounds.push("swept");
  const runner = jobRunner(services, [], [{ kind: "sweep", everySeconds: 3600, handle }]);
  await runner.start();
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS + 100));
  expect(rounds).toEqual([]);
  other.exec("rollback");
  await expect.poll(() => rounds).toEqual(["swept"]);
  await runner.stop();
});

test("a process that starts meanwhile does not wait for the lock: its tables are as they should be", async () => {
  await migrate(database);
  expect(other.inTransaction).toBe(true);
});
