import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Times that merchants had to close, and what became of each of their orders. */
export async function closedTimes(db: Kysely<any>): Promise<void> {
  await table(db, "closedTimes", {
    _id: "id",
    merchantId: "text",
    methodId: "text",
    isMarketDay: "integer",
    kind: "text",
    name: "text",
    day: "text",
    startTime: "text",
    endTime: "text",
    endsAt: "text",
    planOfDay: "text?",
    next: "text",
    toDay: "text?",
    toStart: "text?",
    toEnd: "text?",
    toCutOffAt: "text?",
    silent: "text",
    reason: "text",
    orders: "integer",
    amountCents: "integer",
    createdAt: "text",
    settleAt: "text",
    takenBackAt: "text?",
    isOpen: "integer",
  })
    .addForeignKeyConstraint("closedTimesMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await sql`create unique index "closedTimesOnce" on "closedTimes" ("merchantId", "methodId", "day", "startTime") where "isOpen" = 1`.execute(
    db,
  );
  await sql`create index "closedTimesOpen" on "closedTimes" ("_id") where "isOpen" = 1`.execute(db);
  await sql`create index "closedTimesOfDay" on "closedTimes" ("merchantId", "day", "_id")`.execute(db);

  await table(db, "closedTimeOrders", {
    closedTimeId: "text",
    partId: "text",
    orderId: "text",
    endTime: "text?",
    cutOffAt: "text?",
    state: "text",
    answer: "text?",
    amountCents: "integer",
    toldAt: "text?",
    endedAt: "text?",
    problem: "text",
  })
    .addPrimaryKeyConstraint("closedTimeOrdersKey", ["closedTimeId", "partId"])
    .addForeignKeyConstraint("closedTimeOrdersTime", ["closedTimeId"], "closedTimes", ["_id"])
    .addForeignKeyConstraint("closedTimeOrdersPart", ["partId"], "orderParts", ["_id"])
    .execute();
  await sql`create index "closedTimeOrdersOfState" on "closedTimeOrders" ("closedTimeId", "state", "partId")`.execute(
    db,
  );
  await sql`create index "closedTimeOrdersOfPart" on "closedTimeOrders" ("partId")`.execute(db);
}
