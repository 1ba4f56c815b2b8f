import type { Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { RefusalItem } from "~/platform/refusal";
import { notOnCollection } from "./errors.server";
import { boundUnpaid } from "./standing.server";
import { collectionTerms } from "./terms.server";

/** The delivery method of a part of an order, as far as payment at collection needs it. */
interface ChosenWay {
  method: { kind: string; name: string; isPaidThere: boolean; isShared: boolean };
}

/**
 * Writes down that every part of an order is to be paid at collection, in the transaction that places it; its buyer
 * must be locked. Refuses `not_on_collection` if the delivery method of a part does not offer it, and whatever
 * `boundUnpaid` refuses.
 */
export async function notePlaced(
  trx: Trx,
  order: Pick<OrderRow, "_id" | "amountCents" | "createdAt">,
  buyerId: string,
  parts: ReadonlyMap<string, { _id: string; amountCents: number; deliveryFeeCents: number }>,
  ways: ReadonlyMap<string, ChosenWay>,
): Promise<void> {
  const terms = await collectionTerms(trx);
  const byCard = [...parts.keys()].filter((merchantId) => {
    const method = ways.get(merchantId)?.method;
    return !(terms.allowed && method?.kind === "collection" && method.isPaidThere);
  });
  if (byCard.length > 0) throw notOnCollection(await whyByCard(trx, byCard, ways));
  await boundUnpaid(trx, terms, buyerId, order.amountCents);
  await trx
    .insertInto("collectionPayments")
    .values(
      [...parts].map(([merchantId, { _id, amountCents, deliveryFeeCents }]) => ({
        partId: _id,
        orderId: order._id,
        merchantId,
        buyerId,
        placedCents: amountCents + deliveryFeeCents,
        createdAt: order.createdAt,
        paidAt: null,
        paidCents: 0,
        tenderedCents: 0,
        feeCents: 0,
        missedAt: null,
        excusedAt: null,
      })),
    )
    .execute();
}

/**
 * The refusals of stalls that are paid by card, one for each. At a market day, where other stalls may be paid at
 * collection, the refusal names the stall.
 */
async function whyByCard(
  trx: Trx,
  merchantIds: string[],
  ways: ReadonlyMap<string, ChosenWay>,
): Promise<RefusalItem[]> {
  const stores = await trx
    .selectFrom("stores")
    .select(["userId", "storeName"])
    .where("userId", "in", merchantIds)
    .execute();
  return merchantIds.map((merchantId) => {
    const method = ways.get(merchantId)?.method;
    const storeName = stores.find(({ userId }) => userId === merchantId)?.storeName || "A stall";
    const message = !method
      ? "What is sent is paid by card."
      : method.isShared
        ? `${storeName} is paid by card at ${method.name}.`
        : `${method.name} is paid by card.`;
    return { code: "not_on_collection", message, field: "paymentMethod" };
  });
}
