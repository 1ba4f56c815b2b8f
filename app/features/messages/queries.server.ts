import { shownName } from "~/features/reviews/write-review.server";
import type { Db, Trx } from "~/platform/database/database.server";
import type { ConversationRow, ConversationSide } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { unknownConversation } from "./errors.server";
import type { Conversation } from "./schema";
import { PERSON, UNREAD, type Participant } from "./sides";

const BEGINNING = 160;

/** Conversations with the names of both sides: `c`, the stall `s`, the buyer `u`. */
export function conversationRows(db: Db) {
  return db
    .selectFrom("conversations as c")
    .leftJoin("stores as s", "s.userId", "c.merchantId")
    .leftJoin("users as u", "u._id", "c.buyerId")
    .selectAll("c")
    .select(["s.storeName", "s.status as storeStatus", "u.firstName", "u.lastName"]);
}
type Named = Pick<ConversationRow, "buyerId"> & Record<"firstName" | "lastName", string | null>;

/** The name of a conversation's buyer for others; empty once the account is deleted. */
export const buyerName = ({ buyerId, firstName, lastName }: Named): string =>
  buyerId === null ? "" : shownName({ firstName: firstName ?? "", lastName: lastName ?? "" });

export const subjectOf = (row: Pick<ConversationRow, "subjectKind" | "subjectId" | "title" | "orderId">) => ({
  kind: row.subjectKind,
  _id: row.subjectId,
  title: row.title,
  order: row.orderId,
});

type ConversationRecord = Awaited<ReturnType<ReturnType<typeof conversationRows>["execute"]>>[number];

/** A conversation as one of its sides sees it. */
export function toConversation(
  row: ConversationRecord,
  last: { text: string | null; side: ConversationSide | null },
  side: ConversationSide,
): Conversation {
  return {
    _id: row._id,
    subject: subjectOf(row),
    name: side === "buyer" ? (row.storeName ?? "") : buyerName(row),
    unread: row[UNREAD[side]],
    last: { text: (last.text ?? "").slice(0, BEGINNING), isMine: last.side === side },
    lastAt: row.lastAt,
  };
}

/** Runs `work` on a participant's conversation, locked, once per request. Refuses `unknown_conversation`. */
export async function withConversation<Result>(
  services: Pick<Services, "db" | "dialect" | "idempotency">,
  { _id, side }: Participant,
  conversationId: string,
  work: (trx: Trx, conversation: ConversationRow) => Promise<Result>,
): Promise<Result> {
  return inTransactionOnce(services, async (trx) => {
    const conversation = await lockConversation(trx, services, conversationId);
    if (conversation?.[PERSON[side]] !== _id) throw unknownConversation();
    return work(trx, conversation);
  });
}

/** The present row of a conversation, locked until the transaction ends. */
export function lockConversation(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  conversationId: string,
): Promise<ConversationRow | undefined> {
  const query = trx.selectFrom("conversations").selectAll().where("_id", "=", conversationId);
  return (dialect.forUpdate ? query.forUpdate() : query).executeTakeFirst();
}
