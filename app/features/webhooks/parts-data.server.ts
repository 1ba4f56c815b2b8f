import type { Selectable } from "kysely";
import { DELIVERY_COLUMNS, deliveryOf } from "~/features/delivery/part-deliveries.server";
import type { PartDelivery } from "~/features/delivery/schema";
import { toDollars } from "~/features/fields";
import { feesOf } from "~/features/orders/delivery-fee";
import { orderedSizeOf } from "~/features/products/ordered-size.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderPartRow } from "~/platform/database/tables";
import type { OrderPartData } from "./event-schema";

/** Columns that the events of a part's steps need in addition to the part. */
type PartSteps = Pick<Selectable<OrderPartRow>, "carrier" | "trackingNumber" | "deliveredBy">;

/** The parts of these orders that belong to these merchants, by part id, as in this transaction. Two statements. */
export async function partsData(
  db: Db,
  orderIds: string[],
  merchantIds: string[],
): Promise<Map<string, { merchantId: string; data: OrderPartData; row: PartSteps }>> {
  const parts = await db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("partDeliveries as d", "d.partId", "p._id")
    .select(["p._id", "p.orderId", "p.merchantId", "p.statusText", "p.amountCents", "p.refundedCents", "o.itemId"])
    .select(["p.deliveryFeeCents", "p.deliveryFeeRefundId"])
    .select(["p.carrier", "p.trackingNumber", "p.deliveredBy", ...DELIVERY_COLUMNS])
    .where("p.orderId", "in", orderIds)
    .where("p.merchantId", "in", merchantIds)
    .orderBy("p._id")
    .execute();
  const lines = await db
    .selectFrom("orderLines")
    .select(["partId", "productId", "title", "sku", "priceCents", "quantity", "refundedQuantity"])
    .select(["variantId", "sizeName", "contentMilli", "contentUnit"])
    .select(["unitPriceCents", "weightUnit", "weights", "dueCents"])
    .where("orderId", "in", orderIds)
    .orderBy("position")
    .execute();
  return new Map(
    parts.map((part) => [
      part._id,
      {
        merchantId: part.merchantId,
        row: part,
        data: {
          order: part.orderId,
          number: part.itemId,
          status: part.statusText,
          amount: toDollars(part.amountCents),
          refunded: toDollars(part.refundedCents),
          ...feesOf(part),
          delivery: toldDeliveryOf(deliveryOf(part)),
          lines: lines
            .filter(({ partId }) => partId === part._id)
            .map((line) => ({
              product: { _id: line.productId, title: line.title, sku: line.sku },
              ...orderedSizeOf(line),
              price: toDollars(line.priceCents),
              quantity: line.quantity,
              refundedQuantity: line.refundedQuantity,
            })),
        },
      },
    ]),
  );
}

const toldDeliveryOf = (delivery: PartDelivery | null) =>
  delivery && {
    kind: delivery.kind,
    name: delivery.name,
    day: delivery.day,
    from: delivery.from,
    to: delivery.to,
    timeZone: delivery.timeZone,
    joinedTo: delivery.joinedTo,
  };
