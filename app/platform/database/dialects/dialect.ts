import type { Dialect as KyselyDialect, Expression, Kysely, RawBuilder, SqlBool } from "kysely";
import type { ProcessLocks } from "~/platform/processes/process-locks";
import type { Tables } from "../tables";
import type { Changes } from "./changes";

/** Features that differ between the databases, behind one interface. */
export interface Dialect {
  name: "sqlite" | "postgres";
  /** Where the database is, for people; without a secret. */
  place: string;
  kysely: KyselyDialect;
  /** Separate access to the same database, without time limits on statements and locks; for migrations. */
  unhurried(): KyselyDialect;
  /** Creates the products table's row number column and the search index over public products' searchText. */
  createSearchIndex(db: Kysely<Tables>): Promise<void>;
  /**
   * A query for the `seq` of up to `limit` public products, the last stored ones, whose searchText contains at least
   * one text of each list. A text has three characters or more.
   */
  searched(all: string[][], limit: number): RawBuilder<{ seq: number }>;
  /** Creates a trigger that puts a stall's new name into its products' searchText when `searchName` changes. */
  createStallsInSearch(db: Kysely<Tables>): Promise<void>;
  /** Creates an index by which `startsWith` finds prefixes in a column, if the column's own index cannot. */
  createPrefixIndex(db: Kysely<Tables>, name: string, table: string, column: string): Promise<void>;
  /** Creates the index over the titles and SKUs of all products, on sale or not. */
  createProductLookup(db: Kysely<Tables>): Promise<void>;
  /**
   * A query for the `_id` of up to `limit` products, on sale or not, whose folded title or SKU contains each of the
   * folded words; SQLite returns the newest. Words too short for the index are ignored; null if all are.
   */
  productsLookedUp(words: string[], limit: number): RawBuilder<{ _id: string }> | null;
  /** Creates the search index over orders' buyerText. */
  createOrderSearch(db: Kysely<Tables>): Promise<void>;
  /**
   * A query for the `itemId` of up to `limit` orders whose buyerText contains each of the folded words. SQLite ignores
   * words too short for its index; null if all are.
   */
  ordersSearched(words: string[], limit: number): RawBuilder<{ itemId: number }> | null;
  /** A query that returns the given texts, however many, sent as one parameter. */
  texts(texts: readonly string[]): RawBuilder<string>;
  /** True if a text begins with another, letter for letter. Uses an index if the dialect has one for it. */
  startsWith(text: Expression<string | null>, start: string): Expression<SqlBool>;
  /**
   * Tells every process that public pages may have changed: all of them, or only those that carry one of the tags. Call
   * it inside the transaction that changes them.
   */
  announceChange(db: Kysely<Tables>, tags?: string[]): Promise<void>;
  /** The announced changes that this process knows, its own and those of others. */
  changes(): Changes;
  /**
   * Removes what deleted rows have left in the files: in the log of writes and, with `index`, in the search index of
   * orders. Throws while another connection reads or writes; retry then. On Postgres its vacuum does it.
   */
  scrub(db: Kysely<Tables>, scope?: { index: boolean }): Promise<void>;
  /** The numbers of open connections, of idle ones and of callers that wait for one; absent where there is no pool. */
  pool?: { totalCount: number; idleCount: number; waitingCount: number };
  /** Whether a select must lock its rows explicitly (FOR UPDATE) until the transaction ends. */
  forUpdate: boolean;
  /** Locks that end with their process. */
  processLocks: ProcessLocks;
  close(): Promise<void>;
}

/** The pattern for `like` with `escape '\\'` that finds texts with this word. */
export function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The shortest text that search indexes can look up in the middle of another. */
export const SHORTEST_INDEXED = 3;

/**
 * The form in which a word is looked up in ` ${buyerText}`. Two letters alone must begin a name, because half of all
 * people have them somewhere in theirs.
 */
export function asInName(word: string): string {
  return [...word].length < SHORTEST_INDEXED ? ` ${word}` : word;
}
