import { sql, type SqlBool } from "kysely";
import { behind, changedSince, cutAt, readCursor } from "~/features/cursor.server";
import { containing } from "~/platform/database/dialects/dialect";
import { fold } from "~/platform/folding";
import type { Services } from "~/platform/services.server";
import { refusalFor } from "./bounds.server";
import { unknownConversation } from "./errors.server";
import { CONVERSATIONS_A_PAGE, MESSAGES_A_PAGE } from "./plain-schema";
import { picturesOf } from "./pictures.server";
import { conversationRows, toConversation, withConversation } from "./queries.server";
import type { ConversationDetails, ConversationQuery } from "./schema";
import { otherSide, PERSON, READ_TO, UNREAD, type Participant } from "./sides";

const LIST = "conversations";
const BY_CHANGE = "conversations changed";

/** Conversations with these words in the subject, the stall's name or a message. */
const withWords = (words: string) => {
  const pattern = containing(fold(words));
  return sql<SqlBool>`("c"."searchTitle" like ${pattern} escape '\\' or exists (select 1 from "messages" as "w"
    where "w"."conversationId" = "c"."_id" and "w"."searchText" like ${pattern} escape '\\'))`;
};

/**
 * A page of a participant's conversations, newest message first, or those after a cursor. With `updatedSince`, those
 * with a message since then, oldest first. Two statements.
 */
export async function conversationPageOf(
  { db }: Pick<Services, "db">,
  { _id, side }: Participant,
  { page, after, limit = CONVERSATIONS_A_PAGE, q, state, updatedSince: since }: ConversationQuery,
) {
  const list = since === undefined ? LIST : BY_CHANGE;
  const direction = since === undefined ? "desc" : "asc";
  const cursor = readCursor(list, after);
  const selected = conversationRows(db)
    .where(`c.${PERSON[side]}`, "=", _id)
    .$if(state === "unread", (query) => query.where(`c.${UNREAD[side]}`, ">", 0))
    .$if(q !== "", (query) => query.where(withWords(q)));
  const place = { at: sql.ref<string>("c.lastAt"), id: sql.ref<string>("c._id") };
  const counts = await (since === undefined ? selected : selected.where(changedSince(since, null, place)))
    .clearSelect()
    .select((eb) => [
      eb.fn.countAll<number>().as("total"),
      eb
        .selectFrom("conversations as n")
        .select((of) => of.fn.countAll<number>().as("n"))
        .where(`n.${PERSON[side]}`, "=", _id)
        .where(`n.${UNREAD[side]}`, ">", 0)
        .as("unread"),
    ])
    .executeTakeFirstOrThrow();
  const goesOn = since === undefined ? cursor && behind(cursor, place, direction) : changedSince(since, cursor, place);
  const rows = await (goesOn ? selected.where(goesOn) : selected)
    .innerJoin("messages as m", (join) =>
      join.onRef("m.conversationId", "=", "c._id").onRef("m.position", "=", "c.messageCount"),
    )
    .select(["m.text", "m.side"])
    .orderBy("c.lastAt", direction)
    .orderBy("c._id", direction)
    .limit(limit + 1)
    .offset(cursor ? 0 : (page - 1) * limit)
    .execute();
  const cut = cutAt(list, rows, limit, (row) => ({ at: row.lastAt, id: row._id }));
  return {
    docs: cut.docs.map((row) => toConversation(row, row, side)),
    page: cursor ? 1 : page,
    hasNextPage: cut.next !== null,
    total: Number(counts.total),
    next: cut.next,
    unread: Number(counts.unread),
  };
}

/** A participant's conversation with the newest messages, or earlier ones. Refuses `unknown_conversation`. */
export async function conversationFor(
  { db }: Pick<Services, "db">,
  { _id, side }: Participant,
  conversationId: string,
  before?: number,
): Promise<ConversationDetails> {
  const row = await conversationRows(db)
    .where("c._id", "=", conversationId)
    .where(`c.${PERSON[side]}`, "=", _id)
    .executeTakeFirst();
  if (!row) throw unknownConversation();
  const rows = await db
    .selectFrom("messages as m")
    .leftJoin("productQuestions as q", "q.answerId", "m._id")
    .select(["m._id", "m.position", "m.side", "m.text", "m.createdAt", "q.answerId", "q.hiddenAt"])
    .where("m.conversationId", "=", conversationId)
    .$if(before !== undefined, (query) => query.where("m.position", "<", before ?? 0))
    .orderBy("m.position", "desc")
    .limit(MESSAGES_A_PAGE + 1)
    .execute();
  const report = await db
    .selectFrom("messageReports")
    .select("_id")
    .where("conversationId", "=", conversationId)
    .where("side", "=", side)
    .where("settledAt", "is", null)
    .executeTakeFirst();
  const messages = rows.slice(0, MESSAGES_A_PAGE).toReversed();
  const pictures = await picturesOf(
    db,
    messages.map((message) => message._id),
  );
  return {
    ...toConversation(row, messages.at(-1) ?? { text: "", side: null }, side),
    messages: messages.map(({ side: writer, answerId, hiddenAt, ...message }) => ({
      ...message,
      pictures: pictures(message._id),
      isShown: answerId !== null && hiddenAt === null,
      isMine: writer === side,
      isRead: message.position <= row[READ_TO[otherSide(writer)]],
    })),
    hasOlder: rows.length > MESSAGES_A_PAGE,
    refusal: await refusalFor(db, row, side),
    closedReason: row.closedReason,
    isReported: report !== undefined,
  };
}

/** Marks a conversation as read up to a position. Later messages stay unread. Refuses `unknown_conversation`. */
export async function markRead(
  services: Pick<Services, "db" | "dialect" | "idempotency">,
  reader: Participant,
  conversationId: string,
  upTo: number,
): Promise<void> {
  const { side } = reader;
  await withConversation(services, reader, conversationId, async (trx, conversation) => {
    const readTo = Math.min(upTo, conversation.messageCount);
    if (readTo <= conversation[READ_TO[side]]) return;
    const { n } = await trx
      .selectFrom("messages")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("conversationId", "=", conversationId)
      .where("position", ">", readTo)
      .where("side", "=", otherSide(side))
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("conversations")
      .set({ [READ_TO[side]]: readTo, [UNREAD[side]]: Number(n) })
      .where("_id", "=", conversationId)
      .execute();
  });
}
