import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openDatabase, type Database } from "~/platform/database/database.server";
import { migrate } from "~/platform/database/migrate.server";
import { openLog } from "~/platform/log.server";

export { demoLogins, DEMO_PASSWORD } from "~/demo/logins";
export { addProduct, fillBuyers, fillCatalogue, WORDS } from "./fill";
export { CUSTOMERS, fillOrders } from "./orders";
export { openStall } from "./stall";

/** A place of its own for a bench: an empty, migrated database and a folder, both gone after `close`. */
export interface Place {
  /** A connection of this process, beside the server's own. */
  database: Database;
  /** What the server needs to know of the place. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  close(): Promise<void>;
}

export interface Places {
  name: "SQLite" | "Postgres";
  make(): Promise<Place>;
}

const log = openLog({ logLevel: "silent" });

/** SQLite files in new folders, or databases of the Postgres at an address. */
export function openPlaces(postgresUrl: string | undefined): Places {
  return {
    name: postgresUrl ? "Postgres" : "SQLite",
    make: () => makePlace(postgresUrl ?? null),
  };
}

async function makePlace(postgresUrl: string | null): Promise<Place> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-bench-"));
  const databaseUrl = postgresUrl && (await newDatabase(postgresUrl, path.basename(folder).toLowerCase()));
  const database = await openPlace(folder, databaseUrl);
  await migrate(database);
  return {
    database,
    env: { DATA_DIR: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the database of a server that runs elsewhere on this machine. */
export async function openPlace(dataDir: string, databaseUrl: string | null): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl }, log);
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  return `${server}/${name}`;
}
