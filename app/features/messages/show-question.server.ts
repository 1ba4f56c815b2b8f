import { changed, questionsTag } from "~/features/cache-tags";
import { noteGone } from "~/features/moderation/cases.server";
import { pageOfDocs } from "~/features/pagination";
import { unknownProduct } from "~/features/products/errors.server";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { ConversationRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { conversationClosed, notAnAnswer, questionHidden, unknownQuestion } from "./errors.server";
import { QUESTIONS_A_PAGE } from "./plain-schema";
import { withConversation } from "./queries.server";
import type { ProductQuestion } from "./schema";

/* Questions that a merchant shows on a product's page, each with its answer, without the buyer's name. */

/** Announces that the questions on a product's page have changed. */
export const announceQuestions = (trx: Trx, { dialect }: Pick<Services, "dialect">, productId: string): Promise<void> =>
  dialect.announceChange(trx, [...changed([productId]), questionsTag(productId)]);

/**
 * Shows an answer of a stall, and the buyer's message before it, on the product's page. Repeating it changes nothing.
 * Refuses `unknown_conversation`, `conversation_closed`, `not_an_answer` and `question_hidden`.
 */
export async function showQuestion(
  services: Services,
  merchantId: string,
  conversationId: string,
  answerId: string,
): Promise<void> {
  const merchant = { _id: merchantId, side: "merchant" as const };
  await withConversation(services, merchant, conversationId, async (trx, conversation) => {
    if (conversation.closedAt !== null) throw conversationClosed();
    const answer = await trx
      .selectFrom("messages")
      .select(["side", "position"])
      .where("_id", "=", answerId)
      .where("conversationId", "=", conversationId)
      .executeTakeFirst();
    const question = await trx
      .selectFrom("messages")
      .select("_id")
      .where("conversationId", "=", conversationId)
      .where("position", "=", (answer?.position ?? 0) - 1)
      .where("side", "=", "buyer")
      .executeTakeFirst();
    if (conversation.subjectKind !== "product" || answer?.side !== "merchant" || !question) throw notAnAnswer();
    const productId = conversation.subjectId;
    await refuseHidden(trx, answerId);
    await trx
      .insertInto("productQuestions")
      .values({
        answerId,
        questionId: question._id,
        conversationId,
        productId,
        shownAt: timestamp(services.clock),
        hiddenAt: null,
        hiddenReason: "",
      })
      .onConflict((oc) => oc.column("answerId").doNothing())
      .execute();
    await announceQuestions(trx, services, productId);
  });
}

/** Removes a question from a product's page. Refuses `unknown_conversation`, `unknown_question`, `question_hidden`. */
export async function hideQuestion(
  services: Services,
  merchantId: string,
  conversationId: string,
  answerId: string,
): Promise<void> {
  const merchant = { _id: merchantId, side: "merchant" as const };
  await withConversation(services, merchant, conversationId, async (trx, { subjectId }) => {
    await refuseHidden(trx, answerId);
    const hidden = await trx
      .deleteFrom("productQuestions")
      .where("answerId", "=", answerId)
      .where("conversationId", "=", conversationId)
      .executeTakeFirst();
    if (hidden.numDeletedRows === 0n) throw unknownQuestion();
    await noteGone(trx, services, [answerId]);
    await announceQuestions(trx, services, subjectId);
  });
}

/** Refuses `question_hidden` for an answer that operators have hidden. Its row stays, so nobody can show it again. */
async function refuseHidden(trx: Trx, answerId: string): Promise<void> {
  const row = await trx
    .selectFrom("productQuestions")
    .select("hiddenAt")
    .where("answerId", "=", answerId)
    .executeTakeFirst();
  if (row && row.hiddenAt !== null) throw questionHidden();
}

/** Removes all questions of a conversation from its product's page. */
export async function hideQuestionsOf(
  trx: Trx,
  services: Pick<Services, "clock" | "dialect">,
  { _id, subjectId }: Pick<ConversationRow, "_id" | "subjectId">,
): Promise<void> {
  const hidden = await trx
    .deleteFrom("productQuestions")
    .where("conversationId", "=", _id)
    .where("hiddenAt", "is", null)
    .returning("answerId")
    .execute();
  await noteGone(
    trx,
    services,
    hidden.map(({ answerId }) => answerId),
  );
  if (hidden.length > 0) await announceQuestions(trx, services, subjectId);
}

/** A page of a public product's questions, the newest shown first. Three statements. Refuses `unknown_product`. */
export async function productQuestionPage({ db }: Pick<Services, "db">, productId: string, page: number) {
  noteCacheTags(questionsTag(productId));
  const product = await db
    .selectFrom("products")
    .select("_id")
    .where("_id", "=", productId)
    .where("isPublic", "=", 1)
    .executeTakeFirst();
  if (!product) throw unknownProduct();
  const { n } = await db
    .selectFrom("productQuestions")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("productId", "=", productId)
    .where("hiddenAt", "is", null)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("productQuestions as p")
    .innerJoin("messages as q", "q._id", "p.questionId")
    .innerJoin("messages as a", "a._id", "p.answerId")
    .select([
      "p.answerId as _id",
      "q.text as question",
      "a.text as answer",
      "q.createdAt as askedAt",
      "a.createdAt as answeredAt",
    ])
    .where("p.productId", "=", productId)
    .where("p.hiddenAt", "is", null)
    .orderBy("p.shownAt", "desc")
    .orderBy("p.answerId", "desc")
    .limit(QUESTIONS_A_PAGE)
    .offset((page - 1) * QUESTIONS_A_PAGE)
    .execute();
  return pageOfDocs<ProductQuestion>(rows, page, QUESTIONS_A_PAGE, Number(n));
}
