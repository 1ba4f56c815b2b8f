import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { MOST_PIECES } from "./fields-schema";
import type { Variant } from "./variants.server";

/** A figure that somebody typed as the stock of a size, in pieces. */
export interface Count {
  quantity: number;
  /** The stock on the page when the figure was typed. Without it, the figure holds as it is. */
  quantityBefore?: number | undefined;
  /** The size's `stockVersion` on that page. */
  stockVersion?: number | undefined;
}

/** The stock that a count leads to. */
export interface Counted {
  quantity: number;
  /** The pieces that the count takes away beyond those that are for sale: see `countAwayHeld`. */
  short: number;
  /** True if another person has set the stock to another figure since. Nothing is written, and the person is asked. */
  isDisputed: boolean;
}

/** A size as it is stored. */
type Stocked = Pick<Variant, "_id" | "quantity" | "stockVersion">;

const NOT_ORDERS = ["added", "corrected", "imported"] as const;

/**
 * Applies the stock figures that people typed. All places where stock is typed follow this rule. Returns the results by
 * size. A count sets the stock. Changes by orders since the page was made are applied on top: pieces that were sold or
 * held are subtracted, pieces of ended holds and restocked refunds are added. Unless another person has set the stock
 * since, the result is the stock now plus the difference between the typed figure and the stock on the page. If another
 * person has, the count is disputed, unless both figures are the same.
 *
 * `stockVersion` shows whether another person has set the stock. Without it, the stock history decides: the size must
 * have had the stock on the page since the last count. If the typed figure equals the stock on the page, nothing was
 * counted. The rows must be locked. Runs one statement at most, however many sizes.
 */
export async function countStock(db: Db, counts: { row: Stocked; count: Count }[]): Promise<Map<string, Counted>> {
  const unmarked = counts.flatMap(({ row, count: { quantity, quantityBefore, stockVersion } }) =>
    stockVersion === undefined && quantityBefore !== undefined && ![quantity, row.quantity].includes(quantityBefore)
      ? [{ variantId: row._id, quantity: quantityBefore }]
      : [],
  );
  const outdatedIds = await outdatedSizes(db, unmarked);
  return new Map(
    counts.map(({ row, count }) => {
      const isMoved = count.stockVersion !== undefined && count.stockVersion !== row.stockVersion;
      return [row._id, countedStock(row, count, isMoved || outdatedIds.has(row._id))];
    }),
  );
}

function countedStock(
  { quantity: stock }: Stocked,
  { quantity, quantityBefore }: Count,
  isCountedSince: boolean,
): Counted {
  if (quantityBefore === undefined) return { quantity, short: 0, isDisputed: false };
  if (isCountedSince || quantity === quantityBefore)
    return { quantity: stock, short: 0, isDisputed: isCountedSince && ![stock, quantityBefore].includes(quantity) };
  return {
    quantity: Math.min(MOST_PIECES, Math.max(0, stock + quantity - quantityBefore)),
    short: Math.max(0, quantityBefore - quantity - stock),
    isDisputed: false,
  };
}

/** Ids of the sizes whose stock has not been the given figure since somebody last set it. */
async function outdatedSizes(db: Db, figures: { variantId: string; quantity: number }[]): Promise<ReadonlySet<string>> {
  if (figures.length === 0) return new Set();
  const cases = figures.map(({ variantId, quantity }) => sql`when ${variantId} then cast(${quantity} as integer)`);
  const rows = await db
    .selectFrom("variants as v")
    .select("v._id")
    .where(
      "v._id",
      "in",
      figures.map(({ variantId }) => variantId),
    )
    .where(({ not, exists, selectFrom, ref }) => {
      const lastCount = selectFrom("stockChanges as h")
        .select((eb) => eb.fn.max("h._id").as("_id"))
        .whereRef("h.variantId", "=", "v._id")
        .where("h.kind", "in", NOT_ORDERS);
      return not(
        exists(
          selectFrom("stockChanges as c")
            .select("c._id")
            .whereRef("c.variantId", "=", "v._id")
            .where("c._id", ">=", lastCount)
            .where("c.quantity", "=", sql<number>`case ${ref("v._id")} ${sql.join(cases, sql` `)} end`),
        ),
      );
    })
    // A size without a count in its history is not outdated: no count is known to have come between.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("stockChanges as k")
          .select("k._id")
          .whereRef("k.variantId", "=", "v._id")
          .where("k.kind", "in", NOT_ORDERS),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row._id));
}

/**
 * The sizes whose stock orders have changed since somebody last set it, by the stock history. A figure of unknown age
 * may be older than such a change. Runs one statement at most, however many sizes.
 */
export async function movedByOrders(db: Db, variantIds: string[]): Promise<ReadonlySet<string>> {
  if (variantIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("stockChanges as c")
    .select("c.variantId")
    .distinct()
    .where("c.variantId", "in", variantIds)
    .where("c.kind", "not in", NOT_ORDERS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("stockChanges as k")
            .select("k._id")
            .whereRef("k.variantId", "=", "c.variantId")
            .where("k.kind", "in", NOT_ORDERS)
            .whereRef("k._id", ">", "c._id"),
        ),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.variantId));
}
