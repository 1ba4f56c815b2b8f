import type { Selectable } from "kysely";
import { note } from "~/features/ledger/entries.server";
import { lockOrder } from "~/features/orders/order.server";
import { ProviderRefused } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { LedgerRow, PayoutRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { job, type RecurringJob } from "~/platform/jobs/jobs.server";
import type { WantedTransfer } from "~/platform/payouts/payout-provider";
import type { Services } from "~/platform/services.server";
import { payableNow } from "./waiting.server";

const MOST_AT_ONCE = 200;
const switchedOff = () => new Error("Payouts are switched off: set STRIPE_CONNECT=1 and try again.");

/** An entry about a payout in its merchant's account. */
function entry(
  { merchantId, partId, orderId }: Pick<Selectable<PayoutRow>, "merchantId" | "partId" | "orderId">,
  { clock }: Pick<Services, "clock">,
  more: Pick<LedgerRow, "kind" | "amountCents" | "note" | "uniqueKey">,
): LedgerRow {
  return { _id: newId(clock.now()), merchantId, partId, orderId, createdAt: timestamp(clock), ...more };
}

/**
 * Sends a merchant the money for a part that has arrived: sale less refunds less fee, once, however often it is
 * tried. Waits where the account is not ready.
 */
export const payOut = job<{ payoutId: string }>("payout", async ({ payoutId }, services) => {
  const wanted = await inTransaction(services.db, (trx) => start(trx, services, payoutId));
  if (!wanted) return;
  if (!services.payouts) throw switchedOff();
  const { id } = await services.payouts
    .transfer(wanted)
    .catch((error: unknown) => countRefusal(services, "payouts", payoutId, error));
  await inTransaction(services.db, async (trx) => {
    const done = await trx
      .updateTable("payouts")
      .set({ providerId: id, doneAt: timestamp(services.clock) })
      .where("_id", "=", payoutId)
      .where("doneAt", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (done)
      await note(trx, [
        entry(done, services, {
          kind: "payout",
          amountCents: -done.amountCents,
          note: "Paid out",
          uniqueKey: `payout ${payoutId}`,
        }),
      ]);
  });
});

/** The provider would only repeat a refusal: what is tried next is to be another try to it. */
async function countRefusal(
  { db }: Pick<Services, "db">,
  table: "payouts" | "payoutReversals",
  id: string,
  error: unknown,
): Promise<never> {
  if (error instanceof ProviderRefused)
    await db
      .updateTable(table)
      .set((eb) => ({ refusals: eb("refusals", "+", 1) }))
      .where("_id", "=", id)
      .execute();
  throw error;
}

/**
 * Settles what is to be sent, with the order held so that no refund comes in between; null where there is nothing to
 * send, or not yet.
 */
async function start(trx: Trx, services: Services, payoutId: string): Promise<WantedTransfer | null> {
  const { clock, config, dialect } = services;
  const known = await trx.selectFrom("payouts").select("orderId").where("_id", "=", payoutId).executeTakeFirst();
  if (!known) return null;
  const { orderId } = known;
  const order = await lockOrder(trx, dialect, orderId);
  // Gone where the merchant took back that it has arrived.
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
    .select(["amountCents", "refundedCents"])
    .where("_id", "=", payout.partId)
    .executeTakeFirstOrThrow();
  const netCents = part.amountCents - part.refundedCents;
  const feeCents = feeOf(netCents, config);
  const amountCents = netCents - feeCents;
  const at = timestamp(clock);
  if (amountCents <= 0) {
    await trx.updateTable("payouts").set({ startedAt: at, doneAt: at }).where("_id", "=", payoutId).execute();
    return null;
  }
  await trx
    .updateTable("payouts")
    .set({ netCents, feeCents, amountCents, accountId: account.accountId, startedAt: at })
    .where("_id", "=", payoutId)
    .execute();
  if (feeCents > 0)
    await note(trx, [
      entry(payout, services, {
        kind: "fee",
        amountCents: -feeCents,
        note: `Fee for order #${order.itemId}`,
        uniqueKey: `fee ${payoutId}`,
      }),
    ]);
  return transfer(account.accountId, amountCents);
}

/** What the marketplace keeps of so many cents, rounded to the nearest. */
export function feeOf(
  netCents: number,
  { platformFeeBasisPoints }: Pick<Services["config"], "platformFeeBasisPoints">,
): number {
  return Math.round((netCents * platformFeeBasisPoints) / 10_000);
}

/** Takes a part of a transfer back after a refund. */
export const reverse = job<{ reversalId: string }>("payout.reverse", async ({ reversalId }, services) => {
  const { db, payouts, clock } = services;
  const reversal = await db
    .selectFrom("payoutReversals")
    .selectAll()
    .where("_id", "=", reversalId)
    .executeTakeFirstOrThrow();
  if (reversal.doneAt) return;
  const payout = await db
    .selectFrom("payouts")
    .selectAll()
    .where("_id", "=", reversal.payoutId)
    .executeTakeFirstOrThrow();
  if (!payouts) throw switchedOff();
  if (!payout.providerId) throw new Error("The transfer that is to be taken back has not been made yet.");
  const { id } = await payouts
    .reverse({
      reversalId,
      transferId: payout.providerId,
      amountCents: reversal.amountCents,
      refusals: reversal.refusals,
    })
    .catch((error: unknown) => countRefusal(services, "payoutReversals", reversalId, error));
  await inTransaction(db, async (trx) => {
    const done = await trx
      .updateTable("payoutReversals")
      .set({ providerId: id, doneAt: timestamp(clock) })
      .where("_id", "=", reversalId)
      .where("doneAt", "is", null)
      .executeTakeFirst();
    if (done.numUpdatedRows === 1n)
      await note(trx, [
        entry(payout, services, {
          kind: "payout",
          amountCents: reversal.amountCents,
          note: "Taken back after a refund",
          uniqueKey: `reversal ${reversalId}`,
        }),
      ]);
  });
});

/**
 * Starts what waits for nothing any more: days pass, disputes end, and an account may become ready just while its
 * payout looks.
 */
export const catchUpPayouts: RecurringJob = {
  kind: "payouts.catch-up",
  everySeconds: 900,
  async handle(services) {
    if (!services.payouts) return;
    const waiting = await payableNow(services.db, services).select("p._id").limit(MOST_AT_ONCE).execute();
    for (const { _id } of waiting)
      await payOut.enqueue(services.db, services, { payoutId: _id }, { uniqueKey: `payout ${_id}` });
  },
};
