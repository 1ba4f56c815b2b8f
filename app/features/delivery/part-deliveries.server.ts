import type { Db } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { PartDelivery } from "./schema";

/** The columns of a part's delivery, for `deliveryOf`, if `partDeliveries` is joined to parts as `d`. */
export const DELIVERY_COLUMNS = [
  "d.kind as wayKind",
  "d.name as wayName",
  "d.address as wayAddress",
  "d.directions",
  "d.day",
  "d.startTime",
  "d.endTime",
  "d.timeZone",
  "d.cutOffAt",
  "d.code",
  "d.changes",
  "d.marketDayId",
  "d.joinedTo",
  "d.notCollectedAt",
] as const;

/** The columns of a left join: null for a part that goes by carrier because its stall offers no choice. */
export interface JoinedDelivery {
  wayKind: PartDelivery["kind"] | null;
  wayName: string | null;
  wayAddress: string | null;
  directions: string | null;
  day: string | null;
  startTime: string | null;
  endTime: string | null;
  timeZone: string | null;
  cutOffAt: string | null;
  code: string | null;
  changes: number | null;
  marketDayId: string | null;
  joinedTo: string | null;
  notCollectedAt: string | null;
}

/**
 * The delivery of a part as the API returns it; null if the goods go by carrier because their stall offers no choice.
 */
export function deliveryOf(row: JoinedDelivery): PartDelivery | null {
  if (row.wayKind === null) return null;
  return {
    kind: row.wayKind,
    name: row.wayName ?? "",
    address: row.wayAddress ?? "",
    directions: row.directions ?? "",
    day: row.day,
    from: row.startTime,
    to: row.endTime,
    timeZone: row.timeZone ?? "UTC",
    cutOffAt: row.cutOffAt,
    code: row.code ?? "",
    changes: row.changes ?? 0,
    marketDay: row.marketDayId,
    joinedTo: row.joinedTo,
    notCollectedAt: row.notCollectedAt,
  };
}

/** The delivery of a part, from its own row. */
export const partDeliveryOf = (row: PartDeliveryRow): PartDelivery => ({
  kind: row.kind,
  name: row.name,
  address: row.address,
  directions: row.directions,
  day: row.day,
  from: row.startTime,
  to: row.endTime,
  timeZone: row.timeZone,
  cutOffAt: row.cutOffAt,
  code: row.code ?? "",
  changes: row.changes,
  marketDay: row.marketDayId,
  joinedTo: row.joinedTo,
  notCollectedAt: row.notCollectedAt,
});

interface DeliveryOfPart {
  partId: string;
  storeName: string;
  delivery: PartDelivery;
  /** The number of the first order that it is handed over with; null where it is handed over by itself. */
  joinedNumber: number | null;
}

/** The deliveries of the parts of orders that have one, with their stalls' names, by part. One statement. */
export async function deliveriesOf(db: Db, orderIds: string[]): Promise<Map<string, DeliveryOfPart>> {
  const rows = await db
    .selectFrom("partDeliveries as d")
    .leftJoin("stores as s", "s.userId", "d.merchantId")
    .leftJoin("orders as f", "f._id", "d.joinedTo")
    .select(["d.partId", "s.storeName", "f.itemId as joinedNumber", ...DELIVERY_COLUMNS])
    .where("d.orderId", "in", orderIds)
    .orderBy("d.partId")
    .execute();
  return new Map(
    rows.flatMap(({ partId, storeName, joinedNumber, ...row }): [string, DeliveryOfPart][] => {
      const delivery = deliveryOf(row);
      return delivery ? [[partId, { partId, storeName: storeName || "The stall", delivery, joinedNumber }]] : [];
    }),
  );
}
