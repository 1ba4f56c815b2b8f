import { sql } from "kysely";
import { isDay } from "~/features/days";
import { methodsOf } from "~/features/delivery/methods.server";
import { deliveryOptions } from "~/features/delivery/options.server";
import { toDollars } from "~/features/fields";
import { unknownDay } from "~/features/merchant-orders/errors.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownClosedTime } from "./errors.server";
import { closedTimesOf, type TimeOwner } from "./time-owner.server";
import type { ClosingChoices, OrdersOfTime, TimeOfDay, TimeQuery } from "./schema";

/* The orders of a merchant's times, counted, and the choices for them. */

/**
 * Parts that have a place on a day, are placed, and are not handed over. Parts whose stall closes their time by itself
 * do not count for the market.
 */
export function partsOfTime(db: Db, owner: TimeOwner, day: string) {
  const parts = db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .where("d.day", "=", day)
    .where("d.holdsPlace", "=", 1)
    .where("p.paidAt", "is not", null)
    .where("p.statusText", "in", ["Processing", "Shipped"]);
  if ("merchantId" in owner) return parts.where("d.merchantId", "=", owner.merchantId);
  return parts
    .where("d.marketDayId", "=", owner.marketDayId)
    .where(({ not, exists }) =>
      not(exists(partsClosedByStalls(db).where("o.partId", "=", sql.ref<string>("d.partId")))),
    );
}

/** Parts that their stalls are about to refund. */
export const partsClosedByStalls = (db: Db) =>
  db
    .selectFrom("closedTimeOrders as o")
    .innerJoin("closedTimes as c", "c._id", "o.closedTimeId")
    .select("o.partId")
    .where("c.isByMarket", "=", 0)
    .where("c.isOpen", "=", 1)
    .where("c.takenBackAt", "is", null)
    .where("o.state", "in", ["waiting", "told"]);

/** The ids of the stalls that have orders at a time. Runs one statement. */
export async function stallsOfTime(db: Db, owner: TimeOwner, { method, day, from }: TimeQuery): Promise<string[]> {
  if ("merchantId" in owner) return [owner.merchantId];
  const rows = await partsOfTime(db, owner, day)
    .where("d.methodId", "=", method)
    .where("d.startTime", "=", from)
    .select("d.merchantId")
    .distinct()
    .orderBy("d.merchantId")
    .execute();
  return rows.map(({ merchantId }) => merchantId);
}

/** The times of a day with their orders, ordered by their beginning. Runs one statement. */
export async function countedTimes(db: Db, owner: TimeOwner, day: string): Promise<OrdersOfTime[]> {
  const unreturnedCents = sql`${sql.ref("p.amountCents")} - ${sql.ref("p.refundedCents")} + case when ${sql.ref("p.deliveryFeeRefundId")} is null then ${sql.ref("p.deliveryFeeCents")} else 0 end`;
  const isUnpaid = sql`${sql.ref("p.isUnpaid")} = 1`;
  // An order of several stalls counts once.
  const countOrders = (condition = sql`1 = 1`) =>
    sql<number>`count(distinct case when ${condition} then ${sql.ref("d.orderId")} end)`;
  const rows = await partsOfTime(db, owner, day)
    .groupBy(["d.methodId", "d.startTime"])
    .select(["d.methodId", "d.startTime"])
    .select((eb) => [
      eb.fn.max("d.endTime").as("endTime"),
      eb.fn.max("d.kind").as("kind"),
      eb.fn.max("d.name").as("name"),
      eb.fn.max("d.marketDayId").as("marketDayId"),
      countOrders().as("orders"),
      sql<number>`sum(case when ${isUnpaid} then 0 else ${unreturnedCents} end)`.as("paidCents"),
      sql<number>`sum(case when ${isUnpaid} then ${unreturnedCents} else 0 end)`.as("unpaidCents"),
      countOrders(isUnpaid).as("unpaid"),
      countOrders(sql`${sql.ref("p.statusText")} = 'Shipped'`).as("ready"),
    ])
    .orderBy("d.startTime")
    .orderBy("d.methodId")
    .execute();
  return rows.map((row) => ({
    method: row.methodId,
    marketDay: row.marketDayId !== null,
    kind: row.kind,
    name: row.name,
    day,
    from: row.startTime ?? "",
    to: row.endTime ?? "",
    orders: Number(row.orders),
    amount: toDollars(Number(row.paidCents)),
    ready: Number(row.ready),
    unpaid: Number(row.unpaid),
    unpaidAmount: toDollars(Number(row.unpaidCents)),
  }));
}

/** The times of a day that can be closed, and those that were closed. Runs two statements. Refuses `unknown_day`. */
export async function timesOfDay({ db }: Pick<Services, "db">, owner: TimeOwner, day: string): Promise<TimeOfDay[]> {
  if (!isDay(day)) throw unknownDay();
  const closed = await closedTimesOf(db, owner).where("c.day", "=", day).orderBy("c._id", "desc").limit(100).execute();
  const isOf = (time: Pick<TimeOfDay, "method" | "from">) => (row: (typeof closed)[number]) =>
    row.methodId === time.method && row.startTime === time.from;
  const times = (await countedTimes(db, owner, day)).map((time) => ({
    ...time,
    closedTime: closed.find((row) => row.isOpen === 1 && isOf(time)(row))?._id ?? null,
  }));
  const emptied = closed.filter(
    (row, index) =>
      row.takenBackAt === null &&
      !times.some((time) => isOf(time)(row)) &&
      closed.findIndex((otherTime) => otherTime.methodId === row.methodId && otherTime.startTime === row.startTime) ===
        index,
  );
  return [
    ...times,
    ...emptied.map((row) => ({
      method: row.methodId,
      marketDay: row.isMarketDay === 1,
      kind: row.kind,
      name: row.name,
      day: row.day,
      from: row.startTime,
      to: row.endTime,
      orders: 0,
      amount: 0,
      ready: 0,
      unpaid: 0,
      unpaidAmount: 0,
      closedTime: row._id,
    })),
  ].toSorted((first, second) => (first.from < second.from ? -1 : 1));
}

/** The choices for the orders of a time. Refuses `unknown_closed_time` if the time has no orders and was not closed. */
export async function closingChoices(services: Services, owner: TimeOwner, query: TimeQuery): Promise<ClosingChoices> {
  const { method: methodId, day, from } = query;
  const time = (await timesOfDay(services, owner, day)).find(
    (candidate) => candidate.method === methodId && candidate.from === from,
  );
  if (!time) throw unknownClosedTime();
  // Only the market can move a market day.
  if (time.marketDay && "merchantId" in owner) return { ...time, times: [] };
  const merchantIds = await stallsOfTime(services.db, owner, query);
  const ways = await methodsOf(services.db, merchantIds);
  if (!ways.some(({ _id, active }) => _id === methodId && active)) return { ...time, times: [] };
  const stalls = await deliveryOptions(
    services,
    merchantIds.map((merchantId) => ({ merchantId, noticeHours: 0, goods: [], seasons: [] })),
    null,
  );
  const slotsOfStalls = stalls.map(({ options }) => options.find(({ method }) => method === methodId)?.slots ?? []);
  // One of the stalls may be on holiday then, or no longer take part.
  const [firstSlots = [], ...slotsOfOthers] = slotsOfStalls;
  const slots = firstSlots.filter((slot) =>
    slotsOfOthers.every((slotsOfStall) =>
      slotsOfStall.some((stallSlot) => stallSlot.day === slot.day && stallSlot.from === slot.from),
    ),
  );
  return {
    ...time,
    times: slots
      .filter((slot) => slot.day !== day || slot.from !== from)
      .map(({ day: otherDay, from: start, to, placesLeft }) => ({
        day: otherDay,
        from: start,
        to,
        placesLeft,
        fits: placesLeft === null || placesLeft >= time.orders,
      })),
  };
}
