import type { Trx } from "~/platform/database/database.server";
import type { StoreRow } from "~/platform/database/tables";

/** Takes a merchant's store from one of the statuses `from` to another. Answers whether it was in one of them. */
export async function setStoreStatus(
  trx: Trx,
  merchantId: string,
  from: StoreRow["status"][],
  to: StoreRow["status"],
): Promise<boolean> {
  const update = await trx
    .updateTable("stores")
    .set({ status: to })
    .where("userId", "=", merchantId)
    .where("status", "in", from)
    .executeTakeFirst();
  return update.numUpdatedRows === 1n;
}
