import { note } from "~/features/accounting/entries.server";
import { addSums, inFull, sizeOfLine, sumsOf, type Booking, type Size } from "~/features/accounting/sums.server";
import type { Trx } from "~/platform/database/database.server";
import type { LedgerRow, NewRow, OrderRow, RefundLineRow } from "~/platform/database/tables";

export interface PastOrders {
  orders: OrderRow[];
  parts: NewRow<"orderParts">[];
  lines: NewRow<"orderLines">[];
}

/**
 * Keeps the books of the demo's orders as placing and cancelling them would have: the ledger of what merchants are
 * owed, and the sums of sales.
 */
export async function fillBooks(
  trx: Trx,
  timeZone: string,
  { orders, parts, lines }: PastOrders,
  idFor: IdFor,
): Promise<void> {
  const orderOf = new Map(orders.map((order) => [order._id, order]));
  const linesOf = new Map<string, (NewRow<"orderLines"> & Size)[]>(parts.map((part) => [part._id, []]));
  for (const line of lines) {
    const { variantId = line.productId, sizeName = "" } = line;
    linesOf.get(line.partId)?.push({ ...line, variantId, sizeName });
  }
  const knownParts = parts.map((part) => ({
    part,
    order: orderOf.get(part.orderId) as OrderRow,
    lines: linesOf.get(part._id) ?? [],
  }));
  const bookings = knownParts.flatMap(({ part, order, lines }): Booking[] => {
    const booking = {
      merchantId: part.merchantId,
      buyerId: order.buyerId,
      amountCents: part.amountCents,
      deliveryFeeCents: part.deliveryFeeCents ?? 0,
      lines: inFull(lines),
      orders: 1 as const,
    };
    const sale: Booking = { ...booking, kind: "sale", at: order.paidAt ?? order.createdAt };
    if (part.cancelledAt) return [sale, { ...booking, kind: "refund", at: part.cancelledAt }];
    const at = weighedAt(part);
    if (at === null) return [sale];
    const back = lines.flatMap(({ refundedCents = 0, ...line }) =>
      refundedCents > 0 ? [{ ...sizeOfLine(line), quantity: 0, amountCents: refundedCents }] : [],
    );
    const amountCents = part.refundedCents ?? 0;
    return [sale, { ...booking, kind: "refund", at, orders: 0, amountCents, deliveryFeeCents: 0, lines: back }];
  });
  await addSums(trx, sumsOf(bookings, timeZone));
  const entries = knownParts.flatMap(({ part, order }): LedgerRow[] => {
    const backAt = refundedAt(part);
    const paidAt = order.paidAt ?? order.createdAt;
    const { deliveryFeeCents = 0 } = part;
    const entry = (kind: "sale" | "refund", at: string): LedgerRow => ({
      _id: idFor(new Date(at), kind, part._id),
      merchantId: part.merchantId,
      partId: part._id,
      orderId: order._id,
      kind,
      amountCents: kind === "sale" ? part.amountCents : -(part.refundedCents ?? 0),
      vatCents: 0,
      note: `Order #${order.itemId}`,
      uniqueKey: `${kind} ${part._id}`,
      createdAt: at,
    });
    const delivery = (at: string, amountCents: number, uniqueKey: string): LedgerRow[] =>
      amountCents === 0
        ? []
        : [{ ...entry("sale", at), _id: idFor(new Date(at), uniqueKey), kind: "delivery", amountCents, uniqueKey }];
    return [
      entry("sale", paidAt),
      ...delivery(paidAt, deliveryFeeCents, `delivery ${part._id}`),
      ...(backAt === null ? [] : [entry("refund", backAt)]),
      ...(part.cancelledAt ? delivery(part.cancelledAt, 0 - deliveryFeeCents, `delivery back ${part._id}`) : []),
    ];
  });
  for (let start = 0; start < entries.length; start += 200) await note(trx, entries.slice(start, start + 200));
}

/** When the goods of a part that has left were weighed and less was due than was paid. Null if that never happened. */
const weighedAt = ({ cancelledAt, refundedCents, shippedAt }: NewRow<"orderParts">): string | null =>
  !cancelledAt && refundedCents ? (shippedAt ?? null) : null;

const refundedAt = (part: NewRow<"orderParts">): string | null => part.cancelledAt ?? weighedAt(part);

type IdFor = (at: Date, ...names: string[]) => string;

/** The refunds of parts that merchants have cancelled, and of goods that weighed less than was paid for. */
export function refundsOf({ orders, parts }: PastOrders, idFor: IdFor): NewRow<"refunds">[] {
  const orderOf = new Map(orders.map((order) => [order._id, order]));
  return parts.flatMap((part): NewRow<"refunds">[] => {
    const order = orderOf.get(part.orderId);
    const at = refundedAt(part);
    if (!order?.intentId || at === null) return [];
    const _id = refundIdOf(part, at, idFor);
    return [
      {
        _id,
        orderId: order._id,
        intentId: order.intentId,
        amountCents: part.refundedCents ?? 0,
        reason: part.cancelReason || "It weighs less than you paid for.",
        ...(!part.cancelledAt && { cause: "weighed" }),
        partId: part._id,
        providerId: `re_test_${_id}`,
        createdAt: at,
        doneAt: at,
      },
    ];
  });
}

const refundIdOf = (part: NewRow<"orderParts">, at: string, idFor: IdFor) => idFor(new Date(at), "refund", part._id);

/** The lines of refunds of goods that weighed less than was paid for. */
export function refundLinesOf({ parts, lines }: PastOrders, idFor: IdFor): RefundLineRow[] {
  const partOf = new Map(parts.map((part) => [part._id, part]));
  return lines.flatMap(({ _id: lineId, partId, refundedCents = 0 }): RefundLineRow[] => {
    const part = partOf.get(partId);
    const at = part ? weighedAt(part) : null;
    if (!part || at === null || refundedCents === 0) return [];
    return [{ refundId: refundIdOf(part, at, idFor), lineId, quantity: 0, amountCents: refundedCents }];
  });
}
