import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { ConversationRow, ConversationSide } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import {
  blockedByYou,
  buyerLeft,
  conversationClosed,
  messagesBlocked,
  questionsClosed,
  tooManyQuestions,
} from "./errors.server";
import { QUESTIONS_A_DAY, QUESTIONS_A_DAY_IN_ALL } from "./plain-schema";
import type { ConversationDetails } from "./schema";

type Refused = NonNullable<ConversationDetails["refusal"]>;
type Place = Pick<ConversationRow, "buyerId" | "merchantId" | "subjectKind" | "closedAt">;

const REFUSALS = {
  messages_blocked: messagesBlocked,
  blocked_by_you: blockedByYou,
  conversation_closed: conversationClosed,
  buyer_left: buyerLeft,
  questions_closed: questionsClosed,
};

/** Why a side cannot write in a conversation; null where it can. Two statements at most. */
export async function refusalFor(db: Db, place: Place, side: ConversationSide): Promise<Refused | null> {
  const { buyerId, merchantId, subjectKind, closedAt } = place;
  if (closedAt !== null) return "conversation_closed";
  if (buyerId === null) return "buyer_left";
  const blocks = await db
    .selectFrom("messageBlocks")
    .select("side")
    .where("buyerId", "=", buyerId)
    .where("merchantId", "=", merchantId)
    .execute();
  if (blocks.some((block) => block.side === side)) return "blocked_by_you";
  if (blocks.length > 0) return "messages_blocked";
  if (side === "merchant" || subjectKind === "order") return null;
  const store = await db
    .selectFrom("stores")
    .select("status")
    .where("userId", "=", merchantId)
    .where("status", "=", "active")
    .executeTakeFirst();
  return store ? null : "questions_closed";
}

/** Refuses with the code of `refusalFor`. */
export async function requireWritable(db: Db, place: Place, side: ConversationSide): Promise<void> {
  const code = await refusalFor(db, place, side);
  if (code !== null) throw REFUSALS[code]();
}

/**
 * Limits the daily messages of a buyer without a paid order of the stall. The caller holds the buyer's lock, so that
 * messages sent at the same time are counted. Refuses `too_many_questions`.
 */
export async function boundQuestions(
  db: Db,
  { clock }: Pick<Services, "clock">,
  buyerId: string,
  merchantId: string,
): Promise<void> {
  const paidPart = await db
    .selectFrom("orders as o")
    .innerJoin("orderParts as p", "p.orderId", "o._id")
    .select("p._id")
    .where("o.buyerId", "=", buyerId)
    .where("o.status", "=", "paid")
    .where("p.merchantId", "=", merchantId)
    .limit(1)
    .executeTakeFirst();
  if (paidPart) return;
  const dayAgo = timestamp(clock, -86_400);
  const counts = await db
    .selectFrom("conversations as c")
    .innerJoin("messages as m", "m.conversationId", "c._id")
    .select((eb) => ["c.merchantId", eb.fn.countAll<number>().as("n")])
    .where("c.buyerId", "=", buyerId)
    .where("c.subjectKind", "<>", "order")
    .where("c.lastAt", ">", dayAgo)
    .where("m.side", "=", "buyer")
    .where("m.createdAt", ">", dayAgo)
    .groupBy("c.merchantId")
    .execute();
  const ofStall = Number(counts.find((row) => row.merchantId === merchantId)?.n ?? 0);
  const inAll = counts.reduce((sum, { n }) => sum + Number(n), 0);
  if (ofStall >= QUESTIONS_A_DAY || inAll >= QUESTIONS_A_DAY_IN_ALL) throw tooManyQuestions();
}
