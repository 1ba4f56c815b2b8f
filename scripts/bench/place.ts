import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { openDatabase, type Database } from "~/platform/database/database.server";
import { migrate } from "~/platform/database/migrate.server";
import { openLog } from "~/platform/log.server";

export { demoLogins, DEMO_PASSWORD } from "~/demo/logins";
export { addProduct, fillBuyers, fillCatalogue, filled, WORDS } from "./fill";
export { CUSTOMERS, fillOrders } from "./orders";
export { openStall } from "./stall";
export { fillWays } from "./ways";

/** A place for one bench: a migrated database and a folder. `close` deletes both unless they are kept. */
export interface Place {
  /** True if an earlier bench has filled and kept this place. */
  isFilled: boolean;
  /** A connection of this process, beside the server's own. */
  database: Database;
  /** The server's variables for the place. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  close(): Promise<void>;
}

export interface Places {
  name: "SQLite" | "Postgres";
  make(keptPlace?: Kept): Promise<Place>;
}

/** The folder and name under which a place is kept for the next bench. */
export interface Kept {
  folder: string;
  name: string;
}

const log = openLog({ logLevel: "silent" });

/** Makes places: folders with SQLite files, or databases of the Postgres at an address. */
export function openPlaces(postgresUrl: string | undefined): Places {
  return {
    name: postgresUrl ? "Postgres" : "SQLite",
    make: (keptPlace) => makePlace(postgresUrl ?? null, keptPlace),
  };
}

async function makePlace(postgresUrl: string | null, keptPlace: Kept | undefined): Promise<Place> {
  const folder = keptPlace
    ? path.join(keptPlace.folder, keptPlace.name)
    : mkdtempSync(path.join(tmpdir(), "fieldstall-bench-"));
  mkdirSync(folder, { recursive: true });
  const databaseName = path.basename(folder).toLowerCase();
  const databaseUrl = postgresUrl && (await newDatabase(postgresUrl, databaseName));
  const database = await openPlace(folder, databaseUrl);
  await migrate(database);
  return {
    isFilled: (await database.db.selectFrom("products").select("_id").limit(1).execute()).length > 0,
    database,
    env: { DATA_DIR: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    async close() {
      await database.close();
      if (keptPlace) return;
      rmSync(folder, { recursive: true, force: true });
      if (postgresUrl) await dropDatabase(postgresUrl, databaseName);
    },
  };
}

/** Opens the database of a server that runs elsewhere on this machine. */
export async function openPlace(dataDir: string, databaseUrl: string | null): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl }, log);
}

/** Makes a database on the server unless a kept one has this name. Returns its address. */
export async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
  await client.end();
  return `${server}/${name}`;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`drop database "${name}" with (force)`);
  await client.end();
}

/** Returns each table with its number of rows and the sum of its columns of cents. */
export async function countedTables({ db }: Database): Promise<{ name: string; rows: number; cents: string }[]> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !name.includes("kysely"));
  const counted = [];
  for (const { name, columns } of tables.toSorted((one, another) => (one.name < another.name ? -1 : 1))) {
    const cents = columns.filter((column) => column.name.endsWith("Cents")).map((column) => sql.ref(column.name));
    const sum = sql.join([sql`0`, ...cents.map((column) => sql`coalesce(sum(${column}), 0)`)], sql` + `);
    const { rows } = await sql<{ rows: number; cents: number | string }>`
      select count(*) as "rows", ${sum} as "cents" from ${sql.table(name)}`.execute(db);
    for (const row of rows) counted.push({ name, rows: Number(row.rows), cents: String(row.cents) });
  }
  return counted;
}
