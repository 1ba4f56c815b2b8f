import { inDollars } from "~/features/accounting/money-columns";
import { backOf } from "~/features/orders/delivery-fee";
import { buyerOf } from "~/features/orders/order.server";
import type { Db } from "~/platform/database/database.server";
import { spreadsheetStream } from "~/platform/spreadsheet.server";
import { dayIn } from "~/platform/time-zone";
import { BATCH, inBatches, momentsOf, type Place } from "./in-batches.server";
import type { ExportQuery } from "./schema";

const COLUMNS = [
  "Begun on",
  "Paid on",
  "Order ID",
  "Status",
  "Customer",
  "Email",
  "Provider",
  "Payment ID",
  "Payment method",
  "Amount",
  "Refunded",
  "Disputed since",
];

/** Every payment begun on the days, newest first. A payment that could not become an order counts as failed. */
export function allPayments({ db, config: { timeZone } }: Place, query: ExportQuery): ReadableStream<Uint8Array> {
  const batches = inBatches(
    (last: Payment | undefined) => payments(db, momentsOf(query, timeZone), last),
    async (orders) => {
      const refundedOf = await refundedSums(
        db,
        orders.map(({ _id }) => _id),
      );
      return orders.map((order) => {
        const buyer = buyerOf(order);
        // A payment that could not become an order was refunded in full.
        const hasFailed = order.status === "refused";
        const refundedCents = hasFailed ? order.amountCents : (refundedOf.get(order._id) ?? 0);
        return [
          dayIn(timeZone, order.createdAt),
          order.paidAt ? dayIn(timeZone, order.paidAt) : "",
          order.itemId,
          hasFailed ? "Failed" : refundedCents >= order.amountCents ? "Refunded" : "Paid",
          `${buyer.firstName} ${buyer.lastName}`,
          buyer.email,
          order.provider,
          order.intentId ?? "",
          order.paymentMethod,
          inDollars(order.amountCents),
          inDollars(refundedCents),
          order.disputedAt ? dayIn(timeZone, order.disputedAt) : "",
        ];
      });
    },
  );
  return spreadsheetStream(query.format, COLUMNS, batches);
}

type Payment = Awaited<ReturnType<typeof payments>>[number];

function payments(
  db: Db,
  { from, before }: ReturnType<typeof momentsOf>,
  last: { createdAt: string; _id: string } | undefined,
) {
  let orders = db
    .selectFrom("orders")
    .select([
      "_id",
      "itemId",
      "status",
      "buyer",
      "provider",
      "intentId",
      "paymentMethod",
      "amountCents",
      "paidAt",
      "createdAt",
      "disputedAt",
    ])
    .where("status", "in", ["paid", "refused"])
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(BATCH);
  if (from) orders = orders.where("createdAt", ">=", from);
  if (before) orders = orders.where("createdAt", "<", before);
  if (last)
    orders = orders
      .where("createdAt", "<=", last.createdAt)
      .where((eb) => eb.or([eb("createdAt", "<", last.createdAt), eb("_id", "<", last._id)]));
  return orders.execute();
}

/** How much of each order went back, in cents. */
async function refundedSums(db: Db, orderIds: string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map();
  const parts = await db
    .selectFrom("orderParts")
    .select(["orderId", "refundedCents", "deliveryFeeCents", "deliveryFeeRefundId"])
    .where("orderId", "in", orderIds)
    .execute();
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(part.orderId, (sums.get(part.orderId) ?? 0) + backOf(part));
  return sums;
}
