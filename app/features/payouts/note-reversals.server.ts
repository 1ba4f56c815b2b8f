import { note } from "~/features/accounting/entries.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { reviveDeadLetters } from "~/platform/jobs/revive-dead-letter.server";
import type { Transfer } from "~/platform/payouts/payout-provider";
import type { Services } from "~/platform/services.server";
import { mailManualReversal } from "./mails.server";
import { payoutEntry } from "./payout-entry.server";

/**
 * Writes down what somebody has taken back of a transfer at the provider by hand. The merchant is owed it again. It
 * counts towards what refunds take back, also towards reversals that the provider has refused so far. The order must be
 * locked.
 */
export async function noteReversals(
  trx: Trx,
  services: Services,
  order: Pick<OrderRow, "itemId">,
  payoutId: string,
  { reversals }: Transfer,
): Promise<void> {
  const payout = await trx.selectFrom("payouts").selectAll().where("_id", "=", payoutId).executeTakeFirstOrThrow();
  let cents = 0;
  for (const { id, amountCents } of reversals.filter(({ reversalId }) => reversalId === "")) {
    const at = timestamp(services.clock);
    const insertion = await trx
      .insertInto("payoutReversals")
      .values({
        _id: newId(services.clock.now()),
        payoutId,
        refundId: id,
        origin: "provider",
        amountCents,
        providerId: id,
        createdAt: at,
        doneAt: at,
      })
      .onConflict((oc) => oc.columns(["payoutId", "refundId"]).doNothing())
      .executeTakeFirst();
    if (insertion.numInsertedOrUpdatedRows !== 1n) continue;
    cents += amountCents;
    await note(trx, [
      payoutEntry(payout, services, {
        kind: "payout",
        amountCents,
        note: "Taken back at Stripe",
        uniqueKey: `reversal ${id}`,
      }),
    ]);
  }
  if (cents === 0) return;
  await trx
    .updateTable("payouts")
    .set((eb) => ({
      manualReversalCents: eb("manualReversalCents", "+", cents),
      updatedAt: timestamp(services.clock),
    }))
    .where("_id", "=", payoutId)
    .execute();
  await mailManualReversal(trx, services, payout, { cents, itemId: order.itemId });
  const pending = await trx
    .selectFrom("payoutReversals")
    .select("_id")
    .where("payoutId", "=", payoutId)
    .where("doneAt", "is", null)
    .execute();
  await reviveDeadLetters(
    trx,
    services,
    pending.map(({ _id }) => `reversal ${_id}`),
  );
}
