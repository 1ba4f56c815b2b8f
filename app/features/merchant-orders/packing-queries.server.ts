import type { Db } from "~/platform/database/database.server";
import { ordersByParts } from "./order-docs.server";
import type { MerchantOrder } from "./schema";

/** The merchant's orders that are to be shipped, oldest first, lines included. Two statements. */
export async function ordersToShip(db: Db, merchantId: string, limit: number): Promise<MerchantOrder[]> {
  const { docs } = await ordersByParts(
    db,
    db
      .selectFrom("orderParts as p")
      .where("p.merchantId", "=", merchantId)
      .where("p.statusText", "=", "Processing")
      .where("p.paidAt", "is not", null)
      .select("p._id")
      .orderBy("p.paidAt")
      .orderBy("p._id")
      .limit(limit)
      .$asScalar(),
    "asc",
  );
  return docs;
}

/** The merchant's orders of these numbers, oldest first, lines included. Two statements. */
export async function ordersByNumber(db: Db, merchantId: string, numbers: number[]): Promise<MerchantOrder[]> {
  const { docs } = await ordersByParts(
    db,
    db
      .selectFrom("orders as o")
      .innerJoin("orderParts as p", "p.orderId", "o._id")
      .where("o.itemId", "in", numbers)
      .where("p.merchantId", "=", merchantId)
      .where("p.paidAt", "is not", null)
      .select("p._id")
      .$asScalar(),
    "asc",
  );
  return docs;
}
