import { sql } from "kysely";
import type { Operator } from "~/features/audit/audit.server";
import type { Db } from "~/platform/database/database.server";
import type { ClosedTimeRow } from "~/platform/database/tables";

/** Whose times are closed: those of a merchant, or those of a market day, with the orders of all of its stalls. */
export type Whose = { merchantId: string } | { marketDayId: string };

/** Closes or opens times: a merchant their own, an operator those of a market day. */
export type Closer = { merchantId: string } | { marketDayId: string; operator: Operator };

/** Takes a closed time back: a merchant one of their own, an operator one of a market day. */
export type TakingBack = { merchantId: string } | { operator: Operator };

/** Whose times a closed time is one of. */
export const whoseOf = ({ isByMarket, methodId, merchantId }: ClosedTimeRow): Whose =>
  isByMarket === 1 ? { marketDayId: methodId } : { merchantId };

/**
 * The closed times that are somebody's. A merchant's are those that they have closed, and those of market days that an
 * operator has closed with orders of theirs.
 */
export function closedTimesOf(db: Db, whose: Whose) {
  const rows = db.selectFrom("closedTimes as c").selectAll("c");
  if ("marketDayId" in whose) return rows.where("c.isByMarket", "=", 1).where("c.methodId", "=", whose.marketDayId);
  return rows.where((eb) =>
    eb.or([
      eb.and([eb("c.isByMarket", "=", 0), eb("c.merchantId", "=", whose.merchantId)]),
      eb.and([
        eb("c.isByMarket", "=", 1),
        eb.exists(
          ordersOfStall(db, whose.merchantId).where("o.closedTimeId", "=", sql.ref<string>("c._id")).select("o.partId"),
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
