import type { Db, Trx } from "~/platform/database/database.server";
import type { StoreRow } from "~/platform/database/tables";

/** Moves a merchant's store from one of the statuses `from` to `to`. Returns whether it was in one of them. */
export async function setStoreStatus(
  trx: Trx,
  merchantId: string,
  from: StoreRow["status"][],
  to: StoreRow["status"],
  updatedAt: string,
): Promise<boolean> {
  const update = await trx
    .updateTable("stores")
    .set({ status: to, updatedAt })
    .where("userId", "=", merchantId)
    .where("status", "in", from)
    .executeTakeFirst();
  return update.numUpdatedRows === 1n;
}

/** Records the time of a change of a merchant, for callers that ask what has changed since. */
export async function markMerchantChanged(db: Db, merchantId: string, updatedAt: string): Promise<void> {
  await db.updateTable("stores").set({ updatedAt }).where("userId", "=", merchantId).execute();
}
