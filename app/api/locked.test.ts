import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import SQLite from "~/platform/database/dialects/sqlite-package.server";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { newSqlite } from "../../tests/databases/databases";
import { testConfig } from "../../tests/fixtures/world";
import { databaseOn, inTransaction, type Database } from "~/platform/database/database.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import { migrate } from "~/platform/database/migrate.server";
import { jobRunner } from "~/platform/jobs/runner.server";
import { buildServices } from "~/platform/services.server";
import { buildApi, type Api } from "./service.server";

/* Another program, such as a backup or somebody with the sqlite3 shell, holds the database's lock for writing. */

const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-test-"));
const file = path.join(folder, "locked.db");
let patient: Database;
let hasty: Database;
let other: InstanceType<typeof SQLite>;

beforeAll(async () => {
  await (await newSqlite(file)).close();
  patient = databaseOn(sqlite(file, { patienceMs: WAIT_MS, durable: false }));
  hasty = databaseOn(sqlite(file, { patienceMs: 60, durable: false }));
  other = new SQLite(file);
});

beforeEach(() => void other.exec("begin immediate"));
afterEach(() => void (other.inTransaction && other.exec("rollback")));

afterAll(async () => {
  other.close();
  await patient.close();
  await hasty.close();
  rmSync(folder, { recursive: true, force: true });
});

const log = pino({ level: "silent" });
const servicesOn = (database: Database) => buildServices(testConfig(folder, false), { log, database });
const subscribe = (api: Api, email: string) =>
  api.request("/api/v1/newsletter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });

test("whoever writes waits, and nobody else is held up", async () => {
  const api = buildApi(servicesOn(patient));
  let written = 0;
  const writing = [1, 2, 3, 4].map(async (n) => {
    const { ok } = await subscribe(api, `n${n}@example.com`);
    written += 1;
    return ok;
  });
  for (let reads = 0; reads < 10; reads += 1) expect((await api.request("/api/v1/category")).status).toBe(200);
  expect(written).toBe(0);
  other.exec("rollback");
  expect(await Promise.all(writing)).toEqual([true, true, true, true]);
});

test("no connection waits inside SQLite, where the event loop would stand for as long", async () => {
  other.exec("rollback");
  const wait = (db: Database["db"]) => sql<{ timeout: number }>`pragma busy_timeout`.execute(db);
  const [reader, writer] = [await wait(patient.db), await inTransaction(patient.db, wait)];
  expect([reader.rows, writer.rows]).toEqual([[{ timeout: 0 }], [{ timeout: 0 }]]);
});

test("whoever has waited for as long as that is worth is asked to try again in a moment", async () => {
  const api = buildApi(servicesOn(hasty));
  const answers = await Promise.all([1, 2, 3, 4].map((n) => subscribe(api, `late${n}@example.com`)));
  expect(answers.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual(
    answers.map(() => [503, "5"]),
  );
  other.exec("rollback");
  expect((await subscribe(api, "later@example.com")).ok).toBe(true);
});

test("work that comes round is taken up all the same by a process that starts meanwhile, as soon as it can write", async () => {
  const rounds: string[] = [];
  const handle = async () => void rounds.push("swept");
  const lines: string[] = [];
  const said = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const services = buildServices(testConfig(folder, false), { log: said, database: hasty });
  const runner = jobRunner(services, [], [{ kind: "sweep", everySeconds: 3600, handle }]);
  await runner.start();
  await expect.poll(() => lines.join()).toContain("the job runner cannot reach the database");
  expect(rounds).toEqual([]);
  other.exec("rollback");
  await expect.poll(() => rounds).toEqual(["swept"]);
  await runner.stop();
});

test("a process that starts meanwhile does not wait for the lock: its tables are as they should be", async () => {
  await migrate(patient);
  expect(other.inTransaction).toBe(true);
});
