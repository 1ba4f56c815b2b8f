import { billing } from "~/features/accounts/schema";
import { toCents, toDollars } from "~/features/fields";
import { foodIn } from "~/features/food-information/food-json";
import { collectionPaymentOf, PAYMENT_COLUMNS } from "~/features/collection-payments/due.server";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { orderedSizeOf } from "~/features/products/ordered-size.server";
import { vatOfLine, vatRefunded } from "~/features/accounting/vat";
import { ordersTogether } from "./orders-together.server";
import { refundsByPart } from "./part-refunds.server";
import { DELIVERY_COLUMNS, deliveryOf } from "~/features/delivery/part-deliveries.server";
import { backOf, feesOf } from "./delivery-fee";
import { traderIn } from "~/features/stores/trader.server";
import type { Order, OrderDetails } from "./schema";

/**
 * An order with its lines and parts as the API returns it. Two statements, one more if a part has a time, and two more
 * if money was refunded.
 */
export async function orderDetails(db: Db, row: OrderRow): Promise<OrderDetails> {
  const lines = (await lineDocs(db, [row._id])).get(row._id) ?? [];
  const parts = await db
    .selectFrom("orderParts as p")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .leftJoin("partDeliveries as d", "d.partId", "p._id")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(DELIVERY_COLUMNS)
    .select(PAYMENT_COLUMNS)
    .select([
      "p._id",
      "p.orderId",
      "p.merchantId",
      "p.statusText",
      "p.amountCents",
      "p.refundedCents",
      "p.isUnpaid",
      "p.deliveryFeeCents",
      "p.deliveryFeeRefundId",
      "p.shippedAt",
      "p.deliveredAt",
      "p.carrier",
      "p.trackingNumber",
      "p.cancelReason",
      "s.storeName",
      "p.trader",
      "p.invoiceNumber",
    ])
    .where("p.orderId", "=", row._id)
    .orderBy("p._id")
    .execute();
  const ordersByPart = await ordersTogether(db, parts);
  const refundedCents = parts.reduce((sum, part) => sum + backOf(part), 0);
  const refunds = refundedCents > 0 ? await refundsByPart(db, row._id) : undefined;
  return {
    ...toOrder(row, lines),
    ...vatOfLines(lines),
    billing: billing.parse(JSON.parse(row.billing)),
    shipping: billing.parse(JSON.parse(row.shipping)),
    notes: row.notes,
    refunded: toDollars(refundedCents),
    parts: parts.map((part) => {
      const linesOfPart = lines.filter((line) => line.partId === part._id);
      return {
        _id: part._id,
        merchant: part.merchantId,
        storeName: part.storeName ?? "",
        invoiceNumber: part.invoiceNumber ?? "",
        trader: traderIn(part.trader),
        statusText: part.statusText,
        amount: toDollars(part.amountCents),
        refunded: toDollars(part.refundedCents),
        ...feesOf(part),
        ...vatOfLines(linesOfPart),
        refunds: refunds?.get(part._id) ?? [],
        shippedAt: part.shippedAt,
        deliveredAt: part.deliveredAt,
        carrier: part.carrier,
        trackingNumber: part.trackingNumber,
        cancelReason: part.cancelReason,
        lines: linesOfPart.map((line) => line._id),
        delivery: deliveryOf(part),
        together: ordersByPart.get(part._id) ?? [],
        onCollection: collectionPaymentOf(part),
      };
    }),
  };
}

export type LineDoc = Order["carts"][number] & { partId: string };

/** The VAT in lines and in their refunds, in dollars, exact to the cent. */
export function vatOfLines(lines: Pick<LineDoc, "vat" | "vatRefunded">[]): { vat: number; vatRefunded: number } {
  const sum = (figure: "vat" | "vatRefunded") =>
    toDollars(lines.reduce((cents, line) => cents + toCents(line[figure]), 0));
  return { vat: sum("vat"), vatRefunded: sum("vatRefunded") };
}

/** The lines of orders, by order id, as the API returns them. One statement. */
export async function lineDocs(db: Db, orderIds: string[]): Promise<Map<string, LineDoc[]>> {
  const docs = new Map<string, LineDoc[]>();
  if (orderIds.length === 0) return docs;
  const rows = await db
    .selectFrom("orderLines as l")
    .leftJoin("files as f", "f._id", "l.imageId")
    .select([
      "l._id",
      "l.orderId",
      "l.partId",
      "l.productId",
      "l.variantId",
      "l.sizeName",
      "l.contentMilli",
      "l.contentUnit",
      "l.title",
      "l.sku",
      "l.priceCents",
      "l.quantity",
      "l.refundedQuantity",
      "l.refundedCents",
      "l.vatCents",
      "l.food",
      "l.unitPriceCents",
      "l.weightUnit",
      "l.weights",
      "l.dueCents",
      "f._id as fileId",
      "f.widths",
      "f.width",
      "f.height",
    ])
    .where("l.orderId", "in", orderIds)
    .orderBy("l.orderId")
    .orderBy("l.position")
    .execute();
  for (const row of rows) {
    const image = row.fileId
      ? [imageOf({ _id: row.fileId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 })]
      : [];
    docs.set(row.orderId, [
      ...(docs.get(row.orderId) ?? []),
      {
        _id: row._id,
        partId: row.partId,
        product: { _id: row.productId, title: row.title, sku: row.sku, image },
        price: toDollars(row.priceCents),
        vat: toDollars(vatOfLine(row)),
        ...orderedSizeOf(row),
        ...(row.food && { food: foodIn(row.food) }),
        quantity: row.quantity,
        refundedQuantity: row.refundedQuantity,
        refunded: toDollars(row.refundedCents),
        vatRefunded: toDollars(vatRefunded(row, row.refundedCents)),
      },
    ]);
  }
  return docs;
}

/** An order as a list shows it. */
export function toOrder(row: OrderRow, lines: LineDoc[]): Order {
  const goodsCents = lines.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
  return {
    _id: row._id,
    itemId: row.itemId,
    createdAt: row.createdAt,
    date: row.paidAt,
    amount: toDollars(row.amountCents),
    deliveryFee: toDollars(row.amountCents - goodsCents),
    isCompleted: row.isCompleted === 1,
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    paymentMethod: row.paymentMethod,
    carts: lines.map(({ partId: _partId, ...line }) => line),
  };
}
