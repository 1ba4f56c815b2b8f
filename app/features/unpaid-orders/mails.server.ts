import { timeInWords } from "~/features/delivery/words-schema";
import type { PartDelivery } from "~/features/delivery/schema";
import { buyerOf } from "~/features/orders/order.server";
import type { LockedPart } from "~/features/orders/order-parts.server";
import { tellBuyer } from "~/features/orders/tell-buyer.server";
import type { Db } from "~/platform/database/database.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/**
 * Tells buyer and merchant that nobody came for a part in its time, so it is called off and the goods are for sale
 * again.
 */
export async function mailMissed(
  db: Db,
  services: Services,
  { order, part }: LockedPart,
  delivery: PartDelivery,
): Promise<void> {
  const { publicUrl, market } = services.config;
  const time = timeInWords(delivery);
  const subject = `Order #${order.itemId}: not collected`;
  const people = await db
    .selectFrom("users as u")
    .leftJoin("stores as s", "s.userId", "u._id")
    .select(["u.email", "u.firstName", "s.storeName"])
    .where("u._id", "=", part.merchantId)
    .executeTakeFirstOrThrow();
  await tellBuyer(db, services, order, subject, [
    `nobody collected your part of ${people.storeName || "the stall"} (${time}), so we have called it off. You have paid nothing for it, and there is nothing to pay.`,
    "The stall had packed it for you. After orders that were not collected only a card can be used.",
    `If you did collect it, or could not, write to the stall, or to ${market.email}.`,
    { button: "Open your order", href: `${publicUrl}/customer/order_history/${order._id}` },
  ]);
  const { firstName, lastName } = buyerOf(order);
  await mailTo(db, services, people, subject, [
    `${`${firstName} ${lastName}`.trim() || "The customer"} did not collect order #${order.itemId} (${time}), and has not paid it. It is called off, and the goods are in your stock again.`,
    "If it was not the customer's fault, say so on the page of the order: then it does not count against them.",
    { button: "Open the order", href: `${publicUrl}/merchant/orders/${order._id}` },
  ]);
}
