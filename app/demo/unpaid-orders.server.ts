import { ON_COLLECTION } from "~/features/collection-payments/schema";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import type { DemoGoods } from "./goods.server";
import { firstSizeOf } from "./past-orders.server";
import type { People } from "./people.server";
import { demoId } from "./rows";

/** Orders to be paid at collection, with the quantities of two products. */
const ORDERS = [
  { buyer: 1, quantities: [2, 1] },
  { buyer: 2, quantities: [1, 3] },
  { buyer: 3, quantities: [4, 1] },
  { buyer: 4, quantities: [1, 1] },
];
/** How many hours ago the orders were placed, the newest last. */
const HOURS_AGO = [20, 9, 3, 2];

/** Allows payment at collection on the demo's market. */
export async function fillCollectionTerms(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto("collectionTerms")
    .values({
      _id: "terms",
      isAllowed: 1,
      mostOrders: 3,
      mostCents: 15_000,
      mostMissed: 2,
      updatedAt: now.toISOString(),
    })
    .execute();
}

/**
 * Fills orders of the stalls in turn, to be paid at collection. Returns their parts, which still need a time to be
 * collected at. The books have no entry for these orders yet.
 */
export async function fillUnpaidOrders(
  trx: Trx,
  { today, now }: { today: Date; now: Date },
  people: People,
  goods: DemoGoods[],
  merchantIds: readonly [string, ...string[]],
): Promise<{ _id: string; orderId: string }[]> {
  const onSale = goods.filter((good) => good.availType === "published" && !good.weighed);
  const { value } = await trx
    .selectFrom("counters")
    .select("value")
    .where("name", "=", "order")
    .executeTakeFirstOrThrow();
  const parts: NewRow<"orderParts">[] = [];
  for (const [index, { buyer: place, quantities }] of ORDERS.entries()) {
    const buyer = people.buyers[place];
    if (!buyer) continue;
    const merchantId = merchantIds[index % merchantIds.length] ?? merchantIds[0];
    const ofStall = onSale.filter((good) => good.merchantId === merchantId);
    const lines = quantities.flatMap((quantity, position) => {
      const product = ofStall[position];
      return product ? [{ product, quantity, position }] : [];
    });
    const createdAt = new Date(now.getTime() - (HOURS_AGO[index] ?? 1) * 3_600_000).toISOString();
    const [orderId, partId] = [demoId(today, "unpaid order", index), demoId(today, "unpaid part", index)];
    const amountCents = lines.reduce((sum, { product, quantity }) => sum + product.priceCents * quantity, 0);
    const { firstName, lastName, email } = buyer.person;
    await trx
      .insertInto("orders")
      .values({
        _id: orderId,
        itemId: Number(value) + index + 1,
        buyerId: buyer._id,
        status: "paid",
        amountCents,
        currency: "usd",
        buyer: JSON.stringify(buyer.person),
        buyerText: fold(`${firstName} ${lastName} ${email}`),
        billing: JSON.stringify(buyer.address),
        shipping: JSON.stringify(buyer.address),
        notes: "",
        paymentMethod: ON_COLLECTION,
        provider: "",
        intentId: null,
        heldUntil: createdAt,
        paidAt: createdAt,
        isCompleted: 0,
        isAnonymous: 0,
        disputedAt: null,
        disputeEndedAt: null,
        disputeReason: "",
        createdAt,
      })
      .execute();
    const part = {
      _id: partId,
      orderId,
      merchantId,
      statusText: "Processing" as const,
      amountCents,
      isUnpaid: 1 as const,
    };
    parts.push({ ...part, paidAt: createdAt, shippedAt: null, deliveredAt: null, createdAt, updatedAt: createdAt });
    await trx.insertInto("orderParts").values(parts.slice(-1)).execute();
    await trx
      .insertInto("orderLines")
      .values(
        lines.map(({ product, quantity, position }) => ({
          _id: demoId(today, "unpaid line", partId, product.sku),
          orderId,
          partId,
          productId: product._id,
          ...firstSizeOf(product),
          sku: product.sku,
          imageId: product.imageId,
          priceCents: product.priceCents,
          quantity,
          position,
        })),
      )
      .execute();
    await trx
      .insertInto("collectionPayments")
      .values({
        partId,
        orderId,
        merchantId,
        buyerId: buyer._id,
        placedCents: amountCents,
        createdAt,
        paidAt: null,
        paidCents: 0,
        tenderedCents: 0,
        feeCents: 0,
        missedAt: null,
        excusedAt: null,
      })
      .execute();
  }
  await trx
    .updateTable("counters")
    .set({ value: Number(value) + parts.length })
    .where("name", "=", "order")
    .execute();
  return parts.map(({ _id, orderId }) => ({ _id, orderId }));
}
