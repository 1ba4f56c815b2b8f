import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Browsers that show notices, the market's keys for them, and the kinds that people want. */
export async function push(db: Kysely<any>): Promise<void> {
  await table(db, "pushKeys", {
    _id: "id",
    publicKey: "text",
    sealedPrivateKey: "text",
    createdAt: "text",
  }).execute();
  await table(db, "pushSubscriptions", {
    _id: "id",
    userId: "text",
    endpoint: "text",
    p256dh: "text",
    auth: "text",
    device: "text",
    failingSince: "text?",
    createdAt: "text",
  }).execute();
  for (const statement of [
    `create unique index "pushSubscriptionsOfUser" on "pushSubscriptions" ("userId", "endpoint")`,
    `create index "pushSubscriptionsOfEndpoint" on "pushSubscriptions" ("endpoint")`,
    `alter table "noticeChoices" add column "push" integer not null default 1`,
  ])
    await sql.raw(statement).execute(db);
}
