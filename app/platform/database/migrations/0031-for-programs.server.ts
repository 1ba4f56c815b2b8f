import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** What programs need of the API: tokens of their own. */
export async function forPrograms(db: Kysely<any>): Promise<void> {
  await table(db, "personalTokens", {
    _id: "id",
    userId: "text",
    hash: "text",
    name: "text",
    scopes: "text",
    createdAt: "text",
    lastUsedAt: "text?",
    expiresAt: "text",
    revokedAt: "text?",
  })
    .addForeignKeyConstraint("personalTokensUser", ["userId"], "users", ["_id"])
    .addUniqueConstraint("personalTokensHash", ["hash"])
    .execute();
  await db.schema.createIndex("personalTokensOfUser").on("personalTokens").columns(["userId", "createdAt"]).execute();
  await db.schema.createIndex("personalTokensByEnd").on("personalTokens").column("expiresAt").execute();
}
