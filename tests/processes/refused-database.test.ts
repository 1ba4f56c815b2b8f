import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MARKET } from "../../scripts/gate/market.mjs";
import { asAdmin } from "../databases/databases";
import { ownPostgres, type OwnPostgres } from "./own-postgres";
import { filledOnce, type Place } from "./places";
import { buildOnce, startProcess, type ShopProcess } from "./shop-process";

/*
 * The built server's database refuses it, is read-only, or is gone. The tests check what visitors see meanwhile, and
 * whether the shop recovers by itself.
 */

/** The stock is read at every request, whatever else of a list is cached. */
const READ = "/api/v1/product/general";
const KEPT_PAGE = "/products";

let postgres: OwnPostgres;
let filled: Awaited<ReturnType<typeof filledOnce>>;
let place: Place | undefined;
let shop: ShopProcess | undefined;

beforeAll(async () => {
  buildOnce();
  postgres = await ownPostgres();
  filled = await filledOnce("postgres", postgres.url);
});
afterEach(async () => {
  await shop?.kill();
  await place?.remove().catch(() => undefined);
  [shop, place] = [undefined, undefined];
});
afterAll(async () => {
  await filled.remove();
  await postgres.remove();
});

const admin = (...statements: string[]) =>
  asAdmin(postgres.url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

const start = (dataDir: string, overrides: Record<string, string> = {}) =>
  startProcess(
    {
      APP_SECRET: "a secret that only the tests know.",
      PUBLIC_URL: "http://shop.localhost",
      MAIL: "files",
      ...MARKET,
      PAYMENTS: "test",
      LIMITS: "off",
      DATA_DIR: dataDir,
      ...overrides,
    },
    0,
  );

/** Starts a shop on a Postgres database with its own role, which the tests can refuse. */
async function onPostgres(): Promise<{ name: string; role: string }> {
  place = await filled.copy();
  const name = (place.databaseUrl ?? "").split("/").at(-1) as string;
  const role = `role_${name}`;
  await admin(`create role ${role} login password 'right'`);
  for (const all of ["tables", "sequences"])
    await sql.raw(`grant all on all ${all} in schema public to ${role}`).execute(place.database.db);
  shop = await start(place.folder, { DATABASE_URL: `postgres://${role}:right@127.0.0.1:${postgres.port}/${name}` });
  return { name, role };
}

const ask = async (address: string, init: RequestInit = {}) => {
  const answer = await fetch(`${shop?.address}${address}`, { ...init });
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text: await answer.text() };
};
const subscribe = () =>
  ask("/api/v1/newsletter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: `${randomBytes(6).toString("hex")}@example.com` }),
  });
const AGAIN = { status: 503, retryAfter: "5" };

/** Waits until /readyz has this status, and returns its body. An earlier result may be cached at first. */
async function readiness(status: number): Promise<Record<string, unknown>> {
  await expect.poll(async () => (await ask("/readyz")).status).toBe(status);
  return JSON.parse((await ask("/readyz")).text) as Record<string, unknown>;
}

async function expectRight(): Promise<void> {
  await expect.poll(async () => (await ask(READ)).status).toBe(200);
  await expect.poll(async () => (await subscribe()).status).toBe(201);
  expect(await readiness(200)).toMatchObject({ database: true });
}

const connectionsEnd = (name: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename like 'role_%'`;

/**
 * Ends the sessions until a read is refused, because a connection that was being opened during the statements may still
 * get through with the earlier settings.
 */
async function expectRefused(name: string): Promise<void> {
  await expect
    .poll(async () => {
      await admin(connectionsEnd(name));
      return ask(READ);
    })
    .toMatchObject(AGAIN);
}

test("Postgres refuses the role: kept pages go on, all else is to come again, and it is right once the role may", async () => {
  const { name, role } = await onPostgres();
  const page = await ask(KEPT_PAGE);
  expect(page.status).toBe(200);
  await admin(`alter role ${role} nologin`);
  await expectRefused(name);
  expect(await ask(KEPT_PAGE)).toMatchObject({ status: 200, text: page.text });
  expect(await ask("/login/customer", { headers: { Cookie: "theme=none" } })).toMatchObject(AGAIN);
  expect(await subscribe()).toMatchObject(AGAIN);
  expect(await readiness(503)).toMatchObject({ database: false });
  await admin(`alter role ${role} login password 'wrong'`);
  await expectRefused(name);
  await admin(`alter role ${role} password 'right'`);
  await expectRight();
});

test("Postgres is read-only: what reads is served, what writes is to come again, and no connection of then is used after", async () => {
  const { name } = await onPostgres();
  await admin(`alter database ${name} set default_transaction_read_only = on`, connectionsEnd(name));
  await expect.poll(async () => (await ask(READ)).status).toBe(200);
  expect(await subscribe()).toMatchObject(AGAIN);
  expect(await readiness(503)).toMatchObject({ database: false, reasons: { database: "read-only" } });
  await admin(`alter database ${name} reset default_transaction_read_only`);
  // Earlier sessions would stay read-only for as long as they were used.
  await expectRight();
});

test("the database is dropped: kept pages go on, all else is to come again", async () => {
  const { name } = await onPostgres();
  const page = await ask(KEPT_PAGE);
  await place?.database.close();
  await admin(`alter database ${name} rename to away_${name}`).catch(() =>
    admin(
      `alter database ${name} allow_connections false`,
      connectionsEnd(name),
      `alter database ${name} rename to away_${name}`,
    ),
  );
  expect(await ask(READ)).toMatchObject(AGAIN);
  expect(await ask(KEPT_PAGE)).toMatchObject({ status: 200, text: page.text });
  expect(await readiness(503)).toMatchObject({ database: false });
  await admin(`alter database away_${name} rename to ${name}`, `alter database ${name} allow_connections true`);
  await expectRight();
});
