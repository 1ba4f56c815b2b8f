import type { Database as SQLiteDatabase } from "better-sqlite3";
import { sql, type SqlBool } from "kysely";
import { shareOf } from "~/platform/memory.server";
import { whenCommitted } from "../committed";
import { Changes } from "./changes";
import { asInName, SHORTEST_INDEXED, type Dialect } from "./dialect";
import { TwoConnectionsDialect } from "./sqlite-driver.server";
import { usableFile } from "./sqlite-file.server";
import SQLite from "./sqlite-package.server";

/** What a buyer can be let wait while another program, a backup for instance, holds the file. */
const PATIENCE_MS = 1500;
/** How long a start waits for another process that brings the tables up to date. */
const MIGRATION_MS = 120_000;
/** Bytes of each connection, where there is room; the writer looks at little. */
const CACHE = { reader: 48 * 1024 * 1024, writer: 16 * 1024 * 1024 };

/** Opens (and makes) the database file. What tests write need not be `durable`: survive a power cut. */
export function sqlite(
  file: string,
  { patienceMs = PATIENCE_MS, durable = true, memoryBytes = Infinity } = {},
): Dialect {
  usableFile(file);
  const writer = open(file, shareOf(CACHE.writer, memoryBytes));
  if (!durable) writer.pragma("synchronous = OFF");
  const reader = open(file, shareOf(CACHE.reader, memoryBytes));
  reader.pragma("query_only = ON");
  // Of the connection that writes for us: it goes up when anybody else has committed.
  const dataVersion = writer.prepare("pragma data_version").pluck();
  const changes = new Changes();
  let seenVersion = Number(dataVersion.get());
  let isLookedAt = false;
  return {
    name: "sqlite",
    place: file,
    kysely: new TwoConnectionsDialect({ reader, writer, patienceMs }),
    unhurried: () =>
      new TwoConnectionsDialect({
        reader: open(file, CACHE.reader),
        writer: open(file, CACHE.writer),
        patienceMs: MIGRATION_MS,
      }),
    forUpdate: false,
    async createSearchIndex(db) {
      // Contentless: the index keeps only its trigrams. Triggers keep it true whoever writes.
      await sql`create virtual table "productSearch" using fts5("searchText", content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`.execute(
        db,
      );
      await sql`create trigger "productSearchInsert" after insert on "products" when new."isPublic" = 1 begin
        insert into "productSearch"(rowid, "searchText") values (new."seq", new."searchText"); end`.execute(db);
      // One trigger for out and in: SQLite does not say which of two would run first.
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
      // The index is read from its end, and no further than the limit.
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
      const known = words.map(asInName).filter((word) => [...word].length >= SHORTEST_INDEXED);
      return known.length > 0
        ? sql`select rowid as "itemId" from "orderSearch" where "orderSearch" match ${matching(known)} order by rowid desc limit ${limit}`
        : null;
    },
    // Texts are compared byte by byte, so that a stretch of their index is all that begin with one.
    startsWith: (text, start) => sql<SqlBool>`(${text} >= ${start} and ${text} < ${`${start}\u{10ffff}`})`,
    async announceChange(db, tags) {
      // Not before: who reads meanwhile still reads what was.
      whenCommitted(db, () => changes.announce(tags));
    },
    changes() {
      // Once in a round of the event loop: whoever knows of a change has not told us of it before the next. A look
      // takes two locks of the file, a third of all else that a cached page costs us.
      if (isLookedAt) return changes;
      // Goes up when another connection has committed, whatever that was.
      const version = Number(dataVersion.get());
      if (version !== seenVersion) changes.announce();
      seenVersion = version;
      isLookedAt = true;
      setImmediate(() => (isLookedAt = false));
      return changes;
    },
    async close() {
      reader.close();
      writer.close();
    },
  };
}

function open(file: string, cacheBytes: number): SQLiteDatabase {
  // To be opened, several processes that start at once may wait for each other; later nobody waits synchronously.
  const database = new SQLite(file, { timeout: 10_000 });
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma(`cache_size = -${Math.floor(cacheBytes / 1024)}`);
  database.pragma("busy_timeout = 0");
  return database;
}

/** A product's folded title, which ends at the first line feed of its searchText, and its SKU. */
const namesOf = (row: string) =>
  sql.raw(`substr(${row}"searchText", 1, instr(${row}"searchText" || char(10), char(10))) || lower(${row}"sku")`);

/** Texts that hold each of the words, in the search index's own language. */
const matching = (words: string[]): string => words.map(quoted).join(" ");

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
