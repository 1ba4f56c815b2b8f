import { returnParts } from "~/features/operators/refund.server";
import { lockOrder } from "~/features/orders/queries.server";
import type { ProviderRefund } from "~/platform/cards/card-provider";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { orderIdOf } from "./attempts.server";
import { mailRefundedOutside, mailRefundOnItsWay } from "./mails.server";

const REASON = "Our team has given this payment back.";

/**
 * Writes down what was given back at the provider and not by us. When nothing is left of the payment, the books follow
 * as if an operator had refunded the order here; a part is left to the operators, who are told.
 */
export async function noteRefundsOutside(services: Services, intentId: string): Promise<void> {
  const { db, cards, dialect } = services;
  const intent = await cards.retrieve(intentId);
  const [made, orderId] = [await cards.refundsOf(intentId), await orderIdOf(db, intent)];
  if (!orderId) return;
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, orderId);
    const fresh = order ? await unknownOnes(trx, intentId, made) : [];
    if (!order || fresh.length === 0) return;
    await trx.insertInto("refunds").values(fresh.map((refund) => ({
      _id: newId(services.clock.now()), orderId, intentId, amountCents: refund.amountCents, reason: REASON, origin: "provider" as const, providerId: refund.id, createdAt: refund.createdAt, doneAt: refund.createdAt,
    }))).execute();
    const amountCents = fresh.reduce((sum, refund) => sum + refund.amountCents, 0);
    await mailRefundOnItsWay(trx, services, { ...order, amountCents }, REASON);
    if (order.status !== "paid" || order.intentId !== intentId) return;
    if (intent.refundedCents === intent.amountCents) await returnRest(trx, services, order);
    else await mailRefundedOutside(trx, services, order, amountCents);
  });
}

async function unknownOnes(trx: Trx, intentId: string, made: ProviderRefund[]): Promise<ProviderRefund[]> {
  const known = await trx.selectFrom("refunds").select(["_id", "providerId"]).where("intentId", "=", intentId).execute();
  return made.filter((refund) => !known.some((row) => row._id === refund.refundId || row.providerId === refund.id));
}

async function returnRest(trx: Trx, services: Services, order: OrderRow): Promise<void> {
  const parts = await trx.selectFrom("orderParts").select(["_id", "merchantId", "statusText", "amountCents"])
    .where("orderId", "=", order._id).where("statusText", "not in", ["Cancelled", "Refunded"]).orderBy("_id").execute();
  if (parts.length > 0) await returnParts(trx, services, order, parts, REASON);
}
