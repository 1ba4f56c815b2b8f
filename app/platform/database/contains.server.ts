import { sql, type Expression, type SqlBool } from "kysely";

/**
 * Conditions, one of which holds if any of `texts` contains `q` in any case. On SQLite, letters beyond ASCII must match
 * in their case too, because SQLite folds no others.
 */
export function contains(q: string, texts: Expression<string | null>[]): Expression<SqlBool>[] {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return texts.flatMap((text) => [
    sql<SqlBool>`lower(${text}) like ${pattern(q.toLowerCase())} escape '\\'`,
    sql<SqlBool>`${text} like ${pattern(q)} escape '\\'`,
  ]);
}
