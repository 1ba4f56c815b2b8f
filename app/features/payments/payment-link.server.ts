import { toDollars } from "~/features/fields";
import { pendingOrderOf } from "~/features/orders/order.server";
import { readerOf } from "~/features/orders/reader.server";
import { timestamp } from "~/platform/clock";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { isSignatureOf, signatureOf } from "~/platform/signature.server";
import { clockTimeIn } from "~/platform/time-zone";
import { noPendingPayment } from "~/features/checkout/errors.server";
import { noHostedPage, unknownPaymentLink } from "./errors.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/*
 * A link that pays an order from any device, without signing in. Its word is the order's id with our signature. It
 * works as long as the order's goods are held; the order itself says until when.
 */

export function paymentLinkWord({ config }: Pick<Services, "config">, orderId: string): string {
  return `${orderId}.${signatureOf(config, signedText(orderId))}`;
}

const signedText = (orderId: string) => `payment link ${orderId}`;

/** The order that a link is for. Throws unknownPaymentLink for a word that we did not make. */
export async function orderOfLink(services: Services, word: string): Promise<OrderRow> {
  const [orderId = "", signature = "", ...excess] = word.split(".");
  if (excess.length > 0 || !isSignatureOf(services.config, signedText(orderId), signature)) throw unknownPaymentLink();
  const order = await services.db.selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirst();
  if (!order) throw unknownPaymentLink();
  return order;
}

/** Mails the buyer a link to pay the waiting order. Returns a sentence that tells them so. */
export async function mailPaymentLink(services: Services, buyerId: string): Promise<string> {
  const { config, db, clock, cards } = services;
  if (!cards.hostedPages) throw noHostedPage();
  const order = await pendingOrderOf(db, buyerId);
  if (!order || order.heldUntil <= timestamp(clock)) throw noPendingPayment();
  await services.rateLimiter.consume({ name: "payment-link", points: 5, seconds: 1800 }, order._id);
  const reader = await readerOf(db, order);
  const until = clockTimeIn(config.timeZone, order.heldUntil);
  await mailTo(db, services, reader, `Pay for order #${order.itemId} until ${until}`, [
    `your goods are set aside until ${until}, and nothing was charged yet. Open this link on any device to pay; you need not sign in:`,
    { button: "Pay for the order", href: `${config.publicUrl}/pay/${paymentLinkWord(services, order._id)}` },
    {
      rows: [
        ["Order", `#${order.itemId}`],
        ["Total", money.format(toDollars(order.amountCents))],
        ["Held until", until],
      ],
    },
    "Whoever has this link can pay for the order and see its number and total, nothing else. Once its time is over it charges nothing.",
  ]);
  return `We have mailed a payment link to ${reader.email}. It works until ${until}.`;
}
