import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { isPaidThere } from "~/features/collection-payments/due.server";
import type { OrderPart } from "~/features/orders/order.server";
import { readerOf } from "~/features/orders/reader.server";
import { tellBuyer } from "~/features/orders/tell-buyer.server";
import type { ProviderRefund } from "~/platform/cards/card-provider";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import type { GivenBack, Pieces } from "./allocate-refund.server";

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
export const dollars = (cents: number) => money.format(cents / 100);

/** A sentence for the buyer: how the money of a part comes back, or that there is none to give back. */
export function waysBack(
  order: Pick<OrderRow, "paymentMethod">,
  part: Pick<OrderPart, "isUnpaid">,
  amountCents: number,
): string {
  if (part.isUnpaid === 1) return "You have not paid for it, so there is nothing to give back.";
  if (isPaidThere(order, part)) return `You get ${dollars(amountCents)} back in cash at the stall.`;
  return `You get ${dollars(amountCents)} back on the card you paid with.`;
}

/* Letters about money that goes back; each is written in the transaction of its event. */

/** Tells the buyer that `amountCents` were given back to their card, and why. */
export async function mailRefundOnItsWay(
  db: Db,
  services: Services,
  order: Pick<OrderRow, "itemId" | "buyerId" | "amountCents">,
  reason: string,
): Promise<void> {
  await mailTo(db, services, await readerOf(db, order), `Your money for order #${order.itemId} is on its way back`, [
    reason,
    `We have given ${dollars(order.amountCents)} back to your card; your bank may need a few days to show it.`,
    `If anything is unclear, write to ${services.config.market.email}.`,
  ]);
}

/**
 * Tells operators and buyer that a refund which was on its way, or had gone, has not arrived: `amountCents` are owed to
 * the buyer again. The provider's `id` of the refund and its reason are for the operators.
 */
export async function mailRefundFailed(
  db: Db,
  services: Services,
  order: OrderRow,
  { id, failureReason }: Pick<ProviderRefund, "id" | "failureReason">,
): Promise<void> {
  const sum = dollars(order.amountCents);
  const why = failureReason ? ` (${failureReason.replaceAll("_", " ")})` : "";
  await mailOperators(db, services, `A refund of order #${order.itemId} came back`, order, [
    `${sum} that were to go back to the buyer of order #${order.itemId} have not arrived: the provider could not make the refund ${id}${why}. The money is ours again, and we owe it to the buyer.`,
    "Make it anew on the order's page, or give it back another way and note there how. The buyer was told that it takes longer. What merchants are owed has not changed.",
  ]);
  await tellBuyer(db, services, order, `Your money for order #${order.itemId} has not arrived yet`, [
    `We have sent ${sum} back to your card, but the bank of your card did not take it, for example because the card is no longer valid.`,
    "You need not do anything: we still owe you this money, see to it, and write to you again as soon as it is on its way.",
    `If you have another card by now, or if anything is unclear, write to ${services.config.market.email}.`,
  ]);
}

/** Tells the buyer that `amountCents` were given back without their card: how, and on which day. */
export async function mailGivenOtherwise(
  db: Db,
  services: Services,
  order: OrderRow,
  { how, day }: { how: string; day: string },
): Promise<void> {
  const subject = `Your money for order #${order.itemId} was given back another way`;
  await mailTo(db, services, await readerOf(db, order), subject, [
    `The ${dollars(order.amountCents)} that could not go back to your card were given back to you on ${day} in this way: ${how}`,
    `If you have not got the money, or if anything is unclear, write to ${services.config.market.email}.`,
  ]);
}

/** Writes to every operator about an order; operators without an address are left out. */
export async function mailOperators(
  db: Db,
  services: Services,
  subject: string,
  order: OrderRow,
  parts: string[],
): Promise<void> {
  const operators = await db
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("privilege", "=", "operator")
    .where("deletedAt", "is", null)
    .where("verifiedAt", "is not", null)
    .execute();
  for (const operator of operators)
    await mailTo(db, services, operator, subject, [
      ...parts,
      { button: "Open the order", href: `${services.config.publicUrl}/operator/orders/${order._id}` },
    ]);
}

/** A refund of one part: its pieces, its delivery fee, and the sum of both. */
export interface Back {
  pieces: Pieces[];
  deliveryFeeCents: number;
  amountCents: number;
}

/** The refund of the only part, as letters show it. */
export const givenBack = ({ amountCents, parts: [part] }: { amountCents: number; parts: GivenBack[] }): Back => ({
  amountCents,
  pieces: part?.pieces ?? [],
  deliveryFeeCents: part?.deliveryFeeCents ?? 0,
});

/** The refunded delivery fee as a row of a letter; no row if it was not refunded. */
export const feeRows = (deliveryFeeCents: number): [string, string][] =>
  deliveryFeeCents > 0 ? [["Delivery fee", dollars(deliveryFeeCents)]] : [];

/** The pieces of a refund in words: `2 × Pears`, or `A part of the price of Pears`. */
export function inWords({ line, quantity }: Pieces): string {
  return quantity > 0 ? `${quantity} × ${line.title}` : `A part of the price of ${line.title}`;
}

/** Tells operators that `cents` were given back by hand at the provider, and that nobody can say what they were for. */
export async function mailRefundedOutside(db: Db, services: Services, order: OrderRow, cents: number): Promise<void> {
  await mailOperators(db, services, `Part of order #${order.itemId} was refunded at Stripe`, order, [
    `${dollars(cents)} of order #${order.itemId} went back to its buyer in Stripe's dashboard. It is written down, but we cannot know what it was for: stock, statuses and what merchants are owed are as they were.`,
  ]);
}

/**
 * Tells every merchant of these parts for what their buyer is refunded. The buyer is told when the refund is on its
 * way.
 */
export async function mailPartsRefunded(
  db: Db,
  services: Services,
  order: Pick<OrderRow, "_id" | "itemId" | "paymentMethod" | "buyerId">,
  parts: GivenBack[],
  reason: string,
  by: "team" | "bank" = "team",
): Promise<void> {
  const merchants = await db
    .selectFrom("users")
    .select(["_id", "email", "firstName"])
    .where(
      "_id",
      "in",
      parts.map(({ part }) => part.merchantId),
    )
    .execute();
  for (const { part, pieces, amountCents, deliveryFeeCents, settled, restock } of parts) {
    const merchant = merchants.find(({ _id }) => _id === part.merchantId);
    if (merchant)
      await mailTo(
        db,
        services,
        merchant,
        settled
          ? `Order #${order.itemId} was ${by === "team" ? "refunded" : "lost in a dispute"}`
          : `A part of order #${order.itemId} was refunded`,
        [
          backInWords(order, part, by, amountCents + deliveryFeeCents),
          {
            rows: [
              ...pieces.map((piece): [string, string] => [inWords(piece), dollars(piece.amountCents)]),
              ...feeRows(deliveryFeeCents),
            ],
          },
          `The reason: ${reason}`,
          pieces.some(({ quantity }) => quantity > 0)
            ? whatToDo(part.statusText === "Processing", settled, restock)
            : "Only money went back: what was ordered stays as it is, and so does your stock.",
          { button: "Open the order", href: `${services.config.publicUrl}/merchant/orders/${order._id}` },
        ],
      );
  }
  if (order.paymentMethod === ON_COLLECTION) await mailTakenOff(db, services, order, parts, reason);
}

/** Tells the buyer of an order that is paid at collection, because no refund of a provider does so later. */
async function mailTakenOff(
  db: Db,
  services: Services,
  order: Pick<OrderRow, "_id" | "itemId" | "paymentMethod" | "buyerId">,
  parts: GivenBack[],
  reason: string,
): Promise<void> {
  await tellBuyer(db, services, order, `Order #${order.itemId}: something was taken out`, [
    "our team has taken this out of your order:",
    {
      rows: parts.flatMap(({ pieces }) =>
        pieces.map((piece): [string, string] => [inWords(piece), dollars(piece.amountCents)]),
      ),
    },
    `The reason: ${reason}`,
    ...new Set(parts.map(({ part, amountCents }) => waysBack(order, part, amountCents))),
    { button: "Open your order", href: `${services.config.publicUrl}/customer/order_history/${order._id}` },
  ]);
}

/** A sentence for the merchant: how the money of a part is given back. */
function backInWords(
  order: Pick<OrderRow, "itemId" | "paymentMethod">,
  part: Pick<OrderPart, "isUnpaid">,
  by: "team" | "bank",
  amountCents: number,
): string {
  const sum = dollars(amountCents);
  if (by === "bank") return `the buyer's bank has taken ${sum} back for your part of order #${order.itemId}:`;
  if (part.isUnpaid === 1)
    return `our team has taken this out of your part of order #${order.itemId}. It was not paid yet: ${sum} less are to be paid.`;
  if (isPaidThere(order, part))
    return `our team gives the buyer ${sum} back for your part of order #${order.itemId}. The buyer paid it to you: please give it back in cash.`;
  return `our team has given the buyer ${sum} back for your part of order #${order.itemId}:`;
}

function whatToDo(unsent: boolean, settled: boolean, restock: boolean): string {
  if (unsent && settled) return "Please do not send it any more; the goods are back in your stock.";
  if (unsent)
    return "Please do not send these any more, they are back in your stock; everything else of the order goes on.";
  return restock
    ? "The goods were sent already; they are back in your stock."
    : "The goods were sent already, so your stock stays as it is.";
}
