import { note } from "~/features/accounting/entries.server";
import { lockOrder } from "~/features/orders/order.server";
import { ProviderRefused } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import { job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { mailRefused } from "./mails.server";
import { noteReversals } from "./note-reversals.server";
import { payoutEntry } from "./payout-entry.server";
import { shareOf, type BackOfSale } from "./share";

type Refunded = BackOfSale & { partId: string };

/**
 * Takes back from merchants what they were sent for goods and delivery that a buyer was refunded since: the same share
 * of the transfer as of the sale, and the whole delivery fee, never more than was sent. The marketplace gives up its
 * fee for it. Runs in the transaction of the refund, which holds the order's lock.
 */
export async function takeBackPayouts(
  trx: Trx,
  services: Services,
  refundId: string,
  parts: Refunded[],
): Promise<void> {
  const at = timestamp(services.clock);
  const payouts = await trx
    .selectFrom("payouts")
    .selectAll()
    .where(
      "partId",
      "in",
      parts.map((part) => part.partId),
    )
    .where("netCents", ">", 0)
    .execute();
  for (const payout of payouts) {
    const refunded = parts.find((part) => part.partId === payout.partId);
    if (!refunded) continue;
    const { goodsBackCents, deliveryBackCents, amountCents, feeCents, nettedCents } = shareOf(payout, refunded);
    await trx
      .updateTable("payouts")
      .set((eb) => ({
        givenBackCents: goodsBackCents,
        deliveryFeeBackCents: deliveryBackCents,
        nettedBackCents: eb("nettedBackCents", "+", nettedCents),
      }))
      .where("_id", "=", payout._id)
      .execute();
    if (feeCents > 0) {
      await note(trx, [
        {
          _id: newId(services.clock.now()),
          merchantId: payout.merchantId,
          partId: payout.partId,
          orderId: payout.orderId,
          kind: "fee",
          vatCents: 0,
          amountCents: feeCents,
          note: "Fee given back",
          uniqueKey: `fee back ${refundId} ${payout.partId}`,
          createdAt: at,
        },
      ]);
    }
    if (amountCents > 0) {
      const reversalId = newId(services.clock.now());
      await trx
        .insertInto("payoutReversals")
        .values({
          _id: reversalId,
          payoutId: payout._id,
          refundId,
          amountCents,
          providerId: null,
          createdAt: at,
          doneAt: null,
        })
        .execute();
      await reverse.enqueue(trx, services, { reversalId }, { uniqueKey: `reversal ${reversalId}` });
    }
  }
}

/**
 * Takes a part of a transfer back after a refund. Money that somebody has taken back by hand at the provider counts
 * towards it, so the transfer is looked at first.
 */
export const reverse = job<{ reversalId: string }>("payout.reverse", async ({ reversalId }, services) => {
  const { db, payouts, dialect } = services;
  const pending = await reversalOf(db, reversalId);
  // The row is gone if its transfer was never made.
  if (!pending || pending.doneAt) return;
  if (!payouts) throw new Error("Payouts are switched off: set STRIPE_CONNECT=1 and try again.");
  const { transferId, payoutId, orderId } = pending;
  if (!transferId) throw new Error("The transfer that is to be taken back has not been made yet.");
  const transfer = await payouts.transferOf(transferId);
  const reversal = await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, orderId);
    if (transfer && order) await noteReversals(trx, services, order, payoutId, transfer);
    return countManualReversals(trx, services, reversalId);
  });
  if (!reversal) return;
  const { amountCents, refusals } = reversal;
  const { id } = await payouts
    .reverse({ reversalId, transferId, amountCents, refusals })
    .catch((error: unknown) => countRefusal(services, reversalId, error));
  await inTransaction(db, (trx) => finishReversal(trx, services, reversalId, id));
});

function reversalOf(db: Trx | Services["db"], reversalId: string) {
  return db
    .selectFrom("payoutReversals as r")
    .innerJoin("payouts as p", "p._id", "r.payoutId")
    .select(["r.amountCents", "r.refusals", "r.doneAt", "r.payoutId"])
    .select(["p.providerId as transferId", "p.orderId", "p.merchantId", "p.partId", "p.manualReversalCents"])
    .where("r._id", "=", reversalId)
    .executeTakeFirst();
}

/**
 * Subtracts from a reversal what was taken back by hand and no refund has needed yet. Returns what is still to be taken
 * back, or null for nothing. The order must be locked.
 */
async function countManualReversals(trx: Trx, services: Services, reversalId: string) {
  const reversal = await reversalOf(trx, reversalId);
  if (!reversal || reversal.doneAt) return null;
  const covered = Math.min(reversal.manualReversalCents, reversal.amountCents);
  if (covered === 0) return reversal;
  const amountCents = reversal.amountCents - covered;
  // Another amount needs a new key at the provider.
  const refusals = reversal.refusals + 1;
  await trx
    .updateTable("payouts")
    .set({ manualReversalCents: reversal.manualReversalCents - covered })
    .where("_id", "=", reversal.payoutId)
    .execute();
  await trx
    .updateTable("payoutReversals")
    .set({ amountCents, refusals, doneAt: amountCents === 0 ? timestamp(services.clock) : null })
    .where("_id", "=", reversalId)
    .execute();
  return amountCents === 0 ? null : { ...reversal, amountCents, refusals };
}

/**
 * Counts a refusal, so that the next try has a new key: under the old one the provider would only repeat it. Tells
 * operators of the first refusal. Throws the error in any case.
 */
async function countRefusal(services: Services, reversalId: string, error: unknown): Promise<never> {
  if (error instanceof ProviderRefused)
    await inTransaction(services.db, async (trx) => {
      await trx
        .updateTable("payoutReversals")
        .set((eb) => ({ refusals: eb("refusals", "+", 1) }))
        .where("_id", "=", reversalId)
        .execute();
      const reversal = await reversalOf(trx, reversalId);
      if (reversal?.refusals === 1)
        await mailRefused(trx, services, reversal, {
          cents: reversal.amountCents,
          reason: error.message,
          isReversal: true,
        });
    });
  throw error;
}

/** Notes that a payout has changed, for callers that ask for changes since a moment. */
async function markPayoutChanged(trx: Trx, services: Services, payoutId: string): Promise<void> {
  await trx
    .updateTable("payouts")
    .set({ updatedAt: timestamp(services.clock) })
    .where("_id", "=", payoutId)
    .execute();
}

/** Writes down, once, that the provider has taken a part of a transfer back for us. */
export async function finishReversal(trx: Trx, services: Services, reversalId: string, providerId: string) {
  const update = await trx
    .updateTable("payoutReversals")
    .set({ providerId, doneAt: timestamp(services.clock) })
    .where("_id", "=", reversalId)
    .where("doneAt", "is", null)
    .executeTakeFirst();
  const reversal = await reversalOf(trx, reversalId);
  if (update.numUpdatedRows === 0n || !reversal) return;
  await markPayoutChanged(trx, services, reversal.payoutId);
  await note(trx, [
    payoutEntry(reversal, services, {
      kind: "payout",
      amountCents: reversal.amountCents,
      note: "Taken back after a refund",
      uniqueKey: `reversal ${reversalId}`,
    }),
  ]);
}
