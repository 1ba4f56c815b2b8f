import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "~/platform/database/tables";
import { job } from "~/platform/jobs/jobs.server";
import { OutboundFailure, type OutboundAnswer } from "~/platform/outbound/outbound.server";
import type { Services } from "~/platform/services.server";
import { mailTurnedOff } from "./mails.server";
import { SIGNATURE_HEADER } from "./plain-schema";
import { signatureHeader } from "./signing.server";
import { webhookJob } from "./webhook-job.server";

/** The most endpoints that are sent to at the same time. One that hangs takes a place for ten seconds per attempt. */
const AT_ONCE = 8;
const JOB_SECONDS = 40;
/** Less than a job's lease: after a process was killed, the next attempt of its job finds the endpoint free. */
const BUSY_SECONDS = 40;
/** After this time the remaining deliveries wait until other endpoints had their turn. */
const TURN_MS = 15_000;

const HOUR = 3600;
/** Seconds until the next attempt, by the number of failed ones. The last pause repeats until three days are over. */
const PAUSES = [30, 120, 600, 1800, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];
/** When a delivery is given up, an endpoint that has failed for this many seconds is turned off. */
const FAILED_SECONDS = 2 * 86_400;

/** Sends what is due for one endpoint, one delivery after the other, oldest first. */
export const sendWebhooks = job<{ endpointId: string }>(webhookJob.kind, sendDue, {
  atOnce: AT_ONCE,
  seconds: JOB_SECONDS,
});

async function sendDue({ endpointId }: { endpointId: string }, services: Services): Promise<void> {
  const endpoint = await takeEndpoint(services, endpointId);
  if (!endpoint) return;
  const began = performance.now();
  try {
    for (let due = await nextDue(services, endpointId); due; due = await nextDue(services, endpointId))
      if (!(await attempt(services, endpoint, due)) || performance.now() - began > TURN_MS) break;
  } finally {
    await services.db
      .updateTable("webhookEndpoints")
      .set({ busyUntil: null })
      .where("_id", "=", endpointId)
      .where("busyUntil", "=", endpoint.busyUntil)
      .execute();
  }
  // This check comes after the endpoint is free: a job that found it busy has left its delivery to this one.
  if (await nextDue(services, endpointId)) await webhookJob.enqueue(services.db, services, { endpointId });
}

/**
 * Claims an endpoint, so that nothing else sends to it; null if it is off, deleted or busy. For a busy one it queues
 * another try after the claim must have ended, because the claiming process may have been killed.
 */
async function takeEndpoint({ db, clock }: Services, endpointId: string): Promise<WebhookEndpointRow | null> {
  const now = timestamp(clock);
  const claimedEndpoint = await db
    .updateTable("webhookEndpoints")
    .set({ busyUntil: timestamp(clock, BUSY_SECONDS) })
    .where("_id", "=", endpointId)
    .where("enabled", "=", 1)
    .where((eb) => eb.or([eb("busyUntil", "is", null), eb("busyUntil", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
  if (claimedEndpoint) return claimedEndpoint;
  const busy = await db
    .selectFrom("webhookEndpoints")
    .select("busyUntil")
    .where("_id", "=", endpointId)
    .where("enabled", "=", 1)
    .executeTakeFirst();
  if (busy?.busyUntil)
    await webhookJob.enqueue(
      db,
      { clock },
      { endpointId },
      { uniqueKey: `webhook ${endpointId} after ${busy.busyUntil}`, inSeconds: BUSY_SECONDS },
    );
  return null;
}

function nextDue({ db, clock }: Services, endpointId: string): Promise<WebhookDeliveryRow | undefined> {
  return db
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("endpointId", "=", endpointId)
    .where("status", "=", "waiting")
    .where("nextAt", "<=", timestamp(clock))
    .orderBy("nextAt")
    .orderBy("_id")
    .limit(1)
    .executeTakeFirst();
}

/** Sends once and records the outcome. Returns whether the receiver accepted it. */
async function attempt(
  services: Services,
  endpoint: WebhookEndpointRow,
  delivery: WebhookDeliveryRow,
): Promise<boolean> {
  const outcome = await post(services, endpoint, delivery);
  const isAccepted = outcome.answer !== undefined && outcome.answer.status >= 200 && outcome.answer.status < 300;
  await inTransaction(services.db, (trx) =>
    isAccepted
      ? markDelivered(trx, services, endpoint, delivery, outcome)
      : markFailed(trx, services, endpoint, delivery, outcome),
  );
  services.log.info(
    { endpoint: endpoint._id, delivery: delivery._id, status: outcome.answer?.status, problem: outcome.problem },
    isAccepted ? "a webhook was delivered" : "a webhook was not taken",
  );
  return isAccepted;
}

interface Outcome {
  answer?: OutboundAnswer;
  problem: string;
}

async function post(services: Services, endpoint: WebhookEndpointRow, { body }: WebhookDeliveryRow): Promise<Outcome> {
  const signature = signatureHeader(services, endpoint._id, endpoint.secrets, body);
  if (signature === null) return { problem: "The signing secret cannot be read any more. Please make a new one." };
  try {
    const answer = await services.outbound.post(endpoint.url, {
      body,
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Fieldstall-Webhooks/1",
        [SIGNATURE_HEADER]: signature,
      },
    });
    return { answer, problem: "" };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { problem: error.message };
  }
}

const triedOf = ({ clock }: Services, { attempts }: WebhookDeliveryRow, { answer, problem }: Outcome) => ({
  attempts: attempts + 1,
  triedAt: timestamp(clock),
  updatedAt: timestamp(clock),
  answerStatus: answer?.status ?? null,
  answer: answer?.body ?? "",
  problem,
});

/** Matches the delivery as it was when it was sent. One that was sent again or deleted meanwhile is left alone. */
function asSent(trx: Trx, { _id, attempts, nextAt }: WebhookDeliveryRow) {
  return trx
    .updateTable("webhookDeliveries")
    .where("_id", "=", _id)
    .where("status", "=", "waiting")
    .where("attempts", "=", attempts)
    .where("nextAt", "=", nextAt);
}

async function markDelivered(
  trx: Trx,
  services: Services,
  { _id }: WebhookEndpointRow,
  delivery: WebhookDeliveryRow,
  outcome: Outcome,
): Promise<void> {
  await asSent(trx, delivery)
    .set({ ...triedOf(services, delivery, outcome), status: "delivered" })
    .execute();
  await trx
    .updateTable("webhookEndpoints")
    .set({ failingSince: null })
    .where("_id", "=", _id)
    .where("failingSince", "is not", null)
    .execute();
}

async function markFailed(
  trx: Trx,
  services: Services,
  { _id: endpointId }: WebhookEndpointRow,
  delivery: WebhookDeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const { clock } = services;
  const now = timestamp(clock);
  const over = now >= delivery.retryUntil;
  const pause = pauseAfter(delivery.attempts + 1);
  // The last attempt comes when the time is just over, however long the pause before it would be.
  const nextAt = [timestamp(clock, pause), delivery.retryUntil].toSorted()[0] as string;
  const marked = await asSent(trx, delivery)
    .set({ ...triedOf(services, delivery, outcome), ...(over ? { status: "failed" as const } : { nextAt }) })
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) return;
  if (!over) {
    const inSeconds = Math.ceil((Date.parse(nextAt) - clock.now().getTime()) / 1000);
    await webhookJob.enqueue(trx, services, { endpointId }, { inSeconds });
  }
  const endpoint = await trx
    .updateTable("webhookEndpoints")
    .set((eb) => ({ failingSince: eb.fn.coalesce("failingSince", eb.val(now)) }))
    .where("_id", "=", endpointId)
    .returningAll()
    .executeTakeFirst();
  if (over && endpoint && (endpoint.failingSince ?? now) <= timestamp(clock, -FAILED_SECONDS))
    await turnOff(trx, services, endpoint);
}

/** Seconds until the next attempt, varied at random, so that many deliveries do not come at the same moment. */
export function pauseAfter(failed: number): number {
  const pause = PAUSES[Math.min(failed, PAUSES.length) - 1] ?? 0;
  return Math.round(pause * (0.9 + Math.random() * 0.2));
}

async function turnOff(trx: Trx, services: Services, endpoint: WebhookEndpointRow): Promise<void> {
  const off = await trx
    .updateTable("webhookEndpoints")
    .set({ enabled: 0, turnedOffAt: timestamp(services.clock) })
    .where("_id", "=", endpoint._id)
    .where("enabled", "=", 1)
    .executeTakeFirst();
  if (off.numUpdatedRows === 1n) await mailTurnedOff(trx, services, endpoint);
}

/** Queues the waiting deliveries of an endpoint that is turned on. */
export async function sendWaiting(db: Db, services: Pick<Services, "clock">, endpointId: string): Promise<void> {
  await webhookJob.enqueue(db, services, { endpointId });
}
