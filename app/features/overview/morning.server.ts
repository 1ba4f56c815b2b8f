import { sql } from "kysely";
import { runsLow } from "~/features/products/variants.server";
import type { Db } from "~/platform/database/database.server";
import { MOST_NAMED, type Morning } from "./morning-schema";

/** A LIMIT makes the database keep the ORDER BY of a subquery. */
const MOST_COUNTED = 1_000_000;

/** Tasks that wait for a merchant, for any number of orders and products. Two statements. */
export async function morningOf(db: Db, merchantId: string): Promise<Morning> {
  const counts = await db
    .selectFrom("stores as s")
    .where("s.userId", "=", merchantId)
    .select((eb) => {
      const products = eb.selectFrom("products").where("merchantId", "=", merchantId).where("deletedAt", "is", null);
      // With the order of their list, SQLite uses the index that contains only these products.
      const firstFew = (list: typeof products) =>
        eb
          .selectFrom(
            list.select("_id").orderBy("createdAt", "desc").orderBy("_id", "desc").limit(MOST_COUNTED).as("some"),
          )
          .select(sql<number>`count(*)`.as("n"));
      // A literal, not a bound value: the partial index on the stock of products on sale is used only with its
      // condition.
      const onSale = products.select(sql<number>`count(*)`.as("n")).where("availType", "=", sql.lit("published"));
      const toShip = eb
        .selectFrom("orderParts")
        .where("merchantId", "=", merchantId)
        .where("statusText", "=", "Processing")
        .where("paidAt", "is not", null);
      return [
        "s.lowStockAt",
        toShip.select(sql<number>`count(*)`.as("n")).as("toShip"),
        toShip.select((one) => one.fn.min<string | null>("paidAt").as("at")).as("oldest"),
        onSale.where("quantity", "=", 0).as("outOfStock"),
        onSale
          .where("quantity", ">", 0)
          .where(runsLow("products", sql`"s"."lowStockAt"`))
          .as("lowStock"),
        firstFew(products.where("sentBackReason", "<>", sql.lit(""))).as("sentBack"),
        firstFew(products.where("takenOffAt", "is not", null)).as("takenOff"),
        eb
          .selectFrom("payouts as p")
          .innerJoin("orders as o", "o._id", "p.orderId")
          .leftJoin("payoutAccounts as a", "a.merchantId", "p.merchantId")
          .select(sql<number>`count(*)`.as("n"))
          .where("p.merchantId", "=", merchantId)
          .where("p.startedAt", "is", null)
          // The same reasons as `waitsFor` gives for each payout, except its day.
          .where((heldPayouts) =>
            heldPayouts.or([
              heldPayouts("s.status", "=", "suspended"),
              heldPayouts.and([
                heldPayouts("o.disputedAt", "is not", null),
                heldPayouts("o.disputeEndedAt", "is", null),
              ]),
              heldPayouts("a.ready", "is", null),
              heldPayouts("a.ready", "=", 0),
            ]),
          )
          .as("payoutsHeld"),
      ];
    })
    .executeTakeFirst();
  const number = (value: unknown) => Number(value ?? 0);
  const [sentBack, takenOff] = [number(counts?.sentBack), number(counts?.takenOff)];
  const troubledProducts = sentBack + takenOff > 0 ? await inTrouble(db, merchantId) : { sentBack: [], takenOff: [] };
  return {
    toShip: { count: number(counts?.toShip), oldest: counts?.oldest ?? null },
    outOfStock: number(counts?.outOfStock),
    lowStock: number(counts?.lowStock),
    lowStockAt: number(counts?.lowStockAt),
    sentBack: { count: sentBack, docs: troubledProducts.sentBack },
    takenOff: { count: takenOff, docs: troubledProducts.takenOff },
    payoutsHeld: number(counts?.payoutsHeld),
  };
}

/** The newest products that came back from review, and the newest that are kept off sale, with the reasons. */
async function inTrouble(db: Db, merchantId: string) {
  const ownProducts = db
    .selectFrom("products as p")
    .where("p.merchantId", "=", merchantId)
    .where("p.deletedAt", "is", null)
    .orderBy("p.createdAt", "desc")
    .orderBy("p._id", "desc")
    .limit(MOST_NAMED);
  const [back, off] = [
    ownProducts
      .where("p.sentBackReason", "<>", sql.lit(""))
      .select(["p._id", "p.title", "p.sentBackReason as reason", sql<"back" | "off">`'back'`.as("why")]),
    ownProducts
      .where("p.takenOffAt", "is not", null)
      .select(["p._id", "p.title", "p.takenOffReason as reason", sql<"back" | "off">`'off'`.as("why")]),
  ];
  // In a UNION branch, SQL allows LIMIT only inside a subquery.
  const rows = await db
    .selectFrom(back.as("back"))
    .selectAll()
    .unionAll(db.selectFrom(off.as("off")).selectAll())
    .execute();
  const of = (reason: "back" | "off") => rows.flatMap(({ why, ...product }) => (why === reason ? [product] : []));
  return { sentBack: of("back"), takenOff: of("off") };
}
