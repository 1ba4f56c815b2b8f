import type { BuyerSnapshot } from "~/features/orders/queries.server";
import type { Db } from "~/platform/database/database.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import type { LockedPart } from "./part.server";
import type { Shipment } from "./schema";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

const rowsOf = (lines: LockedPart["lines"]): [string, string][] => lines.map((line) => [`${line.quantity} × ${line.title}`, dollars(line.priceCents * line.quantity)]);

async function storeNameOf(db: Db, merchantId: string): Promise<string> {
  const store = await db.selectFrom("stores").select("storeName").where("userId", "=", merchantId).executeTakeFirst();
  return store?.storeName || "The stall";
}

/** Tells the buyer that a part is on its way, and how to follow it. */
export async function mailShipped(db: Db, services: Services, { order, part, lines }: LockedPart, { carrier, trackingNumber }: Shipment): Promise<void> {
  const { config } = services;
  const buyer = JSON.parse(order.buyer) as BuyerSnapshot;
  // Empty once the account is deleted.
  if (!buyer.email) return;
  const way: [string, string][] = [...(carrier ? [["Carrier", carrier] as [string, string]] : []), ...(trackingNumber ? [["Tracking number", trackingNumber] as [string, string]] : [])];
  await sendMail.enqueue(db, services, mailOf({
    to: buyer.email,
    subject: `Order #${order.itemId}: your goods are on their way`,
    greeting: `Hello ${buyer.firstName},`,
    parts: [
      `${await storeNameOf(db, part.merchantId)} has sent this to you:`,
      { rows: rowsOf(lines) },
      ...(way.length > 0 ? [{ rows: way }] : []),
      "Once it is there, please say so on the page of your order.",
      { button: "Open your order", href: `${config.publicUrl}/customer/order_history/${order._id}` },
    ],
  }, config));
}

/** Tells the buyer that a part will not come, why, and what becomes of the money. Answers the store's name. */
export async function mailCancelled(db: Db, services: Services, { order, part, lines }: LockedPart, reason: string): Promise<string> {
  const { config } = services;
  const storeName = await storeNameOf(db, part.merchantId);
  const buyer = JSON.parse(order.buyer) as BuyerSnapshot;
  if (!buyer.email) return storeName;
  await sendMail.enqueue(db, services, mailOf({
    to: buyer.email,
    subject: `Order #${order.itemId}: a part of it was cancelled`,
    greeting: `Hello ${buyer.firstName},`,
    parts: [
      `we are sorry: ${storeName} cannot send you this.`,
      { rows: rowsOf(lines) },
      `Their reason: ${reason}`,
      `You get ${dollars(part.amountCents)} back on the card you paid with.${part.amountCents < order.amountCents ? " The rest of your order is not touched by this." : ""}`,
      { button: "Open your order", href: `${config.publicUrl}/customer/order_history/${order._id}` },
    ],
  }, config));
  return storeName;
}
