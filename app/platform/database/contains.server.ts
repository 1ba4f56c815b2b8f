import { sql, type Expression, type SqlBool } from "kysely";

/**
 * Conditions of which one holds where one of `texts` has `q` in it, in any case. Letters beyond ASCII are found as they
 * are written: SQLite folds no others.
 */
export function contains(q: string, texts: Expression<string | null>[]): Expression<SqlBool>[] {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return texts.flatMap((text) => [
    sql<SqlBool>`lower(${text}) like ${pattern(q.toLowerCase())} escape '\\'`,
    sql<SqlBool>`${text} like ${pattern(q)} escape '\\'`,
  ]);
}
