import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { PayoutAccount } from "~/platform/payouts/payout-provider";
import type { Services } from "~/platform/services.server";
import { mailPayoutAccount, mailPayoutsGoOn, mailPayoutsStopped } from "./mails.server";

/**
 * Writes down the state of a merchant's account, and tells the merchant and the operators what is new about it, once
 * for any number of callers at the same time. An account that no merchant has any more is ignored.
 */
export async function noteAccount(trx: Trx, services: Services, account: PayoutAccount): Promise<void> {
  const { id, ready, submitted, problem, isDisconnected } = account;
  const at = timestamp(services.clock);
  const row = await trx
    .selectFrom("payoutAccounts")
    .select("merchantId")
    .where("accountId", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const { merchantId } = row;
  if (submitted && (await isFirst(trx, id, "submitted", 0, { submitted: 1 })))
    await mailPayoutAccount(trx, services, merchantId, "submitted");
  const hasStopped = !ready && (await isFirst(trx, id, "ready", 1, { ready: 0, stoppedAt: at }));
  const isLost = isDisconnected && (await isFirst(trx, id, "disconnected", 0, { disconnected: 1 }));
  if (hasStopped || isLost) await mailPayoutsStopped(trx, services, merchantId, { problem, isDisconnected });
  if (ready && (await goesOn(trx, id))) await mailPayoutsGoOn(trx, services, merchantId);
  await trx
    .updateTable("payoutAccounts")
    .set({
      ready: ready ? 1 : 0,
      disconnected: isDisconnected ? 1 : 0,
      problem: problem.slice(0, 500),
      updatedAt: at,
      ...(!isDisconnected && { submitted: submitted ? 1 : 0 }),
    })
    .where("accountId", "=", id)
    .execute();
}

/** Whether a column still had this value; if so, sets the columns. Of two callers at once, one gets true. */
async function isFirst(
  trx: Trx,
  accountId: string,
  column: "submitted" | "ready" | "disconnected",
  value: 0 | 1,
  set: { submitted?: 1; ready?: 0; disconnected?: 1; stoppedAt?: string },
): Promise<boolean> {
  const updated = await trx
    .updateTable("payoutAccounts")
    .set(set)
    .where("accountId", "=", accountId)
    .where(column, "=", value)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

async function goesOn(trx: Trx, accountId: string): Promise<boolean> {
  const updated = await trx
    .updateTable("payoutAccounts")
    .set({ stoppedAt: null })
    .where("accountId", "=", accountId)
    .where("stoppedAt", "is not", null)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
