import { audit, type Operator } from "~/features/audit/audit.server";
import { giveBack, piecesLeft, returnPieces, type PartBack, type Pieces } from "~/features/fulfilment/give-back.server";
import { linesOf, lockOrder } from "~/features/orders/queries.server";
import { unknownOrder } from "~/features/orders/rules.server";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { moreThanIsLeft, nothingToRefund, refundedMeanwhile, unknownLine } from "./errors.server";
import { mailPartsRefunded } from "./mails.server";
import type { RefundOrder } from "./schema";

type Line = Awaited<ReturnType<typeof linesOf>>[number];
type Part = PartBack["part"];

/**
 * Gives a buyer money back: for single pieces, for what is left of a part, or for everything that is left. What was not
 * sent is for sale again; what was sent only if the operator says so. The books forget as much of the sale, and buyer
 * and merchants learn why.
 */
export async function refundOrder(
  services: Services,
  operator: Operator,
  orderId: string,
  asked: RefundOrder,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    // Held until the end: another operator, or a merchant who cancels at this moment, comes before or after.
    const order = await lockOrder(trx, services.dialect, orderId);
    if (order?.status !== "paid" || !order.intentId) throw unknownOrder();
    const parts = await partsOf(trx, orderId);
    const before = parts.reduce((sum, part) => sum + part.refundedCents, 0);
    if (asked.refunded !== undefined && Math.round(asked.refunded * 100) !== before) throw refundedMeanwhile();
    if (asked.partId && !parts.some((part) => part._id === asked.partId)) throw unknownOrder();
    const lines = await linesOf(trx, orderId);
    const chosen = asked.lines
      ? chosenPieces(lines, asked.lines)
      : piecesLeft(lines).filter(({ line }) => !asked.partId || line.partId === asked.partId);
    const backs = parts.flatMap((part) => backOf(part, chosen, asked.restock));
    if (backs.length === 0) throw nothingToRefund();

    const given = await giveBack(trx, services, order, lines, backs, { reason: asked.reason, settledAs: "Refunded" });
    await mailPartsRefunded(trx, services, order, given.parts, asked.reason);
    await audit(trx, services, operator, "order.refunded", `#${order.itemId}`, {
      order: orderId,
      amount: given.amountCents / 100,
      ...(asked.partId && { part: asked.partId }),
      ...(asked.lines && { pieces: chosen.map(({ line, quantity }) => `${quantity} × ${line.title}`) }),
      reason: asked.reason,
    });
  });
}

/**
 * What follows when the money of whole parts, or what was left of them, has gone back without us: everything but the
 * refund itself. The order must be locked.
 */
export async function returnParts(
  trx: Trx,
  services: Services,
  order: OrderRow,
  parts: { _id: string }[],
  { reason, by }: { reason: string; by: "team" | "bank" },
): Promise<void> {
  const lines = await linesOf(trx, order._id);
  const whole = await partsOf(trx, order._id);
  const backs = whole
    .filter((part) => parts.some(({ _id }) => _id === part._id))
    .flatMap((part) => backOf(part, piecesLeft(lines), false));
  if (backs.length === 0) return;
  const given = await returnPieces(
    trx,
    services,
    order,
    lines,
    backs,
    { reason, settledAs: "Refunded" },
    newId(services.clock.now()),
  );
  await mailPartsRefunded(trx, services, order, given, reason, by);
}

function partsOf(trx: Trx, orderId: string): Promise<Part[]> {
  return trx
    .selectFrom("orderParts")
    .select(["_id", "merchantId", "statusText", "amountCents", "refundedCents"])
    .where("orderId", "=", orderId)
    .orderBy("_id")
    .execute();
}

/** What of the pieces is the part's; none, where there are none. What was not sent is always for sale again. */
function backOf(part: Part, from: Pieces[], restock: boolean): PartBack[] {
  const pieces = from.filter(({ line }) => line.partId === part._id);
  return pieces.length > 0 ? [{ part, pieces, restock: part.statusText === "Processing" || restock }] : [];
}

/** The pieces that are asked for; refused as a whole where a line is of another order or has fewer left. */
function chosenPieces(lines: Line[], asked: NonNullable<RefundOrder["lines"]>) {
  const known = new Map(lines.map((line) => [line._id, line]));
  const short: Parameters<typeof moreThanIsLeft>[0] = [];
  const pieces = asked.map(({ lineId, quantity }, index) => {
    const line = known.get(lineId);
    if (!line) throw unknownLine();
    const left = line.quantity - line.refundedQuantity;
    if (quantity > left) short.push({ index, title: line.title, left });
    return { line, quantity };
  });
  if (short.length > 0) throw moreThanIsLeft(short);
  return pieces;
}
