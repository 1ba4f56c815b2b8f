import path from "node:path";
import type { Database as SQLiteDatabase } from "better-sqlite3";
import { sql, type Kysely, type SqlBool } from "kysely";
import { shareOf } from "~/platform/memory.server";
import { takingTurns } from "~/platform/turns";
import type { Tables } from "../tables";
import { whenCommitted } from "../committed";
import { isOutOfReach } from "../out-of-reach";
import { Changes } from "./changes";
import { asInName, SHORTEST_INDEXED, type Dialect } from "./dialect";
import { TwoConnectionsDialect } from "./sqlite-driver.server";
import { usableFile } from "./sqlite-file.server";
import SQLite from "./sqlite-package.server";
import { sqliteProcessLocks } from "./sqlite-process-locks.server";
import { refuseCutWal, walGuard } from "./sqlite-wal-guard.server";

/** A buyer's longest wait while another program, such as a backup, holds the file. */
const PATIENCE_MS = 1500;
/** How long a start waits for another process that brings the tables up to date. */
const MIGRATION_MS = 120_000;
/** Bytes of cache for each connection, where there is room. The writer reads little. */
const CACHE = { reader: 48 * 1024 * 1024, writer: 16 * 1024 * 1024 };

/** Opens (and creates) the database file. `durable` data survives a power cut, which tests do not need. */
export function sqlite(
  file: string,
  { patienceMs = PATIENCE_MS, durable = true, memoryBytes = Infinity } = {},
): Dialect {
  refuseCutWal(file);
  usableFile(file);
  const writer = open(file, shareOf(CACHE.writer, memoryBytes));
  if (!durable) writer.pragma("synchronous = OFF");
  const reader = open(file, shareOf(CACHE.reader, memoryBytes));
  reader.pragma("query_only = ON");
  // The writing connection's data version, which rises when another connection has committed.
  const dataVersion = writer.prepare("pragma data_version").pluck();
  const guard = walGuard(file, writer);
  const changes = new Changes();
  let seenVersion = Number(dataVersion.get());
  let isLookedAt = false;
  /** The data version now, or the last one seen if the file cannot be read. */
  const versionNow = () => {
    try {
      return Number(dataVersion.get());
    } catch (error) {
      // Cached pages are still shown then, and a request must not end the process.
      if (isOutOfReach(error)) return seenVersion;
      throw error;
    }
  };
  return {
    name: "sqlite",
    place: file,
    kysely: new TwoConnectionsDialect({ reader, writer, patienceMs, guard }),
    unhurried: () => {
      const [migrationReader, migrationWriter] = [open(file, CACHE.reader), open(file, CACHE.writer)];
      return new TwoConnectionsDialect({
        reader: migrationReader,
        writer: migrationWriter,
        patienceMs: MIGRATION_MS,
        guard: walGuard(file, migrationWriter),
      });
    },
    forUpdate: false,
    processLocks: sqliteProcessLocks(path.join(path.dirname(file), "processes")),
    async createSearchIndex(db) {
      // Contentless: the index stores only its trigrams. Triggers keep it up to date, whoever writes.
      await sql`create virtual table "productSearch" using fts5("searchText", content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(
        db,
      );
      await sql`create trigger "productSearchInsert" after insert on "products" when new."isPublic" = 1 begin
        insert into "productSearch"(rowid, "searchText") values (new."seq", new."searchText"); end`.execute(db);
      // One trigger for both steps, because SQLite does not say which of two would run first.
      await sql`create trigger "productSearchUpdate" after update of "searchText", "isPublic" on "products" when old."isPublic" = 1 or new."isPublic" = 1 begin
        delete from "productSearch" where rowid = old."seq" and old."isPublic" = 1;
        insert into "productSearch"(rowid, "searchText") select new."seq", new."searchText" where new."isPublic" = 1; end`.execute(
        db,
      );
      await sql`create trigger "productSearchDelete" after delete on "products" when old."isPublic" = 1 begin
        delete from "productSearch" where rowid = old."seq"; end`.execute(db);
    },
    searched(all, limit) {
      const match = all.map((texts) => `(${texts.map(quoted).join(" OR ")})`).join(" AND ");
      // SQLite reads the index from its end, and no further than the limit.
      return sql`select rowid as "seq" from "productSearch" where "productSearch" match ${match} order by rowid desc limit ${sql.lit(limit)}`;
    },
    async createStallsInSearch(db) {
      await sql`create trigger "stallsInSearch" after update of "searchName" on "stores" when old."searchName" <> new."searchName" begin
        update "products" set "searchText" = substr("searchText", 1, length("searchText") - length(old."searchName")) || new."searchName"
        where "merchantId" = new."userId" and "deletedAt" is null and substr("searchText", -1 - length(old."searchName")) = char(10) || old."searchName"; end`.execute(
        db,
      );
    },
    createPrefixIndex: async () => undefined,
    async createProductLookup(db) {
      await sql`create virtual table "productLookup" using fts5("names", content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(
        db,
      );
      await sql`insert into "productLookup"(rowid, "names") select "seq", ${namesOf("")} from "products"`.execute(db);
      await sql`create trigger "productLookupInsert" after insert on "products" begin
        insert into "productLookup"(rowid, "names") values (new."seq", ${namesOf("new.")}); end`.execute(db);
      await sql`create trigger "productLookupUpdate" after update of "searchText", "sku" on "products" when old."searchText" <> new."searchText" or old."sku" <> new."sku" begin
        delete from "productLookup" where rowid = old."seq";
        insert into "productLookup"(rowid, "names") values (new."seq", ${namesOf("new.")}); end`.execute(db);
      await sql`create trigger "productLookupDelete" after delete on "products" begin
        delete from "productLookup" where rowid = old."seq"; end`.execute(db);
    },
    productsLookedUp(words, limit) {
      const long = words.filter((word) => [...word].length >= SHORTEST_INDEXED);
      return long.length > 0
        ? sql`select "_id" from "products" where "seq" in (select rowid from "productLookup" where "productLookup" match ${matching(long)} order by rowid desc limit ${limit})`
        : null;
    },
    async createOrderSearch(db) {
      await sql`create virtual table "orderSearch" using fts5("buyerText", content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(
        db,
      );
      await sql`insert into "orderSearch"(rowid, "buyerText") select "itemId", ' ' || "buyerText" from "orders"`.execute(
        db,
      );
      await sql`create trigger "orderSearchInsert" after insert on "orders" begin
        insert into "orderSearch"(rowid, "buyerText") values (new."itemId", ' ' || new."buyerText"); end`.execute(db);
      await sql`create trigger "orderSearchUpdate" after update of "buyerText" on "orders" when old."buyerText" <> new."buyerText" begin
        delete from "orderSearch" where rowid = old."itemId";
        insert into "orderSearch"(rowid, "buyerText") values (new."itemId", ' ' || new."buyerText"); end`.execute(db);
      await sql`create trigger "orderSearchDelete" after delete on "orders" begin
        delete from "orderSearch" where rowid = old."itemId"; end`.execute(db);
    },
    ordersSearched(words, limit) {
      const indexedWords = words.map(asInName).filter((word) => [...word].length >= SHORTEST_INDEXED);
      return indexedWords.length > 0
        ? sql`select rowid as "itemId" from "orderSearch" where "orderSearch" match ${matching(indexedWords)} order by rowid desc limit ${limit}`
        : null;
    },
    // `startsWith`: SQLite compares texts byte by byte, so all texts with one beginning are one range of their index.
    texts: (texts) => sql<string>`select "value" from json_each(${JSON.stringify(texts)})`,
    startsWith: (text, start) => sql<SqlBool>`(${text} >= ${start} and ${text} < ${`${start}\u{10ffff}`})`,
    async scrub(db, { index } = { index: false }) {
      // A contentless index only marks a deleted row; its words go when all segments are merged into one.
      if (index) await mergeSegments(db, writer);
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
      if (rows[0]?.busy !== 0) throw new Error("The log of SQLite is in use and could not be emptied.");
    },
    async announceChange(db, tags) {
      // Not before, because other readers still see the old data.
      whenCommitted(db, () => changes.announce(tags));
    },
    changes() {
      // Once in a round of the event loop is enough: no client that knows of another process's commit can reach us
      // before the next round. A look takes two locks of the file, a third of all other costs of a cached page.
      if (isLookedAt) return changes;
      isLookedAt = true;
      setImmediate(() => (isLookedAt = false));
      const version = versionNow();
      if (version !== seenVersion) {
        guard.noteGrowth();
        changes.announce();
      }
      seenVersion = version;
      return changes;
    },
    async close() {
      guard.close(() => {
        reader.close();
        writer.close();
      });
    },
  };
}

/** Pages of a merge step, about 10 ms of the event loop. */
const PAGES_A_STEP = 4;

/** Merges the segments of the index of orders into one, in steps between which others can write. */
async function mergeSegments(db: Kysely<Tables>, writer: SQLiteDatabase): Promise<void> {
  const changes = writer.prepare("select total_changes()").pluck();
  const takeTurn = takingTurns();
  // The first number is negative, so that every segment takes part.
  for (let pages = -PAGES_A_STEP, isDone = false; !isDone; pages = PAGES_A_STEP) {
    await db.transaction().execute(async (trx) => {
      const before = Number(changes.get());
      await sql`insert into "orderSearch"("orderSearch", rank) values ('merge', ${pages})`.execute(trx);
      // Source: sqlite.org/fts5.html, "The 'merge' command".
      isDone = Number(changes.get()) - before < 2;
    });
    await takeTurn();
  }
}

function open(file: string, cacheBytes: number): SQLiteDatabase {
  // Processes that start at once may wait for each other here. After that, nothing waits synchronously.
  const database = new SQLite(file, { timeout: 10_000 });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // Deleted rows are overwritten with zeros, so that the file tells nothing of a person who has left.
  database.pragma("secure_delete = ON");
  database.pragma(`cache_size = -${Math.floor(cacheBytes / 1024)}`);
  database.pragma("busy_timeout = 0");
  return database;
}

/** A product's folded title, which ends at the first line feed of its searchText, and its SKU. */
const namesOf = (row: string) =>
  sql.raw(`substr(${row}"searchText", 1, instr(${row}"searchText" || char(10), char(10))) || lower(${row}"sku")`);

/** A query in the search index's own language for texts that contain each of the words. */
const matching = (words: string[]): string => words.map(quoted).join(" ");

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
