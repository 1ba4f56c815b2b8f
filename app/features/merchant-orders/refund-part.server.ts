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
 * The sums of a refund of these pieces and amounts of the merchant's part, and who would bear it. Refuses what
 * `refundPart` would refuse. Writes nothing.
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
 * Refunds single pieces of the merchant's part, or an amount of a line, before or after it has arrived. The buyer
 * learns why, and the books follow the rule of every refund. Pieces are restocked only if the request says so.
 * `request.refunded` and `request.amount` are dollars, as they were shown: refuses `refunded_meanwhile` if they differ
 * now, `disputed` while the bank asks for the payment, `unknown_line`, `more_than_is_left`, `nothing_to_refund`,
 * `already_cancelled`.
 */
export async function refundPart(
  services: Services,
  merchantId: string,
  orderId: string,
  request: PartRefund,
): Promise<MerchantOrderDetails> {
  await inTransactionOnce(services, async (trx) => {
    // The lock is held until the end: another refund, cancellation or shipment at this moment comes before or after.
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

/** The pieces of a part to refund. The delivery fee may be refunded alone, also after all goods were refunded. */
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
