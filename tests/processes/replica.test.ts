import { readFileSync } from "node:fs";
import path from "node:path";
import { Migrator, sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "~/platform/database/database.server";
import { migrations } from "~/platform/database/migrations/index.server";
import { readReplica } from "~/service/doctor/replica.server";
import { asAdmin } from "../databases/databases";
import { startFakeStripe, type FakeStripe } from "../fakes/stripe/fake-stripe";
import { environmentOf } from "./killed-shop";
import { ownPostgres, type OwnPostgres, type OwnReplica } from "./own-postgres";
import { filledOnce, PRICE_CENTS, type Place } from "./places";
import { buildOnce, root, startProcess, type ShopProcess } from "./shop-process";

/* The built server reads public data from a replica that follows its Postgres, stands still, and goes away. */

const TOKEN = "0123456789abcdefghijklmnopqrstuvwxyz";
const log = pino({ level: "silent" });
let postgres: OwnPostgres;
let replica: OwnReplica;
let replicaUrl = "";
let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place;
let fake: FakeStripe;
let shop: ShopProcess;

beforeAll(async () => {
  buildOnce();
  postgres = await ownPostgres();
  replica = await postgres.replica();
  filled = await filledOnce("postgres", postgres.url);
  place = await filled.copy();
  fake = await startFakeStripe({ now: () => new Date() });
  replicaUrl = `${replica.url}${new URL(place.databaseUrl ?? "").pathname}`;
  const env = { ...environmentOf(place, fake), DATABASE_READ_URL: replicaUrl, METRICS_TOKEN: TOKEN };
  shop = await startProcess(env, 0);
});

afterAll(async () => {
  await shop?.kill();
  await fake?.close();
  // If a test has failed, Postgres may be stopped, and its databases are deleted with it.
  await Promise.allSettled([place?.remove(), filled?.remove()]);
  await postgres?.remove();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${shop.address}${path}`, { headers: { "Accept-Encoding": "identity", ...headers } });
  return { status: answer.status, text: await answer.text() };
}

const state = async () => (JSON.parse((await get("/readyz")).text) as { replica: string }).replica;
const becomes = (wanted: string) => expect.poll(state).toBe(wanted);
const becomesReady = (status: number) => expect.poll(async () => (await get("/readyz")).status).toBe(status);

/** Waits until new searches read the replica, which happens once it has all changes of recent jobs. */
async function isReadAgain(before: number): Promise<void> {
  let searches = 0;
  const readsOfReplica = async () => {
    expect((await get(`/products?q=honey+${(searches += 1)}`)).status).toBe(200);
    return (await reads()).replica;
  };
  await expect.poll(readsOfReplica).toBeGreaterThan(before);
}

/** Returns how many statements each database has answered. */
async function reads() {
  const { text } = await get("/metrics", { Authorization: `Bearer ${TOKEN}` });
  const of = (from: string) => Number(new RegExp(`^fieldstall_reads\\{from="${from}"\\} (\\d+)$`, "m").exec(text)?.[1]);
  return { replica: of("replica"), primary: of("primary") };
}

let dollars = PRICE_CENTS / 100;
/**
 * Raises the price of the product and returns the new one. The price is not read, because a read with a token is cached
 * for all.
 */
async function raisePrice(): Promise<string> {
  const answer = await fetch(`${shop.address}/api/v1/product/manage-product/many`, {
    method: "POST",
    headers: { Authorization: place.merchant.token, "Content-Type": "application/json" },
    body: JSON.stringify({ products: [{ product: place.product }], change: { what: "price", percent: 20 } }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  dollars = Math.round(dollars * 120) / 100;
  return dollars.toFixed(2);
}

const product = () => `/products/${place.product}`;
/** Returns the price from the API's list. A new limit avoids a cached response. */
async function listedPrice(mostDollars: number): Promise<number | undefined> {
  const { text } = await get(`/api/v1/product/general?stall=${place.merchant._id}&maxPrice=${mostDollars}`);
  const { data } = JSON.parse(text) as { data: { docs: { _id: string; amount: number }[] } };
  return data.docs.find(({ _id }) => _id === place.product)?.amount;
}

test("what everybody sees is read from the replica, and what is a person's own is not", async () => {
  await becomes("in use");
  let after = await reads();
  let price = 1000;
  // The replica is not read while it is behind, as it may be on a busy machine.
  await expect
    .poll(async () => {
      const before = await reads();
      expect((await get(`/api/v1/product/general?sort=price&maxPrice=${(price += 1)}`)).text).toContain(
        "Heather honey",
      );
      after = await reads();
      return { replica: after.replica > before.replica, primary: after.primary - before.primary };
    })
    .toEqual({ replica: true, primary: 0 });
  const { status } = await get("/api/v1/product/general?sort=price", { Authorization: place.buyer.token });
  expect(status).toBe(200);
  expect(await reads()).toEqual(after);
  const { text } = await get("/metrics", { Authorization: `Bearer ${TOKEN}` });
  const read = ["dashboard.json", "alerts.yaml"].map((name) =>
    readFileSync(path.join(root, "docs/operations", name), "utf8"),
  );
  const names = new Set(read.join().match(/\bfieldstall_(pool|replica|reads)[a-z_]*/g));
  expect(names.size).toBeGreaterThan(3);
  for (const name of names) expect(text).toContain(`# TYPE ${name} `);
});

test("while the replica stands still everybody sees a change at once, and it is read again when it has caught up", async () => {
  expect((await get(product())).text).toContain("5.00");
  await replica.standStill();
  let price = "";
  for (let changes = 0; changes < 2; changes += 1) {
    price = await raisePrice();
    for (let times = 0; times < 2; times += 1) {
      expect((await get(product())).text).toContain(price);
      expect(await listedPrice(1000 + changes)).toBe(Number(price));
    }
  }
  const { replica: still } = await reads();
  await becomes("behind");
  expect((await reads()).replica).toBe(still);
  expect(shop.logged.join()).toContain('"trouble":"behind"');
  await replica.goOn();
  await becomes("in use");
  expect((await get("/products?q=honey&sort=price")).text).toContain(price);
  expect(await listedPrice(2000)).toBe(Number(price));
  await isReadAgain(still);
});

test("the replica goes away and comes back: nobody notices", async () => {
  await replica.stop();
  for (const page of ["/products?sort=price", "/products?q=honey", product()])
    expect(await get(page)).toMatchObject({ status: 200, text: expect.stringContaining("Heather honey") });
  await becomes("out of reach");
  expect((await get("/readyz")).status).toBe(200);
  const price = await raisePrice();
  expect((await get(product())).text).toContain(price);
  await replica.start();
  await becomes("in use");
});

test("the primary goes away: who only looks round goes on with the replica, and sees the first change after its return", async () => {
  const price = await raisePrice();
  await becomes("in use");
  await postgres.stop();
  // A new search, so that no cached page can answer it.
  await expect.poll(async () => (await get("/products?q=heather")).status).toBe(200);
  expect((await get("/products?q=heather+honey")).text).toContain(price);
  expect((await get("/api/v1/user", { Authorization: place.buyer.token })).status).toBe(503);
  // The earlier readiness is cached for a second. Only after a 503 does a 200 mean that the primary is back.
  await becomesReady(503);
  await postgres.start();
  await becomesReady(200);
  const after = await raisePrice();
  expect((await get("/products?q=heather+honey")).text).toContain(after);
});

test("a process that brings the tables up to date reads them from the primary until the replica has them", async () => {
  const name = "upgraded";
  await asAdmin(postgres.url, (client) => client.query(`create database ${name}`));
  const older = await openDatabase({ dataDir: place.folder, databaseUrl: `${postgres.url}/${name}` }, log);
  const known = migrations(older.dialect);
  const migrator = new Migrator({ db: older.db, provider: { getMigrations: async () => known } });
  expect((await migrator.migrateTo(Object.keys(known).toSorted().at(-2) ?? "")).error).toBeUndefined();
  const follower = `${replica.url}/${name}`;
  const env = {
    ...environmentOf({ ...place, databaseUrl: `${postgres.url}/${name}` }, fake),
    DATABASE_READ_URL: follower,
    METRICS_TOKEN: TOKEN,
  };
  const before = shop;
  try {
    // On its own connection: the shop ends one whose transaction is silent for as long as a start may take.
    const starts = await asAdmin(
      postgres.url,
      async (client) => {
        await client.query("begin");
        // The process cannot begin its migrations yet, but has seen that the replica has everything.
        await client.query('lock table "kysely_migration" in access exclusive mode');
        const begun = startProcess(env, 0);
        begun.catch(() => undefined);
        const looked = `select 1 from pg_stat_activity
        where datname = '${name}' and state = 'idle' and query like '%pg_last_wal_replay_lsn%'`;
        const looks = () => asAdmin(replica.url, (client) => client.query(looked));
        await expect.poll(async () => (await looks()).rowCount).toBeGreaterThan(0);
        await replica.standStill();
        await client.query("commit");
        return { begun };
      },
      name,
    );
    shop = await starts.begun;
    expect((await get("/products?q=bread")).status).toBe(200);
    expect((await reads()).replica).toBe(0);
    await replica.goOn();
    await becomes("in use");
    await isReadAgain(0);
  } finally {
    await replica.goOn();
    if (shop !== before) await shop.kill();
    shop = before;
    await older.close();
  }
});

test("writes never go to the replica, and whoever names the wrong database is told by the doctor", async () => {
  const open = (databaseReadUrl: string) =>
    openDatabase({ dataDir: place.folder, databaseUrl: place.databaseUrl, databaseReadUrl }, log);
  const right = await open(replicaUrl);
  await expect.poll(() => right.replica?.isUsable()).toBe(true);
  await right.reads.updateTable("products").set({ quantity: 7 }).execute();
  await sql`update "products" set "quantity" = 8`.execute(right.reads);
  expect(await place.database.db.selectFrom("products").select("quantity").execute()).toEqual([{ quantity: 8 }]);
  await right.reads.selectFrom("products").select("quantity").forUpdate().execute();
  await expect(right.reads.transaction().execute(async () => null)).rejects.toThrow("single reads");
  expect(await readReplica(right)).toEqual([]);
  // Responses read while the primary was away must not be cached once it is back.
  const [changes, moment] = [right.dialect.changes(), right.dialect.changes().moment()];
  expect(right.replica?.standsIn()).toBe(true);
  await expect.poll(() => changes.noneSince(moment, [])).toBe(false);
  // A migration announces no change, so it shuts the replica itself until the replica has it.
  right.replica?.shut();
  expect(right.replica?.isUsable()).toBe(false);
  await expect.poll(() => right.replica?.isUsable()).toBe(true);
  await right.close();
  for (const [url, said] of [
    [place.databaseUrl ?? "", "leads to a primary"],
    [`${postgres.url}/postgres`, "another database"],
    ["postgres://postgres:wrong@127.0.0.1:9/shop", "cannot be asked"],
  ] as const) {
    const wrong = await open(url);
    expect((await readReplica(wrong)).join()).toContain(said);
    expect(wrong.replica?.isUsable()).toBe(false);
    expect(await wrong.reads.selectFrom("products").select("quantity").execute()).toEqual([{ quantity: 8 }]);
    await wrong.close();
  }
});
