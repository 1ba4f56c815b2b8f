import { audit, type Operator } from "~/features/audit/audit.server";
import {
  noteKept,
  notePutBack,
  noteTakenDown,
  objectionLines,
  type Revision,
  type Target,
} from "~/features/moderation/cases.server";
import { pageOfDocs } from "~/features/pagination";
import { readerOf } from "~/features/orders/reader.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { ConversationRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Letter } from "~/platform/mail/letter.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { closedAlready, notClosed, reportSettled, unknownConversation } from "./errors.server";
import { picturesOf } from "./pictures.server";
import { buyerName, conversationRows, lockConversation, subjectOf } from "./queries.server";
import type { ModerationQuery, ReportedConversation, ReportedMessages } from "./schema";
import { hideQuestionsOf } from "./show-question.server";
import { otherSide, PERSON } from "./sides";

/* Operators decide on conversations that a side has reported. They read nothing else. */

const CONVERSATIONS_A_PAGE = 20;
const MOST_MESSAGES = 200;

/** A page of conversations with open reports, or of closed ones, without their messages. Three statements. */
export async function moderationPage({ db }: Pick<Services, "db">, { page, state }: ModerationQuery) {
  const selected =
    state === "reported"
      ? conversationRows(db).where("c.openReports", ">", 0).orderBy("c.openReports", "desc").orderBy("c._id")
      : conversationRows(db).where("c.closedAt", "is not", null).orderBy("c.closedAt", "desc").orderBy("c._id");
  const { n } = await selected
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const rows = await selected
    .limit(CONVERSATIONS_A_PAGE)
    .offset((page - 1) * CONVERSATIONS_A_PAGE)
    .execute();
  return pageOfDocs(await withReports(db, rows), page, CONVERSATIONS_A_PAGE, Number(n));
}

type Row = Awaited<ReturnType<ReturnType<typeof conversationRows>["execute"]>>[number];

async function withReports(db: Db, rows: Row[]): Promise<ReportedConversation[]> {
  const ids = rows.map(({ _id }) => _id);
  const reports = ids.length === 0 ? [] : await openReports(db, ids);
  return rows.map((row) => ({
    _id: row._id,
    subject: subjectOf(row),
    merchant: { _id: row.merchantId, storeName: row.storeName ?? "" },
    buyer: buyerName(row),
    reports: reports.flatMap(({ conversationId, ...report }) => (conversationId === row._id ? [report] : [])),
    closedAt: row.closedAt,
    closedReason: row.closedReason,
  }));
}

const openReports = (db: Db, conversationIds: string[]) =>
  db
    .selectFrom("messageReports")
    .select(["conversationId", "side", "reason", "createdAt"])
    .where("conversationId", "in", conversationIds)
    .where("settledAt", "is", null)
    .orderBy("_id")
    .execute();

/**
 * The messages of a reported conversation, up to the newest report, for an operator. The audit log records the reading.
 * Refuses `unknown_conversation` for one that has no open report and is not closed.
 */
export async function readReported(
  services: Services,
  operator: Operator,
  conversationId: string,
): Promise<ReportedMessages> {
  return inTransaction(services.db, async (trx) => {
    const row = await conversationRows(trx).where("c._id", "=", conversationId).executeTakeFirst();
    if (!row || (row.openReports === 0 && row.closedAt === null)) throw unknownConversation();
    const { upTo } = await trx
      .selectFrom("messageReports")
      .select((eb) => eb.fn.max("upTo").as("upTo"))
      .where("conversationId", "=", conversationId)
      .executeTakeFirstOrThrow();
    const messages = await trx
      .selectFrom("messages")
      .select(["_id", "side", "text", "createdAt"])
      .where("conversationId", "=", conversationId)
      .where("position", "<=", upTo)
      .orderBy("position", "desc")
      .limit(MOST_MESSAGES)
      .execute();
    const pictures = await picturesOf(
      trx,
      messages.map(({ _id }) => _id),
    );
    await note(trx, services, operator, "conversation.read", row);
    const [reported] = await withReports(trx, [row]);
    if (!reported) throw unknownConversation();
    return {
      ...reported,
      messages: messages.toReversed().map((message) => ({ ...message, pictures: pictures(message._id) })),
    };
  });
}

/** Closes a reported conversation and mails the reported side. Refuses `unknown_conversation`, `closed_already`. */
export async function closeConversation(
  services: Services,
  operator: Operator,
  conversationId: string,
  reason: string,
  revision?: Revision,
): Promise<void> {
  await withReported(services, conversationId, async (trx, conversation) => {
    if (conversation.closedAt !== null) throw closedAlready();
    const sides = new Set((await openReports(trx, [conversationId])).map(({ side }) => side));
    await settle(trx, services, conversation, { closedAt: timestamp(services.clock), closedReason: reason });
    await hideQuestionsOf(trx, services, conversation);
    const people = [...sides].map((side) => conversation[PERSON[otherSide(side)]]);
    const addresses = await noteTakenDown(trx, services, targetOf(conversation), { reason, people, revision });
    await note(trx, services, operator, "conversation.closed", conversation, { reason });
    for (const person of people)
      await mailSide(trx, services, person, "A conversation of yours is closed", [
        `Our team has closed your conversation about ${subjectInWords(conversation)}, for this reason:`,
        reason,
        ...objectionLines(addresses, person),
      ]);
  });
}

/** Opens a closed conversation again, and mails both sides. Refuses `unknown_conversation` and `not_closed`. */
export async function reopenConversation(
  services: Services,
  operator: Operator,
  conversationId: string,
  revision?: Revision,
): Promise<void> {
  await withReported(services, conversationId, async (trx, conversation) => {
    if (conversation.closedAt === null) throw notClosed();
    await settle(trx, services, conversation, { closedAt: null, closedReason: "" });
    await notePutBack(trx, services, targetOf(conversation), revision);
    await note(trx, services, operator, "conversation.reopened", conversation);
    for (const side of ["buyer", "merchant"] as const)
      await mailSide(trx, services, conversation[PERSON[side]], "A conversation of yours is open again", [
        `Our team has looked at your conversation about ${subjectInWords(conversation)} once more. You can write in it again.`,
      ]);
  });
}

/** Settles the reports of a conversation that stays open. Refuses `unknown_conversation` and `report_settled`. */
export async function keepConversation(
  services: Services,
  operator: Operator,
  conversationId: string,
  revision?: Revision,
): Promise<void> {
  await withReported(services, conversationId, async (trx, conversation) => {
    if (conversation.openReports === 0) throw reportSettled();
    await settle(trx, services, conversation, {});
    await noteKept(trx, services, targetOf(conversation), revision);
    await note(trx, services, operator, "conversation.kept", conversation);
  });
}

/** Runs `work` on a conversation that was ever reported, locked, once per request. Refuses `unknown_conversation`. */
function withReported(
  services: Services,
  conversationId: string,
  work: (trx: Trx, conversation: ConversationRow) => Promise<void>,
): Promise<void> {
  return inTransactionOnce(services, async (trx) => {
    const conversation = await lockConversation(trx, services, conversationId);
    const report = await trx
      .selectFrom("messageReports")
      .select("_id")
      .where("conversationId", "=", conversationId)
      .limit(1)
      .executeTakeFirst();
    if (!conversation || !report) throw unknownConversation();
    await work(trx, conversation);
  });
}

async function settle(
  trx: Trx,
  { clock }: Pick<Services, "clock">,
  { _id }: ConversationRow,
  columns: Partial<Pick<ConversationRow, "closedAt" | "closedReason">>,
): Promise<void> {
  await trx
    .updateTable("messageReports")
    .set({ settledAt: timestamp(clock) })
    .where("conversationId", "=", _id)
    .where("settledAt", "is", null)
    .execute();
  await trx
    .updateTable("conversations")
    .set({ ...columns, openReports: 0 })
    .where("_id", "=", _id)
    .execute();
}

const subjectInWords = ({ subjectKind, title }: Pick<ConversationRow, "subjectKind" | "title">): string =>
  subjectKind === "order" ? `order ${title}` : title || "a stall";

/** The conversation as a target of the operators' queue, named by its subject. */
export const targetOf = (conversation: Pick<ConversationRow, "_id" | "title">): Target => ({
  kind: "conversation",
  targetId: conversation._id,
  title: conversation.title,
});

const note = (
  trx: Trx,
  services: Services,
  operator: Operator,
  action: "conversation.read" | "conversation.closed" | "conversation.reopened" | "conversation.kept",
  conversation: Pick<ConversationRow, "_id" | "subjectKind" | "title">,
  details: Record<string, string> = {},
): Promise<void> =>
  audit(trx, services, operator, action, subjectInWords(conversation), { conversation: conversation._id, ...details });

/** Mails one side. `readerOf` finds a merchant's account by its id as well. */
async function mailSide(
  trx: Trx,
  services: Services,
  personId: string | null,
  subject: string,
  parts: Letter["parts"],
): Promise<void> {
  const { market } = services.config;
  await mailTo(trx, services, await readerOf(trx, { buyerId: personId }), subject, [
    ...parts,
    `${market.name} · ${market.email}`,
  ]);
}
