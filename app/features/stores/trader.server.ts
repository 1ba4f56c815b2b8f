import { LISTS, stallTag } from "~/features/cache-tags";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { requireMatch, type Expected } from "~/platform/http/versions.server";
import type { Services } from "~/platform/services.server";
import { unknownStall } from "./errors.server";
import { noTrader, trader, type Trader } from "./trader-schema";

/** The trader in a store's column. Null while no details are given. */
export function traderIn(column: string | null): Trader | null {
  return column === null ? null : trader.parse(JSON.parse(column));
}

/** The trader of a merchant. Its fields are empty while no details are given. Refuses `unknown_stall`. */
export async function traderOf(db: Db, merchantId: string): Promise<Trader> {
  const row = await db.selectFrom("stores").select("trader").where("userId", "=", merchantId).executeTakeFirst();
  if (!row) throw unknownStall();
  return traderIn(row.trader) ?? noTrader;
}

/** The traders of an order's parts, as they were when it was placed, with the names of the stalls. */
export async function tradersOf(db: Db, orderId: string): Promise<{ storeName: string; trader: Trader }[]> {
  const rows = await db
    .selectFrom("orderParts as p")
    .innerJoin("stores as s", "s.userId", "p.merchantId")
    .select(["s.storeName", "p.trader"])
    .where("p.orderId", "=", orderId)
    .where("p.trader", "is not", null)
    .orderBy("p.merchantId")
    .execute();
  return rows.flatMap(({ storeName, trader: column }) => {
    const details = traderIn(column);
    return details ? [{ storeName, trader: details }] : [];
  });
}

/** Saves who sells at a stall, and announces the change to the pages that show it. Refuses `changed_meanwhile`. */
export async function saveTrader(
  services: Services,
  merchantId: string,
  payload: Trader,
  expectedVersion: Expected,
): Promise<Trader> {
  await inTransaction(services.db, async (trx) => {
    const store = trx.selectFrom("stores").select("userId").where("userId", "=", merchantId);
    await (services.dialect.forUpdate ? store.forUpdate() : store).execute();
    requireMatch(await traderOf(trx, merchantId), expectedVersion);
    await trx
      .updateTable("stores")
      .set({ trader: payload.name === "" ? null : JSON.stringify(payload) })
      .where("userId", "=", merchantId)
      .execute();
    await services.dialect.announceChange(trx, [LISTS, stallTag(merchantId)]);
  });
  return traderOf(services.db, merchantId);
}
