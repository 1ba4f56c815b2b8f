import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** Passkeys beside the apps, and the challenges that they answer. */
export async function passkeys(db: Kysely<any>): Promise<void> {
  await table(db, "passkeys", {
    _id: "id",
    userId: "text",
    credentialId: "text",
    publicKey: "text",
    counter: "bigint",
    transports: "text",
    name: "text",
    createdAt: "text",
    lastUsedAt: "text?",
  })
    .addForeignKeyConstraint("passkeysUser", ["userId"], "users", ["_id"])
    .addUniqueConstraint("passkeysCredential", ["credentialId"])
    .execute();
  await db.schema.createIndex("passkeysOfUser").on("passkeys").columns(["userId", "createdAt"]).execute();

  await table(db, "factorChallenges", {
    hash: "id",
    userId: "text",
    scope: "text",
    answer: "text",
    expiresAt: "text",
  })
    .addForeignKeyConstraint("factorChallengesUser", ["userId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("factorChallengesOfUser").on("factorChallenges").column("userId").execute();
  await db.schema.createIndex("factorChallengesByEnd").on("factorChallenges").column("expiresAt").execute();
}
