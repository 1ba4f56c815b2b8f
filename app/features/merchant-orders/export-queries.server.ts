import type { Db } from "~/platform/database/database.server";
import { COLUMNS, withLines } from "./order-docs.server";
import { filtered } from "./order-filters.server";
import type { OrderFilters } from "./schema";

/** A merchant's orders behind the part `last`, newest first, so that lists of any length can be read in steps. */
export async function ordersBehind(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  last: { paidAt: string; partId: string } | null,
  limit: number,
) {
  let query = filtered(db, merchantId, filters, timeZone)
    .leftJoin("partDeliveries as d", "d.partId", "p._id")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(COLUMNS)
    .orderBy("p.paidAt", "desc")
    .orderBy("p._id", "desc")
    .limit(limit);
  if (last)
    query = query.where((eb) =>
      eb.or([
        eb("p.paidAt", "<", last.paidAt),
        eb.and([eb("p.paidAt", "=", last.paidAt), eb("p._id", "<", last.partId)]),
      ]),
    );
  const rows = await query.execute();
  const end = rows.at(-1);
  return {
    docs: await withLines(db, rows),
    partIds: rows.map((row) => row.partId),
    last: rows.length === limit && end ? { paidAt: end.paidAt ?? "", partId: end.partId } : null,
  };
}
