import { collectionPaymentOf, PAYMENT_COLUMNS } from "~/features/collection-payments/due.server";
import { methodInWords } from "~/features/collection-payments/words-schema";
import { billing } from "~/features/accounts/schema";
import {
  DELIVERY_FEE_COLUMNS,
  deliveryFeeRow,
  inDollars,
  MONEY_COLUMNS,
  moneyRow,
} from "~/features/accounting/money-columns";
import { feeBackOf } from "~/features/orders/delivery-fee";
import { buyerOf } from "~/features/orders/order.server";
import { vatOfParts } from "~/features/orders/vat-of-parts.server";
import { paidOutOf } from "~/features/payouts/of-parts.server";
import type { Db } from "~/platform/database/database.server";
import { spreadsheetStream } from "~/platform/spreadsheet.server";
import { dayIn } from "~/platform/time-zone";
import { BATCH, inBatches, momentsOf, type Place } from "./in-batches.server";
import type { ExportQuery } from "./schema";

const COLUMNS = [
  "Order ID",
  "Paid on",
  "Stall",
  "Status",
  "Customer",
  "Email",
  "State",
  "Country",
  "Products",
  "Pieces",
  "Payment method",
  "Amount",
  "Refunded",
  ...MONEY_COLUMNS,
  ...DELIVERY_FEE_COLUMNS,
  "Invoice number",
];

/** Every paid order of the days, newest first, a line for each stall that sends a part of it. */
export function allOrders({ db, config: { timeZone } }: Place, query: ExportQuery): ReadableStream<Uint8Array> {
  const batches = inBatches(
    (last: PaidOrder | undefined) => paidOrders(db, momentsOf(query, timeZone), last),
    async (orders) => {
      const parts = await partsOf(db, orders);
      const partIds = parts.map(({ _id }) => _id);
      const [products, paidOut, vatOf] = [
        await productsOf(db, partIds),
        await paidOutOf(db, partIds),
        await vatOfParts(db, partIds),
      ];
      const byOrder = new Map(orders.map((order) => [order._id, order]));
      return parts.flatMap((part) => {
        const order = byOrder.get(part.orderId);
        if (!order) return [];
        const buyer = buyerOf(order);
        const to = billing.parse(JSON.parse(order.shipping));
        const lines = products.get(part._id) ?? [];
        const { vatCents = 0, vatRefundedCents = 0 } = vatOf.get(part._id) ?? {};
        const sums = { ...part, vatCents, vatRefundedCents, deliveryFeeRefundedCents: feeBackOf(part) };
        return [
          [
            order.itemId,
            dayIn(timeZone, order.paidAt ?? order.createdAt),
            part.storeName ?? "",
            part.statusText,
            `${buyer.firstName} ${buyer.lastName}`,
            buyer.email,
            to.states,
            to.countryRegion,
            lines.map(({ quantity, title }) => `${quantity} × ${title}`).join("; "),
            lines.reduce((sum, { quantity }) => sum + quantity, 0),
            methodInWords(order.paymentMethod, collectionPaymentOf(part)),
            inDollars(part.amountCents),
            inDollars(part.refundedCents),
            ...moneyRow(sums, paidOut.get(part._id), timeZone),
            ...deliveryFeeRow(sums),
            part.invoiceNumber ?? "",
          ],
        ];
      });
    },
  );
  return spreadsheetStream(query.format, COLUMNS, batches);
}

type PaidOrder = Awaited<ReturnType<typeof paidOrders>>[number];

function paidOrders(
  db: Db,
  { from, before }: ReturnType<typeof momentsOf>,
  last: { paidAt: string | null; _id: string } | undefined,
) {
  let orders = db
    .selectFrom("orders")
    .select(["_id", "itemId", "paidAt", "createdAt", "buyer", "shipping", "paymentMethod"])
    .where("status", "=", "paid")
    .orderBy("paidAt", "desc")
    .orderBy("_id", "desc")
    .limit(BATCH);
  if (from) orders = orders.where("paidAt", ">=", from);
  if (before) orders = orders.where("paidAt", "<", before);
  if (last)
    orders = orders
      .where("paidAt", "<=", last.paidAt)
      .where((eb) => eb.or([eb("paidAt", "<", last.paidAt), eb("_id", "<", last._id)]));
  return orders.execute();
}

/** The parts of the orders, sorted like the orders. */
async function partsOf(db: Db, orders: PaidOrder[]) {
  if (orders.length === 0) return [];
  const orderIds = orders.map(({ _id }) => _id);
  const parts = await db
    .selectFrom("orderParts as p")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select([
      "p._id",
      "p.orderId",
      "p.statusText",
      "p.amountCents",
      "p.refundedCents",
      "p.invoiceNumber",
      "s.storeName",
    ])
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(["p.deliveryFeeCents", "p.deliveryFeeRefundId", "p.isUnpaid"])
    .select(PAYMENT_COLUMNS)
    .where("p.orderId", "in", orderIds)
    .orderBy("p._id")
    .execute();
  const places = new Map(orderIds.map((id, place) => [id, place]));
  return parts.toSorted((a, b) => (places.get(a.orderId) ?? 0) - (places.get(b.orderId) ?? 0));
}

async function productsOf(db: Db, partIds: string[]) {
  const byPart = new Map<string, { title: string; quantity: number }[]>();
  if (partIds.length === 0) return byPart;
  const lines = await db
    .selectFrom("orderLines")
    .select(["partId", "title", "quantity"])
    .where("partId", "in", partIds)
    .orderBy("position")
    .execute();
  for (const line of lines) byPart.set(line.partId, [...(byPart.get(line.partId) ?? []), line]);
  return byPart;
}
