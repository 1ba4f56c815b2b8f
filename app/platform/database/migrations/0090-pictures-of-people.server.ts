import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Pictures of reviews and of messages. */
export async function picturesOfPeople(db: Kysely<any>): Promise<void> {
  await table(db, "reviewPictures", { reviewId: "text", fileId: "text", position: "integer" })
    .addPrimaryKeyConstraint("reviewPicturesKey", ["reviewId", "position"])
    .addForeignKeyConstraint("reviewPicturesReview", ["reviewId"], "reviews", ["_id"])
    .execute();
  await table(db, "messagePictures", { messageId: "text", fileId: "text", position: "integer" })
    .addPrimaryKeyConstraint("messagePicturesKey", ["messageId", "position"])
    .addForeignKeyConstraint("messagePicturesMessage", ["messageId"], "messages", ["_id"])
    .execute();
  for (const statement of [
    `create index "reviewPicturesOfFile" on "reviewPictures" ("fileId")`,
    `create index "messagePicturesOfFile" on "messagePictures" ("fileId")`,
  ])
    await sql.raw(statement).execute(db);
}
