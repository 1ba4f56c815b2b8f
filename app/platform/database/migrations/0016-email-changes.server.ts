import type { Kysely } from "kysely";
import { table } from "./columns.server";

/** Changes of an account's address: asked for, confirmed, and to be undone for a week. */
export async function emailChanges(db: Kysely<any>): Promise<void> {
  await table(db, "emailChanges", {
    _id: "id",
    userId: "text",
    oldEmail: "text",
    newEmail: "text",
    confirmHash: "text",
    undoHash: "text",
    doneAt: "text?",
    expiresAt: "text",
  })
    .addForeignKeyConstraint("emailChangesUser", ["userId"], "users", ["_id"])
    .execute();
  for (const column of ["userId", "confirmHash", "undoHash", "expiresAt"])
    await db.schema.createIndex(`emailChanges_${column}`).on("emailChanges").column(column).execute();
}
