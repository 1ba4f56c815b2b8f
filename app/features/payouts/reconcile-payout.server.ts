import { lockOrder } from "~/features/orders/order.server";
import { tellPayoutFailed } from "~/features/webhooks/tell-steps.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { mailBankRefused } from "./mails.server";
import { noteReversals } from "./note-reversals.server";

/**
 * Asks the provider what was taken back of a transfer, and brings the books to that. A transfer that is not ours is
 * left alone. Throws if a transfer is not written down yet, so that it is looked at again.
 */
export async function reconcileTransfer(services: Services, transferId: string): Promise<void> {
  const { payouts, db, dialect } = services;
  const transfer = await payouts?.transferOf(transferId);
  if (!transfer?.payoutId) return;
  const payout = await db
    .selectFrom("payouts")
    .select(["_id", "orderId", "providerId"])
    .where("_id", "=", transfer.payoutId)
    .executeTakeFirst();
  if (!payout) return;
  if (payout.providerId !== transferId) throw new Error("This transfer is not written down yet.");
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, payout.orderId);
    if (order) await noteReversals(trx, services, order, payout._id, transfer);
  });
}

/**
 * Tells the merchant and the operators, once, that the merchant's bank has sent money back to the merchant's account at
 * the provider. The books stay as they are, because the merchant has the money.
 */
export async function bankPayoutFailed(services: Services, accountId: string, bankPayoutId: string): Promise<void> {
  const { payouts, db } = services;
  const account = await db
    .selectFrom("payoutAccounts")
    .select("merchantId")
    .where("accountId", "=", accountId)
    .executeTakeFirst();
  const bankPayout = account && (await payouts?.bankPayout(accountId, bankPayoutId));
  if (!account || !bankPayout?.hasFailed) return;
  await inTransaction(db, async (trx) => {
    const untold = await trx
      .updateTable("payoutAccounts")
      .set({ failedBankPayoutId: bankPayoutId })
      .where("accountId", "=", accountId)
      .where((eb) => eb.or([eb("failedBankPayoutId", "is", null), eb("failedBankPayoutId", "<>", bankPayoutId)]))
      .executeTakeFirst();
    if (untold.numUpdatedRows !== 1n) return;
    await mailBankRefused(trx, services, account.merchantId, bankPayout);
    await tellPayoutFailed(trx, services, { merchantId: account.merchantId, payout: null, ...bankPayout });
  });
}
