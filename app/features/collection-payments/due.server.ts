import { toDollars, type Cents } from "~/features/fields";
import type { OrderRow } from "~/platform/database/tables";
import type { OrderPartRow } from "~/platform/database/tables";
import type { Selectable } from "kysely";
import { ON_COLLECTION, type CollectionPayment, type PaidTo } from "./schema";

/* The only place that decides what is due for a part at collection and how it was paid. All sums are cents. */

type Part = Pick<
  Selectable<OrderPartRow>,
  "statusText" | "amountCents" | "refundedCents" | "isUnpaid" | "deliveryFeeCents" | "deliveryFeeRefundId"
>;

/**
 * The sum to be paid for a part at collection: the rest of its price, and its delivery fee. 0 if it is paid or called
 * off.
 */
export function dueCentsOf(part: Part): Cents {
  const { statusText, amountCents, refundedCents, isUnpaid, deliveryFeeCents, deliveryFeeRefundId } = part;
  const isOpen = statusText === "Processing" || statusText === "Shipped";
  const feeCents = deliveryFeeRefundId === null ? deliveryFeeCents : 0;
  return isUnpaid === 1 && isOpen ? amountCents - refundedCents + feeCents : 0;
}

/** Whether the buyer paid the merchant, so that the merchant also gives money back by hand. */
export const isPaidThere = ({ paymentMethod }: Pick<OrderRow, "paymentMethod">, { isUnpaid }: Pick<Part, "isUnpaid">) =>
  paymentMethod === ON_COLLECTION && isUnpaid === 0;

/** The columns of a part's payment, for `collectionPaymentOf`, where `collectionPayments` is joined to parts as `c`. */
export const PAYMENT_COLUMNS = [
  "c.partId as paymentPartId",
  "c.paidAt as paidThereAt",
  "c.paidCents",
  "c.tenderedCents",
  "c.paidTo",
  "c.missedAt",
  "c.excusedAt",
] as const;

/** The columns of a left join: empty for a part that is paid by card. */
export interface JoinedPayment extends Part {
  paymentPartId: string | null;
  paidThereAt: string | null;
  paidCents: Cents | null;
  tenderedCents: Cents | null;
  paidTo: PaidTo | null;
  missedAt: string | null;
  excusedAt: string | null;
}

/** The payment of a part at collection as the API returns it; null if the part is paid by card. */
export function collectionPaymentOf(row: JoinedPayment): CollectionPayment | null {
  if (row.paymentPartId === null) return null;
  const { paidThereAt, paidCents, tenderedCents, paidTo, missedAt, excusedAt } = row;
  const due = dueCentsOf(row);
  const isOpen = row.statusText === "Processing" || row.statusText === "Shipped";
  return {
    state: paidThereAt !== null ? "paid" : missedAt !== null ? "missed" : isOpen ? "to_be_paid" : "called_off",
    due: toDollars(due),
    paid: toDollars(paidCents ?? 0),
    tendered: toDollars(tenderedCents ?? 0),
    change: toDollars((tenderedCents ?? 0) - (paidCents ?? 0)),
    paidAt: paidThereAt,
    paidTo: paidThereAt === null ? null : paidTo,
    excused: excusedAt !== null,
  };
}

/**
 * The cents of a part's goods that were paid, and how many of them were refunded. Goods that were taken out before a
 * payment at collection were never paid. `paidCents`, of goods and delivery fee, is null if a part is paid by card.
 */
export function paidAndBack({
  amountCents,
  refundedCents,
  deliveryFeeCents,
  paidCents,
}: Pick<Part, "amountCents" | "refundedCents" | "deliveryFeeCents"> & { paidCents: Cents | null }) {
  if (paidCents === null) return { amountCents, refundedCents };
  const goodsCents = paidCents - deliveryFeeCents;
  return { amountCents: goodsCents, refundedCents: refundedCents - (amountCents - goodsCents) };
}
