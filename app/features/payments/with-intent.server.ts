import { toDollars } from "~/features/fields";
import { orderDetails } from "~/features/orders/queries.server";
import { isStripe } from "~/platform/cards/card-providers.server";
import type { Intent } from "~/platform/cards/card-provider";
import { inTransaction } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { hostedErrorOf, noteElement } from "./attempts.server";
import { paymentOnPage } from "./hosted-state.server";
import type { PendingPayment } from "./schema";

/**
 * A held order with its payment as the provider sees it now; the intent is made now if an earlier request died before
 * it had one.
 */
export async function withIntent(services: Services, order: OrderRow): Promise<PendingPayment> {
  const { cards, db } = services;
  const intent = order.intentId ? await cards.retrieve(order.intentId) : await newIntent(services, order);
  const onPage = await paymentOnPage(services, order);
  return {
    orderId: order._id,
    itemId: order.itemId,
    amount: toDollars(order.amountCents),
    heldUntil: order.heldUntil,
    provider: cards.name,
    publishableKey: isStripe(cards) ? cards.publishableKey : "",
    hostedPage: cards.hostedPages !== null,
    stripeId: onPage?.stripeId ?? intent.id,
    clientSecret: intent.clientSecret,
    status: onPage?.status ?? intent.status,
    lastError: intent.lastError || (cards.hostedPages ? await hostedErrorOf(db, order) : ""),
    order: await orderDetails(db, order),
  };
}

/** Asked again after an answer that was lost, the provider answers the same intent. */
async function newIntent(services: Services, order: OrderRow): Promise<Intent> {
  const intent = await services.cards.createIntent({
    orderId: order._id,
    buyerId: order.buyerId ?? "",
    amountCents: order.amountCents,
    currency: order.currency,
    description: `Order #${order.itemId}`,
    idempotencyKey: `order-${order._id}`,
  });
  await inTransaction(services.db, async (trx) => {
    await noteElement(trx, services, order._id, intent.id);
    await trx
      .updateTable("orders")
      .set({ intentId: intent.id })
      .where("_id", "=", order._id)
      .where("intentId", "is", null)
      .execute();
  });
  return intent;
}
