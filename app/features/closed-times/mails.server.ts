import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { codeInHalves, momentInWords, timeInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { readerOf } from "~/features/orders/reader.server";
import type { LockedPart } from "~/features/orders/order-parts.server";
import { storeNameOf } from "~/features/merchant-orders/mails.server";
import { waysBack } from "~/features/refunds/mails.server";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeRow, PartDeliveryRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { linkAddress } from "./link-word.server";

/* Letters about closed times; each is written in the transaction of its step. */

/** The closed time in words: "Saturday 28 November, 9 to 12". */
export const closedInWords = ({ day, startTime, endTime }: ClosedTimeRow): string =>
  timeInWords({ day, from: startTime, to: endTime });

const codeOf = ({ code }: PartDeliveryRow): string[] => (code ? [`Your code stays ${codeInHalves(code)}.`] : []);

const orderAddress = ({ config }: Services, { order }: LockedPart) =>
  `${config.publicUrl}/customer/order_history/${order._id}`;

/** Tells a buyer that the time of their order is closed, its new time, and how to refuse. */
export async function mailMovedTime(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  locked: LockedPart,
  moved: PartDeliveryRow,
  amountCents: number,
): Promise<void> {
  const { order, part } = locked;
  const storeName = await storeNameOf(trx, part.merchantId);
  const until = momentInWords(closing.settleAt, services.config.timeZone);
  const delivery = partDeliveryOf(moved);
  await mailTo(trx, services, await readerOf(trx, order), `Order #${order.itemId}: moved to ${timeInWords(delivery)}`, [
    `we are sorry: ${storeName} has to close on ${closedInWords(closing)}.`,
    `Their reason: ${closing.reason}`,
    `Your order is moved. It is now: ${wayAndTimeInWords(delivery)}.`,
    ...codeOf(moved),
    `If that does not suit you, say so until ${until}. ${waysBack(order, part, amountCents)}`,
    closing.silent === "come"
      ? "If you say nothing, the stall expects you at the new time."
      : "If you say nothing until then, your order is called off as well.",
    { button: "Say whether you come", href: linkAddress(services, closing._id, part._id) },
  ]);
}

/** Tells a buyer that the time of their order is closed, and that their money goes back. */
export async function mailCalledOff(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  locked: LockedPart,
  amountCents: number,
): Promise<void> {
  const { order, part } = locked;
  const storeName = await storeNameOf(trx, part.merchantId);
  await mailTo(trx, services, await readerOf(trx, order), `Order #${order.itemId}: called off`, [
    `we are sorry: ${storeName} has to close on ${closedInWords(closing)}, so your order of that time is called off.`,
    `Their reason: ${closing.reason}`,
    `${waysBack(order, part, amountCents)}${amountCents < order.amountCents ? " The rest of your order is not touched by this." : ""}`,
    { button: "Open your order", href: orderAddress(services, locked) },
  ]);
}

/** Tells a buyer who did not answer, and has paid nothing yet, that the order is called off. */
export async function mailNothingToPay(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  locked: LockedPart,
): Promise<void> {
  const { order, part } = locked;
  const storeName = await storeNameOf(trx, part.merchantId);
  await mailTo(trx, services, await readerOf(trx, order), `Order #${order.itemId}: called off`, [
    `${storeName} had to close on ${closedInWords(closing)}, and you did not say that you come at the new time.`,
    "So your order is called off. You have paid nothing for it, and there is nothing to pay.",
    { button: "Open your order", href: orderAddress(services, locked) },
  ]);
}

/** Tells a buyer who was told that a time is closed that it takes place after all. */
export async function mailOpenAgain(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  locked: LockedPart,
  way: PartDeliveryRow,
): Promise<void> {
  const { order, part } = locked;
  const storeName = await storeNameOf(trx, part.merchantId);
  await mailTo(trx, services, await readerOf(trx, order), `Order #${order.itemId}: it takes place after all`, [
    `${storeName} does not have to close on ${closedInWords(closing)}. Our letter of before does not count any more.`,
    `It is as you ordered it: ${wayAndTimeInWords(partDeliveryOf(way))}.`,
    ...codeOf(way),
    { button: "Open your order", href: orderAddress(services, locked) },
  ]);
}
