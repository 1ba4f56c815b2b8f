import { PostgresDialect, sql, type SqlBool } from "kysely";
import pg from "pg";
import type { Log } from "~/platform/log.server";
import { whenCommitted } from "../committed";
import { Changes } from "./changes";
import { asInName, containing, SHORTEST_INDEXED, type Dialect } from "./dialect";
import { BoundedPool, endWhenSilent, POOL_LIMITS, type PoolLimits } from "./postgres-pool.server";
import { postgresProcessLocks } from "./postgres-process-locks.server";

const CHANNEL = "fieldstall_public_pages";
/** A tag has at most 35 characters, and a notification at most 8,000 bytes. */
const TAGS_AT_A_TIME = 200;
/** With more tags than this, other processes are told that everything changed. */
const MOST_TAGS = 4000;

// int8 and numeric come as text by default; our counts and cents are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

const HEARTBEAT_MS = 5000;
const LISTEN_AGAIN_MS = 1000;

/**
 * Opens a pool of connections, and one more connection that listens for changes announced by other processes. With
 * `directUrl` the pool goes through a pooler that keeps no session. Listening and migrations need a session, so they go
 * to Postgres itself.
 */
export function postgres(
  connectionString: string,
  log: Log,
  limits: Partial<PoolLimits> = {},
  { directUrl = null }: { directUrl?: string | null } = {},
): Dialect & { pool: BoundedPool } {
  const { connectMs, ...rest } = { ...POOL_LIMITS, ...limits };
  const pool = new BoundedPool(connectionString, log, { connectMs, ...rest }, { shared: directUrl !== null });
  const sessionUrl = directUrl ?? connectionString;
  const changes = new Changes();
  let closed = false;
  let listener: pg.Client | null = null;
  const processLocks = postgresProcessLocks(pool, () => listener);

  async function listen(): Promise<void> {
    if (closed) return;
    const client = new pg.Client({ connectionString: sessionUrl, connectionTimeoutMillis: connectMs });
    // No notification may come for hours, and only a query shows that the other end is gone.
    const heartbeat = setInterval(() => void client.query("select 1").catch(() => undefined), HEARTBEAT_MS).unref();
    const listenAgain = () => {
      clearInterval(heartbeat);
      if (listener !== client) return;
      listener = null;
      changes.announce();
      void client.end().catch(() => undefined);
      setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref();
    };
    listener = client;
    client.on("error", listenAgain);
    client.on("end", listenAgain);
    client.on("notification", ({ payload }) => changes.announce(payload ? payload.split(",") : undefined));
    try {
      await client.connect();
      endWhenSilent(client, 2 * HEARTBEAT_MS);
      await client.query(`listen ${CHANNEL}`);
      await processLocks.holdAgain(client);
      // Changes may have been missed before.
      changes.announce();
    } catch {
      listenAgain();
    }
  }
  void listen();

  return {
    name: "postgres",
    place: withoutPassword(connectionString),
    pool,
    kysely: new PostgresDialect({ pool }),
    unhurried() {
      const unbounded = new pg.Pool({ connectionString: sessionUrl, connectionTimeoutMillis: connectMs, max: 2 });
      unbounded.on("error", () => undefined);
      unbounded.on("connect", (client) => client.on("error", () => undefined));
      return new PostgresDialect({ pool: unbounded });
    },
    forUpdate: true,
    processLocks,
    async createSearchIndex(db) {
      await sql`create extension if not exists pg_trgm`.execute(db);
      await sql`create index "productsSearch" on "products" using gin ("searchText" gin_trgm_ops) where "isPublic" = 1`.execute(
        db,
      );
    },
    searched(all, limit) {
      const contained = all.map(
        (texts) =>
          sql`(${sql.join(
            texts.map((text) => sql`"searchText" like ${containing(text)}`),
            sql` or `,
          )})`,
      );
      // Postgres decides by its statistics which way is quicker: down the row numbers, or through the index.
      return sql`select "seq" from "products" where "isPublic" = 1 and ${sql.join(contained, sql` and `)} order by "seq" desc limit ${sql.lit(limit)}`;
    },
    async createStallsInSearch(db) {
      await sql`create function "stallsInSearch"() returns trigger language plpgsql as $$ begin
        update "products" set "searchText" = substr("searchText", 1, length("searchText") - length(old."searchName")) || new."searchName"
        where "merchantId" = new."userId" and "deletedAt" is null and right("searchText", 1 + length(old."searchName")) = chr(10) || old."searchName";
        return null; end $$`.execute(db);
      await sql`create trigger "stallsInSearch" after update of "searchName" on "stores" for each row when (old."searchName" <> new."searchName") execute function "stallsInSearch"()`.execute(
        db,
      );
    },
    async createPrefixIndex(db, name, table, column) {
      await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.ref(column)} text_pattern_ops)`.execute(db);
    },
    async createProductLookup(db) {
      await sql`create index "productsLookup" on "products" using gin (${NAMES} gin_trgm_ops)`.execute(db);
    },
    productsLookedUp(words, limit) {
      const indexedWords = words.filter((word) => [...word].length >= SHORTEST_INDEXED);
      const contained = indexedWords.map((word) => sql`${NAMES} like ${containing(word)}`);
      return indexedWords.length > 0
        ? sql`select "_id" from "products" where ${sql.join(contained, sql` and `)} limit ${limit}`
        : null;
    },
    async createOrderSearch(db) {
      await sql`create index "ordersSearch" on "orders" using gin ((' ' || "buyerText") gin_trgm_ops)`.execute(db);
    },
    ordersSearched(words, limit) {
      const contained = words.map((word) => sql`' ' || "buyerText" like ${containing(asInName(word))}`);
      return sql`select "itemId" from "orders" where ${sql.join(contained, sql` and `)} limit ${limit}`;
    },
    texts: (texts) => sql<string>`select unnest(${texts}::text[])`,
    startsWith: (text, start) => sql<SqlBool>`${text} like ${`${start.replace(/[\\%_]/g, "\\$&")}%`}`,
    scrub: async () => undefined,
    async announceChange(db, tags) {
      const announcedTags = tags && tags.length <= MOST_TAGS ? tags : undefined;
      // The notification may arrive a moment after the caller's response, so this process announces the change itself.
      whenCommitted(db, () => changes.announce(announcedTags));
      const payloads = announcedTags ? inPayloads(announcedTags) : [""];
      await sql`select pg_notify(${CHANNEL}, "payload") from unnest(${payloads}::text[]) as "told"("payload")`.execute(
        db,
      );
    },
    changes: () => changes,
    async close() {
      closed = true;
      const client = listener;
      listener = null;
      await client?.end().catch(() => undefined);
    },
  };
}

/** A pool for the reads of a replica, with the default limits. */
export function postgresReplica(connectionString: string, log: Log, options: { shared: boolean }): PostgresDialect {
  return new PostgresDialect({ pool: new BoundedPool(connectionString, log, POOL_LIMITS, options) });
}

/** A product's folded title, which ends at the first line feed of its searchText, and its SKU. */
const NAMES = sql.raw(`(split_part("searchText", chr(10), 1) || chr(10) || lower("sku"))`);

function inPayloads(tags: string[]): string[] {
  const count = Math.ceil(tags.length / TAGS_AT_A_TIME);
  return Array.from({ length: count }, (_, n) => tags.slice(n * TAGS_AT_A_TIME, (n + 1) * TAGS_AT_A_TIME).join());
}

function withoutPassword(connectionString: string): string {
  const { hostname, port, pathname } = new URL(connectionString);
  return `${hostname}${port && `:${port}`}${pathname}`;
}
