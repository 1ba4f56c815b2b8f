import type { OpenTime } from "~/features/delivery/open-time-schema";
import { slotsOf, type DaySlot } from "~/features/delivery/times";
import { areaEntries } from "~/platform/area-entries";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import { dayIn } from "~/platform/time-zone";
import type { People } from "./people.server";
import { DAY, demoId, inChunks } from "./rows";

/** Stalls at the town hall on Saturdays, with the hours of notice that each needs. The other stall only ships. */
const AT_MARKET = {
  "green-gate": 0,
  lindqvist: 0,
  "stone-mill": 0,
  "hollow-brook": 0,
  "harbor-line": 48,
  "saffron-row": 0,
};

/** Stalls that also deliver in the evening, with the postcodes that they deliver to. */
const IN_THE_EVENING = { "green-gate": "05401-05408", "stone-mill": "05401, 05403, 05446, 05452" };

/** The stall that can be paid at the market day, and the stall that can be paid at its own door. */
const [PAID_AT_MARKET, PAID_AT_DOOR] = ["green-gate", "saffron-row"];

const SATURDAY: OpenTime[] = [
  { weekday: 6, day: "", from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" }, capacity: 120 },
];
const EVENINGS: OpenTime[] = [2, 4].map((weekday) => ({
  weekday,
  day: "",
  from: "17:00",
  to: "20:00",
  cutOff: { daysBefore: 1, time: "12:00" },
  capacity: 20,
}));
const FRIDAY: OpenTime[] = [
  { weekday: 5, day: "", from: "15:00", to: "18:00", cutOff: { daysBefore: 1, time: "12:00" }, capacity: 20 },
];

const MARKET_PLACE = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington, VT 05401",
  directions: "Under the arches, the green awning by the clock. Bring a bag.",
};
const DOOR = {
  name: "Saffron Row, at the door",
  address: "406 Canal Street, Providence, RI 02903",
  directions: "Ring at the blue door in the yard.",
};
const EVENING = { name: "Delivery in the evening", address: "", directions: "Somebody should be at the door." };

/** A stall that delivers in the evening delivers one in this many of its parts. */
const BROUGHT = 3;
/** The number of past days whose market days also have orders. */
const DAYS_BACK = 21;

/** The merchants whose goods can be paid at collection: one at the market day, one at the door. */
export const merchantsPaidThere = (people: People): [string, string] => [
  people.merchants.get(PAID_AT_MARKET) ?? "",
  people.merchants.get(PAID_AT_DOOR) ?? "",
];

const doorId = (today: Date) => demoId(today, "door");
const marketDayId = (today: Date) => demoId(today, "market day");
const eveningId = (today: Date, stall: string) => demoId(today, "evening", stall);

/** Fills a market day that six stalls share at the town hall, evening deliveries of two stalls, and carriers of all. */
export async function fillWays(trx: Trx, today: Date, people: People): Promise<void> {
  const at = timestamp({ now: () => today });
  const dates = { createdAt: at, updatedAt: at };
  const merchantOf = (stall: string) => people.merchants.get(stall) as string;
  await trx
    .insertInto("marketDays")
    .values({
      _id: marketDayId(today),
      ...MARKET_PLACE,
      isActive: 1,
      times: JSON.stringify(SATURDAY),
      daysOff: "[]",
      feeCents: 0,
      ...dates,
    })
    .execute();
  await trx
    .insertInto("marketDayStalls")
    .values(
      Object.entries(AT_MARKET).map(([stall, noticeHours]) => ({
        marketDayId: marketDayId(today),
        merchantId: merchantOf(stall),
        noticeHours,
        isPaidThere: stall === PAID_AT_MARKET ? (1 as const) : (0 as const),
        joinedAt: at,
      })),
    )
    .execute();
  const base = { isActive: 1 as const, address: "", area: "", daysOff: "[]", isPaidThere: 0 as const, ...dates };
  await trx
    .insertInto("deliveryMethods")
    .values([
      ...Object.entries(IN_THE_EVENING).map(([stall, area]) => ({
        ...base,
        ...EVENING,
        _id: eveningId(today, stall),
        merchantId: merchantOf(stall),
        kind: "delivery" as const,
        area,
        times: JSON.stringify(EVENINGS),
      })),
      {
        ...base,
        ...DOOR,
        _id: doorId(today),
        merchantId: merchantOf(PAID_AT_DOOR),
        kind: "collection" as const,
        isPaidThere: 1 as const,
        times: JSON.stringify(FRIDAY),
      },
      ...Object.keys(AT_MARKET).map((stall) => ({
        ...base,
        _id: demoId(today, "carrier", stall),
        merchantId: merchantOf(stall),
        kind: "carrier" as const,
        name: "By carrier, 2 to 4 days",
        directions: "",
        times: "[]",
      })),
    ])
    .execute();
  await trx
    .insertInto("wayAreas")
    .values(
      Object.entries(IN_THE_EVENING).flatMap(([stall, area]) =>
        areaEntries(area).map((entry) => ({ methodId: eveningId(today, stall), ...entry })),
      ),
    )
    .execute();
}

type Choice = Pick<PartDeliveryRow, "methodId" | "marketDayId" | "kind" | "name" | "address" | "directions" | "code">;

interface DemoDay {
  today: Date;
  now: Date;
  timeZone: string;
}

/** Has orders of the town hall's stalls collected on their first market day, or delivered in the evening. */
export async function fillCollections(trx: Trx, day: DemoDay, people: People): Promise<void> {
  const { today, now, timeZone } = day;
  const stallOf = new Map(Object.keys(AT_MARKET).map((stall) => [people.merchants.get(stall) as string, stall]));
  const parts = await trx
    .selectFrom("orderParts")
    .select(["_id", "orderId", "merchantId", "statusText", "paidAt", "isUnpaid"])
    .where("merchantId", "in", [...stallOf.keys()])
    .where("statusText", "in", ["Processing", "Shipped", "Delivered"])
    .where("paidAt", ">=", timestamp({ now: () => now }, (-DAYS_BACK * DAY) / 1000))
    .orderBy("_id")
    .execute();
  const firstDay = dayIn(timeZone, new Date(now.getTime() - DAYS_BACK * DAY));
  const plans = {
    market: planOf(SATURDAY, timeZone, firstDay),
    evening: planOf(EVENINGS, timeZone, firstDay),
    door: planOf(FRIDAY, timeZone, firstDay),
  };
  const rows: (PartDeliveryRow & { isDone: boolean })[] = [];
  parts.forEach(({ _id, orderId, merchantId, statusText, paidAt, isUnpaid }, index) => {
    const stall = stallOf.get(merchantId) ?? "";
    const isBrought = isUnpaid === 0 && stall in IN_THE_EVENING && statusText === "Processing" && index % BROUGHT === 0;
    const isAtDoor = isUnpaid === 1 && stall === PAID_AT_DOOR;
    const slots = isBrought ? plans.evening : isAtDoor ? plans.door : plans.market;
    const possible = slots.filter(({ cutOffAt }) => cutOffAt > (paidAt ?? ""));
    // Both evenings of a week have orders.
    const slot = possible[isBrought ? index % 2 : 0];
    const isDone = statusText === "Delivered";
    // A part whose time is over and that was not handed over was sent by carrier.
    if (!slot || isDone !== collectedAt(slot) < timestamp({ now: () => now })) return;
    const choice = isBrought ? evening(today, stall) : isAtDoor ? door(today, orderId) : market(today, orderId);
    rows.push({
      partId: _id,
      orderId,
      joinedTo: null,
      merchantId,
      ...choice,
      day: slot.day,
      startTime: slot.from,
      endTime: slot.to,
      timeZone,
      cutOffAt: slot.cutOffAt,
      holdsPlace: 1,
      changes: 0,
      remindedAt: null,
      handedOverAt: null,
      handedOverBy: "",
      listPosition: null,
      notCollectedAt: null,
      isDone,
    });
  });
  await inChunks(rows, (chunk) =>
    trx
      .insertInto("partDeliveries")
      .values(chunk.map(({ isDone: _isDone, ...row }) => row))
      .execute(),
  );
  await countPlaces(trx, rows);
  await collectParts(trx, rows, plans.market);
  await bringTo(trx, rows);
}

const evening = (today: Date, stall: string): Choice => ({
  ...EVENING,
  methodId: eveningId(today, stall),
  marketDayId: null,
  kind: "delivery",
  code: null,
});

const door = (today: Date, orderId: string): Choice => ({
  ...DOOR,
  methodId: doorId(today),
  marketDayId: null,
  kind: "collection",
  code: codeOf(orderId),
});

const market = (today: Date, orderId: string): Choice => ({
  ...MARKET_PLACE,
  methodId: marketDayId(today),
  marketDayId: marketDayId(today),
  kind: "collection",
  code: codeOf(orderId),
});

/** When the orders of a time were collected: an hour and ten minutes after it began. */
const collectedAt = ({ startsAt }: DaySlot): string => new Date(Date.parse(startsAt) + 70 * 60_000).toISOString();

const planOf = (times: OpenTime[], timeZone: string, firstDay: string): DaySlot[] => [
  ...slotsOf({ times, daysOff: [] }, timeZone, firstDay, DAYS_BACK + 14),
];

/** An order's code of digits and capitals A to F: the same on every machine, and for all parts of the order. */
const codeOf = (orderId: string): string => orderId.slice(-6).toUpperCase();

/** Stores the number of orders for each time. */
async function countPlaces(trx: Trx, rows: readonly PartDeliveryRow[]): Promise<void> {
  const orders = new Map<string, { methodId: string; day: string; startTime: string; orderIds: Set<string> }>();
  for (const { methodId, day, startTime, orderId } of rows) {
    const key = `${methodId} ${day} ${startTime}`;
    const time = orders.get(key) ?? { methodId, day: day ?? "", startTime: startTime ?? "", orderIds: new Set() };
    orders.set(key, time);
    time.orderIds.add(orderId);
  }
  const counts = [...orders.values()].map(({ orderIds, ...time }) => ({ ...time, orders: orderIds.size }));
  if (counts.length > 0) await trx.insertInto("slotOrders").values(counts).execute();
}

/** Marks collected parts as collected on their day, and removes the carrier of all parts at the market. */
async function collectParts(
  trx: Trx,
  rows: readonly (PartDeliveryRow & { isDone: boolean })[],
  slots: readonly DaySlot[],
): Promise<void> {
  const idsOf = (deliveries: readonly PartDeliveryRow[]) => deliveries.map(({ partId }) => partId);
  const atMarket = rows.filter(({ marketDayId: marketDay }) => marketDay !== null);
  if (atMarket.length > 0)
    await trx
      .updateTable("orderParts")
      .set({ carrier: "", trackingNumber: "" })
      .where("_id", "in", idsOf(atMarket))
      .execute();
  for (const slot of slots) {
    const collected = atMarket.filter((row) => row.isDone && row.day === slot.day);
    if (collected.length === 0) continue;
    const deliveredAt = collectedAt(slot);
    await trx
      .updateTable("orderParts")
      .set({ deliveredAt, deliveredBy: "merchant", updatedAt: deliveredAt })
      .where("_id", "in", idsOf(collected))
      .execute();
  }
}

/** Sends orders that are delivered in the evening to the stalls' town, whoever ordered them. */
async function bringTo(trx: Trx, rows: readonly PartDeliveryRow[]): Promise<void> {
  const ids = rows.flatMap(({ kind, orderId }) => (kind === "delivery" ? [orderId] : []));
  if (ids.length === 0) return;
  const orders = await trx.selectFrom("orders").select(["_id", "shipping"]).where("_id", "in", ids).execute();
  for (const { _id, shipping } of orders) {
    const local = { ...JSON.parse(shipping), city: "Burlington", states: "Vermont", zipCode: "05401" };
    await trx
      .updateTable("orders")
      .set({ shipping: JSON.stringify(local) })
      .where("_id", "=", _id)
      .execute();
  }
}
