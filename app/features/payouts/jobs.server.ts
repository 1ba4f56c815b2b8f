import type { Selectable } from "kysely";
import { note } from "~/features/accounting/entries.server";
import { feeLeftOf } from "~/features/orders/delivery-fee";
import { lockOrder } from "~/features/orders/order.server";
import { tellPayoutFailed, tellPayoutSent } from "~/features/webhooks/tell-steps.server";
import { ProviderRefused } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderPartRow } from "~/platform/database/tables";
import { job } from "~/platform/jobs/jobs.server";
import type { WantedTransfer } from "~/platform/payouts/payout-provider";
import type { Services } from "~/platform/services.server";
import { noteAccount } from "./account-state.server";
import { mailRefused } from "./mails.server";
import { owedFees } from "./owed-fees.server";
import { payoutEntry } from "./payout-entry.server";
import { undoStart } from "./undo-start.server";
import { payableNow } from "./waiting.server";

export const switchedOff = () => new Error("Payouts are switched off: set STRIPE_CONNECT=1 and try again.");

/**
 * Sends a merchant the money for a part that has arrived: goods and delivery fee, less refunds, less the marketplace's
 * fee. Sends it once, however often it is tried. Waits if the account is not ready.
 */
export const payOut = job<{ payoutId: string }>("payout", async ({ payoutId }, services) => {
  const wantedTransfer = await inTransaction(services.db, (trx) => start(trx, services, payoutId));
  if (!wantedTransfer) return;
  if (!services.payouts) throw switchedOff();
  const transfer = await services.payouts
    .transfer(wantedTransfer)
    .catch((error: unknown) => onRefusal(services, wantedTransfer, error));
  if (!transfer) return;
  await inTransaction(services.db, async (trx) => {
    const update = await trx
      .updateTable("payouts")
      .set({ providerId: transfer.id, doneAt: timestamp(services.clock), updatedAt: timestamp(services.clock) })
      .where("_id", "=", payoutId)
      .where("doneAt", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (!update) return;
    await tellPayoutSent(trx, services, update);
    await note(trx, [
      payoutEntry(update, services, {
        kind: "payout",
        amountCents: -update.amountCents,
        note: "Paid out",
        uniqueKey: `payout ${payoutId}`,
      }),
    ]);
  });
});

/**
 * Decides on a transfer that the provider does not make. If the merchant's account is the cause, the payout waits for
 * it, and the answer is null. Everything else is thrown, so that the job is tried again.
 */
async function onRefusal(services: Services, transfer: WantedTransfer, error: unknown): Promise<null> {
  const { payouts, db, dialect } = services;
  if (!(error instanceof ProviderRefused) || !payouts) throw error;
  const { payoutId, accountId, orderId } = transfer;
  const account = await payouts.account(accountId);
  await inTransaction(db, async (trx) => {
    await lockOrder(trx, dialect, orderId);
    // Under the same key the provider would only repeat a refusal, so the next try needs a new one.
    const payout = await trx
      .updateTable("payouts")
      .set((eb) => ({ refusals: eb("refusals", "+", 1), updatedAt: timestamp(services.clock) }))
      .where("_id", "=", payoutId)
      .returning(["_id", "merchantId", "orderId", "refusals", "amountCents"])
      .executeTakeFirst();
    await noteAccount(trx, services, account);
    if (!account.ready) await undoStart(trx, services, payoutId);
    else if (payout?.refusals === 1) {
      const { merchantId, amountCents } = payout;
      const reason = error.message;
      await mailRefused(trx, services, payout, { cents: amountCents, reason, isReversal: false });
      await tellPayoutFailed(trx, services, { merchantId, payout, amountCents, reason });
    }
  });
  if (account.ready) throw error;
  return null;
}

/**
 * Settles the sum to send. The order is locked, so that no refund comes in between. Null if there is nothing to send,
 * or not yet.
 */
async function start(trx: Trx, services: Services, payoutId: string): Promise<WantedTransfer | null> {
  const { clock, config, dialect } = services;
  const payoutRow = await trx.selectFrom("payouts").select("orderId").where("_id", "=", payoutId).executeTakeFirst();
  if (!payoutRow) return null;
  const { orderId } = payoutRow;
  const order = await lockOrder(trx, dialect, orderId);
  // The row is gone if the merchant has undone the delivery.
  const payout = await trx.selectFrom("payouts").selectAll().where("_id", "=", payoutId).executeTakeFirst();
  if (!payout || payout.doneAt || !order?.intentId) return null;
  const transfer = (accountId: string, amountCents: number) => ({
    payoutId,
    accountId,
    amountCents,
    currency: order.currency,
    orderId,
    intentId: order.intentId ?? "",
    refusals: payout.refusals,
  });
  if (payout.accountId) return transfer(payout.accountId, payout.amountCents);
  if (
    !services.payouts ||
    !(await payableNow(trx, services).select("p._id").where("p._id", "=", payoutId).executeTakeFirst())
  )
    return null;
  const account = await trx
    .selectFrom("payoutAccounts")
    .select("accountId")
    .where("merchantId", "=", payout.merchantId)
    .executeTakeFirstOrThrow();
  const part = await trx
    .selectFrom("orderParts")
    .select(["amountCents", "refundedCents", "deliveryFeeCents", "deliveryFeeRefundId"])
    .where("_id", "=", payout.partId)
    .executeTakeFirstOrThrow();
  const { netCents, deliveryFeeCents, feeCents, amountCents: leftCents } = shareToSend(part, config);
  const at = timestamp(clock);
  if (leftCents <= 0) {
    await trx
      .updateTable("payouts")
      .set({ startedAt: at, doneAt: at, updatedAt: at })
      .where("_id", "=", payoutId)
      .execute();
    return null;
  }
  // Fees for what the merchant was paid at collection are kept back.
  const owedCents = await owedFees(trx, services, payout.merchantId);
  const nettedCents = Math.max(0, Math.min(leftCents - deliveryFeeCents, owedCents));
  const amountCents = leftCents - nettedCents;
  const isDone = amountCents === 0 && { doneAt: at };
  await trx
    .updateTable("payouts")
    .set({
      netCents,
      deliveryFeeCents,
      feeCents,
      amountCents,
      nettedCents,
      accountId: account.accountId,
      startedAt: at,
      updatedAt: at,
      ...isDone,
    })
    .where("_id", "=", payoutId)
    .execute();
  if (feeCents > 0)
    await note(trx, [
      payoutEntry(payout, services, {
        kind: "fee",
        amountCents: -feeCents,
        note: `Fee for order #${order.itemId}`,
        uniqueKey: payout.refusals === 0 ? `fee ${payoutId}` : `fee ${payoutId} ${payout.refusals}`,
      }),
    ]);
  return amountCents > 0 ? transfer(account.accountId, amountCents) : null;
}

/**
 * The share of a part that its merchant is sent, in cents: all that is left of its goods and its delivery fee, less the
 * marketplace's fee, which is charged on goods alone.
 */
export function shareToSend(
  part: Pick<Selectable<OrderPartRow>, "amountCents" | "refundedCents" | "deliveryFeeCents" | "deliveryFeeRefundId">,
  config: Pick<Services["config"], "platformFeeBasisPoints">,
): { netCents: number; deliveryFeeCents: number; feeCents: number; amountCents: number } {
  const goodsCents = part.amountCents - part.refundedCents;
  const deliveryFeeCents = feeLeftOf(part);
  const [netCents, feeCents] = [goodsCents + deliveryFeeCents, feeOf(goodsCents, config)];
  return { netCents, deliveryFeeCents, feeCents, amountCents: netCents - feeCents };
}

/** The marketplace's fee on this many cents of goods, rounded to the nearest. */
export function feeOf(
  netCents: number,
  { platformFeeBasisPoints }: Pick<Services["config"], "platformFeeBasisPoints">,
): number {
  return Math.round((netCents * platformFeeBasisPoints) / 10_000);
}
