import { createHash } from "node:crypto";
import { timestamp } from "~/platform/clock";
import { job } from "~/platform/jobs/jobs.server";
import { OutboundFailure } from "~/platform/outbound/outbound.server";
import type { Services } from "~/platform/services.server";
import type { PushSubscriptionRow } from "~/platform/database/tables";
import { pushKeysOf } from "./keys.server";
import { PUSH_TEXTS, type PushText } from "./texts.server";

interface PushJob {
  subscription: string;
  text: PushText;
  path: string;
  /** Attempts that have failed. */
  tries: number;
}

/** Seconds until the next attempt, by the number of failed ones. After the last pause the notice is given up. */
const PAUSES = [60, 600, 3600, 4 * 3600];
/** Seconds for which a push service keeps a notice for a browser that is off. */
const TTL_SECONDS = 86_400;
/** A subscription that has failed for this many seconds is dropped. */
const FAILED_SECONDS = 3 * 86_400;
/** The answers with which push services say that a subscription has ended. */
const GONE = [404, 410];

/** Sends one notice to one browser's push service. */
export const sendPush = job<PushJob>("push.send", send, { atOnce: 4, seconds: 40 });

async function send(notice: PushJob, services: Services): Promise<void> {
  const { db, clock, log } = services;
  const subscription = await db
    .selectFrom("pushSubscriptions as s")
    .innerJoin("tokens as t", "t.hash", "s.sessionHash")
    .selectAll("s")
    .select("t.expiresAt")
    .where("s._id", "=", notice.subscription)
    .executeTakeFirst();
  if (!subscription) return;
  // The session may have ended since the notice was planned.
  if (subscription.expiresAt <= timestamp(clock)) return drop(services, subscription);
  const { status, problem } = await post(services, subscription, notice);
  const isTaken = status >= 200 && status < 300;
  log.info(
    { subscription: subscription._id, status, problem },
    isTaken ? "a notice was sent" : "a notice was not taken",
  );
  if (isTaken) return mark(services, subscription, null);
  const since = subscription.failingSince ?? timestamp(clock);
  if (GONE.includes(status) || since <= timestamp(clock, -FAILED_SECONDS)) return drop(services, subscription);
  await mark(services, subscription, since);
  const inSeconds = PAUSES[notice.tries];
  if (inSeconds !== undefined)
    await sendPush.enqueue(db, services, { ...notice, tries: notice.tries + 1 }, { inSeconds });
}

async function mark({ db }: Services, { _id, failingSince }: PushSubscriptionRow, since: string | null): Promise<void> {
  if (failingSince === since) return;
  await db.updateTable("pushSubscriptions").set({ failingSince: since }).where("_id", "=", _id).execute();
}

async function drop({ db, log }: Services, { _id }: PushSubscriptionRow): Promise<void> {
  await db.deleteFrom("pushSubscriptions").where("_id", "=", _id).execute();
  log.info({ subscription: _id }, "a subscription to notices was dropped");
}

/** Encrypts a notice for its browser and posts it, as webhooks are posted. Status 0: there was no answer. */
async function post(
  services: Services,
  { endpoint, p256dh, auth }: PushSubscriptionRow,
  { text, path }: PushJob,
): Promise<{ status: number; problem: string }> {
  const { config, outbound } = services;
  const { default: webPush } = await import("web-push");
  // Notices with the same topic are one: the push service keeps the newest, and the browser replaces the older one.
  const topic = createHash("sha256").update(`${text} ${path}`).digest("base64url").slice(0, 32);
  const notice = { title: config.market.name, body: PUSH_TEXTS[text].sentence, path, tag: topic };
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notice), {
    vapidDetails: { subject: `mailto:${config.market.email}`, ...(await pushKeysOf(services)) },
    TTL: TTL_SECONDS,
    topic,
  });
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  try {
    const answer = await outbound.post(endpoint, { headers: Object.fromEntries(headers), body: request.body ?? "" });
    return { status: answer.status, problem: "" };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { status: 0, problem: error.message };
  }
}
