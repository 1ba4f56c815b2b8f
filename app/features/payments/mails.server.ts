import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { billing } from "~/features/accounts/schema";
import { linesOf, type BuyerSnapshot } from "~/features/orders/order.server";
import { readerOf } from "~/features/orders/reader.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

type Line = Awaited<ReturnType<typeof linesOf>>[number];
const rowsOf = (lines: Line[]): [string, string][] =>
  lines.map((line) => [`${line.quantity} × ${line.title}`, dollars(line.priceCents * line.quantity)]);

/** Tells the buyer that the order is paid, and each merchant what to send. */
export async function mailOrderPlaced(db: Db, services: Services, order: OrderRow): Promise<void> {
  const { config } = services;
  const to = billing.parse(JSON.parse(order.shipping));
  const address = [fullName(to), ...addressLines(to)].filter(Boolean).join(", ");
  const lines = await linesOf(db, order._id);
  await mailTo(db, services, await readerOf(db, order), `Order #${order.itemId} is paid`, [
    "thank you for your order. The stallholders are packing it now.",
    { rows: [...rowsOf(lines), ["Shipping", "Free"], ["Total", dollars(order.amountCents)]] },
    `It goes to: ${address}`,
    { button: "Follow your order", href: `${config.publicUrl}/customer/order_history/${order._id}` },
  ]);

  const parts = await db
    .selectFrom("orderParts as p")
    .innerJoin("users as u", "u._id", "p.merchantId")
    .select(["p._id", "p.amountCents", "u.email", "u.firstName"])
    .where("p.orderId", "=", order._id)
    .execute();
  const buyer = JSON.parse(order.buyer) as BuyerSnapshot;
  for (const part of parts) {
    const own = rowsOf(lines.filter((line) => line.partId === part._id));
    await mailTo(db, services, part, `New order #${order.itemId}: ${dollars(part.amountCents)}`, [
      `${buyer.firstName} ${buyer.lastName} has ordered from you:`,
      { rows: [...own, ["Your part", dollars(part.amountCents)]] },
      `Please send it to: ${address}`,
      ...(order.notes ? [`The buyer's notes: ${order.notes}`] : []),
      { button: "Open the order", href: `${config.publicUrl}/merchant/orders/${order._id}` },
    ]);
  }
}
