import { forgetPayer } from "~/features/collection-payments/mark-payment.server";
import { linesOf, lockOrder, partsOf } from "~/features/orders/order.server";
import { piecesLeft } from "~/features/refunds/allocate-refund.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import { mailPartsRefunded } from "~/features/refunds/mails.server";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { dueCentsOf } from "~/features/collection-payments/due.server";

/**
 * Calls off the unpaid parts of a buyer who leaves, and forgets which orders the buyer did not come for. The merchants
 * are told. Runs in the transaction that closes the account.
 */
export async function callOffUnpaid(trx: Trx, services: Services, buyerId: string): Promise<void> {
  const rows = await trx
    .selectFrom("collectionPayments")
    .select("orderId")
    .distinct()
    .where("buyerId", "=", buyerId)
    .where("paidAt", "is", null)
    .orderBy("orderId")
    .execute();
  for (const { orderId } of rows) {
    const order = await lockOrder(trx, services.dialect, orderId);
    const parts = (await partsOf(trx, orderId)).filter((part) => dueCentsOf(part) > 0);
    if (!order || parts.length === 0) continue;
    const lines = await linesOf(trx, orderId);
    const backs = parts.map((part) => ({
      part,
      pieces: piecesLeft(lines.filter(({ partId }) => partId === part._id)),
      restock: true,
    }));
    const reason = "The customer has closed the account.";
    const result = await refundPieces(trx, services, order, lines, backs, { reason, settledAs: "Cancelled" });
    await mailPartsRefunded(trx, services, order, result.parts, reason);
  }
  await forgetPayer(trx, buyerId);
}
