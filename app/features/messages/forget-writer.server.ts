import type { Db, Trx } from "~/platform/database/database.server";
import { forgetPicturesOf, picturesOf } from "./pictures.server";

/** Removes a buyer who leaves from conversations. The messages stay with the stall, without a name. */
export async function forgetWriterOfMessages(trx: Trx, userId: string): Promise<void> {
  await forgetPicturesOf(trx, userId);
  await trx.updateTable("conversations").set({ buyerId: null, buyerUnread: 0 }).where("buyerId", "=", userId).execute();
  await trx.deleteFrom("messageBlocks").where("buyerId", "=", userId).execute();
}

/** A buyer's conversations with all messages, for the buyer. */
export async function conversationsOfBuyer(db: Db, userId: string) {
  const conversations = await db
    .selectFrom("conversations as c")
    .leftJoin("stores as s", "s.userId", "c.merchantId")
    .select(["c._id", "s.storeName as stall", "c.subjectKind as about", "c.title", "c.createdAt", "c.closedReason"])
    .where("c.buyerId", "=", userId)
    .orderBy("c._id")
    .execute();
  const ofBuyer = () => db.selectFrom("conversations").select("_id").where("buyerId", "=", userId);
  const messages = await db
    .selectFrom("messages")
    .select(["_id", "conversationId", "side", "text", "createdAt"])
    .where("conversationId", "in", ofBuyer())
    .orderBy("conversationId")
    .orderBy("position")
    .execute();
  const pictures = await picturesOf(
    db,
    messages.map(({ _id }) => _id),
  );
  const withPictures = messages.map(({ _id, ...message }) => ({
    ...message,
    pictures: pictures(_id).map(({ url }) => url),
  }));
  const reports = await db
    .selectFrom("messageReports")
    .select(["conversationId", "reason", "createdAt", "settledAt"])
    .where("conversationId", "in", ofBuyer())
    .where("side", "=", "buyer")
    .orderBy("_id")
    .execute();
  const blocks = await db
    .selectFrom("messageBlocks as b")
    .leftJoin("stores as s", "s.userId", "b.merchantId")
    .select(["s.storeName as stall", "b.createdAt"])
    .where("b.buyerId", "=", userId)
    .where("b.side", "=", "buyer")
    .orderBy("b.createdAt")
    .execute();
  const partOf = <Row extends { conversationId: string }>(rows: Row[], id: string) =>
    rows.flatMap(({ conversationId, ...row }) => (conversationId === id ? [row] : []));
  return {
    withStalls: conversations.map(({ _id, ...conversation }) => ({
      ...conversation,
      messages: partOf(withPictures, _id),
      reports: partOf(reports, _id),
    })),
    blockedStalls: blocks,
  };
}
