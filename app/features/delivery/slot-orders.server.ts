import { sql, type ExpressionBuilder } from "kysely";
import { PLACES, wayTag } from "~/features/cache-tags";
import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow, Tables } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";

/* Counts the orders of each time of a delivery method. */

export type SlotKey = Pick<PartDeliveryRow, "methodId" | "day" | "startTime">;
type Place = SlotKey & { capacity: number | null };

/** A time of a delivery method in one text. */
export const keyOf = ({ methodId, day, startTime }: SlotKey) => `${methodId} ${day} ${startTime}`;

/** A place that a part holds: parts that are handed over together hold one. */
export type HeldPlace = SlotKey & Pick<PartDeliveryRow, "orderId" | "joinedTo">;

/** The first of the orders that are handed over together. */
export const firstOrderOf = ({ joinedTo, orderId }: Pick<PartDeliveryRow, "joinedTo" | "orderId">): string =>
  joinedTo ?? orderId;

/** A place in one text: the first order of its hand-over, and the time. */
export const placeKeyOf = (place: HeldPlace) => `${firstOrderOf(place)} ${keyOf(place)}`;

/** Selects the rows of times. */
const atTimes = (places: readonly SlotKey[]) => (eb: ExpressionBuilder<Tables, "slotOrders">) =>
  eb.or(
    places.map(({ methodId, day, startTime }) =>
      eb.and([eb("methodId", "=", methodId), eb("day", "=", day), eb("startTime", "=", startTime)]),
    ),
  );

/**
 * Locks the counts of times until the transaction ends, always in the same order, which prevents a deadlock between
 * transactions that take or give back several places. A time that nobody chose before gets its row.
 */
export async function lockTimes(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  places: readonly SlotKey[],
): Promise<void> {
  await trx
    .insertInto("slotOrders")
    .values(places.map(({ methodId, day, startTime }) => ({ methodId, day: day!, startTime: startTime!, orders: 0 })))
    .onConflict((oc) => oc.doNothing())
    .execute();
  if (!dialect.forUpdate) return;
  await trx
    .selectFrom("slotOrders")
    .select("orders")
    .where(atTimes(places))
    .orderBy("methodId")
    .orderBy("day")
    .orderBy("startTime")
    .forUpdate()
    .execute();
}

/**
 * Counts one order more for each time, by a conditional update; a time that is named twice is counted once. Returns
 * those that are full. The others are counted all the same, until the transaction is rolled back or `returnPlaces`
 * gives them back.
 */
export async function takePlaces<P extends Place>(
  trx: Trx,
  services: Pick<Services, "dialect">,
  places: readonly P[],
): Promise<P[]> {
  if (places.length === 0) return [];
  await lockTimes(trx, services, places);
  const bounds = places.map((place) => sql`when ${keyOf(place)} then cast(${place.capacity} as integer)`);
  const updatedRows = await trx
    .updateTable("slotOrders")
    .set((eb) => ({ orders: eb("orders", "+", 1) }))
    .where(atTimes(places))
    .where(
      sql<boolean>`"orders" < coalesce(case "methodId" || ' ' || "day" || ' ' || "startTime" ${sql.join(bounds, sql` `)} end, "orders" + 1)`,
    )
    .returning(["methodId", "day", "startTime", "orders"])
    .execute();
  const takenKeys = new Set(updatedRows.map(keyOf));
  // The last place is gone: lists and pages offer the time no longer.
  const filled = updatedRows.filter((row) =>
    places.some((place) => keyOf(place) === keyOf(row) && place.capacity !== null && row.orders >= place.capacity),
  );
  if (filled.length > 0)
    await services.dialect.announceChange(trx, [PLACES, ...filled.map(({ methodId }) => wayTag(methodId))]);
  return places.filter((place) => !takenKeys.has(keyOf(place)));
}

/** The places that hand-overs hold, given the first orders of the hand-overs. One statement. */
export async function placesOf(trx: Trx, firstOrders: string[]): Promise<HeldPlace[]> {
  return trx
    .selectFrom("partDeliveries")
    .select(["orderId", "joinedTo", "methodId", "day", "startTime"])
    .where((eb) => eb.or([eb("orderId", "in", firstOrders), eb("joinedTo", "in", firstOrders)]))
    .where("holdsPlace", "=", 1)
    .execute();
}

/**
 * Counts `orders` orders more for a time at once, if all of them have a place, and returns null. Otherwise returns how
 * many places are left.
 */
export async function reservePlaces(
  trx: Trx,
  services: Pick<Services, "dialect">,
  place: Place,
  orders: number,
): Promise<number | null> {
  await lockTimes(trx, services, [place]);
  const { capacity } = place;
  const row = await trx
    .selectFrom("slotOrders")
    .select("orders")
    .where(atTimes([place]))
    .executeTakeFirstOrThrow();
  const placesLeft = capacity === null ? Infinity : capacity - row.orders;
  if (placesLeft < orders) return Math.max(0, placesLeft);
  await trx
    .updateTable("slotOrders")
    .set((eb) => ({ orders: eb("orders", "+", orders) }))
    .where(atTimes([place]))
    .execute();
  if (placesLeft === orders) await services.dialect.announceChange(trx, [PLACES, wayTag(place.methodId)]);
  return null;
}

/** Waits until no other transaction changes the counts of times, and locks them until this one ends. */
export async function waitForTimes(trx: Trx, places: readonly SlotKey[]): Promise<void> {
  await trx
    .updateTable("slotOrders")
    .set((eb) => ({ orders: eb.ref("orders") }))
    .where(atTimes(places))
    .execute();
}

/** Counts `orders` orders less for each time; a time that is named twice counts twice. */
export async function returnPlaces(trx: Trx, places: readonly SlotKey[], orders = 1): Promise<void> {
  if (places.length === 0 || orders === 0) return;
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + orders);
  const cases = [...counts].map(([key, count]) => sql`when ${key} then cast(${count} as integer)`);
  await trx
    .updateTable("slotOrders")
    .set({
      orders: sql<number>`"orders" - case "methodId" || ' ' || "day" || ' ' || "startTime" ${sql.join(cases, sql` `)} end`,
    })
    .where(atTimes(places))
    .where("orders", ">=", orders)
    .execute();
}
