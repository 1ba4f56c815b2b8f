import { toDollars } from "~/features/fields";
import { unknownOrder } from "~/features/orders/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockParts, markWeighed, type LockedPart } from "~/features/orders/order-parts.server";
import type { OrderLine } from "~/features/orders/order.server";
import { contentInWords, contentsOf } from "~/features/products/net-content-schema";
import { dueFor, isFarFrom, milliOf, readWeight, weightInWords, weightsIn } from "~/features/products/weighed-schema";
import { centsLeft, priceOf, type Pieces } from "~/features/refunds/allocate-refund.server";
import { orderDisputed } from "~/features/refunds/errors.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyDelivered, alreadyShipped } from "./errors.server";
import { mailWeighed, storeNameOf } from "./mails.server";
import type { LineWeights, WeighedAnswer, Weights } from "./weigh-schema";

/*
 * Weighing at packing, and the price that follows: weight times the price of a kilo, rounded half up once for each
 * line, and never more than was paid. The difference is a refund of its own. Source: GOODS-13.
 */

/** Titles of lines that are not completely weighed, so that their part cannot be sent. */
export const titlesToWeigh = (lines: OrderLine[]): string[] =>
  lines
    .filter((line) => line.unitPriceCents !== null && line.dueCents === null && line.refundedQuantity < line.quantity)
    .map(({ title }) => title);

/**
 * Saves the weights of pieces for the lines that allow it, and returns the other lines with the reason. The same
 * weights again change nothing, so a save that was cut off is sent again whole. Under the same idempotency key it gets
 * its first answer.
 */
export async function weigh(services: Services, merchantId: string, weights: Weights): Promise<WeighedAnswer> {
  const orderIds = [...new Set(weights.map(({ order }) => order))];
  return inTransactionOnce(services, async (trx) => {
    // All orders are locked before anything is booked, which prevents deadlocks between bookings for the same day.
    const parts = await lockParts(trx, services, merchantId, orderIds);
    const answer: WeighedAnswer = { weighed: [], refused: [] };
    for (const orderId of orderIds) {
      const lines = weights.filter(({ order }) => order === orderId);
      const { weighed, refused } = await weighOrder(trx, services, parts.get(orderId), lines);
      answer.weighed.push(...weighed);
      answer.refused.push(...refused);
    }
    return answer;
  });
}

async function weighOrder(
  trx: Trx,
  services: Services,
  locked: LockedPart | undefined,
  requests: LineWeights[],
): Promise<WeighedAnswer> {
  const refusal = refusalOf(locked);
  if (!locked || refusal) {
    const { code, message } = refusal ?? unknownOrder();
    return { weighed: [], refused: requests.map(({ order, line }) => ({ order, line, piece: null, code, message })) };
  }
  const { order, part, lines } = locked;
  const answer: WeighedAnswer = { weighed: [], refused: [] };
  const outcomes: Weighed[] = [];
  for (const request of requests) {
    const line = lines.find(({ _id }) => _id === request.line);
    const outcome = line ? weighLine(line, request) : REFUSED_LINE;
    if ("code" in outcome) answer.refused.push({ order: order._id, line: request.line, ...outcome });
    else outcomes.push(outcome);
  }
  await markWeighed(trx, outcomes);
  const pieces = outcomes.flatMap(({ line, backCents }): Pieces[] =>
    backCents > 0 ? [{ line, quantity: 0, amountCents: backCents }] : [],
  );
  if (pieces.length > 0) {
    const reason = "It weighs less than you paid for.";
    const why = { reason, cause: "weighed", settledAs: "Refunded" } as const;
    await refundPieces(trx, services, order, lines, [{ part, pieces, restock: false }], why);
    const storeName = await storeNameOf(trx, part.merchantId);
    const rows = outcomes.filter(({ backCents }) => backCents > 0).map(rowOf);
    await mailWeighed(trx, services, { order, part, storeName, amountCents: priceOf(pieces) }, rows);
  }
  if (outcomes.length > 0) logStep(trx, services, order._id, "weighed");
  for (const { line, dueCents, backCents } of outcomes)
    answer.weighed.push({
      order: order._id,
      line: line._id,
      due: dueCents === null ? null : toDollars(dueCents),
      back: toDollars(backCents),
    });
  return answer;
}

/** The refusal if a part cannot be weighed, or null. It is not packed any more, or its payment is disputed. */
function refusalOf(locked: LockedPart | undefined): Refusal | null {
  switch (locked?.part.statusText) {
    case "Processing":
      return locked.order.disputedAt && !locked.order.disputeEndedAt ? orderDisputed() : null;
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

/** A line with the weights to write, and the cents to refund for it now. */
interface Weighed {
  line: OrderLine;
  weights: (number | null)[];
  dueCents: number | null;
  backCents: number;
}
type LineRefusal = Pick<WeighedAnswer["refused"][number], "piece" | "code" | "message">;
const REFUSED_LINE: LineRefusal = {
  piece: null,
  code: "unknown_line",
  message: "There is nothing to weigh in this line.",
};

/** The outcome of the weights of one line; nothing is written. */
function weighLine(line: OrderLine, { pieces, confirmed }: LineWeights): Weighed | LineRefusal {
  const { unitPriceCents, weightUnit } = line;
  const count = line.quantity - line.refundedQuantity;
  if (unitPriceCents === null || weightUnit === null || count === 0) return REFUSED_LINE;
  if (pieces.length > count) return { piece: count, code: "unknown_line", message: `There are ${count} pieces of it.` };
  const weightsBefore = weightsIn(line.weights);
  const weights: (number | null)[] = Array.from({ length: count }, (_, piece) =>
    weightsBefore.length > count ? null : (weightsBefore[piece] ?? null),
  );
  const { content } = contentsOf({ ...line, drainedMilli: null, drainedUnit: null });
  for (const [piece, weightTyped] of pieces.entries()) {
    if (weightTyped === null || weightTyped.trim() === "") continue;
    const milli = readWeight(weightTyped, weightUnit);
    if (typeof milli === "string") return { piece, code: "invalid_weight", message: milli };
    const isNew = weights[piece] !== milli;
    if (isNew && !confirmed && content && isFarFrom(milliOf(content, weightUnit), milli))
      return {
        piece,
        code: "far_from_usual",
        message: `${weightInWords(milli, weightUnit)} is far from the usual ${contentInWords(content)}. Is it right?`,
      };
    weights[piece] = milli;
  }
  // The same weights change nothing, even if they were confirmed to be worth more than is due.
  if (line.weights === JSON.stringify(weights)) return { line, weights, dueCents: line.dueCents, backCents: 0 };
  const weighedPieces = weights.filter((weight) => weight !== null);
  // The sum that the buyer was told covers all pieces. Weighing only some again would forget what was refunded by it.
  if (weighedPieces.length < count && line.dueCents !== null)
    return {
      piece: weights.indexOf(null),
      code: "weigh_all",
      message: `Pieces have gone back since this was weighed. Weigh all ${count} that are left.`,
    };
  if (weighedPieces.length < count) return { line, weights, dueCents: null, backCents: 0 };

  const paidCents = line.priceCents * count;
  // Pieces that were refunded after weighing took an even share of the sum with them, as their refund did.
  const dueBefore = line.dueCents === null ? paidCents : Math.round((line.dueCents * count) / weightsBefore.length);
  const dueCents = dueFor(weighedPieces, unitPriceCents, paidCents);
  if (dueCents > dueBefore && !confirmed)
    return {
      piece: null,
      code: "heavier_than_before",
      message: `By this weight ${money(dueCents)} would be due. The buyer has been told ${money(dueBefore)}, and is never charged more. Save it at that price?`,
    };
  const backCents = Math.min(Math.max(0, dueBefore - dueCents), centsLeft(line));
  return { line, weights, dueCents: Math.min(dueCents, dueBefore), backCents };
}

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** A line in the letter about it: its title and weight, and the sum due. */
function rowOf({ line, weights, dueCents }: Weighed): [string, string] {
  const milli = weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
  return [`${line.title}: ${weightInWords(milli, line.weightUnit ?? "kg")}`, money(dueCents ?? 0)];
}
