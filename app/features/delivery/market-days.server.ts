import { toDollars } from "~/features/fields";
import type { Db } from "~/platform/database/database.server";
import type { MarketDayRow } from "~/platform/database/tables";
import { unknownMarketDay } from "./errors.server";
import type { MerchantMarketDay, OperatorMarketDay, SavedMarketDay } from "./market-day-schema";
import { storedPlan, type MethodOfMerchant } from "./method-of-merchant.server";

/* Reads market days and the stalls that take part in them. */

type Saved = Omit<MarketDayRow, "createdAt" | "updatedAt">;

function marketDayOf(row: Saved): SavedMarketDay {
  const { _id, name, isActive, address, directions, feeCents } = row;
  return {
    _id,
    name,
    active: isActive === 1,
    address,
    directions,
    ...storedPlan(row),
    fee: toDollars(feeCents),
  };
}

/** A market day. Refuses `unknown_market_day`. */
export async function marketDayOrRefuse(db: Db, marketDayId: string): Promise<SavedMarketDay> {
  const row = await db.selectFrom("marketDays").selectAll().where("_id", "=", marketDayId).executeTakeFirst();
  if (!row) throw unknownMarketDay();
  return marketDayOf(row);
}

/** The market days of merchants, as delivery methods of theirs, oldest first. One statement. */
export async function marketDaysAsWays(db: Db, merchantIds: string[]): Promise<MethodOfMerchant[]> {
  const rows = await db
    .selectFrom("marketDayStalls as s")
    .innerJoin("marketDays as m", "m._id", "s.marketDayId")
    .selectAll("m")
    .select(["s.merchantId", "s.noticeHours", "s.isPaidThere"])
    .where("s.merchantId", "in", merchantIds)
    .execute();
  // Ids begin with their time. The rows are sorted here because they are few: the database would sort those of all of a
  // cart's stalls in memory.
  const oldestFirst = rows.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  return oldestFirst.map((row) => ({
    ...marketDayOf(row),
    merchantId: row.merchantId,
    kind: "collection" as const,
    area: "",
    freeFrom: null,
    leastOrder: 0,
    products: [],
    costs: { feeCents: row.feeCents, freeFromCents: null, leastOrderCents: 0 },
    isShared: true,
    isPaidThere: row.isPaidThere === 1,
    noticeHours: row.noticeHours,
  }));
}

/** Every market day with the stalls that take part, oldest first; with an id, that one alone. Two statements. */
export async function marketDaysWithStalls(db: Db, marketDayId?: string): Promise<OperatorMarketDay[]> {
  const days = db.selectFrom("marketDays").selectAll().orderBy("_id");
  const rows = await (marketDayId === undefined ? days : days.where("_id", "=", marketDayId)).execute();
  if (rows.length === 0) return [];
  const stalls = await db
    .selectFrom("marketDayStalls as d")
    .innerJoin("stores as s", "s.userId", "d.merchantId")
    .select(["d.marketDayId", "d.merchantId as merchant", "s.storeName", "s.status"])
    .select(["d.noticeHours", "d.isPaidThere"])
    .where(
      "d.marketDayId",
      "in",
      rows.map(({ _id }) => _id),
    )
    .orderBy("s.storeName")
    .orderBy("d.merchantId")
    .execute();
  return rows.map((row) => ({
    ...marketDayOf(row),
    stalls: stalls
      .filter((stall) => stall.marketDayId === row._id)
      .map(({ marketDayId: _marketDayId, isPaidThere, ...stall }) => ({ ...stall, isPaidThere: isPaidThere === 1 })),
  }));
}

/** The market days that a merchant takes part in or could, oldest first. */
export async function marketDaysFor(db: Db, merchantId: string): Promise<MerchantMarketDay[]> {
  return (await marketDaysWithStalls(db)).flatMap(({ stalls, ...day }) => {
    const stall = stalls.find(({ merchant }) => merchant === merchantId);
    return day.active || stall
      ? [
          {
            ...day,
            takesPart: stall !== undefined,
            noticeHours: stall?.noticeHours ?? 0,
            isPaidThere: stall?.isPaidThere ?? false,
            stalls: stalls.length,
          },
        ]
      : [];
  });
}
