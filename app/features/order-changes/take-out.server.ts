import { logStep } from "~/features/orders/log-step.server";
import { partsCollectedWith } from "~/features/delivery/move-part.server";
import { feeLeftOf } from "~/features/orders/delivery-fee";
import { chosenPieces, isRest } from "~/features/refunds/allocate-refund.server";
import { givenBack } from "~/features/refunds/mails.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { additionsLeft } from "./errors.server";
import { lockChangeable } from "./changeable.server";
import { mailTakenOut } from "./mails.server";
import type { TakeOut } from "./schema";

/**
 * A buyer takes pieces out of a part of their order until its cut-off. Their price is refunded and the goods are
 * restocked. A part with nothing left is cancelled and frees its place. Both sides are told by mail. Refuses as
 * `lockChangeable` does, and `unknown_line`, `more_than_is_left`, and `additions_left` if nothing would be left of the
 * part that paid the fee while additions to it still come. Returns the refunded cents: 0 if the part is not paid yet.
 */
export async function takeOutOfPart(
  services: Services,
  buyerId: string,
  orderId: string,
  partId: string,
  { lines: requests }: TakeOut,
): Promise<number> {
  return inTransactionOnce(services, async (trx) => {
    const changeable = await lockChangeable(trx, services, buyerId, orderId, partId);
    const { order, part, lines } = changeable;
    const pieces = chosenPieces(lines, requests).filter(({ quantity }) => quantity > 0);
    const isAllTakenOut = isRest({ part, pieces }, lines);
    if (isAllTakenOut && feeLeftOf(part) > 0 && (await hasAdditions(trx, changeable.way))) throw additionsLeft();
    const refund = await refundPieces(trx, services, order, lines, [{ part, pieces, restock: true }], {
      reason: "You took it out of your order before orders closed.",
      settledAs: "Cancelled",
      partReason: "The customer took everything out of the order before orders closed.",
    });
    await mailTakenOut(trx, services, changeable, givenBack(refund));
    logStep(trx, services, orderId, "taken out");
    return part.isUnpaid === 1 ? 0 : refund.amountCents;
  });
}

const hasAdditions = async (trx: Trx, way: PartDeliveryRow) =>
  (await partsCollectedWith(trx, way)).some(({ joinedTo }) => joinedTo === way.orderId);
