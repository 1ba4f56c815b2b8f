import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { timeRefused } from "./errors.server";
import { methodOfMerchant } from "./methods.server";
import { slotAt } from "./options.server";
import { lockTimes, returnPlaces, takePlaces } from "./slot-orders.server";
import { lastMoment, type DaySlot } from "./times";
import { timeInWords } from "./words-schema";

/**
 * Moves a part to another time of its way: the place there is taken before the one of now is given back. The order must
 * be locked. Answers its row as it is then. Refuses, at the field `time`: `unknown_way`, `way_closed`, `past_cut_off`, `slot_full`.
 */
export async function movePart(
  trx: Trx,
  services: Services,
  row: PartDeliveryRow,
  time: Pick<DaySlot, "day" | "from">,
  noticeHours: number,
): Promise<PartDeliveryRow> {
  const method = await methodOfMerchant(trx, row.merchantId, row.methodId);
  const store = await trx
    .selectFrom("stores")
    .select(["holidayFrom", "holidayUntil"])
    .where("userId", "=", row.merchantId)
    .executeTakeFirst();
  const slot = method.active ? slotAt(services, method, store, time) : undefined;
  if (!slot) throw timeRefused("way_closed", `${method.name} is not open at that time any more.`);
  if (lastMoment(slot, noticeHours) <= timestamp(services.clock))
    throw timeRefused("past_cut_off", `Orders for ${timeInWords(slot)} are closed.`);
  const place = { methodId: row.methodId, day: slot.day, startTime: slot.from, capacity: slot.capacity };
  await lockTimes(trx, services, [row, place]);
  const full = await takePlaces(trx, services, [place]);
  if (full.length > 0) throw timeRefused("slot_full", `${method.name} has no place left on ${timeInWords(slot)}.`);
  if (row.holdsPlace === 1) await returnPlaces(trx, [row]);
  const moved: Partial<PartDeliveryRow> = {
    day: slot.day,
    startTime: slot.from,
    endTime: slot.to,
    cutOffAt: slot.cutOffAt,
    holdsPlace: 1,
    changes: row.changes + 1,
    // Another day has a reminder of its own.
    remindedAt: slot.day === row.day ? row.remindedAt : null,
  };
  await trx.updateTable("partDeliveries").set(moved).where("partId", "=", row.partId).execute();
  return { ...row, ...moved };
}
