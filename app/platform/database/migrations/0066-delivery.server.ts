import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Ways of stalls, how many orders a time has, and the way of each part of an order. Parts of before went by carrier. */
export async function delivery(db: Kysely<any>): Promise<void> {
  await table(db, "deliveryMethods", {
    _id: "id",
    merchantId: "text",
    kind: "text",
    name: "text",
    isActive: "integer",
    address: "text",
    directions: "text",
    area: "text",
    times: "text",
    daysOff: "text",
    createdAt: "text",
    updatedAt: "text",
  })
    .addForeignKeyConstraint("deliveryMethodsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await sql`create index "deliveryMethodsOfMerchant" on "deliveryMethods" ("merchantId", "_id")`.execute(db);

  await table(db, "slotOrders", { methodId: "text", day: "text", startTime: "text", orders: "integer" })
    .addPrimaryKeyConstraint("slotOrdersKey", ["methodId", "day", "startTime"])
    .execute();

  await table(db, "partDeliveries", {
    partId: "id",
    orderId: "text",
    merchantId: "text",
    methodId: "text",
    kind: "text",
    name: "text",
    address: "text",
    directions: "text",
    day: "text?",
    startTime: "text?",
    endTime: "text?",
    timeZone: "text",
    cutOffAt: "text?",
    code: "text?",
    holdsPlace: "integer",
  })
    .addForeignKeyConstraint("partDeliveriesPart", ["partId"], "orderParts", ["_id"])
    .execute();
  await sql`create index "partDeliveriesOfOrder" on "partDeliveries" ("orderId")`.execute(db);
  await sql`create index "partDeliveriesOfDay" on "partDeliveries" ("merchantId", "day", "startTime")`.execute(db);
  await sql`create unique index "partDeliveriesCode" on "partDeliveries" ("merchantId", "day", "code")`.execute(db);
}
