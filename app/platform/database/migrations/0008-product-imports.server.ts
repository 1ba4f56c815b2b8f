import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** Spreadsheets of products between their check and their taking over. */
export async function productImports(db: Kysely<any>): Promise<void> {
  await table(db, "productImports", {
    _id: "id",
    merchantId: "text",
    fileName: "text",
    csv: "text",
    createdAt: "text",
    appliedAt: "text?",
    created: "integer",
    changed: "integer",
    unchanged: "integer",
  }).execute();
  await db.schema
    .createIndex("productImportsMerchant")
    .on("productImports")
    .columns(["merchantId", "createdAt"])
    .execute();
  await db.schema.createIndex("productImportsAge").on("productImports").column("createdAt").execute();
}
