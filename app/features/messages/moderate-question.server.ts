import { audit, type Operator } from "~/features/audit/audit.server";
import {
  fileReport,
  noteKept,
  notePutBack,
  noteTakenDown,
  objectionLines,
  type Revision,
  type Target,
} from "~/features/moderation/cases.server";
import { readerOf } from "~/features/orders/reader.server";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { questionHiddenAlready, questionShown, unknownQuestion } from "./errors.server";
import type { ModeratedQuestion } from "./schema";
import { announceQuestions } from "./show-question.server";

/* Questions and answers on a product's page. Anybody can report them, and operators decide. */

const questionRows = (db: Db) =>
  db
    .selectFrom("productQuestions as pq")
    .innerJoin("products as p", "p._id", "pq.productId")
    .innerJoin("messages as q", "q._id", "pq.questionId")
    .innerJoin("messages as a", "a._id", "pq.answerId")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select([
      "pq.answerId",
      "pq.productId",
      "pq.hiddenAt",
      "pq.hiddenReason",
      "p.title",
      "p.merchantId",
      "s.storeName",
      "q.text as question",
      "a.text as answer",
    ]);

type QuestionRecord = Awaited<ReturnType<ReturnType<typeof questionRows>["execute"]>>[number];

const targetOf = ({ answerId, title }: Pick<QuestionRecord, "answerId" | "title">): Target => ({
  kind: "question",
  targetId: answerId,
  title,
});

/** A question with its answer, as operators see it; undefined once its merchant has removed it. */
export async function moderatedQuestion(
  { db }: Pick<Services, "db">,
  answerId: string,
): Promise<ModeratedQuestion | undefined> {
  const row = await questionRows(db).where("pq.answerId", "=", answerId).executeTakeFirst();
  return (
    row && {
      _id: row.answerId,
      question: row.question,
      answer: row.answer,
      product: { _id: row.productId, title: row.title },
      merchant: { _id: row.merchantId, storeName: row.storeName ?? "" },
      hiddenAt: row.hiddenAt,
      hiddenReason: row.hiddenReason,
    }
  );
}

/** Reports a question and its answer to the market, without storing who reported. Refuses `unknown_question`. */
export async function reportQuestion(services: Services, answerId: string, reason: string): Promise<void> {
  await withQuestion(services, answerId, async (trx, question) => {
    if (question.hiddenAt !== null) throw unknownQuestion();
    await fileReport(trx, services, targetOf(question), reason);
  });
}

/**
 * Hides a question and its answer, and mails the reason to the merchant who shows them. Refuses `unknown_question`,
 * `question_hidden_already` and `report_decided`.
 */
export async function hideReportedQuestion(
  services: Services,
  operator: Operator,
  answerId: string,
  reason: string,
  revision: Revision,
): Promise<void> {
  await withQuestion(services, answerId, async (trx, question) => {
    const { title, merchantId } = question;
    if (question.hiddenAt !== null) throw questionHiddenAlready();
    await setHidden(trx, services, question, { hiddenAt: timestamp(services.clock), hiddenReason: reason });
    const decision = { reason, people: [merchantId], revision };
    const addresses = await noteTakenDown(trx, services, targetOf(question), decision);
    await audit(trx, services, operator, "question.hidden", title, { answer: answerId, reason });
    const { market } = services.config;
    const reader = await readerOf(trx, { buyerId: merchantId });
    await mailTo(trx, services, reader, `An answer of yours about ${title} is no longer shown`, [
      `Our team has taken this question and your answer off the page of ${title}, for the reason below.`,
      `“${question.question}” – “${question.answer}”`,
      reason,
      ...objectionLines(addresses, merchantId),
      `${market.name} · ${market.email}`,
    ]);
  });
}

/** Unhides a question and mails its merchant. Refuses `unknown_question`, `question_shown` and `report_decided`. */
export async function putQuestionBack(
  services: Services,
  operator: Operator,
  answerId: string,
  revision: Revision,
): Promise<void> {
  await withQuestion(services, answerId, async (trx, question) => {
    const { title, merchantId } = question;
    if (question.hiddenAt === null) throw questionShown();
    await setHidden(trx, services, question, { hiddenAt: null, hiddenReason: "" });
    await notePutBack(trx, services, targetOf(question), revision);
    await audit(trx, services, operator, "question.put_back", title, { answer: answerId });
    const reader = await readerOf(trx, { buyerId: merchantId });
    await mailTo(trx, services, reader, `Your answer about ${title} is shown again`, [
      `Our team has looked at your answer about ${title} once more, and it is shown with the product again.`,
    ]);
  });
}

/** Settles the reports of a question that stays. Refuses `unknown_question` and `report_decided`. */
export async function keepQuestion(
  services: Services,
  operator: Operator,
  answerId: string,
  revision: Revision,
): Promise<void> {
  await withQuestion(services, answerId, async (trx, question) => {
    await noteKept(trx, services, targetOf(question), revision);
    await audit(trx, services, operator, "question.kept", question.title, { answer: answerId });
  });
}

/** Runs `work` on a question of a product's page, locked, once per request. Refuses `unknown_question`. */
function withQuestion(
  services: Services,
  answerId: string,
  work: (trx: Trx, question: QuestionRecord) => Promise<void>,
): Promise<void> {
  return inTransactionOnce(services, async (trx) => {
    const lock = trx.selectFrom("productQuestions").select("answerId").where("answerId", "=", answerId);
    await (services.dialect.forUpdate ? lock.forUpdate() : lock).execute();
    const question = await questionRows(trx).where("pq.answerId", "=", answerId).executeTakeFirst();
    if (!question) throw unknownQuestion();
    await work(trx, question);
  });
}

async function setHidden(
  trx: Trx,
  services: Services,
  { answerId, productId }: QuestionRecord,
  columns: { hiddenAt: string | null; hiddenReason: string },
): Promise<void> {
  await trx.updateTable("productQuestions").set(columns).where("answerId", "=", answerId).execute();
  await announceQuestions(trx, services, productId);
}
