import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";

/** When a part was handed over, and by which device or which people. */
export interface HandedOver {
  at: string;
  by: string;
}

/** Notes when and by whom parts were handed over. */
export async function noteHandedOver(trx: Trx, partIds: string[], { at, by }: HandedOver): Promise<void> {
  await trx
    .updateTable("partDeliveries")
    .set({ handedOverAt: at, handedOverBy: by, notCollectedAt: null })
    .where("partId", "in", partIds)
    .execute();
}

/** Deletes the note that a part was handed over, because it was a mistake. */
export async function forgetHandedOver(trx: Trx, partId: string): Promise<void> {
  await trx
    .updateTable("partDeliveries")
    .set({ handedOverAt: null, handedOverBy: "" })
    .where("partId", "=", partId)
    .execute();
}

/** The note of `noteHandedOver`; null if the stall has made none. */
export async function handedOverOf(trx: Trx, partId: string): Promise<HandedOver | null> {
  const row = await trx
    .selectFrom("partDeliveries")
    .select(["handedOverAt", "handedOverBy"])
    .where("partId", "=", partId)
    .executeTakeFirst();
  return row?.handedOverAt ? { at: row.handedOverAt, by: row.handedOverBy } : null;
}

/** Notes when a stall said that a part was not collected. */
export async function noteNotCollected(trx: Trx, partId: string, at: string): Promise<void> {
  await trx.updateTable("partDeliveries").set({ notCollectedAt: at }).where("partId", "=", partId).execute();
}

/** The delivery of a part; undefined if it goes by carrier because its stall offers no choice. */
export function deliveryRowOf(trx: Trx, partId: string): Promise<PartDeliveryRow | undefined> {
  return trx.selectFrom("partDeliveries").selectAll().where("partId", "=", partId).executeTakeFirst();
}
