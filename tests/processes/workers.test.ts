import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { ownPostgres, type OwnPostgres } from "./own-postgres";
import { filledOnce, type Place } from "./places";
import { buildOnce, root, startProcess, type ShopProcess } from "./shop-process";

/* The built server runs as several workers behind one port. */

const WORKERS = 2;
const CONNECTIONS = 8;
/** The number of requests that must be answered around a change of the workers. */
const ENOUGH = 100;

let postgres: OwnPostgres;
let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place;
let shop: ShopProcess;

const environment = (databaseUrl: string | null) => ({
  APP_SECRET: "a secret that only the tests know.",
  PUBLIC_URL: "http://shop.localhost",
  MAIL: "files",
  ...MARKET,
  PAYMENTS: "test",
  LIMITS: "off",
  DATA_DIR: place.folder,
  WEB_CONCURRENCY: String(WORKERS),
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

beforeAll(async () => {
  buildOnce();
  postgres = await ownPostgres();
  filled = await filledOnce("postgres", postgres.url);
});
beforeEach(async () => {
  place = await filled.copy();
  shop = await startProcess(environment(place.databaseUrl), 0);
  await until(() => workers().length === WORKERS && saidServing() === WORKERS);
});
afterEach(async () => {
  await shop.kill();
  await place.remove();
});
afterAll(async () => {
  await filled.remove();
  await postgres.remove();
});

const workers = () =>
  readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
const saidServing = () => shop.logged.filter((line) => line.includes('"msg":"serving"')).length;
const said = (words: string) => shop.logged.some((line) => line.includes(words));

async function until(reached: () => boolean): Promise<void> {
  const patience = AbortSignal.timeout(WAIT_MS);
  while (!reached()) {
    if (patience.aborted) throw new Error(`It never came to that:\n${shop.logged.slice(-20).join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Requests a page and a list again and again, on connections that stay open. */
function asking(): { answered(): number; leave(): Promise<string[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const failed: string[] = [];
  let [answered, open] = [0, true];
  const one = (path: string) =>
    new Promise<void>((resolve) => {
      const gaveUp = (error: Error) => resolve(void failed.push(`${path}: ${error.message}`));
      get(`${shop.address}${path}`, { agent }, (answer) => {
        answer.resume().on("end", () => {
          answered += 1;
          if (answer.statusCode !== 200) failed.push(`${path}: ${answer.statusCode}`);
          resolve();
        });
        answer.on("error", gaveUp);
      }).on("error", gaveUp);
    });
  const all = Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, n) => {
      while (open) await one(n % 2 ? "/products" : "/api/v1/product/general");
    }),
  );
  return {
    answered: () => answered,
    async leave() {
      open = false;
      await all;
      agent.destroy();
      return failed;
    },
  };
}

test("SIGHUP hands over to new workers, and nobody who asks meanwhile notices", async () => {
  const before = workers();
  const people = asking();
  shop.signal("SIGHUP");
  await until(() => said("handed over to new workers"));
  await until(() => people.answered() > ENOUGH);
  expect(await people.leave()).toEqual([]);
  expect(workers()).toHaveLength(WORKERS);
  expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
});

test("a worker that is killed is replaced", async () => {
  const [victim] = workers();
  process.kill(victim as number, "SIGKILL");
  await until(() => saidServing() === WORKERS + 1);
  expect(said("a worker has ended and is replaced")).toBe(true);
  expect(workers()).toHaveLength(WORKERS);
  expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
});

test("what one worker changes the others' kept pages show", async () => {
  const title = async () =>
    /Heather honey|Lime honey/.exec(await (await fetch(`${shop.address}/products`)).text())?.[0];
  // Connections go to the workers in turn, and each worker has cached the page.
  for (let n = 0; n < 2 * WORKERS; n += 1) expect(await title()).toBe("Heather honey");
  const { db, dialect } = place.database;
  await db.updateTable("products").set({ title: "Lime honey" }).where("_id", "=", place.product).execute();
  await dialect.announceChange(db);
  const titles = async () => {
    const seen: (string | undefined)[] = [];
    for (let n = 0; n < 2 * WORKERS; n += 1) seen.push(await title());
    return new Set(seen);
  };
  // Each worker learns of the change a moment later.
  await expect.poll(titles).toEqual(new Set(["Lime honey"]));
});

test("a stop ends all of them, with nothing left behind", async () => {
  const pids = workers();
  expect(await shop.stop()).toEqual([0, null]);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
});

test("on SQLite it does not start, and says why, and nothing else", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, "build/server.js")], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", PORT: "0", ...environment(null) },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("WEB_CONCURRENCY above 1 needs Postgres");
  expect(stdout).toBe("");
});
