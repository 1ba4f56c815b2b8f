import { logStep } from "~/features/orders/log-step.server";
import { chosenPieces } from "~/features/refunds/allocate-refund.server";
import { givenBack } from "~/features/refunds/mails.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { lockChangeable } from "./changeable.server";
import { mailTakenOut } from "./mails.server";
import type { TakeOut } from "./schema";

/**
 * A buyer takes pieces out of a part of their order until its cut-off: their price goes back, the goods are for sale
 * again, and a part of which nothing is left is cancelled and frees its place. Both sides are told by mail. Refuses as
 * `lockChangeable` does, and `unknown_line`, `more_than_is_left`. Answers how many cents go back: none of what is not paid yet.
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
