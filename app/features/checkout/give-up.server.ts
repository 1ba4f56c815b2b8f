import { releaseHold } from "./hold-stock.server";
import { pendingOrderOf } from "~/features/orders/order.server";
import { IntentUnknown } from "~/platform/cards/card-provider";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { attemptBy, markSettled, openAttempts, stateOfPage } from "./attempts.server";
import { isSettled } from "./errors.server";
import { placeOrder } from "./place-order.server";

/** Ends an unpaid order. If one of its payments turns out to have gone through, the order is placed instead. */
export async function giveUp(services: Services, order: OrderRow): Promise<void> {
  for (const attempt of await openAttempts(services.db, order._id)) {
    const paidWith = await endAttempt(services, attempt);
    if (paidWith) {
      await placeOrder(paidWith, services);
      return;
    }
  }
  await releaseHold(services, order._id);
}

/**
 * Ends the checkout that a buyer has under way, if any. If it was paid, it becomes an order; if not, its stock goes
 * back.
 */
export async function endCheckout(services: Services, buyerId: string): Promise<void> {
  const order = await pendingOrderOf(services.db, buyerId);
  if (!order) return;
  await giveUp(services, order).catch((error) => {
    // A refusal has settled the order as well: its money is on the way back.
    if (!isSettled(error)) throw error;
  });
}

/**
 * Ends an attempt, so that nobody can pay with it any more. Returns the intent if it was paid already, or null. An
 * attempt that is just being paid stays open, to be checked again.
 */
export async function endAttempt(services: Services, attempt: PaymentAttemptRow): Promise<string | null> {
  const { cards, db } = services;
  try {
    if (attempt.kind === "element" && attempt.intentId) {
      const intent = await cards.cancel(attempt.intentId);
      if (intent.status === "succeeded") return intent.id;
      if (intent.status !== "canceled") return null;
    }
    if (attempt.kind === "hosted" && attempt.sessionId && cards.hostedPages) {
      const { state, intentId } = await stateOfPage(
        services,
        attempt,
        await cards.hostedPages.expire(attempt.sessionId),
      );
      if (state === "paid") return intentId;
      if (state === "under way") return null;
    }
  } catch (error) {
    // The provider or its records were changed. A payment that it does not know cannot be paid.
    if (!(error instanceof IntentUnknown)) throw error;
    services.log.warn({ attempt: attempt._id, order: attempt.orderId }, "the card provider does not know a payment");
  }
  await markSettled(db, services, attempt);
  return null;
}

/**
 * Notes that an attempt was ended at the provider. If nothing else could pay the order either, its stock goes back now.
 */
export async function endedAtProvider(services: Services, id: string): Promise<void> {
  const attempt = await attemptBy(services.db, id);
  if (!attempt) return;
  await markSettled(services.db, services, attempt);
  if ((await openAttempts(services.db, attempt.orderId)).length === 0) await releaseHold(services, attempt.orderId);
}
