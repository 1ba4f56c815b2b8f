import type { LockedPart } from "~/features/orders/order-parts.server";
import { toDollars } from "~/features/fields";
import { shareOf } from "~/features/payouts/due.server";
import { feeOf } from "~/features/payouts/jobs.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { centsLeft, priceOf, type Pieces } from "./allocate-refund.server";
import { inWords } from "./mails.server";
import type { RefundSums } from "./schema";

/**
 * What a refund of these pieces and amounts of one part would come to, and who would bear it, by the rules that
 * carry it out; nothing is written. What is asked for must be no more than is left.
 */
export async function refundSums(
  db: Db,
  services: Services,
  { order, part, lines }: LockedPart,
  pieces: Pieces[],
): Promise<RefundSums> {
  const cents = priceOf(pieces);
  const { feeCents, takenBackCents, isPaidOut } = await borneFor(db, services, { order, part }, cents);
  return {
    lines: pieces.map((each) => ({
      lineId: each.line._id,
      title: each.line.title,
      what: inWords(each),
      quantity: each.quantity,
      amount: toDollars(each.amountCents),
    })),
    amount: toDollars(cents),
    merchantBears: toDollars(cents - feeCents),
    feeGivenBack: toDollars(feeCents),
    isPaidOut,
    takenBack: toDollars(takenBackCents),
    delivery: 0,
    vat: 0,
    refunded: toDollars(part.refundedCents),
    left: toDollars(lines.reduce((sum, line) => sum + centsLeft(line), 0) - cents),
  };
}

/**
 * Of so many cents that go back: what the marketplace gives up of its fee, and what is taken back of what the merchant
 * was sent. Before anything was sent the fee is merely counted on less.
 */
async function borneFor(
  db: Db,
  { payouts, config }: Services,
  { order, part }: Pick<LockedPart, "order" | "part">,
  cents: number,
): Promise<{ feeCents: number; takenBackCents: number; isPaidOut: boolean }> {
  const payout = await db
    .selectFrom("payouts")
    .select(["netCents", "amountCents", "givenBackCents"])
    .where("partId", "=", part._id)
    .where("netCents", ">", 0)
    .executeTakeFirst();
  if (payout) {
    const share = shareOf(payout, cents);
    return { feeCents: share.feeCents, takenBackCents: share.amountCents, isPaidOut: true };
  }
  const isPayable = payouts !== null && order.provider === payouts.name;
  const net = part.amountCents - part.refundedCents;
  const feeCents = isPayable ? feeOf(net, config) - feeOf(net - cents, config) : 0;
  return { feeCents, takenBackCents: 0, isPaidOut: false };
}
