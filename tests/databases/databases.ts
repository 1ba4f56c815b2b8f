import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { WAIT_MS } from "../../scripts/gate/patience.mjs";
import { databaseOn, type Database } from "~/platform/database/database.server";
import { migrate } from "~/platform/database/migrate.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { postgres } from "~/platform/database/dialects/postgres.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import type { Log } from "~/platform/log.server";
import { templateName } from "./kept-cluster.mjs";
import { startPgBouncer, type PgBouncer } from "./pgbouncer";
import { socketIn } from "./run-folder.mjs";
import type { Kind } from "./which-databases";

/** No statement of a test reaches the shop's own time limits, however busy the machine is. */
const PATIENT = { connectMs: WAIT_MS, statementMs: WAIT_MS, lockMs: WAIT_MS, silenceMs: WAIT_MS };

const newName = () => `test_${randomBytes(6).toString("hex")}`;

/** Returns a migrated SQLite database in a new file, copied from one that the run has migrated once. */
export async function newSqlite(file: string): Promise<Database> {
  copyFileSync(await sqliteTemplate(), file);
  return databaseOn(sqlite(file, { durable: false, patienceMs: WAIT_MS }));
}

async function sqliteTemplate(): Promise<string> {
  const template = path.join(inject("runFolder"), `${templateName()}.db`);
  if (existsSync(template)) return template;
  // Several workers may come here at the same time. Each makes a database, and the last one stays.
  const making = `${template}.${randomBytes(6).toString("hex")}`;
  const database = databaseOn(sqlite(making));
  await migrate(database);
  await database.close();
  renameSync(making, template);
  return template;
}

const templates = new Map<Kind, Promise<unknown>>();

/** Makes the migrated databases of which those of the tests are copies, unless they are there. */
export async function makeTemplates(kinds: readonly Kind[], log: Log): Promise<void> {
  for (const kind of kinds)
    if (!templates.has(kind)) templates.set(kind, kind === "sqlite" ? sqliteTemplate() : postgresTemplateOfRun(log));
  await Promise.all(templates.values());
}

/** Returns the address of the run's Postgres, without a database. The first call starts it. */
export async function postgresUrl(): Promise<string> {
  const connection = connect(socketIn(inject("runFolder")));
  connection.write("postgres");
  const { url, error } = JSON.parse(await text(connection)) as Record<string, string>;
  if (!url) throw new Error(error);
  return url;
}

export interface PostgresDatabase {
  database: Database;
  url: string;
  drop(): Promise<void>;
}

/** Returns a new database of the run's Postgres: migrated (copied from one that the run has migrated once) or empty. */
export async function newPostgres(log: Log, content: "migrated" | "empty" = "migrated"): Promise<PostgresDatabase> {
  const url = await newDatabase(log, content);
  const drop = () =>
    asAdmin(path.dirname(url), (admin) => admin.query(`drop database ${path.basename(url)} with (force)`));
  return { database: databaseOn(await openDialect(url, log)), url, drop: async () => void (await drop()) };
}

async function newDatabase(log: Log, content: "migrated" | "empty"): Promise<string> {
  const server = await postgresUrl();
  const name = newName();
  await asAdmin(server, async (admin) => {
    const template = content === "migrated" ? await postgresTemplate(server, admin, log) : "template0";
    await admin.query(`create database ${name} template ${template}`);
  });
  return `${server}/${name}`;
}

let pooler: Promise<PgBouncer> | undefined;

/** Opens Postgres as the shop does. With `npm run pooled` it goes through PgBouncer, which keeps no session. */
async function openDialect(url: string, log: Log): Promise<Dialect> {
  if (process.env["POOLED"] !== "1") return postgres(url, log, PATIENT);
  const { pathname } = new URL(url);
  pooler ??= startPgBouncer(url);
  return postgres(`${(await pooler).url}${pathname}`, log, {}, { directUrl: url });
}

/** Databases that earlier test files of this process have returned. */
const spare: string[] = [];
/** A further database that is being made. */
let preparing: Promise<string | undefined> | undefined;

/** Starts making a database if none is spare. If that fails, `lentPostgres` tries again and reports the error. */
export function prepareSpare(log: Log): void {
  if (spare.length === 0) preparing ??= newDatabase(log, "migrated").catch(() => undefined);
}

/**
 * Lends a migrated database to a caller that empties it before each test and does not change its tables. Takes one that
 * an earlier file has returned if possible, because making one takes ten times as long.
 */
export async function lentPostgres(log: Log): Promise<PostgresDatabase> {
  const prepared = await preparing;
  preparing = undefined;
  const spareUrl = spare.pop();
  const url = spareUrl ?? prepared ?? (await newDatabase(log, "migrated"));
  if (spareUrl && prepared) spare.push(prepared);
  const database = databaseOn(await openDialect(url, log));
  // No other process vacuums it, and deleted rows would slow every statement down.
  if (spareUrl) await sql`vacuum`.execute(database.db);
  return { database, url, drop: async () => void spare.push(url) };
}

/** Runs statements outside the databases of the tests. */
export async function asAdmin<T>(
  server: string,
  work: (admin: pg.Client) => Promise<T>,
  database = "postgres",
): Promise<T> {
  const admin = new pg.Client({ connectionString: `${server}/${database}` });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function postgresTemplateOfRun(log: Log): Promise<string> {
  const server = await postgresUrl();
  return asAdmin(server, (admin) => postgresTemplate(server, admin, log));
}

async function postgresTemplate(server: string, admin: pg.Client, log: Log): Promise<string> {
  const name = templateName();
  const isThere = async () =>
    (await admin.query("select 1 from pg_database where datname = $1", [name])).rowCount === 1;
  if (await isThere()) return name;
  // One worker makes the template, the others wait. The lock ends with the connection at the latest.
  await admin.query("select pg_advisory_lock(1)");
  if (!(await isThere())) {
    const making = newName();
    await admin.query(`create database ${making}`);
    const database = databaseOn(postgres(`${server}/${making}`, log));
    await migrate(database);
    await database.close();
    await admin.query(`alter database ${making} rename to ${name}`);
  }
  await admin.query("select pg_advisory_unlock(1)");
  return name;
}
