import type { Image } from "~/features/fields";
import { unknownPicture } from "~/features/media/errors.server";
import { claimFiles, imageOf, releaseFiles } from "~/features/media/stored-files.server";
import type { Db, Trx } from "~/platform/database/database.server";

/* Pictures of messages. Both sides of a conversation see them, and operators see those of reported conversations. */

/** The pictures of some messages in their order. One statement. */
export async function picturesOf(db: Db, messageIds: string[]): Promise<(messageId: string) => Image[]> {
  if (messageIds.length === 0) return () => [];
  const rows = await db
    .selectFrom("messagePictures as p")
    .innerJoin("files as f", "f._id", "p.fileId")
    .select(["p.messageId", "f._id", "f.widths", "f.width", "f.height"])
    .where("p.messageId", "in", messageIds)
    .orderBy("p.messageId")
    .orderBy("p.position")
    .execute();
  return (messageId) => rows.filter((row) => row.messageId === messageId).map(imageOf);
}

/** Adds its writer's pictures to a new message. Refuses `unknown_picture` for one of another writer, or one in use. */
export async function addPictures(
  trx: Trx,
  writerId: string,
  messageId: string,
  fileIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return;
  if (!(await claimFiles(trx, writerId, "image", ids))) throw unknownPicture();
  const pictures = ids.map((fileId, position) => ({ messageId, fileId, position }));
  await trx.insertInto("messagePictures").values(pictures).execute();
}

/** Removes the pictures of a buyer who leaves from the messages. The words stay. */
export async function forgetPicturesOf(trx: Trx, userId: string): Promise<void> {
  const messageIds = trx
    .selectFrom("messages as m")
    .innerJoin("conversations as c", "c._id", "m.conversationId")
    .select("m._id")
    .where("c.buyerId", "=", userId)
    .where("m.side", "=", "buyer");
  const rows = await trx
    .deleteFrom("messagePictures")
    .where("messageId", "in", messageIds)
    .returning("fileId")
    .execute();
  await releaseFiles(
    trx,
    userId,
    rows.map(({ fileId }) => fileId),
  );
}
