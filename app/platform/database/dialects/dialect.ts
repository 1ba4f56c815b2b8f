import type { Dialect as KyselyDialect, ExpressionBuilder, Expression, Kysely, SqlBool } from "kysely";
import type { Tables } from "../tables";

/** What only one of the databases has, behind one face. */
export interface Dialect {
  name: "sqlite" | "postgres";
  kysely: KyselyDialect;
  /** Creates the products table's row number column and the search index over public products' searchText. */
  createSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** True for public products whose searchText contains `folded`, which has three characters or more. */
  searchTextContains(eb: ExpressionBuilder<Tables, "products">, folded: string[]): Expression<SqlBool>;
  /** Tells every process that public pages may have changed. Call it inside the transaction that changes them. */
  announceChange(db: Kysely<Tables>): Promise<void>;
  /** Goes up whenever a change was announced, here or by another process. */
  changeCount(): number;
  /** Locks the chosen rows until the transaction ends, where the database needs telling. */
  forUpdate: boolean;
  close(): Promise<void>;
}
