import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** A second factor at signing in, the codes for who has lost it, and when a session last proved who it belongs to. */
export async function secondFactor(db: Kysely<any>): Promise<void> {
  await table(db, "authenticators", {
    userId: "id",
    secret: "text",
    lastStep: "integer",
    lastUse: "text",
    confirmedAt: "text?",
    createdAt: "text",
  })
    .addForeignKeyConstraint("authenticatorsUser", ["userId"], "users", ["_id"])
    .execute();

  await table(db, "recoveryCodes", { userId: "text", hash: "text", usedBy: "text", createdAt: "text" })
    .addPrimaryKeyConstraint("recoveryCodesKey", ["userId", "hash"])
    .addForeignKeyConstraint("recoveryCodesUser", ["userId"], "users", ["_id"])
    .execute();

  await db.schema
    .alterTable("tokens")
    .addColumn("provenAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
