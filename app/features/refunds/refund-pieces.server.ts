import { completeIfSettled, markPartRefunded, markPiecesRefunded } from "~/features/orders/order-parts.server";
import type { OrderLine } from "~/features/orders/order.server";
import { takeBackPayouts } from "~/features/payouts/due.server";
import { lockProducts, returnStock } from "~/features/products/stock.server";
import { bookReturn } from "~/features/sales/book-sales.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { piecesLeft, priceOf, type PartBack } from "./allocate-refund.server";
import { writeRefund } from "./write-refund.server";

export interface Why {
  /** What the buyer reads about the refund. */
  reason: string;
  /** What a part becomes once nothing of it is left, and why; without `partReason` the same reason. */
  settledAs: "Cancelled" | "Refunded";
  partReason?: string;
}

/** A part as it stands after giving back. */
export interface GivenBack extends PartBack {
  amountCents: number;
  settled: boolean;
}

/**
 * Gives a buyer the price of pieces back: what `returnPieces` does, and writes the refund down, which a job carries
 * out. The order must be locked, and the pieces must be what is left or fewer. `all` are all lines of these parts.
 */
export async function refundPieces(
  trx: Trx,
  services: Services,
  order: OrderRow,
  all: OrderLine[],
  backs: PartBack[],
  why: Why,
): Promise<{ amountCents: number; parts: GivenBack[] }> {
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
  return { amountCents, parts };
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
    await markPartRefunded(trx, part._id, amountCents, settled ? end : null);
    await bookReturn(
      trx,
      services,
      order,
      { ...part, amountCents },
      back.pieces.map(({ line, quantity }) => ({ ...line, quantity })),
      { refundId, settled, at },
    );
    parts.push({ ...back, amountCents, settled });
  }
  await takeBackPayouts(
    trx,
    services,
    refundId,
    parts.map(({ part, amountCents }) => ({ partId: part._id, amountCents })),
  );
  await putBack(trx, services, backs);
  await completeIfSettled(trx, [order._id]);
  return parts;
}

async function putBack(trx: Trx, { dialect }: Services, backs: PartBack[]): Promise<void> {
  const goods = backs
    .filter((back) => back.restock)
    .flatMap((back) => back.pieces.map(({ line, quantity }) => ({ productId: line.productId, quantity })));
  if (goods.length === 0) return;
  await lockProducts(
    trx,
    dialect,
    goods.map((line) => line.productId),
  );
  await returnStock(trx, dialect, goods);
}
