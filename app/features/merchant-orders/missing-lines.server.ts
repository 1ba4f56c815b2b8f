import { toCents } from "~/features/fields";
import { logStep } from "~/features/orders/log-step.server";
import type { LockedPart } from "~/features/orders/order-parts.server";
import { chosenPieces, isRest, sumOfBacks, type PartBack } from "~/features/refunds/allocate-refund.server";
import { orderDisputed, refundedMeanwhile } from "~/features/refunds/errors.server";
import { givenBack } from "~/features/refunds/mails.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { mailRefunded, namesOfStalls } from "./mails.server";
import { REASONS, type Missing } from "./missing-schema";

/**
 * Refunds the missing goods of parts that are handed over together, of one stall or several. For an unpaid part the
 * buyer pays less instead. The delivery fee is included if nothing else of a part is left. The orders must be locked,
 * and the caller must read the parts anew afterwards. Refuses `unknown_line`, `more_than_is_left`, `disputed`, and
 * `refunded_meanwhile` if the sum is not the one that was shown.
 */
export async function giveMissingBack(
  trx: Trx,
  services: Services,
  parts: LockedPart[],
  { lines: requests, amount, reason, restock }: Missing,
): Promise<void> {
  const pieces = chosenPieces(
    parts.flatMap(({ lines }) => lines),
    requests,
  );
  const backs = parts.flatMap(({ order, part, lines }) => {
    const missingPieces = pieces.filter(({ line }) => line.partId === part._id);
    if (missingPieces.length === 0) return [];
    const back: PartBack = {
      part,
      pieces: missingPieces,
      restock,
      deliveryFee: isRest({ part, pieces: missingPieces }, lines),
    };
    return [{ order, lines, back }];
  });
  const sumCents = backs.reduce((sum, { back, lines }) => sum + sumOfBacks([back], lines), 0);
  if (toCents(amount) !== sumCents) throw refundedMeanwhile();
  const storeNames = await namesOfStalls(
    trx,
    backs.map(({ back }) => back.part.merchantId),
  );
  for (const { order, lines, back } of backs) {
    if (order.disputedAt && !order.disputeEndedAt) throw orderDisputed();
    const storeName = storeNames(back.part.merchantId);
    const refund = await refundPieces(trx, services, order, lines, [back], {
      reason: `${storeName} gives you money back: ${REASONS[reason]}`,
      settledAs: back.part.statusText === "Processing" ? "Cancelled" : "Refunded",
      partReason: REASONS[reason],
    });
    const calledOff = { order, part: back.part, storeName, ...givenBack(refund), unsent: false };
    await mailRefunded(trx, services, calledOff, REASONS[reason]);
    logStep(trx, services, order._id, "partly refunded");
  }
}
