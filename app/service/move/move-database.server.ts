import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { Kysely, sql } from "kysely";
import { readConfig } from "~/platform/config.server";
import { databaseOn, type Db } from "~/platform/database/database.server";
import { connectionsToPostgres } from "~/platform/database/dialects/postgres-copy.server";
import { postgres } from "~/platform/database/dialects/postgres.server";
import { brokenInSqlite, sqliteInUse } from "~/platform/database/dialects/sqlite-copy.server";
import { readSqlite, type SqliteRows } from "~/platform/database/dialects/sqlite-rows.server";
import { sqlite } from "~/platform/database/dialects/sqlite.server";
import { migrationsOf } from "~/platform/database/migrate.server";
import type { Tables } from "~/platform/database/tables";
import { UNFINISHED_MOVE } from "~/platform/database/unfinished-move.server";
import { openLog } from "~/platform/log.server";
import { StartupError } from "~/platform/startup-error";
import { wrongInBooks } from "../backup/books.server";
import { differingTables } from "./compare-rows.server";
import { fillTarget, type Target } from "./fill-target.server";

const SILENT = openLog({ logLevel: "silent" });
/** The number of rows between two reports of progress. */
const TELL_EVERY = 50_000;
const IN_USE = "Somebody has the database open: stop the service (all of its processes) first.";

/**
 * The command `npm run move -- postgres://…`, while the service is stopped: copies all rows of DATA_DIR's database into
 * an empty Postgres database, reads both again and compares them. A killed move continues when it is run again. Until
 * it has ended, no server starts on the target. Returns the sentences to print. Throws a StartupError for people.
 */
export async function moveDatabase(url: string | undefined, say: (sentence: string) => void): Promise<string[]> {
  if (!url || !/^postgres(ql)?:\/\//.test(url))
    throw new StartupError("Where to? Say: npm run move -- postgres://user:password@host:5432/database");
  const { dataDir } = readConfig({ ...process.env, DATABASE_URL: "" });
  const file = path.join(dataDir, "fieldstall.db");
  if (!existsSync(file)) throw new StartupError(`There is no database ${file}. See that DATA_DIR is right.`);
  await refuseOtherVersion(file);
  if ((await connectionsToPostgres(url)) > 0) throw new StartupError("Somebody else is connected to that database.");
  const source = openSource(file);
  const dialect = postgres(url, SILENT);
  const target = new Kysely<Tables>({ dialect: dialect.unhurried() });
  try {
    await fillAndTell(source, { dialect, target }, say);
    await refuseDifferent(source, target);
    await sql`drop table ${sql.table(UNFINISHED_MOVE)}`.execute(target);
    await sql`analyze`.execute(target);
    const rows = [...source.tables.keys()].reduce((sum, table) => sum + source.count(table), 0);
    source.close();
    const oldFile = path.join(dataDir, `before-move-${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}.db`);
    await rename(file, oldFile);
    return [
      `${rows} rows are in ${dialect.place}. All ${source.tables.size} tables were read again on both sides and are the same; the books agree.`,
      `Start the service with DATABASE_URL. Pictures and the secret stay in ${dataDir}.`,
      `The database of before is ${oldFile}. To go back, give it the name fieldstall.db again and start without DATABASE_URL: what was written to Postgres meanwhile is not in it.`,
    ];
  } finally {
    source.close();
    await target.destroy();
    await databaseOn(dialect).close();
  }
}

function openSource(file: string): SqliteRows {
  try {
    return readSqlite(file);
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith("SQLITE_BUSY")) throw error;
    throw new StartupError(IN_USE);
  }
}

/** Refuses a source whose tables are not of this version, that is damaged, or that is in use. */
async function refuseOtherVersion(file: string): Promise<void> {
  if (sqliteInUse(file)) throw new StartupError(IN_USE);
  const broken = brokenInSqlite(file);
  if (broken.length > 0) throw new StartupError(`The database ${file} is damaged: ${broken.join("; ")}.`);
  const database = databaseOn(sqlite(file));
  const { missing, newer } = await migrationsOf(database).finally(() => database.close());
  if (newer.length > 0)
    throw new StartupError("The database is of a newer version than this command. Move it with that version.");
  if (missing.length > 0)
    throw new StartupError(
      "The database is of an earlier version. Start this version on it once, stop it, and move it then.",
    );
}

async function fillAndTell(source: SqliteRows, place: Target, say: (sentence: string) => void): Promise<void> {
  let rows = 0;
  await fillTarget(source, place, (batch) => {
    const tellings = Math.floor(rows / TELL_EVERY);
    rows += batch.rows;
    if (Math.floor(rows / TELL_EVERY) > tellings)
      say(`${rows} rows have come in this run; ${batch.table} is on its way.`);
  });
  say("All rows have come; both databases are read again.");
}

async function refuseDifferent(source: SqliteRows, target: Db): Promise<void> {
  const differences = [...(await differingTables(source, target)), ...(await wrongInBooks(target))];
  if (differences.length === 0) return;
  throw new StartupError(
    `The databases are not the same: ${differences.join("; ")}. Nothing was changed in the one of before. Make another empty database, and begin again.`,
  );
}
