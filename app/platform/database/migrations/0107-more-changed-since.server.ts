import { sql, type Kysely } from "kysely";

/** Moments of change, and the indexes by which programs go through more lists since one. */
export async function moreChangedSince(db: Kysely<any>, dialect: { name: "sqlite" | "postgres" }): Promise<void> {
  const latest = dialect.name === "sqlite" ? "max" : "greatest";
  const moments: Record<string, string[]> = {
    webhookDeliveries: ["triedAt"],
    supportMessages: ["waitingSince", "answeredAt"],
    payouts: ["startedAt", "doneAt"],
    moderationCases: ["since"],
  };
  for (const [table, columns] of Object.entries(moments)) {
    const known = columns.map((column) => `coalesce("${column}", '')`).join(", ");
    await sql.raw(`alter table "${table}" add column "updatedAt" text not null default ''`).execute(db);
    await sql.raw(`update "${table}" set "updatedAt" = ${latest}("createdAt", ${known})`).execute(db);
  }
  await sql`alter table "stores" add column "updatedAt" text not null default ''`.execute(db);
  await sql`update "stores" set "updatedAt" = (select "updatedAt" from "users" where "_id" = "userId")`.execute(db);
  // A part that was never paid has no moment yet.
  await sql`update "orderParts" set "updatedAt" = "createdAt" where "updatedAt" = ''`.execute(db);
  for (const index of [
    `"orderPartsAllChanged" on "orderParts" ("updatedAt", "_id")`,
    `"productsAllChanged" on "products" ((case when "stockAt" > "updatedAt" then "stockAt" else "updatedAt" end), "_id")`,
    `"webhookDeliveriesChanged" on "webhookDeliveries" ("endpointId", "updatedAt", "_id")`,
    `"supportMessagesChanged" on "supportMessages" ("updatedAt", "_id")`,
    `"payoutsChanged" on "payouts" ("merchantId", "updatedAt", "_id")`,
    `"usersChanged" on "users" ("updatedAt", "_id")`,
    `"storesChanged" on "stores" ("updatedAt", "userId")`,
    `"moderationCasesChanged" on "moderationCases" ("updatedAt", "_id")`,
  ])
    await sql.raw(`create index ${index}`).execute(db);
}
