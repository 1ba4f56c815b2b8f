import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Conversations between buyers and stalls, with blocks, reports and saved answers. */
export async function messages(db: Kysely<any>): Promise<void> {
  await table(db, "conversations", {
    _id: "id",
    buyerId: "text?",
    merchantId: "text",
    subjectKind: "text",
    subjectId: "text",
    orderId: "text?",
    title: "text",
    searchTitle: "text",
    messageCount: "integer",
    lastAt: "text",
    buyerUnread: "integer",
    merchantUnread: "integer",
    buyerReadTo: "integer",
    merchantReadTo: "integer",
    buyerMailedAt: "text?",
    merchantMailedAt: "text?",
    openReports: "integer",
    closedAt: "text?",
    closedReason: "text",
    createdAt: "text",
  }).execute();
  await table(db, "messages", {
    _id: "id",
    conversationId: "text",
    position: "integer",
    side: "text",
    text: "text",
    searchText: "text",
    createdAt: "text",
  })
    .addForeignKeyConstraint("messagesConversation", ["conversationId"], "conversations", ["_id"])
    .execute();
  await table(db, "messageBlocks", { buyerId: "text", merchantId: "text", side: "text", createdAt: "text" })
    .addPrimaryKeyConstraint("messageBlocksKey", ["buyerId", "merchantId", "side"])
    .execute();
  await table(db, "messageReports", {
    _id: "id",
    conversationId: "text",
    side: "text",
    reason: "text",
    upTo: "integer",
    createdAt: "text",
    settledAt: "text?",
  })
    .addForeignKeyConstraint("messageReportsConversation", ["conversationId"], "conversations", ["_id"])
    .execute();
  await table(db, "savedAnswers", {
    _id: "id",
    merchantId: "text",
    name: "text",
    text: "text",
    createdAt: "text",
  }).execute();
  for (const statement of [
    `create unique index "conversationsOfSubject" on "conversations" ("buyerId", "merchantId", "subjectId")`,
    `create index "conversationsOfBuyer" on "conversations" ("buyerId", "lastAt" desc, "_id" desc)`,
    `create index "conversationsOfMerchant" on "conversations" ("merchantId", "lastAt" desc, "_id" desc)`,
    `create index "conversationsBuyerUnread" on "conversations" ("buyerId", "lastAt" desc, "_id" desc) where "buyerUnread" > 0`,
    `create index "conversationsMerchantUnread" on "conversations" ("merchantId", "lastAt" desc, "_id" desc) where "merchantUnread" > 0`,
    `create index "conversationsReported" on "conversations" ("openReports" desc, "_id") where "openReports" > 0`,
    `create index "conversationsClosed" on "conversations" ("closedAt" desc, "_id") where "closedAt" is not null`,
    `create unique index "messagesOfConversation" on "messages" ("conversationId", "position")`,
    `create index "messageReportsOf" on "messageReports" ("conversationId")`,
    `create index "savedAnswersOf" on "savedAnswers" ("merchantId", "name", "_id")`,
  ])
    await sql.raw(statement).execute(db);
}
