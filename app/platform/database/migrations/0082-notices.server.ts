import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Products and stalls that people are told about, and the kinds of mail that they want. */
export async function notices(db: Kysely<any>): Promise<void> {
  await table(db, "watches", {
    _id: "id",
    kind: "text",
    targetId: "text",
    userId: "text?",
    email: "text?",
    newsFrom: "text",
    mailedAt: "text?",
    createdAt: "text",
  })
    .addCheckConstraint("watchesOfOne", sql`("userId" is null) <> ("email" is null)`)
    .execute();
  await table(db, "noticeChoices", { userId: "text", kind: "text", mail: "integer", changedAt: "text" })
    .addPrimaryKeyConstraint("noticeChoicesKey", ["userId", "kind"])
    .execute();
  for (const statement of [
    `create unique index "watchesOfUser" on "watches" ("userId", "kind", "targetId") where "userId" is not null`,
    `create unique index "watchesOfEmail" on "watches" ("email", "kind", "targetId") where "email" is not null`,
    `create index "watchesOfKind" on "watches" ("kind", "_id")`,
    `insert into "noticeChoices" ("userId", "kind", "mail", "changedAt") select "userId", 'reviews', 0, "createdAt" from "reviewOptOuts"`,
    `drop table "reviewOptOuts"`,
    `alter table "products" add column "publishedAt" text`,
    `create index "productsPublished" on "products" ("merchantId", "publishedAt") where "publishedAt" is not null`,
  ])
    await sql.raw(statement).execute(db);
}
