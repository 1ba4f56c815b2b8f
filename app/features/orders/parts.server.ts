import type { Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { linesOf, lockOrder, PART, type OrderLine, type OrderPart } from "./queries.server";
import { unknownOrder } from "./rules.server";

/** Whose part of an order is meant: a merchant's own, or one that a buyer named. */
export type Whose = { merchantId: string } | { buyerId: string; partId: string };

export interface LockedPart {
  order: OrderRow;
  part: OrderPart;
  lines: OrderLine[];
}

/**
 * The part with its order and lines, held until the transaction ends: two parts of an order are settled one after the
 * other.
 */
export async function lockPart(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  orderId: string,
  whose: Whose,
): Promise<LockedPart> {
  const order = await lockOrder(trx, dialect, orderId);
  if (!order || order.status !== "paid" || ("buyerId" in whose && order.buyerId !== whose.buyerId))
    throw unknownOrder();
  let query = trx.selectFrom("orderParts").select(PART).where("orderId", "=", orderId);
  query =
    "merchantId" in whose ? query.where("merchantId", "=", whose.merchantId) : query.where("_id", "=", whose.partId);
  const part = await query.executeTakeFirst();
  if (!part) throw unknownOrder();
  const lines = await linesOf(trx, orderId);
  return { order, part, lines: lines.filter((line) => line.partId === part._id) };
}

/** An order is completed once every part of it is delivered, cancelled or refunded. */
export async function completeIfSettled(trx: Trx, orderIds: string[]): Promise<void> {
  await trx
    .updateTable("orders")
    .set({ isCompleted: 1 })
    .where("_id", "in", orderIds)
    .where("isCompleted", "=", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("orderParts")
            .select("orderParts._id")
            .whereRef("orderParts.orderId", "=", "orders._id")
            .where("orderParts.statusText", "in", ["Processing", "Shipped"]),
        ),
      ),
    )
    .execute();
}
