import { dueCentsOf } from "~/features/collection-payments/due.server";
import { deliveriesOf } from "~/features/delivery/part-deliveries.server";
import type { PartDelivery } from "~/features/delivery/schema";
import type { OrderPart } from "~/features/orders/order.server";
import { codeInHalves, timeInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import type { LockedPart } from "~/features/orders/order-parts.server";
import { tellBuyer } from "~/features/orders/tell-buyer.server";
import { piecesLeft, type Pieces } from "~/features/refunds/allocate-refund.server";
import { feeRows, inWords, waysBack, type Back } from "~/features/refunds/mails.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailOf } from "~/platform/mail/letter.server";
import type { Reader } from "~/platform/mail/send-mail.server";
import type { Mail } from "~/platform/mail/transport.server";
import type { Services } from "~/platform/services.server";
import type { Shipment } from "./schema";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const dollars = (cents: number) => money.format(cents / 100);

const rowsOf = (pieces: Pieces[]): [string, string][] =>
  pieces.map((piece) => [inWords(piece), dollars(piece.amountCents)]);

/** The name of a stall in a letter. */
export async function storeNameOf(db: Db, merchantId: string): Promise<string> {
  return (await namesOfStalls(db, [merchantId]))(merchantId);
}

/** The name of each of several stalls in a letter. */
export async function namesOfStalls(db: Db, merchantIds: string[]): Promise<(merchantId: string) => string> {
  const stores = await db
    .selectFrom("stores")
    .select(["userId", "storeName"])
    .where("userId", "in", merchantIds)
    .execute();
  return (merchantId) => stores.find(({ userId }) => userId === merchantId)?.storeName || "The stall";
}

/**
 * The mail to the buyer, the `reader`, that a part is on its way, and how to track it, or that it is ready to collect.
 * Null if the account is deleted. `storeName` is as `storeNameOf` returns it.
 */
export function shippedMail(
  { config }: Pick<Services, "config">,
  { order, part, lines }: LockedPart,
  reader: Reader,
  storeName: string,
  { carrier, trackingNumber }: Shipment,
  delivery?: PartDelivery,
): Mail | null {
  if (!reader.email) return null;
  const href = `${config.publicUrl}/customer/order_history/${order._id}`;
  if (delivery?.kind === "collection")
    return mailOf(
      {
        to: reader.email,
        subject: `Order #${order.itemId}: ready to collect`,
        greeting: `Hello ${reader.firstName},`,
        parts: [
          `${storeName} has this ready for you:`,
          { rows: rowsOf(piecesLeft(lines)) },
          `${wayAndTimeInWords(delivery)}. ${[delivery.address, delivery.directions].filter(Boolean).join(". ")}`,
          ...(delivery.code ? [`Your code is ${codeInHalves(delivery.code)}.`] : []),
          ...(part.isUnpaid === 1 ? [`To be paid when you collect: ${dollars(dueCentsOf(part))}.`] : []),
          { button: "Open your order", href },
        ],
      },
      config,
    );
  const way: [string, string][] = [
    ...(carrier ? [["Carrier", carrier] as [string, string]] : []),
    ...(trackingNumber ? [["Tracking number", trackingNumber] as [string, string]] : []),
  ];
  return mailOf(
    {
      to: reader.email,
      subject: `Order #${order.itemId}: your goods are on their way`,
      greeting: `Hello ${reader.firstName},`,
      parts: [
        `${storeName} has sent this to you:`,
        { rows: rowsOf(piecesLeft(lines)) },
        ...(way.length > 0 ? [{ rows: way }] : []),
        "Once it is there, please say so on the page of your order.",
        { button: "Open your order", href: `${config.publicUrl}/customer/order_history/${order._id}` },
      ],
    },
    config,
  );
}

/** Tells the buyer that a part is not ready or not on its way yet, though the mail before said so. */
export async function mailNotShipped(db: Db, services: Services, { order, part, lines }: LockedPart): Promise<void> {
  const href = `${services.config.publicUrl}/customer/order_history/${order._id}`;
  const storeName = await storeNameOf(db, part.merchantId);
  const isCollected = (await deliveriesOf(db, [order._id])).get(part._id)?.delivery.kind === "collection";
  const step = isCollected ? "ready" : "on its way";
  await tellBuyer(db, services, order, `Order #${order.itemId}: not ${step} yet`, [
    `We told you that this was ${step}. ${storeName} marked it so by mistake:`,
    { rows: rowsOf(piecesLeft(lines)) },
    `We write to you again once it is ${step}. Nothing else about your order has changed.`,
    { button: "Open your order", href },
  ]);
}

interface CalledOff extends Back {
  order: OrderRow;
  part: OrderPart;
  storeName: string;
}

const backRows = ({ pieces, deliveryFeeCents }: Pick<Back, "pieces" | "deliveryFeeCents">): [string, string][] => [
  ...rowsOf(pieces),
  ...feeRows(deliveryFeeCents),
];

/** Tells the buyer that a part will not come, why, and what becomes of the money. */
export async function mailCancelled(
  db: Db,
  services: Services,
  { order, part, storeName, amountCents, ...back }: CalledOff,
  reason: string,
): Promise<void> {
  const href = `${services.config.publicUrl}/customer/order_history/${order._id}`;
  await tellBuyer(db, services, order, `Order #${order.itemId}: a part of it was cancelled`, [
    `we are sorry: ${storeName} cannot send you this.`,
    { rows: backRows(back) },
    `Their reason: ${reason}`,
    `${waysBack(order, part, amountCents)}${amountCents < order.amountCents ? " The rest of your order is not touched by this." : ""}`,
    { button: "Open your order", href },
  ]);
}

/**
 * Tells the buyer what their goods weigh, and how much they get back or pay less, because it is less than was ordered.
 */
export async function mailWeighed(
  db: Db,
  services: Services,
  { order, part, storeName, amountCents }: Pick<CalledOff, "order" | "part" | "storeName" | "amountCents">,
  rows: [string, string][],
): Promise<void> {
  const isUnpaid = part.isUnpaid === 1;
  const href = `${services.config.publicUrl}/customer/order_history/${order._id}`;
  const subject = isUnpaid ? "weighed, and you pay less" : "weighed, and money goes back to you";
  await tellBuyer(db, services, order, `Order #${order.itemId}: ${subject}`, [
    `${storeName} has weighed this for you:`,
    { rows },
    isUnpaid
      ? `It weighs less than was ordered, so you pay ${dollars(amountCents)} less when you collect.`
      : `You paid for more than it weighs. ${waysBack(order, part, amountCents)}`,
    { button: "Open your order", href },
  ]);
}

/** Tells the buyer what the merchant gives back, why, and what becomes of the rest. */
export async function mailRefunded(
  db: Db,
  services: Services,
  { order, part, storeName, pieces, deliveryFeeCents, amountCents, unsent }: CalledOff & { unsent: boolean },
  reason: string,
): Promise<void> {
  const href = `${services.config.publicUrl}/customer/order_history/${order._id}`;
  const notSent = unsent && pieces.some(({ quantity }) => quantity > 0);
  await tellBuyer(
    db,
    services,
    order,
    part.isUnpaid === 1
      ? `Order #${order.itemId}: you pay less`
      : `Order #${order.itemId}: money for a part of it goes back to you`,
    [
      part.isUnpaid === 1 ? `${storeName} takes this off what you pay:` : `${storeName} gives you money back for this:`,
      { rows: backRows({ pieces, deliveryFeeCents }) },
      `Their reason: ${reason}`,
      waysBack(order, part, amountCents),
      notSent
        ? "The pieces above will not be sent; the rest of your order is not touched by this."
        : "The rest of your order is not touched by this.",
      { button: "Open your order", href },
    ],
  );
}

/** A part that was not collected at its time, and what becomes of it. */
interface MissedPart {
  missed: PartDelivery;
  /** The time that it was moved to. */
  moved?: PartDelivery;
  /** How many cents go back, and how many the stall keeps. */
  amountCents?: number;
  keptCents?: number;
}

/** Tells the buyer that a part was not collected, and what becomes of it. */
export async function mailMissed(
  db: Db,
  services: Services,
  { order, part, lines }: LockedPart,
  { missed, moved, amountCents, keptCents = 0 }: MissedPart,
): Promise<void> {
  const href = `${services.config.publicUrl}/customer/order_history/${order._id}`;
  const storeName = await storeNameOf(db, part.merchantId);
  const subject = moved ? `moved to ${timeInWords(moved)}` : "you did not collect it";
  const keptSentence = keptCents > 0 ? ` ${dollars(keptCents)} are kept, for the goods were ready for you.` : "";
  const then = moved
    ? [
        `${storeName} keeps it for you. It is now: ${wayAndTimeInWords(moved)}.`,
        ...(moved.code ? [`Your code stays ${codeInHalves(moved.code)}.`] : []),
      ]
    : amountCents === undefined
      ? [`Please write to ${storeName} on the page of your order: another time, or your money back.`]
      : [`${dollars(amountCents)} go back to your card.${keptSentence}`];
  await tellBuyer(db, services, order, `Order #${order.itemId}: ${subject}`, [
    `This was to be had on ${timeInWords(missed)}, and nobody came:`,
    { rows: rowsOf(piecesLeft(lines)) },
    ...then,
    { button: "Open your order", href },
  ]);
}
