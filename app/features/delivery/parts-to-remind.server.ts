import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";

/** Marks some parts that are collected or come on a day as reminded of it, and answers them. Two statements. */
export async function markReminded(
  trx: Trx,
  { day, at, limit }: { day: string; at: string; limit: number },
): Promise<PartDeliveryRow[]> {
  const rows = await trx
    .selectFrom("partDeliveries")
    .selectAll()
    .where("day", "=", day)
    .where("remindedAt", "is", null)
    .where("holdsPlace", "=", 1)
    .orderBy("partId")
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const marked = await trx
    .updateTable("partDeliveries")
    .set({ remindedAt: at })
    .where(
      "partId",
      "in",
      rows.map(({ partId }) => partId),
    )
    .where("remindedAt", "is", null)
    .returning("partId")
    .execute();
  const markedIds = new Set(marked.map(({ partId }) => partId));
  return rows.filter(({ partId }) => markedIds.has(partId));
}
