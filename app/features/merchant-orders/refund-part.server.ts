import { toCents } from "~/features/fields";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, type LockedPart } from "~/features/orders/order-parts.server";
import { chosenPieces, priceOf, type Pieces } from "~/features/refunds/allocate-refund.server";
import { refundSums } from "~/features/refunds/bearing.server";
import { nothingToRefund, orderDisputed, refundedMeanwhile } from "~/features/refunds/errors.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { PartRefund, RefundLine, RefundSums } from "~/features/refunds/schema";
import { inTransaction } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled } from "./errors.server";
import { mailRefunded, storeNameOf } from "./mails.server";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails } from "./schema";

/**
 * What giving back these pieces and amounts of the merchant's part would come to, and who would bear it. Refuses what
 * `refundPart` would refuse; nothing is written.
 */
export async function refundSumsOf(
  services: Services,
  merchantId: string,
  orderId: string,
  asked: RefundLine[],
): Promise<RefundSums> {
  return inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    return refundSums(trx, services, locked, mayGoBack(locked, asked));
  });
}

/**
 * The merchant gives back the price of single pieces, or an amount of a line, before or after it has arrived. The buyer
 * learns why; the books follow by the rule of every refund. Stock returns only where it is said. `asked.refunded` and
 * `asked.amount` are dollars, as they were shown: refuses `refunded_meanwhile` where they are others now, `disputed`
 * while the bank asks for the payment, `unknown_line`, `more_than_is_left`, `nothing_to_refund`, `already_cancelled`.
 */
export async function refundPart(
  services: Services,
  merchantId: string,
  orderId: string,
  asked: PartRefund,
): Promise<MerchantOrderDetails> {
  await inTransactionOnce(services, async (trx) => {
    // Held until the end: whoever else refunds, cancels or sends at this moment comes before or after.
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { order, part, lines } = locked;
    if (toCents(asked.refunded) !== part.refundedCents) throw refundedMeanwhile();
    const pieces = mayGoBack(locked, asked.lines);
    if (toCents(asked.amount) !== priceOf(pieces)) throw refundedMeanwhile();
    const storeName = await storeNameOf(trx, merchantId);
    const unsent = part.statusText === "Processing";
    const { amountCents } = await refundPieces(
      trx,
      services,
      order,
      lines,
      [{ part, pieces, restock: asked.restock }],
      {
        reason: `${storeName} gives you money back: ${asked.reason}`,
        settledAs: unsent ? "Cancelled" : "Refunded",
        partReason: asked.reason,
      },
    );
    await mailRefunded(trx, services, { order, storeName, pieces, amountCents, unsent }, asked.reason);
    logStep(trx, services, orderId, "partly refunded");
  });
  return merchantOrder(services, merchantId, orderId);
}

function mayGoBack({ order, part, lines }: LockedPart, asked: RefundLine[]): Pieces[] {
  if (part.statusText === "Cancelled") throw alreadyCancelled();
  if (part.statusText === "Refunded") throw nothingToRefund();
  if (order.disputedAt && !order.disputeEndedAt) throw orderDisputed();
  return chosenPieces(lines, asked);
}
