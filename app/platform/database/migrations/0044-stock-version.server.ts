import { sql, type Kysely } from "kysely";

/** How often people have set the stock of a product: orders leave it alone, a count or an import raises it by one. */
export async function stockVersion(db: Kysely<any>): Promise<void> {
  await sql`alter table "products" add column "stockVersion" integer not null default 0`.execute(db);
}
