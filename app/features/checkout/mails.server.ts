import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { billing } from "~/features/accounts/schema";
import { collectionsOf, storeNamesOf } from "~/features/delivery/collections-schema";
import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { deliveriesOf } from "~/features/delivery/part-deliveries.server";
import type { PartDelivery } from "~/features/delivery/schema";
import { codeInHalves, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { orderedSizeOf } from "~/features/products/ordered-size.server";
import { weighedNote } from "~/features/orders/weighed-line-schema";
import { invoicesOf } from "~/features/orders/invoice-numbers.server";
import { buyerOf, linesOf } from "~/features/orders/order.server";
import { readerOf } from "~/features/orders/reader.server";
import { tellByPush } from "~/features/push/tell.server";
import { tradersOf } from "~/features/stores/trader.server";
import type { Trader } from "~/features/stores/trader-schema";
import { traderContacts, traderLines } from "~/features/stores/trader-words-schema";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

type Line = Awaited<ReturnType<typeof linesOf>>[number];
const rowsOf = (lines: Line[]): [string, string][] =>
  lines.map((line) => [
    [`${line.quantity} × ${line.title}`, weighedNote(orderedSizeOf(line))].filter(Boolean).join(", "),
    dollars(line.priceCents * line.quantity),
  ]);

/** "Ridge Road Farm and Hill Dairy: Collect at Town Hall Market, Saturday 28 November, 9 to 12. …" */
function deliveryText(storeNames: string, delivery: PartDelivery): string {
  const { kind, address, directions, code } = delivery;
  const where = kind === "collection" ? [address, directions].filter(Boolean).map((text) => ` ${withStop(text)}`) : [];
  return `${storeNames}: ${wayAndTimeInWords(delivery)}.${where.join("")}${code ? ` Your code is ${codeInHalves(code)}.` : ""}`;
}

/** Says that goods were added to an earlier order. */
const addedText = (joinedNumber: number | null | undefined): string =>
  joinedNumber ? `It is handed over together with order #${joinedNumber}.` : "";

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Asks a merchant to send a part, to bring it, or to have it ready. */
function handOverText(delivery: PartDelivery | undefined, address: string): string {
  if (!delivery) return `Please send it to: ${address}`;
  if (delivery.kind === "collection") return `It is collected: ${wayAndTimeInWords(delivery)}.`;
  return `Please bring it: ${wayAndTimeInWords(delivery)}, to ${address}`;
}

/** "Sold by Ridge Road Farm: Ridge Road Farm Ltd, 3 Market Row, office@farm.example" */
function soldBy(storeName: string, trader: Trader): string {
  return `Sold by ${storeName}: ${[...traderLines(trader), ...traderContacts(trader)].join(", ")}`;
}

/** Tells the buyer that the order is paid, or placed where it is paid at collection, and each merchant what to send. */
export async function mailOrderPlaced(db: Db, services: Services, order: OrderRow): Promise<void> {
  const { config } = services;
  const to = billing.parse(JSON.parse(order.shipping));
  const address = [fullName(to), ...addressLines(to)].filter(Boolean).join(", ");
  const lines = await linesOf(db, order._id);
  const deliveries = await deliveriesOf(db, [order._id]);
  const parts = await db
    .selectFrom("orderParts as p")
    .innerJoin("users as u", "u._id", "p.merchantId")
    .select([
      "p._id",
      "p.merchantId",
      "p.amountCents",
      "p.deliveryFeeCents",
      "p.invoiceNumber",
      "u.email",
      "u.firstName",
    ])
    .where("p.orderId", "=", order._id)
    .execute();
  const fees = new Map<string, { name: string; cents: number }>();
  for (const { _id, deliveryFeeCents } of parts.filter((part) => part.deliveryFeeCents > 0)) {
    const way = deliveries.get(_id);
    // The stalls of a market day share one fee.
    const marketDay = way?.delivery.marketDay;
    const { cents } = fees.get(marketDay ?? _id) ?? { cents: 0 };
    const name = marketDay ? way.delivery.name : (way?.storeName ?? "the stall");
    fees.set(marketDay ?? _id, { name, cents: cents + deliveryFeeCents });
  }
  const shipping = [...fees.values()].map(({ name, cents }): [string, string] => [`Shipping, ${name}`, dollars(cents)]);
  if (shipping.length === 0) shipping.push(["Shipping", "Free"]);
  const traders = await tradersOf(db, order._id);
  const invoices = await invoicesOf(db, order._id);
  const isSomethingSent = lines.some((line) => deliveries.get(line.partId)?.delivery.kind !== "collection");
  const isPaidLater = order.paymentMethod === ON_COLLECTION;
  const subject = `Order #${order.itemId} is ${isPaidLater ? "placed" : "paid"}`;
  await mailTo(db, services, await readerOf(db, order), subject, [
    "thank you for your order. The stallholders are packing it now.",
    {
      rows: [
        ...rowsOf(lines),
        ...shipping,
        [isPaidLater ? "To be paid when you collect" : "Total", dollars(order.amountCents)],
      ],
    },
    ...collectionsOf([...deliveries.values()]).map((group) =>
      [deliveryText(storeNamesOf(group), group[0].delivery), addedText(group[0].joinedNumber)]
        .filter(Boolean)
        .join(" "),
    ),
    ...(isSomethingSent ? [`It goes to: ${address}`] : []),
    ...traders.map(({ storeName, trader }) => soldBy(storeName, trader)),
    ...invoices.map(({ storeName, invoiceNumber }) => `Invoice of ${storeName}: ${invoiceNumber}`),
    { button: "Follow your order", href: `${config.publicUrl}/customer/order_history/${order._id}` },
  ]);

  await tellByPush(
    db,
    services,
    "new order",
    parts.map(({ merchantId }) => ({ userId: merchantId, path: `/merchant/orders/${order._id}` })),
  );
  const buyer = buyerOf(order);
  for (const part of parts) {
    const rowsOfPart = rowsOf(lines.filter((line) => line.partId === part._id));
    if (part.deliveryFeeCents > 0) rowsOfPart.push(["Shipping", dollars(part.deliveryFeeCents)]);
    const sum = dollars(part.amountCents + part.deliveryFeeCents);
    await mailTo(db, services, part, `New order #${order.itemId}: ${sum}`, [
      `${buyer.firstName} ${buyer.lastName} has ordered from you:`,
      { rows: [...rowsOfPart, [isPaidLater ? "To be paid to you" : "Your part", sum]] },
      ...(part.invoiceNumber ? [`Your invoice for it has the number ${part.invoiceNumber}.`] : []),
      ...(isPaidLater
        ? ["It is paid to you when it is collected: enter the sum that you get as you hand it over."]
        : []),
      [handOverText(deliveries.get(part._id)?.delivery, address), addedText(deliveries.get(part._id)?.joinedNumber)]
        .filter(Boolean)
        .join(" "),
      ...(order.notes ? [`The buyer's notes: ${order.notes}`] : []),
      { button: "Open the order", href: `${config.publicUrl}/merchant/orders/${order._id}` },
    ]);
  }
}
