import { toCents } from "~/features/fields";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, type LockedPart } from "~/features/orders/order-parts.server";
import { feeLeftOf } from "~/features/orders/delivery-fee";
import { chosenPieces, sumOfBacks, type PartBack } from "~/features/refunds/allocate-refund.server";
import { refundSums } from "~/features/refunds/bearing.server";
import { nothingToRefund, orderDisputed, refundedMeanwhile } from "~/features/refunds/errors.server";
import { givenBack } from "~/features/refunds/mails.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { AskedPartSums, PartRefund, RefundSums } from "~/features/refunds/schema";
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
  request: AskedPartSums,
): Promise<RefundSums> {
  return inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    return refundSums(trx, services, locked, { restock: false, ...mayGoBack(locked, request) });
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
  request: PartRefund,
): Promise<MerchantOrderDetails> {
  await inTransactionOnce(services, async (trx) => {
    // Held until the end: whoever else refunds, cancels or sends at this moment comes before or after.
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { order, part, lines } = locked;
    if (toCents(request.refunded) !== part.refundedCents) throw refundedMeanwhile();
    const back = { part, restock: request.restock, ...mayGoBack(locked, request) };
    if (toCents(request.amount) !== sumOfBacks([back], lines)) throw refundedMeanwhile();
    const storeName = await storeNameOf(trx, merchantId);
    const unsent = part.statusText === "Processing";
    const refund = await refundPieces(trx, services, order, lines, [back], {
      reason: `${storeName} gives you money back: ${request.reason}`,
      settledAs: unsent ? "Cancelled" : "Refunded",
      partReason: request.reason,
    });
    await mailRefunded(trx, services, { order, part, storeName, ...givenBack(refund), unsent }, request.reason);
    logStep(trx, services, orderId, "partly refunded");
  });
  return merchantOrder(services, merchantId, orderId);
}

/** The pieces of a part that go back. The price of its way may go back alone, also once all of its goods did. */
function mayGoBack(
  { order, part, lines }: LockedPart,
  { lines: requests, deliveryFee }: AskedPartSums,
): Omit<PartBack, "part" | "restock"> {
  if (part.statusText === "Cancelled") throw alreadyCancelled();
  const isFeeAlone = requests.length === 0;
  if (isFeeAlone ? feeLeftOf(part) === 0 : part.statusText === "Refunded") throw nothingToRefund();
  if (order.disputedAt && !order.disputeEndedAt) throw orderDisputed();
  return { pieces: chosenPieces(lines, requests), deliveryFee };
}
