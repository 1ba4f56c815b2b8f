import { sql, type Kysely } from "kysely";

const DAY_MS = 86_400_000;
/** A refund that was made longer ago than this is not looked at again; see `features/refunds/look-again.server.ts`. */
const REFUND_DAYS = 60;
const DISPUTE_DAYS = 540;

/**
 * Stores the provider's present state of each refund, because a state may change: the state, the time of its last
 * change, and when to ask again. Also stores what became of a refund that the provider could not make.
 */
export async function outcomesThatChange(db: Kysely<any>): Promise<void> {
  const refunds = () => db.schema.alterTable("refunds");
  await refunds().addColumn("providerStatus", "text").execute();
  await refunds().addColumn("failedAt", "text").execute();
  await refunds()
    .addColumn("failureReason", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await refunds().addColumn("otherWay", "text").execute();
  await refunds().addColumn("otherWayDay", "text").execute();
  await refunds().addColumn("lookAt", "text").execute();
  await db.schema.alterTable("disputes").addColumn("lookAt", "text").execute();
  await sql`create index "refundsLookAt" on "refunds" ("lookAt") where "lookAt" is not null`.execute(db);
  await sql`create index "refundsFailed" on "refunds" ("failedAt") where "failedAt" is not null`.execute(db);
  await sql`create index "disputesLookAt" on "disputes" ("lookAt") where "lookAt" is not null`.execute(db);
  // Until now nobody looked again: what failed since it was made comes to light at the first look.
  const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  await sql`update "refunds" set "lookAt" = "createdAt" where "providerId" is not null and "origin" <> 'dispute'
    and "createdAt" > ${since(REFUND_DAYS)}`.execute(db);
  await sql`update "disputes" set "lookAt" = "createdAt"
    where "endedAt" is null or "createdAt" > ${since(DISPUTE_DAYS)}`.execute(db);
  // The test provider's refunds may take their time or fail as well, by the card that paid.
  await db.schema
    .alterTable("testIntents")
    .addColumn("refundsAre", "text", (c) => c.notNull().defaultTo("quick"))
    .execute();
  await db.schema
    .alterTable("testRefunds")
    .addColumn("status", "text", (c) => c.notNull().defaultTo("succeeded"))
    .execute();
}
