import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { timeRefused, unknownMethod } from "./errors.server";
import { methodsOf } from "./methods.server";
import { outOfSeasonOn, slotAt, type StallOfCart } from "./options.server";
import {
  firstOrderOf,
  lockTimes,
  placeKeyOf,
  placesOf,
  returnPlaces,
  takePlaces,
  type SlotKey,
} from "./slot-orders.server";
import { lastMoment, type DaySlot } from "./times";
import { timeInWords } from "./words-schema";

/**
 * The other parts that are handed over with a part: those of its order at the same market day and time, and those that
 * were added to them. One statement.
 */
export async function partsCollectedWith(trx: Trx, way: PartDeliveryRow): Promise<PartDeliveryRow[]> {
  const { marketDayId, merchantId } = way;
  const firstOrder = firstOrderOf(way);
  return trx
    .selectFrom("partDeliveries")
    .selectAll()
    .where((eb) =>
      eb.or([eb.and([eb("orderId", "=", firstOrder), eb("joinedTo", "is", null)]), eb("joinedTo", "=", firstOrder)]),
    )
    .where((eb) =>
      marketDayId === null
        ? eb.and([eb("merchantId", "=", merchantId), eb("methodId", "=", way.methodId)])
        : eb("marketDayId", "=", marketDayId),
    )
    .where("day", "=", way.day)
    .where("startTime", "=", way.startTime)
    .where("holdsPlace", "=", 1)
    .where("partId", "!=", way.partId)
    .orderBy("partId")
    .execute();
}

/**
 * The orders with which a part of an order is handed over: the first one, and all that were added to it. Two
 * statements.
 */
export async function ordersOfHandOver(
  db: Db,
  of: { partId: string } | { orderId: string; merchantId: string },
): Promise<string[]> {
  const rows = db.selectFrom("partDeliveries").select(["orderId", "joinedTo"]);
  const part = await (
    "partId" in of
      ? rows.where("partId", "=", of.partId)
      : rows.where("orderId", "=", of.orderId).where("merchantId", "=", of.merchantId)
  ).executeTakeFirst();
  if (!part) return [];
  const addedOrders = await db
    .selectFrom("partDeliveries")
    .select("orderId")
    .distinct()
    .where("joinedTo", "=", firstOrderOf(part))
    .execute();
  return [...new Set([firstOrderOf(part), part.orderId, ...addedOrders.map(({ orderId }) => orderId)])];
}

/** The longest notice of goods, and the seasons of those that have one. */
export type GoodsBounds = Pick<StallOfCart, "noticeHours" | "seasons">;

/**
 * Moves a part, with those that are collected with it, to another time of its delivery method. It takes the place there
 * before it gives back the present one. The order must be locked. A merchant, for whom the bounds are null, is not
 * bound by cut-off, season and places. Returns the rows after the move. Refuses, at the field `time`: `unknown_way`,
 * `way_closed`, `out_of_season`, `past_cut_off`, `slot_full`.
 */
export async function moveParts(
  trx: Trx,
  services: Services,
  [row, ...companions]: readonly [PartDeliveryRow, ...PartDeliveryRow[]],
  time: Pick<DaySlot, "day" | "from">,
  bounds: GoodsBounds | null,
): Promise<PartDeliveryRow[]> {
  const rows = [row, ...companions];
  const slot = await openSlot(trx, services, rows, time, bounds);
  const capacity = bounds === null ? null : slot.capacity;
  const place = { methodId: row.methodId, day: slot.day, startTime: slot.from, capacity };
  await lockTimes(trx, services, [row, place]);
  // Another part of the order may be collected there already. They then have one place.
  const isHeld = await hasPlaceAt(trx, row, place);
  const full = isHeld ? [] : await takePlaces(trx, services, [place]);
  if (full.length > 0) throw timeRefused("slot_full", `${row.name} has no place left on ${timeInWords(slot)}.`);
  const movedRows = await writeTime(trx, rows, slot);
  if (row.holdsPlace === 1 && !(await hasPlaceAt(trx, row, row))) await returnPlaces(trx, [row]);
  await moveUnpaid(trx, rows, slot);
  return movedRows;
}

/** A time as a part keeps it. */
export type KeptTime = Pick<DaySlot, "day" | "from" | "to" | "cutOffAt">;

/**
 * Puts a part at a time that was decided on before, whatever the plan of its delivery method says by now. If a place
 * was reserved for it, none is taken; the reserved place is given back if the hand-over has one there already. The
 * order must be locked. Returns the row after the move.
 */
export async function putAtTime(
  trx: Trx,
  services: Services,
  row: PartDeliveryRow,
  time: KeptTime,
  { hasPlace: isReserved }: { hasPlace: boolean },
): Promise<PartDeliveryRow> {
  const place = { methodId: row.methodId, day: time.day, startTime: time.from, capacity: null };
  await lockTimes(trx, services, [row, place]);
  const isHeld = await hasPlaceAt(trx, row, place);
  if (isReserved && isHeld) await returnPlaces(trx, [place]);
  if (!isReserved && !isHeld) await takePlaces(trx, services, [place]);
  const [movedRow = row] = await writeTime(trx, [row], time);
  if (row.holdsPlace === 1 && !(await hasPlaceAt(trx, row, row))) await returnPlaces(trx, [row]);
  return movedRow;
}

/** Whether the hand-over of a part has a place at a time. */
async function hasPlaceAt(trx: Trx, row: PartDeliveryRow, { day, startTime }: SlotKey): Promise<boolean> {
  const heldPlaces = await placesOf(trx, [firstOrderOf(row)]);
  return heldPlaces.some((heldPlace) => placeKeyOf(heldPlace) === placeKeyOf({ ...row, day, startTime }));
}

/** Writes another time on parts that are handed over together. */
async function writeTime(trx: Trx, rows: readonly PartDeliveryRow[], slot: KeptTime): Promise<PartDeliveryRow[]> {
  const columns: Partial<PartDeliveryRow> = {
    day: slot.day,
    startTime: slot.from,
    endTime: slot.to,
    cutOffAt: slot.cutOffAt,
    holdsPlace: 1,
    changes: Math.max(...rows.map(({ changes }) => changes)) + 1,
    // Another day has a reminder of its own.
    ...(slot.day !== rows[0]?.day && { remindedAt: null, listPosition: null }),
    notCollectedAt: null,
  };
  await trx
    .updateTable("partDeliveries")
    .set(columns)
    .where(
      "partId",
      "in",
      rows.map(({ partId }) => partId),
    )
    .execute();
  return rows.map((part) => ({ ...part, ...columns }));
}

/** Moves goods that were to be added and whose payment may still come late. */
async function moveUnpaid(trx: Trx, rows: readonly PartDeliveryRow[], slot: KeptTime): Promise<void> {
  const { day, from: startTime, to: endTime, cutOffAt } = slot;
  await trx
    .updateTable("partDeliveries")
    .set({ day, startTime, endTime, cutOffAt })
    .where("joinedTo", "=", firstOrderOf(rows[0]!))
    .where(
      "merchantId",
      "in",
      rows.map(({ merchantId }) => merchantId),
    )
    .where("holdsPlace", "=", 0)
    .execute();
}

/** The slot at a time that is open for all of the parts. Without bounds, cut-offs and seasons do not count. */
async function openSlot(
  trx: Trx,
  services: Services,
  rows: readonly PartDeliveryRow[],
  time: Pick<DaySlot, "day" | "from">,
  bounds: GoodsBounds | null,
): Promise<DaySlot> {
  const merchantIds = rows.map(({ merchantId }) => merchantId);
  const methods = await methodsOf(trx, merchantIds);
  const stores = await trx
    .selectFrom("stores")
    .select(["userId", "holidayFrom", "holidayUntil"])
    .where("userId", "in", merchantIds)
    .execute();
  const slots = rows.map(({ merchantId, methodId, marketDayId, name }): DaySlot => {
    const method = methods.find((candidate) => candidate._id === methodId && candidate.merchantId === merchantId);
    if (!method && marketDayId === null) throw unknownMethod();
    const store = stores.find(({ userId }) => userId === merchantId);
    const slot = method?.active ? slotAt(services, method, store, time) : undefined;
    if (!method || !slot) throw timeRefused("way_closed", `${name} is not open at that time any more.`);
    if (bounds === null) return slot;
    const outOfSeason = outOfSeasonOn(bounds, slot.day);
    if (outOfSeason)
      throw timeRefused("out_of_season", `${outOfSeason.title} is out of season on ${timeInWords(slot)}.`);
    if (lastMoment(slot, Math.max(method.noticeHours, bounds.noticeHours)) <= timestamp(services.clock))
      throw timeRefused("past_cut_off", `Orders for ${timeInWords(slot)} are closed.`);
    return slot;
  });
  return slots[0]!;
}
