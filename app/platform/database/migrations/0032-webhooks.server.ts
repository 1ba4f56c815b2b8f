import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Endpoints of merchants, and the events on their way to them. */
export async function webhooks(db: Kysely<any>): Promise<void> {
  await table(db, "webhookEndpoints", {
    _id: "id",
    merchantId: "text",
    url: "text",
    events: "text",
    enabled: "integer",
    secrets: "text",
    failingSince: "text?",
    turnedOffAt: "text?",
    busyUntil: "text?",
    createdAt: "text",
  })
    .addForeignKeyConstraint("webhookEndpointsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("webhookEndpointsOfMerchant").on("webhookEndpoints").column("merchantId").execute();

  await table(db, "webhookDeliveries", {
    _id: "id",
    endpointId: "text",
    eventId: "text",
    type: "text",
    body: "text",
    status: "text",
    attempts: "integer",
    nextAt: "text",
    retryUntil: "text",
    triedAt: "text?",
    answerStatus: "integer?",
    answer: "text",
    problem: "text",
    createdAt: "text",
  })
    .addForeignKeyConstraint("webhookDeliveriesEndpoint", ["endpointId"], "webhookEndpoints", ["_id"])
    .execute();
  await sql`create index "webhookDeliveriesOfEndpoint" on "webhookDeliveries" ("endpointId", "_id" desc)`.execute(db);
  await sql`create index "webhookDeliveriesDue" on "webhookDeliveries" ("endpointId", "nextAt") where "status" = 'waiting'`.execute(
    db,
  );
  await sql`create index "webhookDeliveriesEnd" on "webhookDeliveries" ("retryUntil") where "status" = 'waiting'`.execute(
    db,
  );
  await db.schema.createIndex("webhookDeliveriesAge").on("webhookDeliveries").column("createdAt").execute();
}
