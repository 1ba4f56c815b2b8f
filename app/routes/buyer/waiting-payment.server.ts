import { read } from "~/api/client";
import type { WaitingOrder } from "~/features/checkout/schema";
import type { Session } from "~/session/session.server";
import { clockTime } from "~/routes/shared/times.server";

/** The buyer's order that waits for its payment, or null. */
export async function waitingPayment(session: Session): Promise<(WaitingOrder & { until: string }) | null> {
  const { data } = await read(session.api().product.payment.waiting.$get());
  return data && { ...data, until: clockTime(session, data.heldUntil) };
}

/** The fields of the waiting order that a list of orders shows. */
export async function waitingRow(session: Session) {
  const waiting = await waitingPayment(session);
  return (
    waiting && {
      heldUntil: waiting.heldUntil,
      until: waiting.until,
      _id: waiting.order._id,
      itemId: waiting.order.itemId,
      amount: waiting.order.amount,
    }
  );
}
