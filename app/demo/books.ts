import { note } from "~/features/ledger/entries.server";
import { addHistory } from "~/features/sales/add-history.server";
import { inFull, sumsOf } from "~/features/sales/book-sales.server";
import type { Trx } from "~/platform/database/database.server";
import type { LedgerRow, NewRow, OrderRow } from "~/platform/database/tables";

export interface PastOrders {
  orders: OrderRow[];
  parts: NewRow<"orderParts">[];
  lines: NewRow<"orderLines">[];
}

/**
 * Keeps the books of the demo's orders as placing and cancelling each would have: what merchants are owed, and the
 * sums of sales.
 */
export async function fillBooks(
  trx: Trx,
  timeZone: string,
  { orders, parts, lines }: PastOrders,
  idFor: (at: Date, ...what: string[]) => string,
): Promise<void> {
  const orderOf = new Map(orders.map((order) => [order._id, order]));
  const linesOf = new Map<string, NewRow<"orderLines">[]>(parts.map((part) => [part._id, []]));
  for (const line of lines) linesOf.get(line.partId)?.push(line);
  const known = parts.map((part) => ({
    part,
    order: orderOf.get(part.orderId) as OrderRow,
    lines: linesOf.get(part._id) ?? [],
  }));
  const kept = known.filter(({ part }) => part.statusText !== "Cancelled");
  await addHistory(
    trx,
    sumsOf(
      kept.map(({ part, order, lines }) => ({
        merchantId: part.merchantId,
        buyerId: order.buyerId,
        paidAt: order.paidAt ?? order.createdAt,
        amountCents: part.amountCents,
        lines: inFull(lines),
      })),
      timeZone,
    ),
  );
  const entries = known.flatMap(({ part, order }): LedgerRow[] => {
    const entry = (kind: "sale" | "refund", at: string): LedgerRow => ({
      _id: idFor(new Date(at), kind, part._id),
      merchantId: part.merchantId,
      partId: part._id,
      orderId: order._id,
      kind,
      amountCents: kind === "sale" ? part.amountCents : -part.amountCents,
      note: `Order #${order.itemId}`,
      uniqueKey: `${kind} ${part._id}`,
      createdAt: at,
    });
    return [
      entry("sale", order.paidAt ?? order.createdAt),
      ...(part.cancelledAt ? [entry("refund", part.cancelledAt)] : []),
    ];
  });
  for (let start = 0; start < entries.length; start += 200) await note(trx, entries.slice(start, start + 200));
}

/** What went back to buyers for the parts that merchants have cancelled. */
export function refundsOf(
  { orders, parts }: PastOrders,
  idFor: (at: Date, ...what: string[]) => string,
): NewRow<"refunds">[] {
  const orderOf = new Map(orders.map((order) => [order._id, order]));
  return parts.flatMap((part): NewRow<"refunds">[] => {
    const order = orderOf.get(part.orderId);
    if (!order?.intentId || !part.cancelledAt) return [];
    const _id = idFor(new Date(part.cancelledAt), "refund", part._id);
    return [
      {
        _id,
        orderId: order._id,
        intentId: order.intentId,
        amountCents: part.amountCents,
        reason: part.cancelReason ?? "",
        partId: part._id,
        providerId: `re_test_${_id}`,
        createdAt: part.cancelledAt,
        doneAt: part.cancelledAt,
      },
    ];
  });
}
