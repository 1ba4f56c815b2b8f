import { sql } from "kysely";
import { isDay } from "~/features/days";
import { methodsOf } from "~/features/delivery/methods.server";
import { deliveryOptions } from "~/features/delivery/options.server";
import { toDollars } from "~/features/fields";
import { unknownDay } from "~/features/merchant-orders/errors.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { unknownClosedTime } from "./errors.server";
import type { ClosingChoices, OrdersOfTime, TimeOfDay, TimeQuery } from "./schema";

/* The orders of a merchant's times, counted, and what can be done about them. */

/** The parts of a merchant that have a place at a time, are placed, and are not handed over. */
export const partsOfTime = (db: Db, merchantId: string, day: string) =>
  db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .where("d.merchantId", "=", merchantId)
    .where("d.day", "=", day)
    .where("d.holdsPlace", "=", 1)
    .where("p.paidAt", "is not", null)
    .where("p.statusText", "in", ["Processing", "Shipped"]);

/** The times of a merchant's day with their orders, by beginning. One statement. */
export async function countedTimes(db: Db, merchantId: string, day: string): Promise<OrdersOfTime[]> {
  const unreturnedCents = sql`${sql.ref("p.amountCents")} - ${sql.ref("p.refundedCents")} + case when ${sql.ref("p.deliveryFeeRefundId")} is null then ${sql.ref("p.deliveryFeeCents")} else 0 end`;
  const isUnpaid = sql`${sql.ref("p.isUnpaid")} = 1`;
  const rows = await partsOfTime(db, merchantId, day)
    .groupBy(["d.methodId", "d.startTime"])
    .select(["d.methodId", "d.startTime"])
    .select((eb) => [
      eb.fn.max("d.endTime").as("endTime"),
      eb.fn.max("d.kind").as("kind"),
      eb.fn.max("d.name").as("name"),
      eb.fn.max("d.marketDayId").as("marketDayId"),
      eb.fn.countAll<number>().as("orders"),
      sql<number>`sum(case when ${isUnpaid} then 0 else ${unreturnedCents} end)`.as("paidCents"),
      sql<number>`sum(case when ${isUnpaid} then ${unreturnedCents} else 0 end)`.as("unpaidCents"),
      sql<number>`sum(case when ${isUnpaid} then 1 else 0 end)`.as("unpaid"),
      sql<number>`sum(case when ${sql.ref("p.statusText")} = 'Shipped' then 1 else 0 end)`.as("ready"),
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

/** The times of a day that can be closed, and those that were. Two statements. Refuses `unknown_day`. */
export async function timesOfDay({ db }: Pick<Services, "db">, merchantId: string, day: string): Promise<TimeOfDay[]> {
  if (!isDay(day)) throw unknownDay();
  const closed = await db
    .selectFrom("closedTimes")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("day", "=", day)
    .orderBy("_id", "desc")
    .limit(100)
    .execute();
  const isOf = (time: Pick<TimeOfDay, "method" | "from">) => (row: (typeof closed)[number]) =>
    row.methodId === time.method && row.startTime === time.from;
  const times = (await countedTimes(db, merchantId, day)).map((time) => ({
    ...time,
    closedTime: closed.find((row) => row.isOpen === 1 && isOf(time)(row))?._id ?? null,
  }));
  const emptied = closed.filter(
    (row, index) =>
      row.takenBackAt === null &&
      !times.some((time) => isOf(time)(row)) &&
      closed.findIndex((other) => other.methodId === row.methodId && other.startTime === row.startTime) === index,
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
  ].toSorted((one, other) => (one.from < other.from ? -1 : 1));
}

/** The choices for the orders of a time. Refuses `unknown_closed_time` where it has none and was not closed. */
export async function closingChoices(
  services: Services,
  merchantId: string,
  { method: methodId, day, from }: TimeQuery,
): Promise<ClosingChoices> {
  const time = (await timesOfDay(services, merchantId, day)).find(
    (each) => each.method === methodId && each.from === from,
  );
  if (!time) throw unknownClosedTime();
  const ways = time.marketDay ? [] : await methodsOf(services.db, [merchantId]);
  if (!ways.some(({ _id, active }) => _id === methodId && active)) return { ...time, times: [] };
  const [stall] = await deliveryOptions(services, [{ merchantId, noticeHours: 0, goods: [], seasons: [] }], null);
  const slots = stall?.options.find(({ method }) => method === methodId)?.slots ?? [];
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
