import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import type { Log } from "~/platform/log.server";
import { DatabaseUnavailable, noteFailedConnection } from "../out-of-reach";

/** Limits of a pool. Times are in milliseconds. */
export interface PoolLimits {
  /** For a connection: a new one, or the turn at one that is busy. */
  connectMs: number;
  /** For one statement; Postgres then cancels it. */
  statementMs: number;
  /** For rows and tables that another transaction has locked. */
  lockMs: number;
  /** Without data from Postgres while a connection is in use; the other end then counts as gone. */
  silenceMs: number;
  connections: number;
  /** The limit of waiting callers. One more is refused at once, because its turn would come too late. */
  mostWaiting: number;
}

export const POOL_LIMITS: PoolLimits = {
  connectMs: 5000,
  statementMs: 10_000,
  lockMs: 5000,
  silenceMs: 12_000,
  connections: 10,
  mostWaiting: 200,
};

const PROBE_EVERY_MS = 500;
/** Codes of a server that is absent or not ready yet, in contrast to one that is full. */
const NOBODY = /^(E[A-Z]+|57P0[123]|08\w+)$/;
/** read_only_sql_transaction: the server of this connection is no longer the primary, or takes no writes. */
const READ_ONLY = "25006";
/** A server may take no writes for long, so all connections are renewed no more often than this. */
const ANEW_EVERY_MS = 1000;
const NO_ANSWER = /connection timeout|Connection terminated|timeout expired/;

/**
 * A pool that survives an outage of Postgres. After a failed connection it refuses requests at once, and a single probe
 * waits for Postgres to return. A connection that breaks in use is dropped and never ends the process. A connection
 * whose server refused a write as read-only is dropped too, with all older ones: another server may be the primary now,
 * or this one may take writes again, which an existing session does not notice.
 */
export class BoundedPool extends pg.Pool {
  readonly #limits: PoolLimits;
  readonly #log: Log;
  readonly #connectionString: string;
  #outOfReach = false;
  #probing: NodeJS.Timeout | undefined;
  readonly #madeAt = new WeakMap<object, number>();
  readonly #readOnly = new WeakSet<object>();
  /** Older connections than this are dropped when somebody needs one. */
  #anewSince = -Infinity;

  /**
   * `shared`: a pooler such as PgBouncer gives each transaction another connection, and sets the time limits itself.
   */
  constructor(connectionString: string, log: Log, limits: PoolLimits, { shared = false } = {}) {
    super({
      connectionString,
      connectionTimeoutMillis: limits.connectMs,
      ...(!shared && {
        statement_timeout: limits.statementMs,
        lock_timeout: limits.lockMs,
        idle_in_transaction_session_timeout: 2 * limits.silenceMs,
      }),
      keepAlive: true,
      max: limits.connections,
      idleTimeoutMillis: 30_000,
    });
    [this.#connectionString, this.#log, this.#limits] = [connectionString, log, limits];
    this.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost"));
    if (shared) this.on("connect", preparedByNobody);
    // While a connection is in use, the pool does not listen to it, and an error without a listener ends the process.
    this.on("connect", (client) => client.on("error", () => undefined));
    this.on("connect", (client) => this.#watch(client));
    this.on("acquire", (client) => endWhenSilent(client, limits.silenceMs));
    this.on("release", (_, client) => endWhenSilent(client, 0));
  }

  /** Whether the server does not answer. False if it is only full. */
  get isOutOfReach(): boolean {
    return this.#outOfReach;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      releaseClient: (release?: boolean | Error) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      releaseClient: (release?: boolean | Error) => void,
    ) => void,
  ): Promise<pg.PoolClient> | void {
    const connected = this.#connected();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  async #connected(): Promise<pg.PoolClient> {
    if (this.#outOfReach) throw new DatabaseUnavailable("The database is out of reach.");
    if (this.waitingCount >= this.#limits.mostWaiting)
      throw new DatabaseUnavailable("Too many are waiting for a database connection.");
    try {
      for (;;) {
        const client = await super.connect();
        if ((this.#madeAt.get(client) ?? Infinity) >= this.#anewSince) return this.#dropIfReadOnly(client);
        client.release(true);
      }
    } catch (error) {
      noteFailedConnection(error);
      const { code = "", message } = error as Error & { code?: string };
      if (NOBODY.test(code) || NO_ANSWER.test(message)) this.#lookOut(message);
      throw error;
    }
  }

  /** Notes when a connection was made, and when its server refuses a write as read-only. */
  #watch(client: pg.PoolClient): void {
    this.#madeAt.set(client, performance.now());
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code !== READ_ONLY) return;
      this.#readOnly.add(client);
      if (performance.now() - this.#anewSince < ANEW_EVERY_MS) return;
      this.#anewSince = performance.now();
      this.#log.error("the database takes no writes: connections to it are made anew");
    });
  }

  #dropIfReadOnly(client: pg.PoolClient): pg.PoolClient {
    const release = client.release.bind(client);
    client.release = (error) => release(error || this.#readOnly.has(client));
    return client;
  }

  /** Refuses all callers until a probe reaches the server again. */
  #lookOut(reason: string): void {
    if (this.#outOfReach || this.ending) return;
    this.#outOfReach = true;
    this.#log.error({ reason }, "the database is out of reach");
    const probe = async () => {
      const client = new pg.Client({
        connectionString: this.#connectionString,
        connectionTimeoutMillis: this.#limits.connectMs,
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        await client.query("select 1");
        this.#outOfReach = false;
        this.#log.info("the database can be reached again");
      } catch {
        if (!this.ending) this.#probing = setTimeout(probe, PROBE_EVERY_MS).unref();
      } finally {
        void client.end().catch(() => undefined);
      }
    };
    this.#probing = setTimeout(probe, PROBE_EVERY_MS).unref();
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearTimeout(this.#probing);
    return callback ? super.end(callback) : super.end();
  }
}

/**
 * Removes the name from every statement of a client. Behind a pooler, a named prepared statement belongs to another
 * connection, and the library that counts tries names its statements.
 */
function preparedByNobody(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((queryConfig: unknown, ...parameters: unknown[]) => {
    const isNamed =
      typeof queryConfig === "object" && queryConfig !== null && "name" in queryConfig && "text" in queryConfig;
    return query(isNamed ? { ...queryConfig, name: undefined } : queryConfig, ...parameters);
  }) as typeof client.query;
}

/**
 * Drops a connection after so many milliseconds without data; 0 never does. A caller that waits for an answer then
 * fails.
 */
export function endWhenSilent(client: object, milliseconds: number): void {
  const { stream } = (client as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners("timeout");
  stream.setTimeout(milliseconds);
  if (milliseconds > 0) stream.once("timeout", () => stream.destroy());
}
