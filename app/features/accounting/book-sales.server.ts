import type { Selectable } from "kysely";
import { noteRefund, noteSales, type Sale } from "./entries.server";
import { vatOfLine } from "./vat";
import type { Trx } from "~/platform/database/database.server";
import type { OrderLineRow, OrderPartRow, OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { addSums, inFull, sumsOf, type Booking, type Pieces, type Size } from "./sums.server";

type Line = Size & Pick<OrderLineRow, "partId" | "priceCents" | "quantity"> & { vatCents: number };
type Part = Pick<Selectable<OrderPartRow>, "_id" | "merchantId" | "amountCents" | "deliveryFeeCents">;

/**
 * Books an order that was just paid: each merchant is owed their part and its delivery fee (cents, in the ledger), and
 * the sums of sales go up, by the day of `paidAt` in the marketplace's time zone. Runs in the transaction that marks it
 * paid.
 */
export async function bookSales(trx: Trx, { config }: Services, order: OrderRow, lines: Line[]): Promise<void> {
  const paidAt = order.paidAt ?? order.createdAt;
  const parts = await trx
    .selectFrom("orderParts")
    .select(["_id", "merchantId", "amountCents", "deliveryFeeCents"])
    .where("orderId", "=", order._id)
    .orderBy("_id")
    .execute();
  await noteSales(
    trx,
    parts.map((part) => {
      const vatCents = lines.reduce((sum, line) => (line.partId === part._id ? sum + vatOfLine(line) : sum), 0);
      return saleOf(order, part, vatCents);
    }),
    paidAt,
  );
  await addSums(
    trx,
    sumsOf(
      parts.map((part) => ({
        ...bookingOf(order, part),
        kind: "sale",
        at: paidAt,
        lines: inFull(lines.filter((line) => line.partId === part._id)),
        orders: 1,
      })),
      config.timeZone,
    ),
  );
}

/**
 * Books the refund of a part: the merchant is no longer owed it, and it is added to the refunds of the day of `at`. The
 * day of the sale stays as it is. `settled`: nothing of the part is left. See docs/decisions/056.
 */
export async function bookReturn(
  trx: Trx,
  { config }: Services,
  order: OrderRow,
  part: Part,
  pieces: Pieces,
  refund: { refundId: string; settled: boolean; at: string; kind: "refund" | "dispute"; vatCents: number },
): Promise<void> {
  await noteRefund(trx, saleOf(order, part, refund.vatCents), refund.refundId, refund.at, refund.kind);
  await addSums(
    trx,
    sumsOf(
      [
        {
          ...bookingOf(order, part),
          kind: "refund",
          at: refund.at,
          lines: pieces,
          orders: refund.settled ? 1 : 0,
        },
      ],
      config.timeZone,
    ),
  );
}

function saleOf(order: OrderRow, part: Part, vatCents: number): Sale {
  return {
    partId: part._id,
    orderId: order._id,
    merchantId: part.merchantId,
    itemId: order.itemId,
    amountCents: part.amountCents,
    deliveryFeeCents: part.deliveryFeeCents,
    vatCents,
  };
}

function bookingOf(
  order: OrderRow,
  part: Part,
): Pick<Booking, "merchantId" | "buyerId" | "amountCents" | "deliveryFeeCents"> {
  const { merchantId, amountCents, deliveryFeeCents } = part;
  return { merchantId, buyerId: order.buyerId, amountCents, deliveryFeeCents };
}
