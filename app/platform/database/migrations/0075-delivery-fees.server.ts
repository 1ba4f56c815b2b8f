import { sql, type Kysely } from "kysely";

/**
 * Prices of ways, and the fee of each part of an order, kept apart from its goods. Ways and parts of before cost nothing.
 */
export async function deliveryFees(db: Kysely<any>): Promise<void> {
  for (const statement of [
    `alter table "deliveryMethods" add column "feeCents" integer not null default 0`,
    `alter table "deliveryMethods" add column "freeFromCents" integer`,
    `alter table "deliveryMethods" add column "leastOrderCents" integer not null default 0`,
    `alter table "deliveryMethods" add column "products" text not null default '[]'`,
    `alter table "orderParts" add column "deliveryFeeCents" integer not null default 0`,
    `alter table "orderParts" add column "deliveryFeeRefundId" text`,
    `alter table "payouts" add column "deliveryFeeCents" integer not null default 0`,
    `alter table "payouts" add column "deliveryFeeBackCents" integer not null default 0`,
    `alter table "daySales" add column "deliveryFeeCents" bigint not null default 0`,
    `alter table "daySales" add column "deliveryFeeRefundedCents" bigint not null default 0`,
  ])
    await sql.raw(statement).execute(db);
}
