import type { Selectable } from "kysely";
import { logStep } from "~/features/orders/log-step.server";
import { backOf } from "~/features/orders/delivery-fee";
import { partsOf } from "~/features/orders/order.server";
import { isDead, type ProviderRefund, type ProviderRefundStatus } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { OrderRow, RefundRow } from "~/platform/database/tables";
import { settleDeadLetter } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { mailRefundFailed, mailRefundOnItsWay } from "./mails.server";
import { nextLook } from "./next-look.server";
import { refundJobKey } from "./refund-order.server";
import { isOnItsWay } from "~/features/orders/refund-status";

/* Brings a refund to the state that the provider gives it. The order must be locked. */

type Refund = Selectable<RefundRow>;

interface Outcome {
  providerId: string | null;
  amountCents: number;
  origin?: "provider" | "dispute";
  /** The provider's state of the refund; null where it has no part in it. */
  status: ProviderRefundStatus | null;
}

/**
 * Notes that the provider has taken a refund, with its id there and its sum. A refund whose money has gone is done, and
 * its buyer gets a mail, once, unless the bank took the money. A failed job of the refund is settled.
 */
export async function markTaken(
  trx: Trx,
  services: Services,
  order: OrderRow,
  refundId: string,
  { status, ...outcome }: Outcome,
): Promise<void> {
  const isDone = !isOnItsWay(status);
  const row = await trx
    .updateTable("refunds")
    .set({
      ...outcome,
      providerStatus: status,
      sendingUntil: null,
      failedAt: null,
      failureReason: "",
      ...(isDone && { doneAt: timestamp(services.clock) }),
    })
    .where("_id", "=", refundId)
    .where("doneAt", "is", null)
    .returning(["reason", "createdAt"])
    .executeTakeFirst();
  if (!row) return;
  await trx
    .updateTable("refunds")
    .set({ lookAt: status && nextLook(services.clock, row.createdAt, status) })
    .where("_id", "=", refundId)
    .execute();
  await settleDeadLetter(trx, services, refundJobKey(refundId));
  if (!isDone) return logStep(trx, services, order._id, "refund taken");
  logStep(trx, services, order._id, "refunded");
  if (outcome.amountCents > 0 && outcome.origin !== "dispute")
    await mailRefundOnItsWay(trx, services, { ...order, amountCents: outcome.amountCents }, row.reason);
}

interface Answer {
  intentId: string;
  /** Every refund of the payment at the provider, failed ones included. */
  refunds: ProviderRefund[];
}

/**
 * Brings the refunds that the provider has taken to their state there: one that was on its way has gone, and one that
 * was on its way or had gone may have failed or been canceled.
 */
export async function noteStatuses(
  trx: Trx,
  services: Services,
  order: OrderRow,
  { intentId, refunds }: Answer,
): Promise<void> {
  const rows = await trx.selectFrom("refunds").selectAll().where("intentId", "=", intentId).orderBy("_id").execute();
  for (const refund of refunds) {
    const changes = rows.filter((row) => row.providerId === refund.id && row.providerStatus !== refund.status);
    if (changes.length === 0) continue;
    if (isDead(refund)) await noteFailed(trx, services, order, refund, { changes, all: rows });
    else
      for (const { _id, amountCents, doneAt } of changes) {
        const { id: providerId, status } = refund;
        if (doneAt === null) await markTaken(trx, services, order, _id, { providerId, amountCents, status });
        else await trx.updateTable("refunds").set({ providerStatus: status }).where("_id", "=", _id).execute();
      }
  }
}

/**
 * Notes that a refund which the provider had taken has failed there, or was canceled. It is open again, because the
 * buyer is owed its money. Nothing is sent by itself, because a card that refused it once does so again. Operators and
 * buyer get a mail. The books stay as they are: they hold what is owed to whom, not what has arrived.
 */
async function noteFailed(
  trx: Trx,
  services: Services,
  order: OrderRow,
  { id, status, failureReason }: ProviderRefund,
  { changes, all }: Record<"changes" | "all", Refund[]>,
): Promise<void> {
  let owedCents = 0;
  for (const row of changes) {
    const isOwed = row.doneAt !== null || row.origin === "shop" || (await isBooked(trx, order, row, all));
    const now = timestamp(services.clock);
    await trx
      .updateTable("refunds")
      .set((eb) => ({
        providerId: null,
        providerStatus: status,
        failureReason,
        // The next try needs a new key at the provider.
        refusals: eb("refusals", "+", 1),
        ...(isOwed ? { failedAt: now, doneAt: null } : { amountCents: 0, doneAt: now }),
      }))
      .where("_id", "=", row._id)
      .execute();
    if (isOwed) owedCents += row.amountCents;
  }
  logStep(trx, services, order._id, "refund failed");
  if (owedCents > 0) await mailRefundFailed(trx, services, { ...order, amountCents: owedCents }, { id, failureReason });
}

/**
 * Whether the books have followed a refund that was made by hand and never went out. If so, its buyer is owed the
 * money. If a refund was canceled in the dashboard before anybody got a mail about it, nobody is owed it.
 */
async function isBooked(trx: Trx, order: OrderRow, row: Refund, all: Refund[]): Promise<boolean> {
  if (order.status !== "paid" || order.intentId !== row.intentId) return true;
  const booked = (await partsOf(trx, order._id)).reduce((cents, part) => cents + backOf(part), 0);
  const otherCents = all.reduce((cents, refund) => cents + (refund._id === row._id ? 0 : refund.amountCents), 0);
  return booked > otherCents;
}
