import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { timeRefused, unknownMethod } from "./errors.server";
import type { MethodOfMerchant } from "./method-of-merchant.server";
import { methodsOf } from "./methods.server";
import { slotAt } from "./options.server";
import { keyOf, lockTimes, placesOfOrder, returnPlaces, takePlaces } from "./slot-orders.server";
import { lastMoment, type DaySlot } from "./times";
import { timeInWords } from "./words-schema";

/** The other parts of an order that are collected with a part: at the same market day, at the same time. One statement. */
export async function partsCollectedWith(trx: Trx, way: PartDeliveryRow): Promise<PartDeliveryRow[]> {
  if (way.marketDayId === null) return [];
  return trx
    .selectFrom("partDeliveries")
    .selectAll()
    .where("orderId", "=", way.orderId)
    .where("marketDayId", "=", way.marketDayId)
    .where("day", "=", way.day)
    .where("startTime", "=", way.startTime)
    .where("holdsPlace", "=", 1)
    .where("partId", "!=", way.partId)
    .orderBy("partId")
    .execute();
}

/**
 * Moves a part, with those that are collected with it, to another time of their way: the place there is taken before the
 * one of now is given back. The order must be locked. A merchant (`isStalls`) is not bound by cut-off and places. Answers
 * the rows as they are then. Refuses, at the field `time`: `unknown_way`, `way_closed`, `past_cut_off`, `slot_full`.
 */
export async function moveParts(
  trx: Trx,
  services: Services,
  [row, ...companions]: readonly [PartDeliveryRow, ...PartDeliveryRow[]],
  time: Pick<DaySlot, "day" | "from">,
  noticeHours: number,
  { isStalls = false }: { isStalls?: boolean } = {},
): Promise<PartDeliveryRow[]> {
  const rows = [row, ...companions];
  const slot = await openSlot(trx, services, rows, time, isStalls ? null : noticeHours);
  const capacity = isStalls ? null : slot.capacity;
  const place = { methodId: row.methodId, day: slot.day, startTime: slot.from, capacity };
  await lockTimes(trx, services, [row, place]);
  // Another part of the order may be collected there already: they have one place then.
  const isHeld = (await placesOfOrder(trx, row.orderId)).some((held) => keyOf(held) === keyOf(place));
  const full = isHeld ? [] : await takePlaces(trx, services, [place]);
  if (full.length > 0) throw timeRefused("slot_full", `${row.name} has no place left on ${timeInWords(slot)}.`);
  if (row.holdsPlace === 1) await returnPlaces(trx, [row]);
  return writeTime(trx, rows, slot);
}

/** A time as a part keeps it. */
export type KeptTime = Pick<DaySlot, "day" | "from" | "to" | "cutOffAt">;

/**
 * Puts a part that is collected alone at a time that was decided on before, whatever its way's plan says by now. Where a
 * place was reserved for it, none is taken. The order must be locked. Answers its row as it is then.
 */
export async function putAtTime(
  trx: Trx,
  services: Services,
  row: PartDeliveryRow,
  time: KeptTime,
  { hasPlace }: { hasPlace: boolean },
): Promise<PartDeliveryRow> {
  const place = { methodId: row.methodId, day: time.day, startTime: time.from, capacity: null };
  await lockTimes(trx, services, [row, place]);
  if (!hasPlace) await takePlaces(trx, services, [place]);
  if (row.holdsPlace === 1) await returnPlaces(trx, [row]);
  const [moved = row] = await writeTime(trx, [row], time);
  return moved;
}

/** Writes another time on parts that are collected together. */
async function writeTime(trx: Trx, rows: readonly PartDeliveryRow[], slot: KeptTime): Promise<PartDeliveryRow[]> {
  const moved: Partial<PartDeliveryRow> = {
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
    .set(moved)
    .where(
      "partId",
      "in",
      rows.map(({ partId }) => partId),
    )
    .execute();
  return rows.map((each) => ({ ...each, ...moved }));
}

/** The slot of a time, which is open for all of the parts. With a notice of null cut-offs do not count. */
async function openSlot(
  trx: Trx,
  services: Services,
  rows: readonly PartDeliveryRow[],
  time: Pick<DaySlot, "day" | "from">,
  noticeHours: number | null,
): Promise<DaySlot> {
  const merchantIds = rows.map(({ merchantId }) => merchantId);
  const methods = await methodsOf(trx, merchantIds);
  const stores = await trx
    .selectFrom("stores")
    .select(["userId", "holidayFrom", "holidayUntil"])
    .where("userId", "in", merchantIds)
    .execute();
  const slots = rows.map(({ merchantId, methodId, marketDayId, name }): DaySlot => {
    const method = methods.find((each) => each._id === methodId && each.merchantId === merchantId);
    if (!method && marketDayId === null) throw unknownMethod();
    const store = stores.find(({ userId }) => userId === merchantId);
    const slot = method?.active ? slotAt(services, method, store, time) : undefined;
    if (!method || !slot) throw timeRefused("way_closed", `${name} is not open at that time any more.`);
    if (noticeHours !== null && lastMoment(slot, noticeOf(method, noticeHours)) <= timestamp(services.clock))
      throw timeRefused("past_cut_off", `Orders for ${timeInWords(slot)} are closed.`);
    return slot;
  });
  return slots[0]!;
}

const noticeOf = (method: MethodOfMerchant, noticeHours: number): number => Math.max(method.noticeHours, noticeHours);
