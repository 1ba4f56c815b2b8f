import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { codeInHalves, momentInWords, timeInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { numbersInWords } from "~/features/merchant-orders/hand-overs-schema";
import { readerOf } from "~/features/orders/reader.server";
import { storeNameOf } from "~/features/merchant-orders/mails.server";
import { waysBack } from "~/features/refunds/mails.server";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeRow, PartDeliveryRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { linkAddress } from "./link-word.server";
import type { ListedOrder } from "./listed-order.server";

/* Letters about closed times. Each is written in the transaction of its step. */

/** The name in letters for the side that closed a time: the stall, or the market day with all of its stalls. */
export const closerName = async (trx: Trx, { isByMarket, name, merchantId }: ClosedTimeRow): Promise<string> =>
  isByMarket === 1 ? name : storeNameOf(trx, merchantId);

/** The closed time in words: "Saturday 28 November, 9 to 12". */
export const closedInWords = ({ day, startTime, endTime }: ClosedTimeRow): string =>
  timeInWords({ day, from: startTime, to: endTime });

const codeOf = ({ code }: PartDeliveryRow): string[] => (code ? [`Your code stays ${codeInHalves(code)}.`] : []);

/** The codes of orders in one letter. Orders that are handed over together have one code. */
function codesOf(orders: MovedOrders): string[] {
  const [{ way }] = orders;
  if (orders.every((sibling) => sibling.way.code === way.code)) return codeOf(way);
  return orders.flatMap((sibling) => codeOf(sibling.way).map((sentence) => `${numberOf(sibling)}: ${sentence}`));
}

/** How an order is paid. All its parts in `parts` are paid in the same way. */
const paymentOf = ({ parts: [first] }: ListedOrder) => ({ isUnpaid: first?.part.isUnpaid ?? 0 });

const orderAddress = ({ config }: Services, { order }: ListedOrder) =>
  `${config.publicUrl}/customer/order_history/${order._id}`;

/** An order whose buyer hears of a closed time: its way, moved or not, and the cents that are or would be refunded. */
export interface MovedOrder {
  listed: ListedOrder;
  way: PartDeliveryRow;
  amountCents: number;
  partId: string;
}
type MovedOrders = [MovedOrder, ...MovedOrder[]];

const numberOf = ({ listed }: MovedOrder): string => `Order #${listed.order.itemId}`;

/** "Order #10001", "Orders #10001, #10002" */
const numbersOf = (orders: MovedOrders): string =>
  orders.length === 1 ? numberOf(orders[0]) : `Orders ${numbersInWords(orders.map(({ listed }) => listed.order))}`;

/** How the money of each order is refunded. Several orders are told apart by their numbers. */
const sumsBackOf = (orders: MovedOrders): string[] =>
  orders.map((waiting) => {
    const sentence = waysBack(waiting.listed.order, paymentOf(waiting.listed), waiting.amountCents);
    return orders.length === 1 ? sentence : `${numberOf(waiting)}: ${sentence}`;
  });

/** Tells a buyer that the time of their orders is closed, the new time, and how to refuse it. */
export async function mailMovedTime(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  orders: MovedOrders,
): Promise<void> {
  const [{ listed, way }] = orders;
  const isOne = orders.length === 1;
  const storeName = await closerName(trx, closing);
  const until = momentInWords(closing.settleAt, services.config.timeZone);
  const delivery = partDeliveryOf(way);
  await mailTo(
    trx,
    services,
    await readerOf(trx, listed.order),
    `${numbersOf(orders)}: moved to ${timeInWords(delivery)}`,
    [
      `we are sorry: ${storeName} has to close on ${closedInWords(closing)}.`,
      `Their reason: ${closing.reason}`,
      `${isOne ? "Your order is moved. It is" : "Your orders are moved. They are"} now: ${wayAndTimeInWords(delivery)}.`,
      ...codesOf(orders),
      `If that does not suit you, say so until ${until}. ${sumsBackOf(orders).join(" ")}`,
      closing.silent === "come"
        ? `If you say nothing, the ${closing.isByMarket === 1 ? "market" : "stall"} expects you at the new time.`
        : `If you say nothing until then, your ${isOne ? "order is" : "orders are"} called off as well.`,
      ...orders.map((movedOrder) => ({
        button: isOne ? "Say whether you come" : `${numberOf(movedOrder)}: say whether you come`,
        href: linkAddress(services, closing._id, movedOrder.partId),
      })),
    ],
  );
}

/** Tells a buyer that the time of their orders is closed, and that they are refunded. */
export async function mailCalledOff(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  orders: MovedOrders,
): Promise<void> {
  const [{ listed }] = orders;
  const isOne = orders.length === 1;
  const storeName = await closerName(trx, closing);
  const isPartOnly = orders.some(({ amountCents, listed: { order } }) => amountCents < order.amountCents);
  const sumsBack = sumsBackOf(orders).join(" ");
  const untouched = isPartOnly ? ` The rest of your ${isOne ? "order" : "orders"} is not touched by this.` : "";
  await mailTo(trx, services, await readerOf(trx, listed.order), `${numbersOf(orders)}: called off`, [
    `we are sorry: ${storeName} has to close on ${closedInWords(closing)}, so your ${isOne ? "order of that time is" : "orders of that time are"} called off.`,
    `Their reason: ${closing.reason}`,
    `${sumsBack}${untouched}`,
    ...orders.map((movedOrder) => ({
      button: isOne ? "Open your order" : `Open ${numberOf(movedOrder).toLowerCase()}`,
      href: orderAddress(services, movedOrder.listed),
    })),
  ]);
}

/** Tells a buyer who did not answer and has not paid yet that the order is called off. */
export async function mailNothingToPay(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  listedOrder: ListedOrder,
): Promise<void> {
  const { order } = listedOrder;
  const storeName = await closerName(trx, closing);
  await mailTo(trx, services, await readerOf(trx, order), `Order #${order.itemId}: called off`, [
    `${storeName} had to close on ${closedInWords(closing)}, and you did not say that you come at the new time.`,
    "So your order is called off. You have paid nothing for it, and there is nothing to pay.",
    { button: "Open your order", href: orderAddress(services, listedOrder) },
  ]);
}

/** Tells a buyer who knows of the closing that the time takes place after all. */
export async function mailOpenAgain(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  listedOrder: ListedOrder,
  way: PartDeliveryRow,
): Promise<void> {
  const { order } = listedOrder;
  const storeName = await closerName(trx, closing);
  await mailTo(trx, services, await readerOf(trx, order), `Order #${order.itemId}: it takes place after all`, [
    `${storeName} does not have to close on ${closedInWords(closing)}. Our letter of before does not count any more.`,
    `It is as you ordered it: ${wayAndTimeInWords(partDeliveryOf(way))}.`,
    ...codeOf(way),
    { button: "Open your order", href: orderAddress(services, listedOrder) },
  ]);
}

interface MarketTime {
  name: string;
  day: string;
  from: string;
  to: string;
}

/** Tells the stalls of a market day that the market has closed one of its times, and what happens to their orders. */
export async function mailStallsClosed(
  trx: Trx,
  services: Services,
  merchantIds: string[],
  { name, ...time }: MarketTime,
  target: { day: string; from: string; to: string } | null,
  reason: string,
): Promise<void> {
  await mailStalls(trx, services, merchantIds, `${name}: closed on ${timeInWords(time)}`, [
    `the market closes ${name} on ${timeInWords(time)}. The reason: ${reason}`,
    target
      ? `Your orders of that time are moved to ${timeInWords(target)}. Customers may refuse and get their money back.`
      : "The money for your orders of that time goes back in an hour, and the goods are for sale again.",
    { button: "Open the day", href: `${services.config.publicUrl}/merchant/days/${time.day}/close` },
  ]);
}

/** Tells the stalls of a market day that one of its times takes place after all. */
export async function mailStallsOpen(trx: Trx, services: Services, merchantIds: string[], closing: ClosedTimeRow) {
  await mailStalls(trx, services, merchantIds, `${closing.name}: it takes place after all`, [
    `${closing.name} does take place on ${closedInWords(closing)}. Orders that were moved are moved back.`,
    { button: "Open the day", href: `${services.config.publicUrl}/merchant/days/${closing.day}` },
  ]);
}

async function mailStalls(
  trx: Trx,
  services: Services,
  merchantIds: string[],
  subject: string,
  parts: Parameters<typeof mailTo>[4],
): Promise<void> {
  if (merchantIds.length === 0) return;
  const merchants = await trx
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("_id", "in", merchantIds)
    .execute();
  for (const merchant of merchants) await mailTo(trx, services, merchant, subject, parts);
}
