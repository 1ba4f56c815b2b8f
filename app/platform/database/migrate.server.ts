import { Kysely, Migrator, sql } from "kysely";
import { StartupError } from "~/platform/startup-error";
import type { Database } from "./database.server";
import type { Dialect } from "./dialects/dialect";
import { migrations } from "./migrations/index.server";
import { untilReachable } from "./until-reachable";
import type { Tables } from "./tables";
import { UNFINISHED_MOVE } from "./unfinished-move.server";

/**
 * Brings the tables up to date, forward only, all of it or nothing. Several processes may start at once: a lock lets
 * one do it while the others wait. Throws a StartupError when the database is not there or was made by a newer version.
 */
export async function migrate(
  { dialect }: Pick<Database, "dialect">,
  { isMove = false, ...patience }: { patienceMs?: number; isMove?: boolean } = {},
): Promise<void> {
  const db = new Kysely<Tables>({ dialect: dialect.unhurried() });
  try {
    await untilReachable(dialect.place, () => bringUpToDate(db, dialect, isMove), patience);
  } finally {
    await db.destroy();
  }
}

async function bringUpToDate(db: Kysely<Tables>, dialect: Dialect, isMove: boolean): Promise<void> {
  const steps = migrations(dialect);
  if (!isMove && (await tableNames(db)).includes(UNFINISHED_MOVE))
    throw new StartupError(
      `A move into the database ${dialect.place} has not ended: run npm run move again, and start when it has.`,
    );
  const had = await applied(db);
  const newer = had.filter((name) => !(name in steps));
  if (newer.length > 0)
    throw new StartupError(
      `The database ${dialect.place} was brought up to date by a newer version, which added ${newer.join(" and ")}; this version does not know what that means, and has changed nothing. Start the newer version, or restore a backup from before it.`,
    );
  // Nothing is left to do, so this start needs no lock and does not wait for its holder.
  if (had.length === Object.keys(steps).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Compares the tables with this version: the migrations that they lack, and those that only a newer version knows. */
export async function migrationsOf({ db, dialect }: Database): Promise<{ missing: string[]; newer: string[] }> {
  const [had, available] = [await applied(db), Object.keys(migrations(dialect))];
  return {
    missing: available.filter((name) => !had.includes(name)),
    newer: had.filter((name) => !available.includes(name)),
  };
}

/** The migrations that a database has had; none when it is new. */
async function applied(db: Kysely<Tables>): Promise<string[]> {
  if (!(await tableNames(db)).includes("kysely_migration")) return [];
  return (await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db)).rows.map(
    (row) => row.name,
  );
}

async function tableNames(db: Kysely<Tables>): Promise<string[]> {
  return (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
}
