import { lockUser } from "~/features/accounts/lock-user.server";
import { deadToken } from "~/features/accounts/errors.server";
import { tellMessageCreated } from "~/features/webhooks/tell-message.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { ConversationRow, MessageRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { boundQuestions, requireWritable } from "./bounds.server";
import { unknownConversation } from "./errors.server";
import { addPictures } from "./pictures.server";
import { lockConversation } from "./queries.server";
import type { ConversationForm, MessageForm } from "./schema";
import { otherSide, PERSON, UNREAD, type Participant } from "./sides";
import { conversationAbout, subjectFor, type Subject } from "./subject.server";
import { planMail } from "./tell-by-mail.server";

/**
 * Writes a buyer's message about a subject: the first of a new conversation, or one more in the existing one. Returns
 * the conversation's id. Refuses as `subjectFor`, `requireWritable` and `boundQuestions` do.
 */
export async function beginConversation(
  services: Services,
  buyerId: string,
  { text, pictures, ...query }: ConversationForm,
): Promise<string> {
  return inTransactionOnce(services, async (trx) => {
    await holdBuyer(trx, services, buyerId);
    const subject = await subjectFor(trx, buyerId, query);
    const conversation = await conversationOf(trx, services, buyerId, subject);
    await addMessage(trx, services, conversation, { _id: buyerId, side: "buyer" }, { text, pictures });
    return conversation._id;
  });
}

/** Writes a message in a conversation. Refuses `unknown_conversation`, and as `beginConversation` does. */
export async function writeMessage(
  services: Services,
  writer: Participant,
  conversationId: string,
  content: MessageForm,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    if (writer.side === "buyer") await holdBuyer(trx, services, writer._id);
    const conversation = await lockConversation(trx, services, conversationId);
    if (conversation?.[PERSON[writer.side]] !== writer._id) throw unknownConversation();
    await addMessage(trx, services, conversation, writer, content);
  });
}

/** Locks a buyer. One buyer's messages are written one after another, and none after the buyer has left. */
async function holdBuyer(trx: Trx, services: Services, buyerId: string): Promise<void> {
  if (!(await lockUser(trx, services, buyerId))) throw deadToken();
}

/** The conversation about a subject, locked; made where there is none. */
async function conversationOf(
  trx: Trx,
  services: Services,
  buyerId: string,
  { storeName: _storeName, ...subject }: Subject,
): Promise<ConversationRow> {
  const earlier = await conversationAbout(trx, buyerId, subject).executeTakeFirst();
  if (earlier) return (await lockConversation(trx, services, earlier._id)) ?? earlier;
  const createdAt = timestamp(services.clock);
  const conversation: ConversationRow = {
    _id: newId(services.clock.now()),
    buyerId,
    ...subject,
    messageCount: 0,
    lastAt: createdAt,
    buyerUnread: 0,
    merchantUnread: 0,
    buyerReadTo: 0,
    merchantReadTo: 0,
    buyerMailedAt: null,
    merchantMailedAt: null,
    openReports: 0,
    closedAt: null,
    closedReason: "",
    createdAt,
  };
  await trx.insertInto("conversations").values(conversation).execute();
  return conversation;
}

/** Adds a message to a conversation that is locked, and tells the other side. */
async function addMessage(
  trx: Trx,
  services: Services,
  conversation: ConversationRow,
  { _id: writerId, side }: Participant,
  { text, pictures }: MessageForm,
): Promise<void> {
  await requireWritable(trx, conversation, side);
  const { _id, buyerId, merchantId, subjectKind } = conversation;
  if (side === "buyer" && subjectKind !== "order" && buyerId !== null)
    await boundQuestions(trx, services, buyerId, merchantId);
  const message: MessageRow = {
    _id: newId(services.clock.now()),
    conversationId: _id,
    position: conversation.messageCount + 1,
    side,
    text,
    searchText: fold(text),
    createdAt: timestamp(services.clock),
  };
  await trx.insertInto("messages").values(message).execute();
  await addPictures(trx, writerId, message._id, pictures);
  const unread = UNREAD[otherSide(side)];
  await trx
    .updateTable("conversations")
    .set({ messageCount: message.position, lastAt: message.createdAt, [unread]: conversation[unread] + 1 })
    .where("_id", "=", _id)
    .execute();
  await planMail(trx, services, conversation, otherSide(side));
  if (side === "buyer") await tellMessageCreated(trx, services, conversation, message);
}
