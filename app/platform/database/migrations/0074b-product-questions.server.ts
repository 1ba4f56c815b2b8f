import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Questions and answers of conversations that merchants show with their products. */
export async function productQuestions(db: Kysely<any>): Promise<void> {
  await table(db, "productQuestions", {
    answerId: "id",
    questionId: "text",
    conversationId: "text",
    productId: "text",
    shownAt: "text",
  })
    .addForeignKeyConstraint("productQuestionsAnswer", ["answerId"], "messages", ["_id"])
    .addForeignKeyConstraint("productQuestionsQuestion", ["questionId"], "messages", ["_id"])
    .execute();
  for (const statement of [
    `create index "productQuestionsNewest" on "productQuestions" ("productId", "shownAt" desc, "answerId" desc)`,
    `create index "productQuestionsOf" on "productQuestions" ("conversationId")`,
  ])
    await sql.raw(statement).execute(db);
}
