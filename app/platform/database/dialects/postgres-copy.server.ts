import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import pg from "pg";
import { StartupError } from "~/platform/startup-error";

/** Writes a dump of the database as a transaction sees it that has exported its snapshot. */
export async function dumpPostgres(url: string, to: string, snapshot: string): Promise<void> {
  await run("pg_dump", url, ["--format=custom", "--no-owner", "--no-acl", `--snapshot=${snapshot}`, `--file=${to}`]);
}

/** How many others are connected to the database. */
export async function connectionsToPostgres(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return Number(rows[0]?.n);
  });
}

/**
 * Puts a dump into the database, and checks it. What is there goes into a schema `aside`, which is kept unless it is
 * empty; it comes back when the dump cannot be put in or the check throws.
 */
export async function restorePostgres(
  url: string,
  { dump, aside, check }: { dump: string; aside: string; check: () => Promise<void> },
): Promise<void> {
  await withClient(url, (client) => move(client, aside));
  try {
    const whole = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-acl", "--no-comments"];
    await run("pg_restore", url, [...whole, dump]);
    await check();
  } catch (error) {
    await withClient(url, (client) => comeBack(client, aside));
    throw error;
  }
  await withClient(url, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_tables where schemaname = $1", [aside]);
    if (rowCount === 0) await client.query(`drop schema "${aside}" cascade`);
  });
}

/** The search index's extension is of no shop in particular: it stays where every shop looks for it. */
async function move(client: pg.Client, asideName: string): Promise<void> {
  await client.query("begin");
  await client.query(`alter schema public rename to "${asideName}"`);
  await client.query("create schema public");
  const { rowCount } = await client.query("select 1 from pg_extension where extname = 'pg_trgm'");
  if (rowCount) await client.query("alter extension pg_trgm set schema public");
  await client.query("commit");
}

async function comeBack(client: pg.Client, asideName: string): Promise<void> {
  await client.query("begin");
  const { rowCount } = await client.query("select 1 from pg_extension where extname = 'pg_trgm'");
  if (rowCount) await client.query(`alter extension pg_trgm set schema "${asideName}"`);
  await client.query("drop schema public cascade");
  await client.query(`alter schema "${asideName}" rename to public`);
  await client.query("commit");
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Throws a StartupError that says what is missing, or what the program has said. */
async function run(program: string, url: string, args: string[]): Promise<void> {
  const address = new URL(url);
  // Everybody on the machine can read a command line.
  const password = decodeURIComponent(address.password);
  address.password = "";
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  });
  const errorText = text(child.stderr);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT"
          ? new StartupError(
              `${program} is not installed here. Install Postgres's client programs, of the server's version or a newer one (on Debian: apt install postgresql-client), or run this where they are.`,
            )
          : error,
      ),
    );
    child.on("close", resolve);
  });
  if (status === 0) return;
  const words = (await errorText).trim().split("\n").slice(-3).join(" ");
  throw new StartupError(
    /version mismatch|unsupported version/.test(words)
      ? `${program} is older than the server (${words}). Install the client programs of the server's version, or newer ones.`
      : `${program} failed: ${words}`,
  );
}
