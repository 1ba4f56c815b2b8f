import { IntentUnknown } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { markSettled, stateOfPage } from "./attempts.server";
import { isSettled } from "./errors.server";
import { endAttempt, giveUp } from "./give-up.server";
import { placeOrder } from "./place-order.server";

/**
 * Brings one attempt and its order to the provider's state: a paid attempt is placed or refunded, one that is over is
 * marked as settled, and one that nobody should pay any more is ended. The reconciling job, the provider's webhooks and
 * operators all use it.
 */
export async function settleAttempt(
  services: Services,
  attempt: PaymentAttemptRow,
  order: Pick<OrderRow, "_id" | "status" | "provider" | "heldUntil">,
): Promise<void> {
  try {
    // Another provider is not asked any more: its attempt is over.
    const state =
      order.provider === services.cards.name ? await stateOf(services, attempt) : { intentId: null, isOver: true };
    if (state.intentId) {
      await place(services, state.intentId);
      await markSettled(services.db, services, attempt);
    } else if (state.isOver) await markSettled(services.db, services, attempt);
    else if (order.status !== "pending") await place(services, await endAttempt(services, attempt));
    else if (order.heldUntil <= timestamp(services.clock)) await giveUp(services, await whole(services, order._id));
  } catch (error) {
    if (!isSettled(error)) throw error;
  }
}

/** Places a paid order. A refusal settles it as well, because its money is then on its way back. */
async function place(services: Services, intentId: string | null): Promise<void> {
  if (!intentId) return;
  await placeOrder(intentId, services).catch((error) => {
    if (!isSettled(error)) throw error;
  });
}

const whole = (services: Services, orderId: string) =>
  services.db.selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirstOrThrow();

/** The intent with which the attempt was paid, or whether nobody can pay with it any more. */
async function stateOf(
  services: Services,
  attempt: PaymentAttemptRow,
): Promise<{ intentId: string | null; isOver: boolean }> {
  const { cards, clock } = services;
  try {
    if (attempt.kind === "element") {
      const intent = await cards.retrieve(attempt.intentId ?? "");
      return { intentId: intent.status === "succeeded" ? intent.id : null, isOver: intent.status === "canceled" };
    }
    // The making of the page was cut off, so no payer was ever sent there. The attempt is over when its time is.
    if (!attempt.sessionId || !cards.hostedPages)
      return { intentId: null, isOver: (attempt.expiresAt ?? "") <= timestamp(clock) };
    const { state, intentId } = await stateOfPage(
      services,
      attempt,
      await cards.hostedPages.retrieve(attempt.sessionId),
    );
    return { intentId: state === "paid" ? intentId : null, isOver: state === "over" };
  } catch (error) {
    if (error instanceof IntentUnknown) return { intentId: null, isOver: true };
    throw error;
  }
}
