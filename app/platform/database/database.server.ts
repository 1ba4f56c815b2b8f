import path from "node:path";
import { Kysely, type LogEvent, type Transaction } from "kysely";
import type { Config } from "~/platform/config.server";
import { requestScope, type Log } from "~/platform/log.server";
import { theTracer } from "~/platform/tracing/tracing.server";
import { committed } from "./committed";
import type { Dialect } from "./dialects/dialect";
import { sqlite } from "./dialects/sqlite.server";
import { Replica } from "./replica/replica.server";
import { routedReads } from "./replica/routed-reads.server";
import { traceStatement } from "./statement-span.server";
import type { Tables } from "./tables";

/** The handle for reading and for single statements. */
export type Db = Kysely<Tables>;
/**
 * The handle inside a transaction. Writing through the outer handle there deadlocks on SQLite, which has one writer.
 */
export type Trx = Transaction<Tables>;

export interface Database {
  db: Db;
  /** For single reads of public data. A replica answers them if there is one and it is up to date. */
  reads: Db;
  replica: Replica | null;
  dialect: Dialect;
  close(): Promise<void>;
}

/** Opens the database. On SQLite, no code of Postgres is loaded. */
export async function openDatabase(
  config: Pick<Config, "databaseUrl" | "dataDir"> &
    Partial<Pick<Config, "memoryBytes" | "databaseDirectUrl" | "databaseReadUrl">>,
  log: Log,
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl = null, databaseReadUrl } = config;
  if (!databaseUrl)
    return databaseOn(
      sqlite(path.join(config.dataDir, "fieldstall.db"), { memoryBytes: config.memoryBytes ?? Infinity }),
    );
  const { postgres, postgresReplica } = await import("./dialects/postgres.server");
  const dialect = postgres(databaseUrl, log, {}, { directUrl: databaseDirectUrl });
  if (!databaseReadUrl) return databaseOn(dialect);
  // The replica logs its own failures, in one line.
  const silent = log.child({}, { level: "silent" });
  const replicated = new Kysely<Tables>({
    // A deployment with a pooler in front of the primary has one in front of the replica too.
    dialect: postgresReplica(databaseReadUrl, silent, { shared: databaseDirectUrl !== null }),
    log: noteStatement(dialect),
  });
  return databaseOn(dialect, (primary) => {
    const replica = new Replica({ primary, replica: replicated, changes: dialect.changes(), log });
    return { replica, reads: routedReads(primary, () => dialect.pool.isOutOfReach, replica) };
  });
}

type Replicated = (primary: Db) => Pick<Database, "reads" | "replica">;

export function databaseOn(
  dialect: Dialect,
  replicated: Replicated = (db) => ({ reads: db, replica: null }),
): Database {
  const db = new Kysely<Tables>({ dialect: dialect.kysely, log: noteStatement(dialect) });
  const { reads, replica } = replicated(db);
  return {
    db,
    reads,
    replica,
    dialect,
    async close() {
      await replica?.close();
      await dialect.close();
      await db.destroy();
    },
  };
}

/** OpenTelemetry's names of the databases. */
const SYSTEMS = { sqlite: "sqlite", postgres: "postgresql" };

function noteStatement({ name }: Dialect): (event: LogEvent) => void {
  return (event) => {
    const scope = requestScope();
    if (scope && event.level === "query") scope.statements += 1;
    if (theTracer()) traceStatement(event, SYSTEMS[name]);
  };
}

const RETRIED = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 5;
/** Random, so that two transactions that were in each other's way do not meet again. */
const scatteredMs = (attempt: number) => Math.random() * 20 * 2 ** attempt;

/**
 * Runs `work` in one transaction; all of it happens or nothing. Postgres may end one of two transactions that wait for
 * each other. `work` then runs again, so it must do nothing outside the database.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const transactions: Trx[] = [];
      const result = await db.transaction().execute((trx) => {
        transactions.push(trx);
        return work(trx);
      });
      for (const trx of transactions) committed(trx);
      return result;
    } catch (error) {
      const code = (error as { code?: string }).code ?? "";
      if (!RETRIED.has(code) || attempt === MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, scatteredMs(attempt)));
    }
  }
}
