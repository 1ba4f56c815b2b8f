import type { OpenTime } from "~/features/delivery/schema";
import { slotsOf } from "~/features/delivery/times";
import { areaEntries } from "~/platform/area-entries";
import type { Trx } from "~/platform/database/database.server";
import { timestamp } from "~/platform/clock";
import { dayIn } from "~/platform/time-zone";
import type { People } from "./people.server";
import { demoId } from "./rows";

/** The stall that is not only reached by carrier. */
const MERCHANT = "saffron-row";

const MARKET: OpenTime[] = [
  {
    weekday: 6,
    day: "",
    from: "09:00",
    to: "12:00",
    cutOff: { daysBefore: 2, time: "18:00" },
    capacity: 40,
  },
];
const EVENINGS: OpenTime[] = [2, 4].map((weekday) => ({
  weekday,
  day: "",
  from: "17:00",
  to: "20:00",
  cutOff: { daysBefore: 1, time: "12:00" },
  capacity: 12,
}));

/** The postcodes of Burlington. */
const AREA = "05401-05408";
const MARKET_PLACE = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington, VT 05401",
  directions: "Under the arches, the green awning by the clock. Bring a bag.",
};

/** The merchant whose stall is collected from. */
export const merchantWithWays = (people: People): string => people.merchants.get(MERCHANT) ?? "";

/** The orders that are collected on the next market day, at most. */
const MOST_COLLECTED = 8;

/** Orders of the stall that wait are collected on the next market day; each has its place there and its code. */
export async function fillCollections(
  trx: Trx,
  { today, now, timeZone }: { today: Date; now: Date; timeZone: string },
  people: People,
): Promise<void> {
  const merchantId = people.merchants.get(MERCHANT) as string;
  const methodId = demoId(today, "way", 1);
  const slots = [...slotsOf({ times: MARKET, daysOff: [] }, timeZone, dayIn(timeZone, now))];
  const slot = slots.find(({ cutOffAt }) => cutOffAt > now.toISOString());
  const parts = await trx
    .selectFrom("orderParts")
    .select(["_id", "orderId"])
    .where("merchantId", "=", merchantId)
    .where("statusText", "=", "Processing")
    .where("paidAt", "is not", null)
    .orderBy("isUnpaid", "desc")
    .orderBy("_id", "desc")
    .limit(MOST_COLLECTED)
    .execute();
  if (!slot || parts.length === 0) return;
  const { day, from: startTime, to: endTime, cutOffAt } = slot;
  const place = { ...MARKET_PLACE, methodId, kind: "collection" as const };
  await trx
    .insertInto("partDeliveries")
    .values(
      parts.map(({ _id, orderId }) => ({
        partId: _id,
        orderId,
        merchantId,
        ...place,
        day,
        startTime,
        endTime,
        timeZone,
        cutOffAt,
        code: codeOf(_id),
        holdsPlace: 1 as const,
        changes: 0,
        remindedAt: null,
        handedOverAt: null,
        handedOverBy: "",
      })),
    )
    .execute();
  await trx.insertInto("slotOrders").values({ methodId, day, startTime, orders: parts.length }).execute();
}

/** A code that is the same on every machine, of digits and capitals A to F. */
const codeOf = (partId: string): string => partId.slice(-6).toUpperCase();

/** A stall of the demo that is at the town hall on Saturdays, brings on two evenings, and ships as well. */
export async function fillWays(trx: Trx, now: Date, people: People): Promise<void> {
  const merchantId = people.merchants.get(MERCHANT) as string;
  const at = timestamp({ now: () => now });
  const base = {
    merchantId,
    isActive: 1 as const,
    address: "",
    directions: "",
    area: "",
    daysOff: "[]",
    isPaidThere: 0 as const,
    createdAt: at,
    updatedAt: at,
  };
  await trx
    .insertInto("deliveryMethods")
    .values([
      {
        ...base,
        _id: demoId(now, "way", 1),
        kind: "collection",
        ...MARKET_PLACE,
        isPaidThere: 1 as const,
        times: JSON.stringify(MARKET),
      },
      {
        ...base,
        _id: demoId(now, "way", 2),
        kind: "delivery",
        name: "Delivery in the evening",
        area: AREA,
        directions: "Somebody should be at the door.",
        times: JSON.stringify(EVENINGS),
      },
      { ...base, _id: demoId(now, "way", 3), kind: "carrier", name: "By carrier, 2 to 4 days", times: "[]" },
    ])
    .execute();
  await trx
    .insertInto("wayAreas")
    .values(areaEntries(AREA).map((entry) => ({ methodId: demoId(now, "way", 2), ...entry })))
    .execute();
}
