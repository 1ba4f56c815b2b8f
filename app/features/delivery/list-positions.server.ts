import { sql } from "kysely";
import type { Db, Trx } from "~/platform/database/database.server";

/** The parts of a day that a merchant brings, in the merchant's order; parts without a position come last, by time. */
export function partsToBring(db: Db, merchantId: string, day: string, limit: number) {
  return db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .select(["d.partId", "d.orderId"])
    .where("d.merchantId", "=", merchantId)
    .where("d.day", "=", day)
    .where("d.kind", "=", "delivery")
    .where("p.paidAt", "is not", null)
    .where("p.statusText", "not in", ["Cancelled", "Refunded"])
    .orderBy(sql`coalesce("listPosition", 1000000)`)
    .orderBy("d.startTime")
    .orderBy("d.partId")
    .limit(limit)
    .execute();
}

/** Gives parts their positions in the merchant's order, as they are listed. One statement for any number of parts. */
export async function savePositions(trx: Trx, partIds: readonly string[]): Promise<void> {
  if (partIds.length === 0) return;
  const cases = partIds.map((partId, place) => sql`when ${partId} then cast(${place + 1} as integer)`);
  await trx
    .updateTable("partDeliveries")
    .set({ listPosition: sql<number>`case "partId" ${sql.join(cases, sql` `)} end` })
    .where("partId", "in", partIds)
    .execute();
}
