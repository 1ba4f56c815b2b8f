import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** Codes and tries are counted for each browser that asks; links in mails; browsers that an account is used from. */
export async function browsers(db: Kysely<any>): Promise<void> {
  // Codes live ten minutes: those on their way are asked for once more.
  await db.schema.dropTable("codes").execute();
  await table(db, "codes", {
    email: "text",
    purpose: "text",
    requester: "text",
    hash: "text",
    sentAt: "text",
    expiresAt: "text",
    triesLeft: "integer",
    pending: "text",
  })
    .addPrimaryKeyConstraint("codesKey", ["email", "purpose", "requester"])
    .execute();

  await table(db, "accountLinks", {
    hash: "id",
    userId: "text",
    purpose: "text",
    expiresAt: "text",
  })
    .addForeignKeyConstraint("accountLinksUser", ["userId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("accountLinksUser").on("accountLinks").columns(["userId", "purpose"]).execute();

  await table(db, "signUpClaims", { userId: "id", requester: "text" })
    .addForeignKeyConstraint("signUpClaimsUser", ["userId"], "users", ["_id"])
    .execute();

  await table(db, "knownBrowsers", {
    userId: "text",
    browser: "text",
    firstSeenAt: "text",
    lastSeenAt: "text",
  })
    .addPrimaryKeyConstraint("knownBrowsersKey", ["userId", "browser"])
    .addForeignKeyConstraint("knownBrowsersUser", ["userId"], "users", ["_id"])
    .execute();
}
