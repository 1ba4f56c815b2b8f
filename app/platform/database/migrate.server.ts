import { Kysely, Migrator, sql } from "kysely";
import { StartupError } from "~/platform/startup-error";
import type { Database } from "./database.server";
import { migrations } from "./migrations/index.server";
import { isOutOfReach } from "./out-of-reach";
import type { Tables } from "./tables";

/** How long a start waits for a database that is not there yet, as when both are started together. */
const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 500;
/** Of Postgres: wrong password, no such user, no such database, no right to make tables. */
const REFUSED = /^(28\w+|3D000|42501)$/;

/**
 * Brings the tables up to date, forward only, all of it or nothing. Several processes may start at once: a lock lets one
 * do it, and the others wait. Throws a StartupError when the database is not there or was made by a newer version.
 */
export async function migrate(
  { dialect }: Pick<Database, "dialect">,
  { patienceMs = PATIENCE_MS } = {},
): Promise<void> {
  const db = new Kysely<Tables>({ dialect: dialect.unhurried() });
  try {
    await untilThere(db, dialect.place, patienceMs);
    const known = migrations(dialect);
    const newer = (await applied(db)).filter((name) => !(name in known));
    if (newer.length > 0)
      throw new StartupError(
        `The database ${dialect.place} was brought up to date by a newer version, which added ${newer.join(" and ")}; this version does not know what that means, and has changed nothing. Start the newer version, or restore a backup from before it.`,
      );
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/** How the tables stand to this version: the migrations that they lack, and those that only a newer one knows. */
export async function migrationsOf({ db, dialect }: Database): Promise<{ missing: string[]; newer: string[] }> {
  const [had, known] = [await applied(db), Object.keys(migrations(dialect))];
  return {
    missing: known.filter((name) => !had.includes(name)),
    newer: had.filter((name) => !known.includes(name)),
  };
}

async function untilThere(db: Kysely<Tables>, place: string, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return void (await sql`select 1`.execute(db));
    } catch (error) {
      const { code = "", message } = error as Error & { code?: string };
      const refused = REFUSED.test(code);
      if (!refused && !isOutOfReach(error)) throw error;
      if (refused || performance.now() > until)
        throw new StartupError(
          `The database ${place} cannot be used (${message || code}). See that it runs, and that DATABASE_URL is right.`,
        );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The migrations that a database has had; none when it is new. */
async function applied(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  return (await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db)).rows.map(
    (row) => row.name,
  );
}
