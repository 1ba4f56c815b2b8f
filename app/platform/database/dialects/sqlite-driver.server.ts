import type SQLite from "better-sqlite3";
import {
  SqliteAdapter,
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { WalGuard } from "./sqlite-wal-guard.server";

/** Two connections to one file. A read through one never waits for a write through the other. */
export interface Connections {
  reader: SQLite.Database;
  writer: SQLite.Database;
  /** How long a write waits while another program holds the file, in milliseconds. */
  patienceMs: number;
  guard: WalGuard;
}

const TRY_AGAIN_MS = 25;

/**
 * Kysely's dialect for SQLite on two connections. It never waits for a lock while it holds the event loop, as SQLite
 * itself would. A transaction takes the write lock at its beginning; otherwise it could fail halfway with "database is
 * locked".
 */
export class TwoConnectionsDialect extends SqliteDialect {
  readonly #connections: Connections;
  constructor(connections: Connections) {
    super({ database: connections.writer });
    this.#connections = connections;
  }
  override createDriver(): Driver {
    return new TwoConnectionsDriver(this.#connections);
  }
  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

/** SQLite can roll back `create table`. Saying so makes the migrator run everything under the write lock. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TwoConnectionsDriver implements Driver {
  readonly #connections: Connections;
  readonly #turns = new Turns();
  constructor(connections: Connections) {
    this.#connections = connections;
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new RoutedConnection(this.#connections, this.#turns);
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as RoutedConnection).begin();
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as RoutedConnection).commit();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as RoutedConnection).rollback();
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    this.#connections.reader.close();
    this.#connections.writer.close();
  }
}

/** Grants one turn at a time, in the order of the calls. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
  }
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}

/** Sends reads to the reader and writes to the writer, and everything to the writer within a transaction. */
class RoutedConnection implements DatabaseConnection {
  readonly #connections: Connections;
  readonly #turns: Turns;
  #inTransaction = false;
  constructor(connections: Connections, turns: Turns) {
    [this.#connections, this.#turns] = [connections, turns];
  }

  async begin(): Promise<void> {
    const since = performance.now();
    await this.#turns.take();
    try {
      await this.#patiently(since, () => {
        this.#connections.guard.check();
        this.#connections.writer.exec("begin immediate");
      });
      this.#inTransaction = true;
    } catch (error) {
      this.#turns.release();
      throw error;
    }
  }

  /** If it fails, Kysely rolls back. */
  commit(): void {
    this.#connections.guard.check();
    this.#connections.writer.exec("commit");
    this.#connections.guard.note();
    this.#end();
  }

  rollback(): void {
    try {
      // When the disk is full, SQLite has rolled back already.
      if (this.#connections.writer.inTransaction) this.#connections.writer.exec("rollback");
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#inTransaction = false;
    this.#turns.release();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, guard } = this.#connections;
    if (this.#inTransaction) return run(prepared(writer, query.sql), query);
    const since = performance.now();
    if (!WRITES.has(query.query.kind)) {
      const statement = await this.#patiently(since, () => prepared(reader, query.sql));
      if (statement.readonly) return this.#patiently(since, () => run(statement, query));
    }
    await this.#turns.take();
    try {
      const result = await this.#patiently(since, () => {
        guard.check();
        return run<Row>(prepared(writer, query.sql), query);
      });
      guard.note();
      return result;
    } finally {
      this.#turns.release();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  /** Retries until the file is free or patience has run out. The wait for a turn counts against patience too. */
  async #patiently<T>(since: number, work: () => T): Promise<T> {
    for (;;) {
      try {
        return work();
      } catch (error) {
        const busy = /^SQLITE_(BUSY|LOCKED)/.test((error as { code?: string }).code ?? "");
        if (!busy || performance.now() - since >= this.#connections.patienceMs) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}

/** Pages run the same statements again and again, and parsing one takes SQLite longer than running it. */
const MOST_PREPARED = 500;
/**
 * A statement that writes hundreds of rows takes 2 MB while it is cached, and is needed again only during that write.
 */
const LONG = { letters: 8 * 1024, kept: 2 };

interface Prepared {
  short: LRUCache<string, SQLite.Statement>;
  long: LRUCache<string, SQLite.Statement>;
}
const statements = new WeakMap<SQLite.Database, Prepared>();

function prepared(connection: SQLite.Database, text: string): SQLite.Statement {
  const cache = statements.get(connection) ?? {
    short: new LRUCache({ max: MOST_PREPARED }),
    long: new LRUCache({ max: LONG.kept }),
  };
  statements.set(connection, cache);
  const alike = text.length > LONG.letters ? cache.long : cache.short;
  const statement = alike.get(text) ?? connection.prepare(text);
  alike.set(text, statement);
  return statement;
}

const WRITES = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"]);

function run<Row>(statement: SQLite.Statement, { parameters }: CompiledQuery): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
}
