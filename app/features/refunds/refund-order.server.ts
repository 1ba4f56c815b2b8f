import { logStep } from "~/features/orders/log-step.server";
import { audit, type Operator } from "~/features/audit/audit.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { completeIfSettled, markPartRefunded, markPiecesRefunded } from "~/features/orders/order-parts.server";
import { linesOf, lockOrder, partsOf, type OrderLine } from "~/features/orders/order.server";
import { takeBackPayouts } from "~/features/payouts/due.server";
import { lockProducts, returnStock } from "~/features/products/stock.server";
import { bookReturn } from "~/features/sales/book-sales.server";
import { tellGivenBack } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { NewRow, OrderRow } from "~/platform/database/tables";
import { isFirstTime } from "~/platform/http/idempotency.server";
import { newId } from "~/platform/ids.server";
import { jobProducer, type JobProducer } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import {
  piecesLeft,
  priceOf,
  whatGoesBack,
  type GivenBack,
  type PartBack,
  type Pieces,
} from "./allocate-refund.server";
import { refundedMeanwhile } from "./errors.server";
import { inWords, mailPartsRefunded } from "./mails.server";
import type { RefundOrder } from "./schema";

const job = jobProducer<{ refundId: string }>("refund");

/** What the job of a refund is called, so that one that failed for good is found again. */
export const refundJobKey = (refundId: string): string => `refund ${refundId}`;

/** Has a refund carried out that is written down; how, is known to `carry-out-refund`. */
export const refund: JobProducer<{ refundId: string }> = {
  kind: job.kind,
  enqueue: (db, services, payload) => job.enqueue(db, services, payload, { uniqueKey: refundJobKey(payload.refundId) }),
};

/**
 * Gives a buyer money back: for single pieces, for what is left of a part, or for everything that is left. What was not
 * sent is for sale again; what was sent only if the operator says so. The books forget as much of the sale, and buyer
 * and merchants learn why. `asked.refunded` is dollars, as the operator has seen them. Refuses `unknown_order`,
 * `unknown_line`, `more_than_is_left`, `nothing_to_refund`, and `refunded_meanwhile` where another sum is refunded now.
 */
export async function refundOrder(
  services: Services,
  operator: Operator,
  orderId: string,
  asked: RefundOrder,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    if (!(await isFirstTime(trx))) return;
    // Held until the end: another operator, or a merchant who cancels at this moment, comes before or after.
    const order = await lockOrder(trx, services.dialect, orderId);
    if (order?.status !== "paid" || !order.intentId) throw unknownOrder();
    const parts = await partsOf(trx, orderId);
    const before = parts.reduce((sum, part) => sum + part.refundedCents, 0);
    if (asked.refunded !== undefined && Math.round(asked.refunded * 100) !== before) throw refundedMeanwhile();
    const lines = await linesOf(trx, orderId);
    const { chosen, backs } = whatGoesBack(parts, lines, asked);

    const given = await refundPieces(trx, services, order, lines, backs, {
      reason: asked.reason,
      settledAs: "Refunded",
    });
    await mailPartsRefunded(trx, services, order, given.parts, asked.reason);
    await audit(trx, services, operator, "order.refunded", `#${order.itemId}`, {
      order: orderId,
      amount: given.amountCents / 100,
      ...(asked.partId && { part: asked.partId }),
      ...(asked.lines && { pieces: chosen.map(inWords) }),
      reason: asked.reason,
    });
  });
}

/** Why money goes back, for those who read about it. */
export interface Why {
  /** What the buyer reads about the refund. */
  reason: string;
  /** What a part becomes once nothing of it is left, and why; without `partReason` the same reason. */
  settledAs: "Cancelled" | "Refunded";
  partReason?: string;
  /** Where it is not given but taken. */
  takenBy?: "bank";
}

/**
 * Gives a buyer the price of pieces back: what `returnPieces` does, and writes the refund down, which a job carries
 * out. The order must be locked, and the pieces must be what is left or fewer. `all` are all lines of these parts.
 * Answers the refund's id, how many cents go back, and the parts as they stand now.
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
  const parts = await returnPieces(trx, services, order, all, backs, why, refundId);
  const pieces = backs.flatMap((back) => back.pieces);
  const amountCents = priceOf(pieces);
  if (order.intentId) {
    const only = parts.length === 1 ? (parts[0]?.part._id ?? null) : null;
    await writeRefund(
      trx,
      services,
      {
        _id: refundId,
        orderId: order._id,
        intentId: order.intentId,
        amountCents,
        partId: only,
        reason: why.reason,
        createdAt,
      },
      pieces,
    );
  }
  return { refundId, amountCents, parts };
}

/**
 * What follows when the price of pieces goes back to the buyer, or has gone back by other means: goods return to
 * stock, the books forget the sale, what the merchants were paid out for it is taken back. A part of which nothing is
 * left is settled. `refundId` is what the entries in the books are known by.
 */
export async function returnPieces(
  trx: Trx,
  services: Services,
  order: OrderRow,
  all: OrderLine[],
  backs: PartBack[],
  why: Why,
  refundId: string,
): Promise<GivenBack[]> {
  const at = timestamp(services.clock);
  const pieces = backs.flatMap((back) => back.pieces);
  const leftAfter = new Map(piecesLeft(all).map(({ line, quantity }) => [line._id, quantity]));
  for (const { line, quantity } of pieces) leftAfter.set(line._id, (leftAfter.get(line._id) ?? 0) - quantity);
  await markPiecesRefunded(trx, pieces);

  const parts: GivenBack[] = [];
  for (const back of backs) {
    const { part } = back;
    const settled = all.every((line) => line.partId !== part._id || (leftAfter.get(line._id) ?? 0) === 0);
    const amountCents = priceOf(back.pieces);
    const end = { statusText: why.settledAs, cancelReason: why.partReason ?? why.reason, cancelledAt: at };
    await markPartRefunded(trx, part._id, amountCents, at, settled ? end : null);
    await bookReturn(
      trx,
      services,
      order,
      { ...part, amountCents },
      back.pieces.map(({ line, quantity, amountCents: worthCents }) => ({
        productId: line.productId,
        quantity,
        amountCents: worthCents,
      })),
      { refundId, settled, at, kind: why.takenBy === "bank" ? "dispute" : "refund" },
    );
    parts.push({ ...back, amountCents, settled });
  }
  await takeBackPayouts(
    trx,
    services,
    refundId,
    parts.map(({ part, amountCents }) => ({ partId: part._id, amountCents })),
  );
  await putBack(trx, services, order._id, backs);
  await completeIfSettled(trx, [order._id]);
  await tellGivenBack(trx, services, order, parts, why.settledAs);
  return parts;
}

async function putBack(trx: Trx, services: Services, orderId: string, backs: PartBack[]): Promise<void> {
  const goods = backs
    .filter((back) => back.restock)
    .flatMap((back) => back.pieces.map(({ line, quantity }) => ({ productId: line.productId, quantity })))
    .filter(({ quantity }) => quantity > 0);
  if (goods.length === 0) return;
  await lockProducts(
    trx,
    services.dialect,
    goods.map((line) => line.productId),
  );
  await returnStock(trx, services, goods, orderId);
}

type Wanted = Pick<
  NewRow<"refunds">,
  "_id" | "orderId" | "intentId" | "amountCents" | "partId" | "reason" | "createdAt"
>;

/**
 * Writes down that `amountCents` of a payment go back, and for which pieces where that is known; a job carries it out.
 * `reason` is what the buyer reads.
 */
export async function writeRefund(trx: Trx, services: Services, wanted: Wanted, pieces: Pieces[] = []): Promise<void> {
  // Pieces whose price went back before as an amount: nothing is left for the provider to do.
  const isWorthless = wanted.amountCents === 0;
  await trx
    .insertInto("refunds")
    .values({ ...wanted, providerId: null, doneAt: isWorthless ? wanted.createdAt : null })
    .execute();
  if (pieces.length > 0)
    await trx
      .insertInto("refundLines")
      .values(
        pieces.map(({ line, quantity, amountCents }) => ({
          refundId: wanted._id,
          lineId: line._id,
          quantity,
          amountCents,
        })),
      )
      .execute();
  await refund.enqueue(trx, services, { refundId: wanted._id });
  logStep(trx, services, wanted.orderId, "refund begun");
}
