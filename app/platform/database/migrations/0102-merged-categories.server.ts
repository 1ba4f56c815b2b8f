import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** Categories that were merged into others, so that their addresses lead on. */
export async function mergedCategories(db: Kysely<any>): Promise<void> {
  await table(db, "mergedCategories", { _id: "id", folded: "text", categoryId: "text" }).execute();
  await db.schema.createIndex("mergedCategoriesFolded").on("mergedCategories").column("folded").execute();
}
