import { sql, type Expression, type SqlBool } from "kysely";

/**
 * Conditions, at least one of which holds if any of `texts` contains `q`, ignoring case. SQLite folds only ASCII
 * letters, so all others must match in their case.
 */
export function contains(q: string, texts: Expression<string | null>[]): Expression<SqlBool>[] {
  const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return texts.flatMap((text) => [
    sql<SqlBool>`lower(${text}) like ${pattern(q.toLowerCase())} escape '\\'`,
    sql<SqlBool>`${text} like ${pattern(q)} escape '\\'`,
  ]);
}
