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
  /** Another way to the same database, whose statements and locks may take as long as they need; for migrations. */
  unhurried(): KyselyDialect;
  /** Creates the products table's row number column and the search index over public products' searchText. */
  createSearchIndex(db: Kysely<Tables>): Promise<void>;
  /**
   * A query for the `seq` of up to `limit` public products, the last that were stored, whose searchText contains of each
   * list of texts at least one. A text has three characters or more.
   */
  searched(all: string[][], limit: number): RawBuilder<{ seq: number }>;
  /** Has a stall's products carry its new name in their searchText, in the transaction that changes `searchName`. */
  createStallsInSearch(db: Kysely<Tables>): Promise<void>;
  /** Creates an index by which `startsWith` finds the beginnings of a column, where its own index does not. */
  createPrefixIndex(db: Kysely<Tables>, name: string, table: string, column: string): Promise<void>;
  /** Creates the index over the titles and SKUs of all products, on sale or not. */
  createProductLookup(db: Kysely<Tables>): Promise<void>;
  /**
   * A query for the `_id` of up to `limit` products, on sale or not, whose folded title or SKU contains each of the
   * folded words; SQLite answers the newest. Words that are too short for the index do not count; null where all are.
   */
  productsLookedUp(words: string[], limit: number): RawBuilder<{ _id: string }> | null;
  /** Creates the search index over orders' buyerText. */
  createOrderSearch(db: Kysely<Tables>): Promise<void>;
  /**
   * A query for the `itemId` of up to `limit` orders whose buyerText has each of the folded words, as the index finds
   * them; null where it cannot look them up.
   */
  ordersSearched(words: string[], limit: number): RawBuilder<{ itemId: number }> | null;
  /** A query for some texts, however many, that are sent as one parameter. */
  texts(texts: readonly string[]): RawBuilder<string>;
  /** True where a text begins with another, letter for letter; by an index where the dialect has one for it. */
  startsWith(text: Expression<string | null>, start: string): Expression<SqlBool>;
  /**
   * Tells every process that public pages may have changed: all of them, or those alone that carry one of the tags. Call
   * it inside the transaction that changes them.
   */
  announceChange(db: Kysely<Tables>, tags?: string[]): Promise<void>;
  /** The announced changes that this process knows, its own and those of others. */
  changes(): Changes;
  /**
   * Removes what deleted rows have left in the files: in the log of writes, and with `index` in the search index of
   * orders. Refuses while somebody else reads or writes; it is to be tried again then. Postgres does it by its vacuum.
   */
  scrub(db: Kysely<Tables>, scope?: { index: boolean }): Promise<void>;
  /** How many connections are open, how many of them idle, and who waits for one; absent where there is no pool. */
  pool?: { totalCount: number; idleCount: number; waitingCount: number };
  /** Locks the chosen rows until the transaction ends, where the database needs telling. */
  forUpdate: boolean;
  /** Locks that end with their process. */
  processLocks: ProcessLocks;
  close(): Promise<void>;
}

/** For `like` with `escape '\\'`: a text that contains the word. */
export function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The shortest text that search indexes can look up in the middle of another. */
export const SHORTEST_INDEXED = 3;

/**
 * What a word is looked for as in ` ${buyerText}`: two letters alone are the beginning of a name, for half of all
 * people have them somewhere.
 */
export function asInName(word: string): string {
  return [...word].length < SHORTEST_INDEXED ? ` ${word}` : word;
}
