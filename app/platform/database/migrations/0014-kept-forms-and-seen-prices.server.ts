import type { Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * Forms that were posted when their session had just ended, until their owner has signed in again; and what a product
 * cost when its buyer last saw it, so that another price is announced.
 */
export async function keptFormsAndSeenPrices(db: Kysely<any>): Promise<void> {
  await table(db, "keptForms", {
    hash: "id",
    userId: "text",
    browser: "text",
    page: "text",
    entries: "text",
    openedBy: "text",
    expiresAt: "text",
  })
    .addForeignKeyConstraint("keptFormsUser", ["userId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("keptFormsUser").on("keptForms").columns(["userId", "expiresAt"]).execute();
  await db.schema.createIndex("keptFormsExpiry").on("keptForms").column("expiresAt").execute();
  await db.schema
    .alterTable("cartLines")
    .addColumn("seenCents", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
