import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { takingTurns } from "~/platform/turns";
import { picturesOf } from "./pictures.server";

/** Conversations in memory at a time. */
const BATCH = 100;

/**
 * The conversations of a stall, oldest first, page by page. They contain only what the stall itself wrote and reported,
 * because the words of buyers are theirs. Four statements a page.
 */
export async function* everyMessageOfStall({ db }: Pick<Services, "db">, merchantId: string) {
  const turn = takingTurns();
  const rows = await db
    .selectFrom("conversations")
    .select("_id")
    .where("merchantId", "=", merchantId)
    .orderBy("_id")
    .execute();
  for (let first = 0; first < rows.length; first += BATCH) {
    yield await conversationsWithOwnSide(
      db,
      rows.slice(first, first + BATCH).map(({ _id }) => _id),
    );
    await turn();
  }
}

async function conversationsWithOwnSide(db: Db, ids: string[]) {
  const conversations = await db
    .selectFrom("conversations")
    .select(["_id", "subjectKind as about", "title", "createdAt", "closedReason"])
    .where("_id", "in", ids)
    .orderBy("_id")
    .execute();
  const messages = await db
    .selectFrom("messages")
    .select(["_id", "conversationId", "text", "createdAt"])
    .where("conversationId", "in", ids)
    .where("side", "=", "merchant")
    .orderBy("conversationId")
    .orderBy("position")
    .execute();
  const reports = await db
    .selectFrom("messageReports")
    .select(["conversationId", "reason", "createdAt", "settledAt"])
    .where("conversationId", "in", ids)
    .where("side", "=", "merchant")
    .orderBy("_id")
    .execute();
  const pictures = await picturesOf(
    db,
    messages.map(({ _id }) => _id),
  );
  return conversations.map(({ _id, ...conversation }) => ({
    ...conversation,
    messages: messages
      .filter(({ conversationId }) => conversationId === _id)
      .map(({ _id: messageId, text, createdAt }) => ({
        text,
        createdAt,
        pictures: pictures(messageId).map(({ url }) => url),
      })),
    reports: reports
      .filter(({ conversationId }) => conversationId === _id)
      .map(({ reason, createdAt, settledAt }) => ({ reason, createdAt, settledAt })),
  }));
}
