import { deliveriesOf } from "~/features/delivery/part-deliveries.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockParts, markAllShipped, type LockedPart } from "~/features/orders/order-parts.server";
import { readersOf } from "~/features/orders/reader.server";
import { tellOrders } from "~/features/orders/tell-buyer.server";
import { tellShipped } from "~/features/webhooks/tell-steps.server";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyDelivered, alreadyShipped, notWeighed } from "./errors.server";
import { shippedMail, storeNameOf } from "./mails.server";
import type { Shipments, Shipped } from "./packing-schema";
import { titlesToWeigh } from "./weigh.server";

/**
 * Marks several parts as sent and tells their buyers. Parts that cannot be marked stay as they are and are returned
 * with the reason. As many statements for forty parts as for one.
 */
export async function shipMany(services: Services, merchantId: string, shipments: Shipments): Promise<Shipped> {
  return inTransactionOnce(services, async (trx) => {
    const parts = await lockParts(
      trx,
      services,
      merchantId,
      shipments.map(({ order }) => order),
    );
    const attempts = shipments.map((shipment) => {
      const locked = parts.get(shipment.order);
      return { shipment, locked, refusal: refusalOf(locked) };
    });
    const shippedParts = attempts.flatMap(({ shipment, locked, refusal }) =>
      locked && !refusal ? [{ shipment, locked }] : [],
    );
    if (shippedParts.length > 0) {
      await markAllShipped(
        trx,
        shippedParts.map(({ shipment: { carrier, trackingNumber }, locked }) => ({
          partId: locked.part._id,
          carrier,
          trackingNumber,
        })),
        timestamp(services.clock),
      );
      const storeName = await storeNameOf(trx, merchantId);
      const readerOf = await readersOf(
        trx,
        shippedParts.map(({ locked }) => locked.order),
      );
      const deliveries = await deliveriesOf(
        trx,
        shippedParts.map(({ locked }) => locked.order._id),
      );
      await sendMail.enqueueAll(
        trx,
        services,
        shippedParts.flatMap(({ shipment, locked }) => {
          const delivery = deliveries.get(locked.part._id)?.delivery;
          return shippedMail(services, locked, readerOf(locked.order), storeName, shipment, delivery) ?? [];
        }),
      );
      await tellOrders(
        trx,
        services,
        shippedParts.map(({ locked }) => locked.order),
      );
      await tellShipped(
        trx,
        services,
        shippedParts.map(({ locked }) => ({ _id: locked.part._id, orderId: locked.order._id, merchantId })),
      );
      for (const { shipment } of shippedParts) logStep(trx, services, shipment.order, "shipped");
    }
    return {
      shipped: shippedParts.map(({ shipment }) => shipment.order),
      refused: attempts.flatMap(({ shipment: { order }, refusal }) =>
        refusal ? [{ order, code: refusal.code, message: refusal.message }] : [],
      ),
    };
  });
}

/**
 * The refusal for a part that cannot be marked as sent, or null. A part that was sent before keeps its tracking number:
 * in a list that was opened earlier, the field for it is empty.
 */
function refusalOf(locked: LockedPart | undefined): Refusal | null {
  switch (locked?.part.statusText) {
    case "Processing": {
      const unweighed = titlesToWeigh(locked.lines);
      return unweighed.length > 0 ? notWeighed(unweighed) : null;
    }
    case "Shipped":
      return alreadyShipped();
    case "Delivered":
      return alreadyDelivered();
    case undefined:
      return unknownOrder();
    default:
      return alreadyCancelled();
  }
}
