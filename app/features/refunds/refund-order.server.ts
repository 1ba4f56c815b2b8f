import { bookCashBack } from "~/features/accounting/book-cash.server";
import { lowerFee } from "~/features/collection-payments/mark-payment.server";
import { feeAtCollection } from "~/features/payouts/fee-at-collection.server";
import { isPaidThere } from "~/features/collection-payments/due.server";
import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { dayIn } from "~/platform/time-zone";
import { toCents } from "~/features/fields";
import { logStep } from "~/features/orders/log-step.server";
import { audit, type Operator } from "~/features/audit/audit.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { completeIfSettled, markPartRefunded, markPiecesRefunded } from "~/features/orders/order-parts.server";
import { backOf, feeLeftOf } from "~/features/orders/delivery-fee";
import { linesOf, lockOrder, partsOf, type OrderLine } from "~/features/orders/order.server";
import { vatOfRefund } from "~/features/accounting/vat";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { takeBackPayouts } from "~/features/payouts/reverse.server";
import { lockProducts, returnStock } from "~/features/products/stock.server";
import { announceReviews } from "~/features/reviews/change-review.server";
import { bookReturn } from "~/features/accounting/book-sales.server";
import { sizeOfLine } from "~/features/accounting/sums.server";
import { tellGivenBack } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import { type Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import { jobProducer, type JobProducer } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import {
  feeBackWith,
  isRest,
  priceOf,
  sumOfBacks,
  whatGoesBack,
  type GivenBack,
  type PartBack,
  type Pieces,
} from "./allocate-refund.server";
import { refundedMeanwhile } from "./errors.server";
import { inWords, mailPartsRefunded } from "./mails.server";
import type { RefundOrder } from "./schema";

/** How a stall that was paid at collection gives money back. */
const BY_HAND = "in cash at the stall";

const job = jobProducer<{ refundId: string }>("refund");

/** The unique key of the job of a refund, by which a job that failed for good is found again. */
export const refundJobKey = (refundId: string): string => `refund ${refundId}`;

/** Has a recorded refund carried out, by the job in `carry-out-refund`. */
export const refund: JobProducer<{ refundId: string }> = {
  kind: job.kind,
  enqueue: (db, services, payload) => job.enqueue(db, services, payload, { uniqueKey: refundJobKey(payload.refundId) }),
};

/**
 * Refunds a buyer single pieces, what is left of a part, or everything that is left. Goods that were not sent are for
 * sale again; goods that were sent only if the operator says so. The books reverse as much of the sale, and buyer and
 * merchants learn why. `request.refunded` is dollars, as the operator has seen them. Refuses `unknown_order`,
 * `unknown_line`, `more_than_is_left`, `nothing_to_refund`, and `refunded_meanwhile` if another sum is refunded by now.
 */
export async function refundOrder(
  services: Services,
  operator: Operator,
  orderId: string,
  request: RefundOrder,
): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    // The lock is held until the end: another operator, or a merchant who cancels at this moment, comes before or
    // after.
    const order = await lockOrder(trx, services.dialect, orderId);
    if (!order || !mayBeRefunded(order)) throw unknownOrder();
    const parts = await partsOf(trx, orderId);
    const refundedCents = parts.reduce((sum, part) => sum + backOf(part), 0);
    if (request.refunded !== undefined && toCents(request.refunded) !== refundedCents) throw refundedMeanwhile();
    const lines = await linesOf(trx, orderId);
    const { chosen, backs } = whatGoesBack(parts, lines, request);

    const result = await refundPieces(trx, services, order, lines, backs, {
      reason: request.reason,
      settledAs: "Refunded",
    });
    await mailPartsRefunded(trx, services, order, result.parts, request.reason);
    await audit(trx, services, operator, "order.refunded", `#${order.itemId}`, {
      order: orderId,
      amount: result.amountCents / 100,
      ...(request.partId && { part: request.partId }),
      ...(request.lines && { pieces: chosen.map(inWords) }),
      ...(request.deliveryFee && { deliveryFee: true }),
      reason: request.reason,
    });
  });
}

/** The reasons of a refund, for everybody who reads about it. */
export interface Why {
  /** The reason that the buyer reads. */
  reason: string;
  /** The status of a part when nothing of it is left, and its reason: `partReason`, or else `reason`. */
  settledAs: "Cancelled" | "Refunded";
  partReason?: string;
  /** Kept with the refund, because the display of the refund depends on it. */
  cause?: "weighed";
  /** Set if the money was not given but taken. */
  takenBy?: "bank";
}

/**
 * Refunds pieces: does what `returnPieces` does, and writes down the refund, which a job carries out. The order must be
 * locked, and the pieces must be no more than is left. `all` are all lines of these parts. Returns the refund's id, how
 * many cents are refunded, and the parts after the refund.
 */
export async function refundPieces(
  trx: Trx,
  services: Services,
  order: OrderRow,
  all: OrderLine[],
  backs: PartBack[],
  why: Why,
): Promise<{ refundId: string; amountCents: number; parts: GivenBack[] }> {
  const [refundId, createdAt] = [newId(services.clock.now()), timestamp(services.clock)];
  const parts = await returnPieces(trx, services, order, all, backs, why, { refundId, at: createdAt });
  const amountCents = sumOfBacks(backs, all);
  // A part that was never paid has no refund.
  const paidBacks = backs.filter(({ part }) => part.isUnpaid === 0);
  const pieces = paidBacks.flatMap((back) => back.pieces);
  const [paidBack] = paidBacks;
  if (paidBack) {
    const entry = {
      _id: refundId,
      orderId: order._id,
      intentId: order.intentId ?? "",
      amountCents: sumOfBacks(paidBacks, all),
      partId: paidBacks.length === 1 ? paidBack.part._id : null,
      reason: why.reason,
      cause: why.cause ?? null,
      createdAt,
    };
    if (isPaidThere(order, paidBack.part)) await writeHandRefund(trx, services, entry, pieces);
    else if (order.intentId) await writeRefund(trx, services, entry, pieces);
  }
  return { refundId, amountCents, parts };
}

/** Whether an order can be refunded: it was paid by card, or is paid at collection. */
export const mayBeRefunded = ({ status, intentId, paymentMethod }: OrderRow): boolean =>
  status === "paid" && (intentId !== null || paymentMethod === ON_COLLECTION);

/**
 * Does what follows from a refund of pieces, which is still to be made or was made by other means. The delivery fee is
 * included if `feeBackWith` says so. Goods return to stock, the refund is booked, and what the merchants were paid out
 * for it is taken back. A part of which nothing is left is settled. `refundId` names the entries in the books, `at` is
 * the moment at which all of it counts.
 */
export async function returnPieces(
  trx: Trx,
  services: Services,
  order: OrderRow,
  all: OrderLine[],
  backs: PartBack[],
  why: Why,
  { refundId, at }: { refundId: string; at: string },
): Promise<GivenBack[]> {
  const pieces = backs.flatMap((back) => back.pieces);
  await markPiecesRefunded(trx, pieces);
  const goods = pieces.map(({ line }) => line.productId);
  await announceReviews(trx, services, goods);

  const { _id: orderId } = order;
  const parts: GivenBack[] = [];
  const keptFees: Parameters<typeof notePayoutsDue>[2] = [];
  for (const back of backs) {
    const { part } = back;
    const settled = isRest(back, all);
    const [amountCents, deliveryFeeCents] = [priceOf(back.pieces), feeBackWith(back, all)];
    const end = { statusText: why.settledAs, cancelReason: why.partReason ?? why.reason, cancelledAt: at };
    const feeRefundId = deliveryFeeCents > 0 ? refundId : null;
    await markPartRefunded(trx, part._id, { amountCents, feeRefundId }, at, settled ? end : null);
    parts.push({ ...back, amountCents, deliveryFeeCents, settled });
    // An unpaid part is no sale yet, so nothing is booked.
    if (part.isUnpaid === 1) continue;
    await bookReturn(
      trx,
      services,
      order,
      { ...part, amountCents, deliveryFeeCents },
      back.pieces.map(({ line, quantity, amountCents: worthCents }) => ({
        ...sizeOfLine(line),
        quantity,
        amountCents: worthCents,
      })),
      {
        refundId,
        settled,
        at,
        kind: why.takenBy === "bank" ? "dispute" : "refund",
        vatCents: back.pieces.reduce((sum, piece) => sum + vatOfRefund(piece.line, piece.amountCents), 0),
      },
    );
    if (settled && part.statusText === "Shipped" && feeLeftOf(part) > deliveryFeeCents)
      keptFees.push({ ...part, orderId });
    if (isPaidThere(order, part)) {
      const leftCents = part.amountCents - part.refundedCents - amountCents;
      const feeCents = await lowerFee(trx, part._id, feeAtCollection(services, leftCents));
      await bookCashBack(trx, order, part, { refundId, at, amountCents: amountCents + deliveryFeeCents, feeCents });
    }
  }
  await takeBackPayouts(
    trx,
    services,
    refundId,
    parts.map(({ part, amountCents, deliveryFeeCents }) => ({ partId: part._id, amountCents, deliveryFeeCents })),
  );
  // The delivery fee is owed for goods that were sent, though nothing is left that could arrive.
  await notePayoutsDue(trx, services, keptFees);
  await putBack(trx, services, order._id, backs);
  await completeIfSettled(trx, [order._id]);
  const partsToTell = parts.map((partRefund) =>
    partRefund.part.isUnpaid === 1 ? { ...partRefund, amountCents: 0, deliveryFeeCents: 0 } : partRefund,
  );
  await tellGivenBack(trx, services, order, partsToTell, why.settledAs);
  return parts;
}

async function putBack(trx: Trx, services: Services, orderId: string, backs: PartBack[]): Promise<void> {
  const goods = backs
    .filter((back) => back.restock)
    .flatMap((back) => back.pieces.map(({ line, quantity }) => ({ ...line, quantity })))
    .filter(({ quantity }) => quantity > 0);
  if (goods.length === 0) return;
  await lockProducts(
    trx,
    services.dialect,
    goods.map((line) => line.productId),
  );
  await returnStock(trx, services, goods, orderId);
}

type RefundEntry = Pick<
  NewRow<"refunds">,
  "_id" | "orderId" | "intentId" | "amountCents" | "partId" | "reason" | "cause" | "createdAt"
>;

/**
 * Writes down a refund of `amountCents` of a payment, and its pieces if they are known. A job carries it out. `reason`
 * is what the buyer reads.
 */
export async function writeRefund(
  trx: Trx,
  services: Services,
  entry: RefundEntry,
  pieces: Pieces[] = [],
): Promise<void> {
  // The price of these pieces was refunded before as an amount, so nothing is left for the provider to do.
  const isWorthless = entry.amountCents === 0;
  await insertRefund(trx, { ...entry, providerId: null, doneAt: isWorthless ? entry.createdAt : null }, pieces);
  await refund.enqueue(trx, services, { refundId: entry._id });
  logStep(trx, services, entry.orderId, "refund begun");
}

/** Writes down what a merchant who was paid at collection gives back by hand. No provider is involved. */
async function writeHandRefund(trx: Trx, { config }: Services, entry: RefundEntry, pieces: Pieces[]): Promise<void> {
  const otherWay = { otherWay: BY_HAND, otherWayDay: dayIn(config.timeZone, entry.createdAt) };
  await insertRefund(trx, { ...entry, ...otherWay, providerId: null, doneAt: entry.createdAt }, pieces);
}

async function insertRefund(trx: Trx, row: NewRow<"refunds">, pieces: Pieces[]): Promise<void> {
  await trx.insertInto("refunds").values(row).execute();
  if (pieces.length === 0) return;
  await trx
    .insertInto("refundLines")
    .values(
      pieces.map(({ line, quantity, amountCents }) => ({ refundId: row._id, lineId: line._id, quantity, amountCents })),
    )
    .execute();
}
