import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * One queue of what was reported, and the decisions that people were told of. Reviews and conversations that were
 * reported before come into it; a case of theirs has their id.
 */
export async function moderation(db: Kysely<any>): Promise<void> {
  await table(db, "moderationCases", {
    _id: "id",
    kind: "text",
    targetId: "text",
    title: "text",
    state: "text",
    since: "text",
    openReports: "integer",
    isTakenDown: "integer",
    revision: "integer",
    createdAt: "text",
  })
    .addUniqueConstraint("moderationCasesTarget", ["kind", "targetId"])
    .execute();
  await table(db, "moderationReports", {
    _id: "id",
    caseId: "text",
    reason: "text",
    createdAt: "text",
    settledAt: "text?",
  })
    .addForeignKeyConstraint("moderationReportsCase", ["caseId"], "moderationCases", ["_id"])
    .execute();
  await table(db, "moderationDecisions", {
    _id: "id",
    caseId: "text",
    personId: "text?",
    reason: "text",
    decidedAt: "text",
    objection: "text",
    objectedAt: "text?",
    outcome: "text?",
    answer: "text",
    settledAt: "text?",
  })
    .addForeignKeyConstraint("moderationDecisionsCase", ["caseId"], "moderationCases", ["_id"])
    .execute();
  await sql`alter table "productQuestions" add column "hiddenAt" text`.execute(db);
  await sql`alter table "productQuestions" add column "hiddenReason" text not null default ''`.execute(db);
  for (const statement of [
    `create index "moderationCasesByState" on "moderationCases" ("state", "since", "_id")`,
    `create index "moderationCasesByKind" on "moderationCases" ("kind", "state", "since", "_id")`,
    `create index "moderationReportsOfCase" on "moderationReports" ("caseId")`,
    `create index "moderationDecisionsOfCase" on "moderationDecisions" ("caseId")`,
    `create index "moderationDecisionsOfPerson" on "moderationDecisions" ("personId", "_id" desc)`,
    `drop index "productQuestionsNewest"`,
    `create index "productQuestionsShown" on "productQuestions" ("productId", "shownAt" desc, "answerId" desc) where "hiddenAt" is null`,
    casesOf("review", "reviews", `(select "p"."title" from "products" as "p" where "p"."_id" = "t"."productId")`, {
      removedAt: "hiddenAt",
      reports: `(select max("r"."createdAt") from "reviewReports" as "r" where "r"."reviewId" = "t"."_id")`,
    }),
    casesOf("conversation", "conversations", `"t"."title"`, {
      removedAt: "closedAt",
      reports: `(select max("r"."createdAt") from "messageReports" as "r" where "r"."conversationId" = "t"."_id")`,
    }),
  ])
    await sql.raw(statement).execute(db);
}

/** The statement that makes a case of everything of a table that has open reports, or that operators took down. */
const casesOf = (kind: string, name: string, title: string, { removedAt, reports }: Record<string, string>) =>
  `insert into "moderationCases"
    ("_id", "kind", "targetId", "title", "state", "since", "openReports", "isTakenDown", "revision", "createdAt")
    select "t"."_id", '${kind}', "t"."_id", ${title},
      case when "t"."openReports" > 0 then 'reported' else 'decided' end,
      case when "t"."openReports" > 0 then coalesce(${reports}, "t"."createdAt") else "t"."${removedAt}" end,
      "t"."openReports", case when "t"."${removedAt}" is null then 0 else 1 end, 0, "t"."createdAt"
    from "${name}" as "t" where "t"."openReports" > 0 or "t"."${removedAt}" is not null`;
