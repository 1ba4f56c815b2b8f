import { bookReturn } from "~/features/fulfilment/book-sales.server";
import { completeIfSettled } from "~/features/fulfilment/part.server";
import { linesOf, lockOrder, lockProducts, returnStock } from "~/features/orders/queries.server";
import { unknownOrder } from "~/features/orders/rules.server";
import { refund } from "~/features/payments/refund.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderPartRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { audit, type Operator } from "./audit.server";
import { nothingToRefund } from "./errors.server";
import { mailPartsRefunded } from "./mails.server";

const GIVEN_BACK = new Set(["Cancelled", "Refunded"]);

type Part = Pick<OrderPartRow, "_id" | "merchantId" | "statusText" | "amountCents">;

/** What follows when the price of these parts has gone back to the buyer, whoever gave it back: statuses, stock, books, and the merchants' mails. */
export async function returnParts(trx: Trx, services: Services, order: OrderRow, parts: Part[], reason: string): Promise<void> {
  const { clock, dialect } = services;
  const at = timestamp(clock);
  const lines = await linesOf(trx, order._id);
  await trx.updateTable("orderParts").set({ statusText: "Refunded", cancelReason: reason, cancelledAt: at }).where("_id", "in", parts.map((part) => part._id)).execute();
  const unsent = new Set(parts.filter((part) => part.statusText === "Processing").map((part) => part._id));
  const back = lines.filter((line) => unsent.has(line.partId));
  if (back.length > 0) {
    await lockProducts(trx, dialect, back.map((line) => line.productId));
    await returnStock(trx, back);
    await dialect.announceChange(trx);
  }
  for (const part of parts) await bookReturn(trx, services, order, part, lines, at);
  await completeIfSettled(trx, [order._id]);
  await mailPartsRefunded(trx, services, { itemId: order.itemId, orderId: order._id, unsent }, parts, reason);
}

/**
 * Gives a buyer the price of one part back, or of every part that was not given back yet. What was not sent is for sale
 * again; what was sent or has arrived is not. The books forget the sale, and buyer and merchants learn why.
 */
export async function refundOrder(services: Services, operator: Operator, orderId: string, { partId, reason }: { partId?: string | undefined; reason: string }): Promise<void> {
  const { clock, dialect } = services;
  await inTransaction(services.db, async (trx) => {
    // Held until the end: a merchant who cancels at this moment comes before or after.
    const order = await lockOrder(trx, dialect, orderId);
    if (order?.status !== "paid" || !order.intentId) throw unknownOrder();
    const all = await trx.selectFrom("orderParts").select(["_id", "merchantId", "statusText", "amountCents"]).where("orderId", "=", orderId).orderBy("_id").execute();
    const asked = partId ? all.filter((part) => part._id === partId) : all;
    if (asked.length === 0) throw unknownOrder();
    const parts = asked.filter((part) => !GIVEN_BACK.has(part.statusText));
    if (parts.length === 0) throw nothingToRefund();

    const at = timestamp(clock);
    await returnParts(trx, services, order, parts, reason);
    const [refundId, amountCents] = [newId(clock.now()), parts.reduce((sum, part) => sum + part.amountCents, 0)];
    const only = parts.length === 1 && all.length > 1 ? parts[0] : undefined;
    await trx.insertInto("refunds").values({ _id: refundId, orderId, intentId: order.intentId, amountCents, partId: only?._id ?? null, reason, providerId: null, createdAt: at, doneAt: null }).execute();
    await refund.enqueue(trx, services, { refundId });
    await audit(trx, services, operator, "order.refunded", `#${order.itemId}`, { order: orderId, amount: amountCents / 100, ...(only && { part: only._id }), reason });
  });
}
