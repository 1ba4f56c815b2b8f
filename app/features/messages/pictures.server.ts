import type { Image } from "~/features/fields";
import { unknownPicture } from "~/features/media/errors.server";
import { claimFiles, imageOf, releaseFiles } from "~/features/media/stored-files.server";
import type { Db, Trx } from "~/platform/database/database.server";

/* Pictures of messages. The two sides of a conversation see them, and operators those that were reported. */

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

/** Gives a new message pictures of its writer. Refuses `unknown_picture` for what the writer has not sent, or shows elsewhere. */
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

/** Takes the pictures that a buyer who leaves has sent out of the messages, whose words stay. */
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
