import { note } from "~/features/accounting/entries.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { payoutEntry } from "./payout-entry.server";
import { shareGivenBack } from "./share";

/**
 * Lets a payout wait again that the provider has refused for certain. Its sum, fee and account are settled anew when it
 * is sent. Its fee goes back into the merchant's account, and its open reversals are deleted. The order must be locked.
 */
export async function undoStart(trx: Trx, services: Services, payoutId: string): Promise<void> {
  const payout = await trx
    .selectFrom("payouts")
    .selectAll()
    .where("_id", "=", payoutId)
    .where("startedAt", "is not", null)
    .where("doneAt", "is", null)
    .executeTakeFirst();
  if (!payout) return;
  await trx.deleteFrom("payoutReversals").where("payoutId", "=", payoutId).where("doneAt", "is", null).execute();
  await trx
    .updateTable("payouts")
    .set({
      netCents: 0,
      feeCents: 0,
      amountCents: 0,
      nettedCents: 0,
      nettedBackCents: 0,
      givenBackCents: 0,
      deliveryFeeCents: 0,
      deliveryFeeBackCents: 0,
      accountId: null,
      startedAt: null,
      updatedAt: timestamp(services.clock),
    })
    .where("_id", "=", payoutId)
    .execute();
  const feeCents = payout.feeCents - shareGivenBack(payout).feeCents;
  if (feeCents > 0)
    await note(trx, [
      payoutEntry(payout, services, {
        kind: "fee",
        amountCents: feeCents,
        note: "Not paid out yet",
        uniqueKey: `fee undone ${payoutId} ${payout.refusals}`,
      }),
    ]);
}
