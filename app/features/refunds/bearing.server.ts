import type { LockedPart } from "~/features/orders/order-parts.server";
import type { OrderLine, OrderPart } from "~/features/orders/order.server";
import { vatOfRefund } from "~/features/accounting/vat";
import { toDollars, type Cents } from "~/features/fields";
import { shareOf } from "~/features/payouts/share";
import { feeOf } from "~/features/payouts/jobs.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { centsLeft, feeBackWith, priceOf, type PartBack } from "./allocate-refund.server";
import { inWords } from "./mails.server";
import type { RefundSums } from "./schema";

/**
 * The sums of a refund of these pieces and amounts of one part, and who would bear them, by the rules that carry out
 * the refund. Writes nothing. The request must be for no more than is left.
 */
export async function refundSums(
  db: Db,
  services: Services,
  { order, part, lines }: LockedPart,
  back: Omit<PartBack, "part">,
): Promise<RefundSums> {
  const sentOf = await payoutsOf(db, [part._id]);
  return sumsOf(services, order, { ...back, part }, lines, sentOf.get(part._id));
}

/** The sums for several parts of an order at once, each by itself. `all` are all lines of these parts. */
export async function refundSumsByPart(
  db: Db,
  services: Services,
  order: OrderRow,
  all: OrderLine[],
  backs: PartBack[],
): Promise<{ partId: string; sums: RefundSums }[]> {
  const sentOf = await payoutsOf(
    db,
    backs.map(({ part }) => part._id),
  );
  return backs.map((back) => {
    const lines = all.filter((line) => line.partId === back.part._id);
    return { partId: back.part._id, sums: sumsOf(services, order, back, lines, sentOf.get(back.part._id)) };
  });
}

type Payout = Awaited<ReturnType<typeof payoutsOf>> extends Map<string, infer Each> ? Each : never;

/** The payouts of these parts, by part id; a part without a payout is missing. */
async function payoutsOf(db: Db, partIds: string[]) {
  const payouts = await db
    .selectFrom("payouts")
    .select(["partId", "netCents", "feeCents", "amountCents", "nettedCents", "givenBackCents", "manualReversalCents"])
    .select(["deliveryFeeCents", "deliveryFeeBackCents"])
    .where("partId", "in", partIds)
    .where("netCents", ">", 0)
    .execute();
  return new Map(payouts.map((payout) => [payout.partId, payout]));
}

function sumsOf(
  services: Services,
  order: OrderRow,
  back: PartBack,
  lines: OrderLine[],
  payout: Payout | undefined,
): RefundSums {
  const { part, pieces } = back;
  const [goodsCents, deliveryCents] = [priceOf(pieces), feeBackWith(back, lines)];
  const cents = goodsCents + deliveryCents;
  const sums = { goodsCents, deliveryCents };
  const { feeCents, takenBackCents, isPaidOut } = borneFor(services, { order, part, payout }, sums);
  return {
    lines: pieces.map((piece) => ({
      lineId: piece.line._id,
      title: piece.line.title,
      what: inWords(piece),
      quantity: piece.quantity,
      amount: toDollars(piece.amountCents),
    })),
    amount: toDollars(cents),
    merchantBears: toDollars(cents - feeCents),
    feeGivenBack: toDollars(feeCents),
    isPaidOut,
    takenBack: toDollars(takenBackCents),
    delivery: toDollars(deliveryCents),
    vat: toDollars(pieces.reduce((sum, piece) => sum + vatOfRefund(piece.line, piece.amountCents), 0)),
    refunded: toDollars(part.refundedCents),
    left: toDollars(lines.reduce((sum, line) => sum + centsLeft(line), 0) - goodsCents),
  };
}

/**
 * Splits the refunded cents of goods and delivery: the share of its fee that the marketplace gives up, and the sum that
 * is taken back from the merchant. Before a payout, the fee is merely charged on less.
 */
function borneFor(
  { payouts, config }: Services,
  { order, part, payout }: { order: OrderRow; part: OrderPart; payout: Payout | undefined },
  { goodsCents, deliveryCents }: { goodsCents: Cents; deliveryCents: Cents },
): { feeCents: number; takenBackCents: number; isPaidOut: boolean } {
  if (payout) {
    const share = shareOf(payout, { amountCents: goodsCents, deliveryFeeCents: deliveryCents });
    return {
      feeCents: share.feeCents,
      takenBackCents: Math.max(0, share.amountCents - payout.manualReversalCents),
      isPaidOut: true,
    };
  }
  const isPayable = payouts !== null && order.provider === payouts.name;
  const net = part.amountCents - part.refundedCents;
  const feeCents = isPayable ? feeOf(net, config) - feeOf(net - goodsCents, config) : 0;
  return { feeCents, takenBackCents: 0, isPaidOut: false };
}
