import { deliveriesOf } from "~/features/delivery/part-deliveries.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, markShipped } from "~/features/orders/order-parts.server";
import { readerOf } from "~/features/orders/reader.server";
import { tellOrders } from "~/features/orders/tell-buyer.server";
import { tellShipped } from "~/features/webhooks/tell-steps.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyDelivered, notWeighed } from "./errors.server";
import { shippedMail, storeNameOf } from "./mails.server";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails, Shipment } from "./schema";
import { titlesToWeigh } from "./weigh.server";

/**
 * Marks a merchant's part as sent. A further call leaves it sent and may correct carrier and tracking number until it
 * has arrived; if it gives neither, both stay as they are.
 */
export async function ship(
  services: Services,
  merchantId: string,
  orderId: string,
  { carrier, trackingNumber }: Shipment,
): Promise<MerchantOrderDetails> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { statusText, _id } = locked.part;
    if (statusText === "Delivered") throw alreadyDelivered();
    if (statusText === "Cancelled" || statusText === "Refunded") throw alreadyCancelled();
    const first = statusText === "Processing";
    const unweighed = first ? titlesToWeigh(locked.lines) : [];
    if (unweighed.length > 0) throw notWeighed(unweighed);
    if (!first && carrier === "" && trackingNumber === "") return;
    const now = timestamp(services.clock);
    await markShipped(trx, _id, { carrier, trackingNumber, updatedAt: now, ...(first && { shippedAt: now }) });
    if (!first) return;
    const [reader, storeName] = [await readerOf(trx, locked.order), await storeNameOf(trx, merchantId)];
    const delivery = (await deliveriesOf(trx, [orderId])).get(_id)?.delivery;
    const mail = shippedMail(services, locked, reader, storeName, { carrier, trackingNumber }, delivery);
    if (mail) await sendMail.enqueue(trx, services, mail);
    await tellOrders(trx, services, [locked.order]);
    await tellShipped(trx, services, [{ _id, orderId, merchantId }]);
    logStep(trx, services, orderId, "shipped");
  });
  return merchantOrder(services, merchantId, orderId);
}
