import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import pg from "pg";
import { StartupError } from "~/platform/startup-error";

/** Dumps the database as seen by the transaction that exported the snapshot. */
export async function dumpPostgres(url: string, to: string, snapshot: string): Promise<void> {
  await run("pg_dump", url, ["--format=custom", "--no-owner", "--no-acl", `--snapshot=${snapshot}`, `--file=${to}`]);
}

/** The number of other clients connected to the database. */
export async function connectionsToPostgres(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return Number(rows[0]?.n);
  });
}

/**
 * Restores a dump into the database, and checks it. Existing objects go into a schema `aside`, which is kept unless it
 * is empty. They come back if the restore fails or the check throws.
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

/**
 * Moves existing objects one by one into a schema of their own. The schema `public` stays, with the rights that others
 * have in it. So does the search index's extension, whose functions an ordinary owner of the database must not move.
 */
async function move(client: pg.Client, asideName: string): Promise<void> {
  await client.query("begin");
  await client.query(`create schema if not exists "${asideName}"`);
  for (const { kind, name } of await objectsIn(client, "public"))
    await client.query(`alter ${kind} ${name} set schema "${asideName}"`);
  await client.query("commit");
}

async function comeBack(client: pg.Client, asideName: string): Promise<void> {
  await client.query("begin");
  for (const { kind, name } of await objectsIn(client, "public"))
    await client.query(`drop ${kind} if exists ${name} cascade`);
  for (const { kind, name } of await objectsIn(client, asideName))
    await client.query(`alter ${kind} ${name} set schema public`);
  await client.query(`drop schema "${asideName}"`);
  await client.query("commit");
}

/**
 * Tables, views, sequences and functions of a schema, except those of extensions, each with its SQL name. Indexes,
 * triggers and sequences of columns go with their table.
 */
async function objectsIn(client: pg.Client, schema: string): Promise<{ kind: string; name: string }[]> {
  const { rows } = await client.query<{ kind: string; name: string }>(
    `select case "relkind" when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as "kind",
            format('%I.%I', "nspname", "relname") as "name"
       from pg_class c join pg_namespace n on n.oid = "relnamespace"
      where "nspname" = $1 and "relkind" in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend where "classid" = 'pg_class'::regclass and "objid" = c.oid
                           and ("deptype" = 'e' or ("relkind" = 'S' and "deptype" in ('a', 'i'))))
      union all
     select 'routine', format('%I.%I(%s)', "nspname", "proname", pg_get_function_identity_arguments(p.oid))
       from pg_proc p join pg_namespace n on n.oid = "pronamespace"
      where "nspname" = $1
        and not exists (select from pg_depend where "classid" = 'pg_proc'::regclass and "objid" = p.oid and "deptype" = 'e')`,
    [schema],
  );
  return rows;
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

/** Runs a program of Postgres. Throws a StartupError that says what is missing, or quotes the program's message. */
async function run(program: string, url: string, args: string[]): Promise<void> {
  const address = new URL(url);
  // Not on the command line, which everybody on the machine can read.
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
