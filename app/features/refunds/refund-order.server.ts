import { audit, type Operator } from "~/features/audit/audit.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { linesOf, lockOrder, partsOf } from "~/features/orders/order.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { allocateToParts, chosenPieces, piecesLeft } from "./allocate-refund.server";
import { nothingToRefund, refundedMeanwhile } from "./errors.server";
import { mailPartsRefunded } from "./mails.server";
import { refundPieces } from "./refund-pieces.server";
import type { RefundOrder } from "./schema";

/**
 * Gives a buyer money back: for single pieces, for what is left of a part, or for everything that is left. What was not
 * sent is for sale again; what was sent only if the operator says so. The books forget as much of the sale, and buyer
 * and merchants learn why.
 */
export async function refundOrder(
  services: Services,
  operator: Operator,
  orderId: string,
  asked: RefundOrder,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    // Held until the end: another operator, or a merchant who cancels at this moment, comes before or after.
    const order = await lockOrder(trx, services.dialect, orderId);
    if (order?.status !== "paid" || !order.intentId) throw unknownOrder();
    const parts = await partsOf(trx, orderId);
    const before = parts.reduce((sum, part) => sum + part.refundedCents, 0);
    if (asked.refunded !== undefined && Math.round(asked.refunded * 100) !== before) throw refundedMeanwhile();
    if (asked.partId && !parts.some((part) => part._id === asked.partId)) throw unknownOrder();
    const lines = await linesOf(trx, orderId);
    const chosen = asked.lines
      ? chosenPieces(lines, asked.lines)
      : piecesLeft(lines).filter(({ line }) => !asked.partId || line.partId === asked.partId);
    const backs = allocateToParts(parts, chosen, asked.restock);
    if (backs.length === 0) throw nothingToRefund();

    const given = await refundPieces(trx, services, order, lines, backs, {
      reason: asked.reason,
      settledAs: "Refunded",
    });
    await mailPartsRefunded(trx, services, order, given.parts, asked.reason);
    await audit(trx, services, operator, "order.refunded", `#${order.itemId}`, {
      order: orderId,
      amount: given.amountCents / 100,
      ...(asked.partId && { part: asked.partId }),
      ...(asked.lines && { pieces: chosen.map(({ line, quantity }) => `${quantity} × ${line.title}`) }),
      reason: asked.reason,
    });
  });
}
