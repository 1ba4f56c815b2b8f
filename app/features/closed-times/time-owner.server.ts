import { sql } from "kysely";
import type { Operator } from "~/features/audit/audit.server";
import type { Db } from "~/platform/database/database.server";
import type { ClosedTimeRow } from "~/platform/database/tables";

/** The owner of times: a merchant, or a market day, whose times include the orders of all its stalls. */
export type TimeOwner = { merchantId: string } | { marketDayId: string };

/** Closes or opens times: a merchant their own, an operator those of a market day. */
export type Closer = { merchantId: string } | { marketDayId: string; operator: Operator };

/** Undoes the closing of a time: a merchant one of their own, an operator one of a market day. */
export type TakingBack = { merchantId: string } | { operator: Operator };

/** The owner of a closed time. */
export const ownerOf = ({ isByMarket, methodId, merchantId }: ClosedTimeRow): TimeOwner =>
  isByMarket === 1 ? { marketDayId: methodId } : { merchantId };

/**
 * The closed times of an owner. A merchant's are those that they have closed, and those of market days that an operator
 * has closed with the merchant's orders.
 */
export function closedTimesOf(db: Db, owner: TimeOwner) {
  const rows = db.selectFrom("closedTimes as c").selectAll("c");
  if ("marketDayId" in owner) return rows.where("c.isByMarket", "=", 1).where("c.methodId", "=", owner.marketDayId);
  return rows.where((eb) =>
    eb.or([
      eb.and([eb("c.isByMarket", "=", 0), eb("c.merchantId", "=", owner.merchantId)]),
      eb.and([
        eb("c.isByMarket", "=", 1),
        eb.exists(
          ordersOfStall(db, owner.merchantId).where("o.closedTimeId", "=", sql.ref<string>("c._id")).select("o.partId"),
        ),
      ]),
    ]),
  );
}

/** The orders of closed market days of which a stall has a part. */
export const ordersOfStall = (db: Db, merchantId: string) =>
  db
    .selectFrom("closedTimeOrders as o")
    .innerJoin("closedTimes as t", "t._id", "o.closedTimeId")
    .innerJoin("partDeliveries as d", "d.orderId", "o.orderId")
    .where("d.merchantId", "=", merchantId)
    .whereRef("d.marketDayId", "=", "t.methodId");
