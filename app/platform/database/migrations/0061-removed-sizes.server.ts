import { sql, type Kysely } from "kysely";

/** Sizes that were removed are counted for the id of the next one. An index without the others stays small. */
export async function removedSizes(db: Kysely<unknown>): Promise<void> {
  await sql`create index "variantsRemoved" on "variants" ("productId") where "deletedAt" is not null`.execute(db);
}
