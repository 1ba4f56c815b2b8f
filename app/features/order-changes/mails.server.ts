import type { PartDelivery } from "~/features/delivery/schema";
import { codeInHalves, timeInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { buyerOf } from "~/features/orders/order.server";
import type { LockedPart } from "~/features/orders/order-parts.server";
import { readerOf } from "~/features/orders/reader.server";
import { dollars, inWords, feeRows, waysBack, type Back } from "~/features/refunds/mails.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Letter } from "~/platform/mail/letter.server";
import { mailTo } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";

/* Letters about a buyer's changes until the cut-off. Each is written in the transaction of its change. */

interface Moved {
  earlier: PartDelivery;
  later: PartDelivery;
  /** The numbers of the other orders that are handed over with it. */
  others: number[];
}

/** Tells buyer and merchants that their parts have a new time. */
export async function mailMoved(
  db: Db,
  services: Services,
  order: OrderRow,
  merchantIds: string[],
  { earlier, later: laterWay, others }: Moved,
): Promise<void> {
  const sentences = others.length > 0 ? [movesAlong(others)] : [];
  const code = laterWay.code ? [`Your code stays ${codeInHalves(laterWay.code)}.`] : [];
  await mailBoth(db, services, order, merchantIds, {
    subject: `moved to ${timeInWords(laterWay)}`,
    forBuyer: [`You have changed the time. It is now: ${wayAndTimeInWords(laterWay)}.`, ...sentences, ...code],
    forMerchant: (name) => [
      `${name} has changed the time from ${timeInWords(earlier)}. It is now: ${wayAndTimeInWords(laterWay)}.`,
      ...sentences,
    ],
  });
}

/** "Order #10002 moves with it." */
function movesAlong(numbers: number[]): string {
  const list = new Intl.ListFormat("en").format(numbers.map((number) => `#${number}`));
  return numbers.length === 1 ? `Order ${list} moves with it.` : `Orders ${list} move with it.`;
}

/** Tells buyer and merchant which pieces are no longer ordered, and the sum that is refunded. */
export async function mailTakenOut(
  db: Db,
  services: Services,
  { order, part }: LockedPart,
  { pieces, deliveryFeeCents, amountCents }: Back,
): Promise<void> {
  const isUnpaid = part.isUnpaid === 1;
  const rows = {
    rows: [
      ...pieces.map((piece): [string, string] => [inWords(piece), dollars(piece.amountCents)]),
      ...feeRows(deliveryFeeCents),
    ],
  };
  await mailBoth(db, services, order, [part.merchantId], {
    subject: "something was taken out",
    forBuyer: [
      "You have taken this out of your order:",
      rows,
      isUnpaid ? waysBack(order, part, amountCents) : `${dollars(amountCents)} go back to your card.`,
    ],
    forMerchant: (name) => [
      `${name} has taken this out of the order before its cut-off:`,
      rows,
      isUnpaid
        ? "It was not paid yet, so there is nothing to give back. The goods are in your stock again."
        : `${dollars(amountCents)} go back to their card. The goods are in your stock again.`,
    ],
  });
}

interface BothLetters {
  subject: string;
  forBuyer: Letter["parts"];
  forMerchant: (buyerName: string) => Letter["parts"];
}

async function mailBoth(
  db: Db,
  services: Services,
  order: OrderRow,
  merchantIds: string[],
  { subject, forBuyer, forMerchant }: BothLetters,
): Promise<void> {
  const { publicUrl } = services.config;
  const title = `Order #${order.itemId}: ${subject}`;
  await mailTo(db, services, await readerOf(db, order), title, [
    ...forBuyer,
    { button: "Open your order", href: `${publicUrl}/customer/order_history/${order._id}` },
  ]);
  const merchants = await db
    .selectFrom("users")
    .select(["email", "firstName"])
    .where("_id", "in", merchantIds)
    .orderBy("_id")
    .execute();
  const { firstName, lastName } = buyerOf(order);
  for (const merchant of merchants)
    await mailTo(db, services, merchant, title, [
      ...forMerchant(`${firstName} ${lastName}`),
      { button: "Open the order", href: `${publicUrl}/merchant/orders/${order._id}` },
    ]);
}
