import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { MOST_PIECES } from "./fields-schema";
import type { Variant } from "./variants.server";

/** A figure that somebody typed as the stock of a size, in pieces. */
export interface Count {
  quantity: number;
  /** The stock that was on the page when the figure was typed; without it the figure holds as it is. */
  quantityBefore?: number | undefined;
  /** The size's `stockVersion` on that page. */
  stockVersion?: number | undefined;
}

/** The stock that a count leads to. */
export interface Counted {
  quantity: number;
  /** Pieces that were counted fewer than are for sale: see `countAwayHeld`. */
  short: number;
  /** Somebody else has set the stock since, to another figure: nothing is written, and the person is asked. */
  isDisputed: boolean;
}

/** A size as it is stored. */
type Stocked = Pick<Variant, "_id" | "quantity" | "stockVersion">;

const NOT_ORDERS = ["added", "corrected", "imported"] as const;

/**
 * The one rule of a stock figure that a person types, by size. A count sets the stock; what orders did since the
 * page was made is applied on top of it: pieces that were sold or held are taken off, pieces whose hold ended or whose
 * refund put them back are added. As long as nobody else has set the stock since, that is the difference between the
 * stock on the page and the stock now. Where somebody has, the count is disputed, unless both say the same.
 *
 * `stockVersion` tells whether somebody has. A count without it is compared with the stock history: the stock on the
 * page must be one that the size has had since the last count. Two figures that are equal say that nothing was
 * counted. The rows must be locked. One statement at most, however many sizes.
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

/** Ids of the sizes whose stock has not been this figure since somebody last set it. */
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
    // Without a count in the history nothing is known to have come between.
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
 * Those of the sizes whose stock orders have moved since somebody last set it, by the stock history. A figure of
 * unknown age may be older than that. One statement at most, however many sizes.
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
