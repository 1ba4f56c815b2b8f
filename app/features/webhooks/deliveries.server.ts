import { sql } from "kysely";
import { changedPage, readChangeCursor, withoutMoment } from "~/features/cursor.server";
import { pageOfDocs } from "~/features/pagination";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { lowestIdAt } from "~/platform/ids.server";
import type { WebhookDeliveryRow } from "~/platform/database/tables";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { endpointRow } from "./endpoints.server";
import { endpointOff, stallSuspended, unknownDelivery } from "./errors.server";
import { MOST_REPLAYED, type Delivery, type DeliveryQuery, type DeliveryWithEvent, type Replay } from "./schema";
import { deliveriesOf, retryUntil, writeDeliveries } from "./write-events.server";
import { webhookJob } from "./webhook-job.server";

const A_PAGE = 20;
const BY_CHANGE = "deliveries changed";
/** A limit that nobody reaches by hand. Without it, this marketplace could be used to flood somebody's server. */
const byHand: RateLimit = { name: "webhook-by-hand", points: 60, seconds: 3600 };

const SHOWN = [
  "_id",
  "eventId",
  "type",
  "status",
  "attempts",
  "nextAt",
  "triedAt",
  "answerStatus",
  "answer",
  "problem",
  "createdAt",
] as const;

function toDelivery({ eventId, nextAt, ...row }: Pick<WebhookDeliveryRow, (typeof SHOWN)[number]>): Delivery {
  return { ...row, event: eventId, nextAt: row.status === "waiting" ? nextAt : null };
}

/**
 * A page of an endpoint's log: newest first, or the deliveries that changed since a moment, oldest change first.
 * Refuses `unknown_endpoint`.
 */
export async function deliveryPage(
  { db }: Pick<Services, "db">,
  merchantId: string,
  endpointId: string,
  query: DeliveryQuery,
) {
  const { page, status, type, updatedSince, limit = A_PAGE } = query;
  await endpointRow(db, merchantId, endpointId);
  let log = db.selectFrom("webhookDeliveries").where("endpointId", "=", endpointId);
  if (status) log = log.where("status", "=", status);
  if (type) log = log.where("type", "=", type);
  const count = async (rows: typeof log) =>
    Number((await rows.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n);
  if (updatedSince !== undefined) {
    const columns = { at: sql.ref<string>("updatedAt"), id: sql.ref<string>("_id") };
    const { docs, ...rest } = await changedPage(BY_CHANGE, { ...query, updatedSince }, A_PAGE, columns, {
      count: (condition) => count(log.where(condition)),
      read: (range) =>
        log
          .where(range.condition)
          .select([...SHOWN, "updatedAt"])
          .orderBy("updatedAt")
          .orderBy("_id")
          .limit(range.limit)
          .offset(range.offset)
          .execute(),
      cursorOf: ({ updatedAt, _id }) => ({ at: updatedAt, id: _id }),
    });
    return { docs: docs.map((row) => toDelivery(withoutMoment(row))), ...rest };
  }
  readChangeCursor(BY_CHANGE, query);
  const rows = await log
    .select([...SHOWN])
    .orderBy("_id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return pageOfDocs(rows.map(toDelivery), page, limit, await count(log));
}

/** A delivery with its event. Refuses `unknown_endpoint` and `unknown_delivery`. */
export async function deliveryOf(
  { db }: Pick<Services, "db">,
  merchantId: string,
  endpointId: string,
  deliveryId: string,
): Promise<DeliveryWithEvent> {
  await endpointRow(db, merchantId, endpointId);
  const row = await db
    .selectFrom("webhookDeliveries")
    .select([...SHOWN, "body"])
    .where("_id", "=", deliveryId)
    .where("endpointId", "=", endpointId)
    .executeTakeFirst();
  if (!row) throw unknownDelivery();
  const { body, ...deliveryRow } = row;
  return { ...toDelivery(deliveryRow), payload: JSON.parse(body) as unknown };
}

/** Columns of a delivery that is sent again, starting now. */
function waitingAgain(services: Services) {
  const now = timestamp(services.clock);
  return { status: "waiting" as const, attempts: 0, nextAt: now, retryUntil: retryUntil(services), updatedAt: now };
}

/** Refuses when nothing may be sent to the endpoint now. Counts the request against the limit. */
async function mayBeSentTo({ db, rateLimiter }: Services, merchantId: string, endpointId: string): Promise<void> {
  const { enabled } = await endpointRow(db, merchantId, endpointId);
  if (enabled === 0) throw endpointOff();
  const store = await db.selectFrom("stores").select("status").where("userId", "=", merchantId).executeTakeFirst();
  if (store?.status === "suspended") throw stallSuspended();
  await rateLimiter.consume(byHand, merchantId);
}

/**
 * Sends a delivery again, whatever its status: the same event with the same `id`, retried for another three days.
 * Refuses `unknown_endpoint`, `unknown_delivery`, `endpoint_off` and `stall_suspended`.
 */
export async function sendAgain(
  services: Services,
  merchantId: string,
  endpointId: string,
  deliveryId: string,
): Promise<Delivery> {
  await mayBeSentTo(services, merchantId, endpointId);
  return inTransaction(services.db, async (trx) => {
    const row = await trx
      .updateTable("webhookDeliveries")
      .set(waitingAgain(services))
      .where("_id", "=", deliveryId)
      .where("endpointId", "=", endpointId)
      .returning([...SHOWN])
      .executeTakeFirst();
    if (!row) throw unknownDelivery();
    await webhookJob.enqueue(trx, services, { endpointId });
    return toDelivery(row);
  });
}

/**
 * Sends the deliveries of a period again, except waiting ones, oldest first, each with the `id` of its event. One call
 * sends `MOST_REPLAYED` at most. Refuses as `sendAgain` does.
 */
export async function replayDeliveries(
  services: Services,
  merchantId: string,
  endpointId: string,
  { since, until, types, status, after }: Replay,
): Promise<{ count: number; next: string | null }> {
  await mayBeSentTo(services, merchantId, endpointId);
  return inTransactionOnce(services, async (trx) => {
    let query = trx
      .selectFrom("webhookDeliveries")
      .select("_id")
      .where("endpointId", "=", endpointId)
      .where("_id", ">=", lowestIdAt(since))
      .where("status", "<>", "waiting")
      .orderBy("_id")
      .limit(MOST_REPLAYED + 1);
    if (after) query = query.where("_id", ">", after);
    if (until) query = query.where("_id", "<", lowestIdAt(until));
    if (types.length > 0) query = query.where("type", "in", types);
    if (status) query = query.where("status", "=", status);
    const rows = await query.execute();
    const ids = rows.slice(0, MOST_REPLAYED).map(({ _id }) => _id);
    if (ids.length === 0) return { count: 0, next: null };
    const next = rows.length > MOST_REPLAYED ? (ids.at(-1) ?? null) : null;
    await trx.updateTable("webhookDeliveries").set(waitingAgain(services)).where("_id", "in", ids).execute();
    await webhookJob.enqueue(trx, services, { endpointId });
    return { count: ids.length, next };
  });
}

/** Sends a test event, whatever events the endpoint has chosen. Refuses as `sendAgain` does. */
export async function sendTest(services: Services, merchantId: string, endpointId: string): Promise<{ event: string }> {
  await mayBeSentTo(services, merchantId, endpointId);
  const deliveries = deliveriesOf(
    services,
    "webhook.test",
    { message: "This is a test. Nothing has happened at your stall." },
    [endpointId],
  );
  await inTransaction(services.db, (trx) => writeDeliveries(trx, services, deliveries));
  return { event: deliveries[0]?.eventId ?? "" };
}
