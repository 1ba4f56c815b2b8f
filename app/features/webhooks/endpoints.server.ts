import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { WebhookEndpointRow } from "~/platform/database/tables";
import { madeBefore } from "~/platform/http/idempotency.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import { newId } from "~/platform/ids.server";
import { normalizedUrl, problemOfUrl } from "~/platform/outbound/public-address.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { badEndpointUrl, tooManyEndpoints, unknownEndpoint } from "./errors.server";
import { MOST_ENDPOINTS } from "./plain-schema";
import { eventsIn, type ChangeEndpoint, type CreatedEndpoint, type CreateEndpoint, type Endpoint } from "./schema";
import { sendWaiting } from "./send-webhooks.server";
import { newSecret, sealedSecrets, withAnother } from "./signing.server";

const newSecrets: RateLimit = { name: "webhook-secret", points: 20, seconds: 3600 };

function toEndpoint({ _id, url, events, enabled, failingSince, turnedOffAt, createdAt }: WebhookEndpointRow): Endpoint {
  return {
    _id,
    url,
    events: eventsIn(events),
    enabled: enabled === 1,
    failingSince,
    turnedOffAt,
    createdAt,
  };
}

const ofMerchant = (db: Db, merchantId: string) =>
  db.selectFrom("webhookEndpoints").selectAll().where("merchantId", "=", merchantId);

/** A merchant's endpoints, oldest first. */
export async function endpointsOf({ db }: Pick<Services, "db">, merchantId: string): Promise<Endpoint[]> {
  return (await ofMerchant(db, merchantId).orderBy("_id").limit(MOST_ENDPOINTS).execute()).map(toEndpoint);
}

/** One of a merchant's endpoints as it is stored. Refuses `unknown_endpoint`. */
export async function endpointRow(db: Db, merchantId: string, endpointId: string): Promise<WebhookEndpointRow> {
  const row = await ofMerchant(db, merchantId).where("_id", "=", endpointId).executeTakeFirst();
  if (!row) throw unknownEndpoint();
  return row;
}

export async function endpointOf({ db }: Pick<Services, "db">, merchantId: string, id: string): Promise<Endpoint> {
  return toEndpoint(await endpointRow(db, merchantId, id));
}

/** The version of an endpoint: everything that its merchant saves, and whether it was turned off. */
export const endpointVersion = ({ failingSince: _since, ...endpoint }: Endpoint): string => etagOf(endpoint);

/** The stored form of an address. Refuses `bad_endpoint_url`. */
function goodUrl({ outbound }: Pick<Services, "outbound">, url: string): string {
  const problem = problemOfUrl(url, outbound);
  if (problem) throw badEndpointUrl(problem);
  return normalizedUrl(url)?.href ?? url;
}

/** Whether two spellings mean the same address. */
export const isSameUrl = (first: string, second: string) => normalizedUrl(first)?.href === normalizedUrl(second)?.href;

/**
 * Makes an endpoint, turned on. Only this answer contains its secret; the answer to a repeated request does not.
 * Refuses `bad_endpoint_url` and `too_many_endpoints`.
 */
export async function createEndpoint(
  services: Services,
  merchantId: string,
  { url: spelling, events }: CreateEndpoint,
): Promise<CreatedEndpoint> {
  const url = goodUrl(services, spelling);
  const { clock, dialect } = services;
  return inTransaction(services.db, async (trx) => {
    const _id = newId(clock.now());
    const earlierId = await madeBefore(trx, services, _id);
    if (earlierId !== null) return toEndpoint(await endpointRow(trx, merchantId, earlierId));
    // A second request at the same moment waits for this lock, and counts the first one's endpoint.
    let store = trx.selectFrom("stores").select("userId").where("userId", "=", merchantId);
    if (dialect.forUpdate) store = store.forUpdate();
    await store.execute();
    const { n } = await trx
      .selectFrom("webhookEndpoints")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("merchantId", "=", merchantId)
      .executeTakeFirstOrThrow();
    if (Number(n) >= MOST_ENDPOINTS) throw tooManyEndpoints();
    const secret = newSecret();
    const row: WebhookEndpointRow = {
      _id,
      merchantId,
      url,
      events: JSON.stringify(events),
      enabled: 1,
      secrets: sealedSecrets(services, _id, [{ secret, until: null }]),
      failingSince: null,
      turnedOffAt: null,
      busyUntil: null,
      createdAt: timestamp(clock),
    };
    await trx.insertInto("webhookEndpoints").values(row).execute();
    return { ...toEndpoint(row), secret };
  });
}

/** Replaces all fields of an endpoint. When it is turned on, its waiting deliveries are sent. */
export async function changeEndpoint(
  services: Services,
  merchantId: string,
  endpointId: string,
  { url: spelling, events, enabled }: ChangeEndpoint,
  expectedVersion: Expected,
): Promise<Endpoint> {
  const url = goodUrl(services, spelling);
  return inTransaction(services.db, async (trx) => {
    let query = ofMerchant(trx, merchantId).where("_id", "=", endpointId);
    if (services.dialect.forUpdate) query = query.forUpdate();
    const before = await query.executeTakeFirst();
    if (!before) throw unknownEndpoint();
    requireMatch(toEndpoint(before), expectedVersion, endpointVersion(toEndpoint(before)));
    const on = enabled && before.enabled === 0;
    const changedEndpoint = await trx
      .updateTable("webhookEndpoints")
      .set({
        url,
        events: JSON.stringify(events),
        enabled: enabled ? 1 : 0,
        ...((on || url !== before.url) && { failingSince: null }),
        ...(on && { turnedOffAt: null }),
      })
      .where("_id", "=", endpointId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (on) await sendWaiting(trx, services, endpointId);
    return toEndpoint(changedEndpoint);
  });
}

/** Deletes an endpoint with its log. Its waiting deliveries are no longer sent. */
export async function deleteEndpoint({ db }: Pick<Services, "db">, merchantId: string, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await endpointRow(trx, merchantId, id);
    await forgetEndpoint(trx, id);
  });
}

/** Deletes the rows of an endpoint and of its log. */
export async function forgetEndpoint(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("webhookDeliveries").where("endpointId", "=", id).execute();
  await trx.deleteFrom("webhookEndpoints").where("_id", "=", id).execute();
}

/** The stored rows of a merchant's endpoints. */
export function endpointRows(db: Db, merchantId: string): Promise<WebhookEndpointRow[]> {
  return ofMerchant(db, merchantId).execute();
}

/** Makes a signing secret, which only this answer contains. Earlier ones stay valid for one more day. */
export async function makeSecret(
  services: Services,
  merchantId: string,
  endpointId: string,
): Promise<{ secret: string; olderCountUntil: string }> {
  await services.rateLimiter.consume(newSecrets, merchantId);
  return inTransaction(services.db, async (trx) => {
    let query = ofMerchant(trx, merchantId).where("_id", "=", endpointId);
    if (services.dialect.forUpdate) query = query.forUpdate();
    const row = await query.executeTakeFirst();
    if (!row) throw unknownEndpoint();
    const secret = newSecret();
    const { sealed, until } = withAnother(services, endpointId, row.secrets, secret);
    await trx.updateTable("webhookEndpoints").set({ secrets: sealed }).where("_id", "=", endpointId).execute();
    return { secret, olderCountUntil: until };
  });
}
