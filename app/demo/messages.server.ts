import type { Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import { merchants } from "./content/merchants";
import { conversations, type DemoConversation } from "./content/messages";
import type { DemoGoods } from "./goods.server";
import type { People } from "./people.server";
import { DAY, demoId } from "./rows";

const HOUR = DAY / 24;

/** Conversations of the demo's buyers with its stalls, some with an answer that nobody has read. */
export async function fillMessages(trx: Trx, now: Date, people: People, goods: DemoGoods[]): Promise<void> {
  const filled = conversations.map((conversation) => rowsOf(now, people, goods, conversation));
  await trx
    .insertInto("conversations")
    .values(filled.map(({ conversation }) => conversation))
    .execute();
  await trx
    .insertInto("messages")
    .values(filled.flatMap(({ messages }) => messages))
    .execute();
  await trx
    .insertInto("productQuestions")
    .values(
      filled.flatMap(({ conversation, messages, isShown }) => (isShown ? [shownQuestion(conversation, messages)] : [])),
    )
    .execute();
}

/** The first question of a conversation and its answer, as the product's page shows them. */
function shownQuestion(
  { _id, subjectId }: NewRow<"conversations">,
  [question, answer]: NewRow<"messages">[],
): NewRow<"productQuestions"> {
  if (!question || !answer) throw new Error(`nobody has answered ${_id} of the demo`);
  const place = { conversationId: _id, productId: subjectId, shownAt: answer.createdAt };
  return { questionId: question._id, answerId: answer._id, ...place, hiddenAt: null, hiddenReason: "" };
}

function rowsOf(
  now: Date,
  people: People,
  goods: DemoGoods[],
  { sku, buyer, daysAgo, texts, isUnread, isShown = false }: DemoConversation,
): { isShown: boolean; conversation: NewRow<"conversations">; messages: NewRow<"messages">[] } {
  const product = goods.find((one) => one.sku === sku);
  const person = people.buyers[buyer];
  if (!product || !person) throw new Error(`the demo has no ${sku}, or no buyer ${buyer}`);
  const storeName = merchants.find(({ key }) => key === product.merchant)?.storeName ?? "";
  const began = new Date(now.getTime() - daysAgo * DAY);
  const _id = demoId(began, "conversation", sku, buyer);
  const messages = texts.map((text, place): NewRow<"messages"> => {
    const at = new Date(began.getTime() + place * HOUR);
    return {
      _id: demoId(at, "message", sku, buyer, place),
      conversationId: _id,
      position: place + 1,
      side: place % 2 === 0 ? "buyer" : "merchant",
      text,
      searchText: fold(text),
      createdAt: at.toISOString(),
    };
  });
  const last = messages.at(-1);
  const [buyerUnread, merchantUnread] = [
    isUnread && last?.side === "merchant" ? 1 : 0,
    isUnread && last?.side === "buyer" ? 1 : 0,
  ];
  return {
    isShown,
    messages,
    conversation: {
      _id,
      buyerId: person._id,
      merchantId: product.merchantId,
      subjectKind: "product",
      subjectId: product._id,
      orderId: null,
      title: product.title,
      searchTitle: fold(`${product.title} ${storeName}`),
      messageCount: texts.length,
      lastAt: last?.createdAt ?? began.toISOString(),
      buyerUnread,
      merchantUnread,
      buyerReadTo: texts.length - buyerUnread,
      merchantReadTo: texts.length - merchantUnread,
      buyerMailedAt: null,
      merchantMailedAt: null,
      openReports: 0,
      closedAt: null,
      closedReason: "",
      createdAt: began.toISOString(),
    },
  };
}
