import type { Expression } from "kysely";
import { billing } from "~/features/accounts/schema";
import { collectionPaymentOf, PAYMENT_COLUMNS, type JoinedPayment } from "~/features/collection-payments/due.server";
import type { Cursor } from "~/features/cursor.server";
import { DELIVERY_COLUMNS, deliveryOf, type JoinedDelivery } from "~/features/delivery/part-deliveries.server";
import { toDollars } from "~/features/fields";
import { feesOf } from "~/features/orders/delivery-fee";
import { lineDocs, vatOfLines } from "~/features/orders/order-details.server";
import { buyerOf } from "~/features/orders/order.server";
import type { PartStatus } from "~/features/orders/schema";
import type { Db } from "~/platform/database/database.server";
import type { MerchantOrder } from "./schema";

/* Makes a merchant's orders with their lines, as the API returns them, from the rows of their parts. */

/** The columns of a part and its order, for `withLines`. */
export const COLUMNS = [
  "p._id as partId",
  "p.statusText",
  "p.amountCents",
  "p.refundedCents",
  "p.isUnpaid",
  "p.deliveryFeeCents",
  "p.deliveryFeeRefundId",
  "p.paidAt",
  "p.createdAt",
  "p.updatedAt",
  "p.externalId",
  "p.shippedAt",
  "p.deliveredAt",
  "p.deliveredBy",
  "p.cancelledAt",
  "p.carrier",
  "p.trackingNumber",
  "p.invoiceNumber",
  "p.cancelReason",
  "o._id",
  "o.itemId",
  "o.paymentMethod",
  "o.buyer",
  "o.billing",
  "o.shipping",
  "o.notes",
  ...DELIVERY_COLUMNS,
  ...PAYMENT_COLUMNS,
  "d.handedOverAt",
  "d.handedOverBy",
] as const;

/** Orders, and the cursor of the last one; null if there is none. */
export interface Found {
  docs: MerchantOrder[];
  last: Cursor | null;
}

/** The number of orders to read from a list, and the number to skip. */
export interface ListRange {
  limit: number;
  offset: number;
}

/** The orders of these paid parts, by the time of their payment. Two statements. */
export async function ordersByParts(
  db: Db,
  partIds: string[] | Expression<string>,
  direction: "asc" | "desc" = "desc",
): Promise<Found> {
  const rows = await db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("partDeliveries as d", "d.partId", "p._id")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(COLUMNS)
    .where("p._id", "in", partIds)
    .orderBy("p.paidAt", direction)
    .orderBy("p._id", direction)
    .execute();
  const last = rows.at(-1);
  return { docs: await withLines(db, rows), last: last ? { at: last.paidAt ?? "", id: last.partId } : null };
}

interface PartRecord extends JoinedDelivery, JoinedPayment {
  partId: string;
  _id: string;
  itemId: number;
  statusText: PartStatus;
  amountCents: number;
  refundedCents: number;
  deliveryFeeCents: number;
  deliveryFeeRefundId: string | null;
  paidAt: string | null;
  createdAt: string;
  updatedAt: string;
  externalId: string;
  invoiceNumber: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  paymentMethod: string;
  buyer: string;
  billing: string;
  shipping: string;
  notes: string;
  handedOverAt: string | null;
  handedOverBy: string | null;
}

/** A merchant's orders from rows of parts, with the lines of each. One statement. */
export async function withLines(db: Db, rows: PartRecord[]): Promise<MerchantOrder[]> {
  const lines = await lineDocs(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => {
    const carts = (lines.get(row._id) ?? []).flatMap(({ partId, ...line }) => (partId === row.partId ? [line] : []));
    const { firstName, lastName, email, telephone } = buyerOf(row);
    const { streetAddress } = billing.parse(JSON.parse(row.billing));
    return {
      _id: row._id,
      itemId: row.itemId,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      externalId: row.externalId,
      invoiceNumber: row.invoiceNumber ?? "",
      suppliedAt: suppliedAt(row),
      date: row.paidAt,
      statusText: row.statusText,
      paymentMethod: row.paymentMethod,
      amount: toDollars(row.amountCents),
      refunded: toDollars(row.refundedCents),
      ...feesOf(row),
      ...vatOfLines(carts),
      user: { firstName, lastName, email, telephone, extras: { streetAddress } },
      shipping: billing.parse(JSON.parse(row.shipping)),
      notes: row.notes,
      carts,
      delivery: deliveryOf(row),
      onCollection: collectionPaymentOf(row),
      handedOver: row.handedOverAt === null ? null : { at: row.handedOverAt, by: row.handedOverBy ?? "" },
    };
  });
}

/** When goods were handed over or, where they are not collected, sent. */
const suppliedAt = ({
  wayKind,
  handedOverAt,
  shippedAt,
  deliveredAt,
}: Pick<PartRecord, "wayKind" | "handedOverAt" | "shippedAt" | "deliveredAt">): string | null =>
  handedOverAt ?? (wayKind === "collection" ? deliveredAt : (shippedAt ?? deliveredAt));
