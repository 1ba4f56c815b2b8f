import type { Trx } from "~/platform/database/database.server";
import type { StoreRow } from "~/platform/database/tables";
import type { Dialect } from "~/platform/database/dialects/dialect";

type StallColumns = Pick<StoreRow, "story"> & {
  place: string;
  opening: string;
  bannerId: string | null;
  holidayFrom: string | null;
  holidayUntil: string | null;
};

/** The contents of a merchant's stall page, locked until the transaction ends. Undefined without a stall. */
export function lockStallPage(
  trx: Trx,
  { forUpdate }: Pick<Dialect, "forUpdate">,
  merchantId: string,
): Promise<StallColumns | undefined> {
  const query = trx
    .selectFrom("stores")
    .select(["story", "place", "opening", "bannerId", "holidayFrom", "holidayUntil"])
    .where("userId", "=", merchantId);
  return (forUpdate ? query.forUpdate() : query).executeTakeFirst();
}

/** Writes the contents of a stall's page. The caller announces the change. */
export async function setStallPage(trx: Trx, merchantId: string, columns: StallColumns): Promise<void> {
  await trx.updateTable("stores").set(columns).where("userId", "=", merchantId).execute();
}
