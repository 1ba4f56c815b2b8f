import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Market days that several stalls share, the stalls that take part, and the market day of each part of an order. */
export async function marketDays(db: Kysely<any>): Promise<void> {
  await table(db, "marketDays", {
    _id: "id",
    name: "text",
    isActive: "integer",
    address: "text",
    directions: "text",
    times: "text",
    daysOff: "text",
    feeCents: "integer",
    createdAt: "text",
    updatedAt: "text",
  }).execute();

  await table(db, "marketDayStalls", {
    marketDayId: "text",
    merchantId: "text",
    noticeHours: "integer",
    joinedAt: "text",
  })
    .addPrimaryKeyConstraint("marketDayStallsKey", ["marketDayId", "merchantId"])
    .addForeignKeyConstraint("marketDayStallsDay", ["marketDayId"], "marketDays", ["_id"])
    .addForeignKeyConstraint("marketDayStallsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await sql`create index "marketDaysOfStall" on "marketDayStalls" ("merchantId", "marketDayId")`.execute(db);

  await sql`alter table "partDeliveries" add column "marketDayId" text`.execute(db);
  await sql`create index "partDeliveriesOfMarketDay" on "partDeliveries" ("marketDayId", "day", "startTime") where "marketDayId" is not null`.execute(
    db,
  );
}
