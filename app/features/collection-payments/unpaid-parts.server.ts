import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/platform/database/database.server";
import type { Tables } from "~/platform/database/tables";

/**
 * How many of a merchant's parts were paid, and how many were refunded whole, by the sums of sales; how many are to be
 * paid at collection or never were, and how many of these are open. One statement.
 */
export async function placedParts(
  db: Db,
  merchantId: string,
): Promise<Record<"paid" | "refunded" | "unpaid" | "unpaidOpen", number>> {
  const days = (eb: ExpressionBuilder<Tables, never>) => eb.selectFrom("daySales").where("merchantId", "=", merchantId);
  const unpaid = (eb: ExpressionBuilder<Tables, never>) =>
    eb.selectFrom("orderParts").where("merchantId", "=", merchantId).where("isUnpaid", "=", 1);
  const row = await db
    .selectNoFrom((eb) => [
      days(eb)
        .select((of) => of.fn.sum<number>("orders").as("n"))
        .as("paid"),
      days(eb)
        .select((of) => of.fn.sum<number>("refundedOrders").as("n"))
        .as("refunded"),
      unpaid(eb)
        .select((of) => of.fn.countAll<number>().as("n"))
        .as("unpaid"),
      unpaid(eb)
        .where("statusText", "in", ["Processing", "Shipped"])
        .select((of) => of.fn.countAll<number>().as("n"))
        .as("unpaidOpen"),
    ])
    .executeTakeFirstOrThrow();
  return {
    paid: Number(row.paid ?? 0),
    refunded: Number(row.refunded ?? 0),
    unpaid: Number(row.unpaid ?? 0),
    unpaidOpen: Number(row.unpaidOpen ?? 0),
  };
}
