import type { CreateTableBuilder, Kysely } from "kysely";

export type Column = "text" | "text?" | "integer" | "integer?" | "bigint" | "id";

/** A table from a list of columns; `id` is the text primary key, a question mark allows null. */
export function table(
  db: Kysely<any>,
  name: string,
  columns: Record<string, Column>,
): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, kind] of Object.entries(columns)) {
    const type = kind === "id" ? "text" : (kind.replace("?", "") as "text" | "integer" | "bigint");
    builder = builder.addColumn(column, type, (c) =>
      kind === "id" ? c.primaryKey() : kind.endsWith("?") ? c : c.notNull(),
    );
  }
  return builder;
}
