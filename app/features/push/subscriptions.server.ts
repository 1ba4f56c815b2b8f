import { createHash, ECDH } from "node:crypto";
import { deadToken } from "~/features/accounts/errors.server";
import { lockUser } from "~/features/accounts/lock-user.server";
import { deviceOf, lockSession } from "~/features/accounts/sessions.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import { normalizedUrl, problemOfUrl } from "~/platform/outbound/public-address.server";
import type { Services } from "~/platform/services.server";
import { badPushSubscription, unknownPushBrowser } from "./errors.server";
import { MOST_BROWSERS } from "./plain-schema";
import type { PushBrowser, PushSubscription } from "./schema";

/* Browsers in which people get notices. */

/**
 * Subscribes a browser to notices until the requesting session ends. Repeating it keeps one subscription. Refuses
 * `bad_push_subscription`.
 */
export async function subscribe(
  services: Services,
  { userId, sessionHash }: { userId: string; sessionHash: string },
  subscription: PushSubscription,
  userAgent: string,
): Promise<void> {
  const { clock } = services;
  const endpoint = goodEndpoint(services, subscription.endpoint);
  const { p256dh, auth } = goodKeys(subscription.keys);
  await inTransaction(services.db, async (trx) => {
    if (!(await lockUser(trx, services, userId))) throw deadToken();
    if (!(await lockSession(trx, services, sessionHash))) throw deadToken();
    // Replaces this browser's subscription, whoever made it. Two people would otherwise read each other's notices.
    await trx
      .deleteFrom("pushSubscriptions")
      .where("endpoint", "=", endpoint)
      .where((eb) => eb.or([eb("userId", "=", userId), eb("auth", "=", auth)]))
      .execute();
    await makeRoom(trx, userId);
    await trx
      .insertInto("pushSubscriptions")
      .values({
        _id: newId(clock.now()),
        userId,
        sessionHash,
        endpoint,
        p256dh,
        auth,
        device: deviceOf(userAgent),
        failingSince: null,
        createdAt: timestamp(clock),
      })
      .execute();
  });
}

/** The stored form of an endpoint. Refuses an address to which webhooks may not go. */
function goodEndpoint({ outbound }: Pick<Services, "outbound">, endpoint: string): string {
  const problem = problemOfUrl(endpoint, outbound);
  if (problem) throw badPushSubscription(problem, "endpoint");
  return normalizedUrl(endpoint)?.href ?? endpoint;
}

/** The keys in base64url without padding. Refuses a key that is no point of the curve: it would fail at each send. */
function goodKeys({ p256dh, auth }: PushSubscription["keys"]): PushSubscription["keys"] {
  const [key, secret] = [Buffer.from(p256dh, "base64url"), Buffer.from(auth, "base64url")];
  try {
    if (key.length !== 65) throw new Error("not uncompressed");
    ECDH.convertKey(key, "prime256v1");
  } catch {
    throw badPushSubscription("This browser has sent a key that is none.", "keys.p256dh");
  }
  if (secret.length < 16) throw badPushSubscription("This browser has sent a secret that is too short.", "keys.auth");
  return { p256dh: key.toString("base64url"), auth: secret.toString("base64url") };
}

/** Deletes the oldest browsers of a person who has the maximum. */
async function makeRoom(trx: Trx, userId: string): Promise<void> {
  const oldest = await trx
    .selectFrom("pushSubscriptions")
    .select("_id")
    .where("userId", "=", userId)
    .orderBy("_id", "desc")
    .offset(MOST_BROWSERS - 1)
    .limit(MOST_BROWSERS)
    .execute();
  if (oldest.length === 0) return;
  const ids = oldest.map(({ _id }) => _id);
  await trx.deleteFrom("pushSubscriptions").where("_id", "in", ids).execute();
}

const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("hex");

/** The browsers in which a person gets notices, newest first. */
export async function browsersOf(db: Db, userId: string): Promise<PushBrowser[]> {
  const rows = await db
    .selectFrom("pushSubscriptions")
    .select(["_id", "device", "endpoint", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("_id", "desc")
    .limit(MOST_BROWSERS)
    .execute();
  return rows.map(({ endpoint, ...browser }) => ({ ...browser, endpointHash: hashOf(endpoint) }));
}

/** Ends the notices in one browser. Refuses `unknown_push_browser`. */
export async function endBrowser(db: Db, userId: string, browserId: string): Promise<void> {
  const removed = await db
    .deleteFrom("pushSubscriptions")
    .where("_id", "=", browserId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw unknownPushBrowser();
}

/** Ends the notices in every browser of somebody who leaves. */
export async function forgetBrowsersOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("pushSubscriptions").where("userId", "=", userId).execute();
}

/** Everything stored about a person's browsers, for the person. */
export function everyBrowserOf(db: Db, userId: string) {
  return db
    .selectFrom("pushSubscriptions")
    .select(["device", "endpoint", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("_id")
    .execute();
}
