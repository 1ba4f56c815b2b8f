import { isDay } from "~/features/days";
import { today } from "~/features/stores/holiday";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { plusDays } from "~/platform/time-zone";
import { MOST_A_DAY, type BusyDay, type StallDay } from "./day-schema";
import { unknownDay } from "./errors.server";
import { handOversOf } from "./hand-overs-schema";
import { ordersByParts } from "./order-docs.server";
import { picksFor } from "./packing.server";

/** The hand-over page also knows the codes of this many days before and after its own. */
const DAYS_AROUND = 14;

/** The next seven days of a merchant that have orders with a time, today first. One statement. */
export async function busyDays(
  services: Pick<Services, "db" | "clock" | "config">,
  merchantId: string,
): Promise<BusyDay[]> {
  const first = today(services);
  const rows = await services.db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .where("d.merchantId", "=", merchantId)
    .where("d.day", ">=", first)
    .where("d.day", "<=", plusDays(first, 6))
    .where("p.paidAt", "is not", null)
    .where("p.statusText", "not in", ["Cancelled", "Refunded"])
    .groupBy(["d.day", "d.startTime", "d.endTime", "d.kind", "d.name"])
    .orderBy("d.day")
    .orderBy("d.startTime")
    .orderBy("d.name")
    .select(["d.day", "d.startTime", "d.endTime", "d.kind", "d.name"])
    .select((eb) => eb.fn.count<number>(eb.fn.coalesce("d.joinedTo", "d.orderId")).distinct().as("orders"))
    .execute();
  const days = new Map<string, BusyDay>();
  for (const { day, startTime, endTime, kind, name, orders } of rows) {
    if (day === null) continue;
    const busy = days.get(day) ?? { day, times: [] };
    days.set(day, busy);
    busy.times.push({ kind, name, from: startTime ?? "", to: endTime ?? "", orders: Number(orders) });
  }
  return [...days.values()];
}

/**
 * A day of a merchant: its times with their orders, and what is to be picked for them. Three statements. Refuses
 * `unknown_day`.
 */
export async function stallDay({ db }: Pick<Services, "db">, merchantId: string, day: string): Promise<StallDay> {
  if (!isDay(day)) throw unknownDay();
  const { docs } = await ordersByParts(
    db,
    db
      .selectFrom("partDeliveries as d")
      .innerJoin("orderParts as p", "p._id", "d.partId")
      .where("d.merchantId", "=", merchantId)
      .where("d.day", "=", day)
      .where("p.paidAt", "is not", null)
      .orderBy("d.startTime")
      .orderBy("p._id")
      .limit(MOST_A_DAY)
      .select("p._id")
      .$asScalar(),
    "asc",
  );
  const times = new Map<string, StallDay["times"][number]>();
  for (const order of docs) {
    if (!order.delivery) continue;
    const { kind, name, from, to } = order.delivery;
    const key = `${from} ${to} ${kind} ${name}`;
    const time = times.get(key) ?? { kind, name, from: from ?? "", to: to ?? "", orders: [] };
    times.set(key, time);
    time.orders.push(order);
  }
  return {
    day,
    times: [...times]
      .toSorted(([first], [second]) => (first < second ? -1 : 1))
      .map(([, { orders, ...time }]) => ({ ...time, orders: handOversOf(orders).flat() })),
    elsewhere: await codesAround(db, merchantId, day),
    picks: picksFor(docs.filter(({ statusText }) => statusText === "Processing")),
  };
}

/** Codes of the days around a day. With them the hand-over page recognises orders of other days while it is offline. */
async function codesAround(db: Db, merchantId: string, day: string): Promise<StallDay["elsewhere"]> {
  const rows = await db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .select(["d.code", "d.day"])
    .where("d.merchantId", "=", merchantId)
    .where("d.day", ">=", plusDays(day, -DAYS_AROUND))
    .where("d.day", "<=", plusDays(day, DAYS_AROUND))
    .where("d.day", "<>", day)
    .where("p.paidAt", "is not", null)
    .where("p.statusText", "in", ["Processing", "Shipped"])
    .limit(MOST_A_DAY)
    .execute();
  return rows.flatMap(({ code, day: otherDay }) => (code && otherDay ? [{ code, day: otherDay }] : []));
}
