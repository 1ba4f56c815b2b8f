import { sql, type Kysely } from "kysely";

/** Sizes that are weighed at packing, and what their pieces weighed in orders. All that there are have a price a piece. */
export async function weighed(db: Kysely<any>): Promise<void> {
  const columns = { unitPriceCents: "integer", weightUnit: "text" } as const;
  for (const [table, more] of [
    ["variants", { ...columns, marginPercent: "integer" }],
    ["products", columns],
    ["orderLines", { ...columns, dueCents: "integer", weights: "text not null default ''" }],
  ] as const)
    for (const [column, type] of Object.entries(more))
      await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
}
