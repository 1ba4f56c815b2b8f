import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { SqliteRows } from "~/platform/database/dialects/sqlite-rows.server";
import { migrate } from "~/platform/database/migrate.server";
import { UNFINISHED_MOVE } from "~/platform/database/unfinished-move.server";
import { StartupError } from "~/platform/startup-error";
import { copyRows, emptyTables, hasBegun, type CopiedBatch } from "./copy-rows.server";

/** An empty Postgres database, or one that a move has begun to fill. */
export interface Target {
  dialect: Dialect;
  target: Db;
}

/**
 * Makes the tables of this version and copies every row that is not yet copied. Throws a StartupError if the target has
 * anything else in it. Calls `tell` for each batch.
 */
export async function fillTarget(
  source: SqliteRows,
  { dialect, target }: Target,
  tell: (batch: CopiedBatch) => void,
): Promise<void> {
  await refuseFilled(target);
  if (!(await hasBegun(target))) {
    await migrate({ dialect }, { isMove: true });
    await emptyTables(target, source.tables.keys());
  }
  await copyRows(source, target, tell);
}

/** Refuses a target that is not empty, unless a move has begun to fill it. */
async function refuseFilled(target: Db): Promise<void> {
  const tables = await target.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.some(({ name }) => name === UNFINISHED_MOVE)) return;
  if (tables.length > 0)
    throw new StartupError("There is something in that database already. Make an empty one (createdb) and name it.");
  await sql`create table ${sql.table(UNFINISHED_MOVE)} ("name" text primary key, "lastRow" bigint not null)`.execute(
    target,
  );
}
