import { PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Log } from "~/platform/log.server";
import { asInName, containing, type Dialect } from "./dialect";

const CHANNEL = "fieldstall_public_pages";

// int8 and numeric come as text by default; our counts and cents are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Opens a pool of connections, and one more that listens for changes announced by other processes. */
export function postgres(connectionString: string, log: Log): Dialect & { pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 30_000 });
  pool.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost"));
  let changes = 0;
  let closed = false;
  let listener: pg.Client | null = null;

  async function listen(): Promise<void> {
    if (closed) return;
    const client = new pg.Client({ connectionString });
    const again = () => {
      if (listener !== client) return;
      listener = null;
      // Changes may have been missed meanwhile.
      changes += 1;
      setTimeout(() => void listen(), 1000).unref();
    };
    listener = client;
    client.on("error", again);
    client.on("end", again);
    client.on("notification", () => { changes += 1; });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      again();
    }
  }
  void listen();

  return {
    name: "postgres",
    pool,
    kysely: new PostgresDialect({ pool }),
    forUpdate: true,
    async createSearchIndex(db) {
      await sql`create extension if not exists pg_trgm`.execute(db);
      await sql`create index "productsSearch" on "products" using gin ("searchText" gin_trgm_ops) where "isPublic" = 1`.execute(db);
    },
    // Its statistics tell it which way is quicker.
    searchTextContains: (eb, words) => eb.and(words.map((word) => eb("products.searchText", "like", containing(word)))),
    searched: () => null,
    async createOrderSearch(db) {
      await sql`create index "ordersSearch" on "orders" using gin ((' ' || "buyerText") gin_trgm_ops)`.execute(db);
    },
    ordersSearched(words, limit) {
      const contained = words.map((word) => sql`' ' || "buyerText" like ${containing(asInName(word))}`);
      return sql`select "itemId" from "orders" where ${sql.join(contained, sql` and `)} limit ${limit}`;
    },
    async announceChange(db) {
      changes += 1;
      await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
    },
    changeCount: () => changes,
    async close() {
      closed = true;
      const client = listener;
      listener = null;
      await client?.end().catch(() => undefined);
    },
  };
}
