import { sql } from "kysely";
import { collectionPaymentOf, PAYMENT_COLUMNS } from "~/features/collection-payments/due.server";
import { isDay } from "~/features/days";
import { toDollars } from "~/features/fields";
import { feeLeftOf } from "~/features/orders/delivery-fee";
import { plainCode } from "~/features/delivery/hold-places.server";
import { firstOrderOf } from "~/features/delivery/slot-orders.server";
import { marketDayOrRefuse } from "~/features/delivery/market-days.server";
import { otherDay, unknownDay } from "~/features/merchant-orders/errors.server";
import { buyerOf } from "~/features/orders/order.server";
import { today } from "~/features/stores/holiday";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { plusDays } from "~/platform/time-zone";
import { unknownCode } from "./errors.server";
import { MOST_PARTS_A_DAY, type BusyMarketDay, type CollectedOrder, type MarketDayOrders } from "./schema";

/** How many days a market day's list goes back and ahead. */
const [DAYS_BACK, DAYS_AHEAD] = [7, 42];

/** Days of a market day with orders, from a week ago to six weeks on. Two statements. Refuses `unknown_market_day`. */
export async function busyMarketDays(
  services: Pick<Services, "db" | "clock" | "config">,
  marketDayId: string,
): Promise<BusyMarketDay[]> {
  const { db } = services;
  await marketDayOrRefuse(db, marketDayId);
  const rows = await partsOf(db, marketDayId)
    .where("d.day", ">=", plusDays(today(services), -DAYS_BACK))
    .where("d.day", "<=", plusDays(today(services), DAYS_AHEAD))
    .where("p.statusText", "not in", ["Cancelled", "Refunded"])
    .groupBy(["d.day", "d.startTime", "d.endTime"])
    .orderBy("d.day")
    .orderBy("d.startTime")
    .select(["d.day", "d.startTime", "d.endTime"])
    .select((eb) => [
      eb.fn.count<number>(eb.fn.coalesce("d.joinedTo", "d.orderId")).distinct().as("orders"),
      eb.fn.countAll<number>().as("parts"),
      sql<number>`sum(case when ${eb.ref("p.statusText")} = 'Delivered' then 1 else 0 end)`.as("handedOver"),
    ])
    .execute();
  const days = new Map<string, BusyMarketDay>();
  for (const { day, startTime, endTime, orders, parts, handedOver } of rows) {
    if (day === null) continue;
    const busy = days.get(day) ?? { day, times: [] };
    days.set(day, busy);
    busy.times.push({
      from: startTime ?? "",
      to: endTime ?? "",
      orders: Number(orders),
      parts: Number(parts),
      handedOver: Number(handedOver),
    });
  }
  return [...days.values()];
}

/** Paid parts that are collected at a market day. */
const partsOf = (db: Db, marketDayId: string) =>
  db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .where("d.marketDayId", "=", marketDayId)
    .where("p.paidAt", "is not", null);

/**
 * A day of a market day with all its orders, or with the one order that has a code. Runs four statements. Refuses
 * `unknown_market_day`, `unknown_day`, and for a code `unknown_code` and `other_day`.
 */
export async function marketDayOrders(
  { db }: Pick<Services, "db">,
  marketDayId: string,
  day: string,
  code: string,
): Promise<MarketDayOrders> {
  const { name } = await marketDayOrRefuse(db, marketDayId);
  if (!isDay(day)) throw unknownDay();
  const ofDay = partsOf(db, marketDayId).where("d.day", "=", day);
  const rows = await (code === "" ? ofDay : ofDay.where("d.code", "=", plainCode(code)))
    .innerJoin("orders as o", "o._id", "d.orderId")
    .leftJoin("stores as s", "s.userId", "d.merchantId")
    .select(["p._id", "d.orderId", "d.joinedTo", "d.merchantId", "d.startTime", "d.endTime", "d.code"])
    .select(["p.statusText", "p.deliveredAt", "o.itemId", "o.buyer", "s.storeName"])
    .select(["p.amountCents", "p.refundedCents", "p.isUnpaid", "p.deliveryFeeCents", "p.deliveryFeeRefundId"])
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(PAYMENT_COLUMNS)
    .orderBy("d.startTime")
    .orderBy((eb) => eb.fn.coalesce("d.joinedTo", "d.orderId"))
    .orderBy("d.orderId")
    .orderBy("d.partId")
    .limit(MOST_PARTS_A_DAY + 1)
    .execute();
  if (code !== "" && rows.length === 0) throw await whyNoOrder(db, marketDayId, plainCode(code));
  const shownRows = rows.slice(0, MOST_PARTS_A_DAY);
  const lines = await linesOfParts(
    db,
    shownRows.map(({ _id }) => _id),
  );
  const times = new Map<string, MarketDayOrders["times"][number]>();
  for (const row of shownRows) {
    const { _id, merchantId, statusText, deliveredAt, storeName } = row;
    const key = `${row.startTime} ${row.endTime}`;
    const time = times.get(key) ?? { from: row.startTime ?? "", to: row.endTime ?? "", orders: [] };
    times.set(key, time);
    const part = {
      _id,
      order: row.orderId,
      itemId: row.itemId,
      merchant: merchantId,
      storeName: storeName ?? "",
      statusText,
      deliveredAt,
      onCollection: collectionPaymentOf(row),
      deliveryFee: toDollars(feeLeftOf(row)),
      lines: lines.get(_id) ?? [],
    };
    const order = time.orders.at(-1);
    if (order?._id === firstOrderOf(row)) order.parts.push(part);
    else time.orders.push({ ...orderOf(row), parts: [part] });
  }
  return {
    day,
    name,
    times: [...times.values()],
    cash: await cashOf(db, marketDayId, day),
    cut: rows.length > MOST_PARTS_A_DAY,
  };
}

/** The cash that the staff of a market day took on a day, by stall. Runs one statement. */
async function cashOf(db: Db, marketDayId: string, day: string): Promise<MarketDayOrders["cash"]> {
  const rows = await partsOf(db, marketDayId)
    .where("d.day", "=", day)
    .innerJoin("collectionPayments as c", "c.partId", "d.partId")
    .leftJoin("stores as s", "s.userId", "d.merchantId")
    .where("c.paidAt", "is not", null)
    .where("c.paidTo", "=", "market")
    .groupBy(["d.merchantId", "s.storeName"])
    .orderBy("s.storeName")
    .orderBy("d.merchantId")
    .select(["d.merchantId", "s.storeName"])
    .select((eb) => eb.fn.sum<number>("c.paidCents").as("paidCents"))
    .execute();
  return rows.map(({ merchantId, storeName, paidCents }) => ({
    merchant: merchantId,
    storeName: storeName ?? "",
    amount: toDollars(Number(paidCents)),
  }));
}

function orderOf(row: {
  orderId: string;
  joinedTo: string | null;
  itemId: number;
  buyer: string;
  code: string | null;
}) {
  const { firstName, lastName } = buyerOf(row);
  return { _id: firstOrderOf(row), itemId: row.itemId, buyer: `${firstName} ${lastName}`.trim(), code: row.code ?? "" };
}

/** The pieces of parts that are to be handed over, by part. Runs one statement. */
async function linesOfParts(db: Db, partIds: string[]): Promise<Map<string, CollectedOrder["parts"][number]["lines"]>> {
  const lines = new Map<string, CollectedOrder["parts"][number]["lines"]>();
  if (partIds.length === 0) return lines;
  const rows = await db
    .selectFrom("orderLines")
    .select(["_id", "partId", "title", "priceCents", "quantity", "refundedQuantity"])
    .where("partId", "in", partIds)
    .orderBy("position")
    .execute();
  for (const { _id, partId, title, priceCents, quantity, refundedQuantity } of rows) {
    const line = { _id, title, price: toDollars(priceCents), pieces: quantity - refundedQuantity };
    if (line.pieces > 0) lines.set(partId, [...(lines.get(partId) ?? []), line]);
  }
  return lines;
}

/** The reason why a day has no order with a code: the code belongs to another day, or to no order. */
async function whyNoOrder(db: Db, marketDayId: string, code: string) {
  const row = await partsOf(db, marketDayId)
    .where("d.code", "=", code)
    .select("d.day")
    .orderBy("d.day", "desc")
    .executeTakeFirst();
  return row?.day ? otherDay(row.day) : unknownCode();
}
