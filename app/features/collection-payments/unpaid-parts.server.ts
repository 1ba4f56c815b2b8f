import type { Db } from "~/platform/database/database.server";

/** How many of a merchant's parts are to be paid at collection or never were, and how many of these are open. One statement. */
export async function unpaidParts(db: Db, merchantId: string): Promise<{ all: number; open: number }> {
  const rows = await db
    .selectFrom("orderParts")
    .where("merchantId", "=", merchantId)
    .where("isUnpaid", "=", 1)
    .groupBy("statusText")
    .select((eb) => ["statusText", eb.fn.countAll<number>().as("n")])
    .execute();
  const count = (statuses: string[]) =>
    rows.reduce((sum, { statusText, n }) => (statuses.includes(statusText) ? sum + Number(n) : sum), 0);
  const open = count(["Processing", "Shipped"]);
  return { all: open + count(["Delivered", "Cancelled", "Refunded"]), open };
}
