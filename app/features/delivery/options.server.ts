import { toDollars } from "~/features/fields";
import { isInSeason, type Season } from "~/features/products/season-schema";
import { closedUntil, today, type Holiday } from "~/features/stores/holiday";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { collectionTerms } from "~/features/collection-payments/terms.server";
import { areaOf, reaches } from "./areas";
import { adviceOn, centsOf, feeFor, refusesGoods, type Goods } from "./costs";
import type { MethodOfMerchant } from "./method-of-merchant.server";
import { methodsOf } from "./methods.server";
import type { Addition, Option, Slot, StallOptions } from "./schema";
import { DAYS_AHEAD, lastMoment, slotsOf, type DaySlot } from "./times";
import { plusDays } from "~/platform/time-zone";

export interface Destination {
  zipCode: string;
  city: string;
}

export interface GoodsInSeason {
  title: string;
  season: Season;
}

/** The first goods that are not sold on a day any more, or not yet; undefined if all are sold. */
export const outOfSeasonOn = ({ seasons }: Pick<StallOfCart, "seasons">, day: string): GoodsInSeason | undefined =>
  seasons.find(({ season }) => !isInSeason(season, day));

/** A stall of a cart, with its goods, the longest notice of them and the seasons of those that have one. */
export interface StallOfCart {
  merchantId: string;
  noticeHours: number;
  seasons: GoodsInSeason[];
  goods: Goods[];
}

/** The orders to which goods of a stall can be added, given the delivery methods of all stalls. */
export type AdditionsOf = (stall: StallOfCart, methods: readonly MethodOfMerchant[]) => Addition[];

/**
 * The delivery methods of a cart's stalls to an address, with their times and the reasons against them. A stall without
 * methods has an empty list. At most five statements for any number of stalls.
 */
export async function deliveryOptions(
  services: Pick<Services, "db" | "clock" | "config">,
  stalls: readonly StallOfCart[],
  destination: Destination | null,
  additionsOf: AdditionsOf = () => [],
): Promise<StallOptions[]> {
  const { db } = services;
  const merchantIds = stalls.map(({ merchantId }) => merchantId);
  const stores = await db
    .selectFrom("stores")
    .select(["userId", "storeName", "holidayFrom", "holidayUntil"])
    .where("userId", "in", merchantIds)
    .execute();
  const storeOf = new Map(stores.map((store) => [store.userId, store]));
  const everyMethod = await methodsOf(db, merchantIds);
  const methods = everyMethod.filter(({ active }) => active);
  const ordersOf = await ordersBySlot(db, services, methods);
  // The terms are read only if a method offers payment at collection.
  const isAllowed = methods.some(({ isPaidThere }) => isPaidThere) && (await collectionTerms(db)).allowed;
  return stalls.map((stall) => {
    const store = storeOf.get(stall.merchantId);
    const ways = methods.filter(({ merchantId }) => merchantId === stall.merchantId);
    const options = ways.map((method) => ({
      ...optionOf(services, method, ways, stall, store, destination, ordersOf),
      isPaidThere: isAllowed && method.isPaidThere,
    }));
    const isAboutGoods = ({ method, closed }: Option, { _id }: MethodOfMerchant) =>
      method === _id && (closed?.code === "not_for_these_goods" || closed?.code === "below_least_order");
    return {
      merchant: stall.merchantId,
      storeName: store?.storeName ?? "",
      additions: additionsOf(stall, everyMethod),
      options,
      advice: options.every(({ closed }) => closed !== null)
        ? adviceOn(
            ways.filter((way) => options.some((option) => isAboutGoods(option, way))),
            stall.goods,
          )
        : null,
    };
  });
}

type OrdersOf = (methodId: string, slot: Pick<DaySlot, "day" | "from">) => number;

async function ordersBySlot(
  db: Db,
  services: Pick<Services, "clock" | "config">,
  methods: readonly MethodOfMerchant[],
): Promise<OrdersOf> {
  const ids = methods.filter(({ times }) => times.length > 0).map(({ _id }) => _id);
  if (ids.length === 0) return () => 0;
  const rows = await db
    .selectFrom("slotOrders")
    .selectAll()
    .where("methodId", "in", ids)
    .where("day", ">=", today(services))
    .execute();
  const orders = new Map(rows.map((row) => [`${row.methodId} ${row.day} ${row.startTime}`, row.orders]));
  return (methodId, { day, from }) => orders.get(`${methodId} ${day} ${from}`) ?? 0;
}

function optionOf(
  services: Pick<Services, "clock" | "config">,
  method: MethodOfMerchant,
  ways: readonly MethodOfMerchant[],
  stall: StallOfCart,
  holiday: Holiday | undefined,
  destination: Destination | null,
  ordersOf: OrdersOf,
): Omit<Option, "isPaidThere"> {
  const { _id, kind, name, address, directions, times, isShared, costs, freeFrom } = method;
  const { goods, noticeHours } = stall;
  const hoursOfNotice = Math.max(noticeHours, method.noticeHours);
  const now = timestamp(services.clock);
  const slots = openSlots(services, method, holiday).map((slot): Slot => {
    const cutOffAt = lastMoment(slot, hoursOfNotice);
    const placesLeft = slot.capacity === null ? null : Math.max(0, slot.capacity - ordersOf(_id, slot));
    const closed = closedBy({
      past_cut_off: cutOffAt <= now,
      out_of_season: outOfSeasonOn(stall, slot.day) !== undefined,
      slot_full: placesLeft === 0,
    });
    return { day: slot.day, from: slot.from, to: slot.to, cutOffAt, placesLeft, closed };
  });
  const hasTimes = times.length > 0;
  const outside = destination && refusesAddress(method, destination);
  const nothingOpen = hasTimes && slots.every(({ closed }) => closed !== null);
  return {
    method: _id,
    shared: isShared,
    kind,
    name,
    address,
    directions,
    hasTimes,
    slots,
    fee: toDollars(feeFor(costs, centsOf(goods))),
    freeFrom,
    closed: outside
      ? { code: "not_to_this_address", message: outside }
      : nothingOpen
        ? { code: "way_closed", message: `${name} has no time that can be ordered for now.` }
        : refusesGoods(method, ways, goods),
  };
}

type Closed = NonNullable<Slot["closed"]>;
const CLOSED_IN_ORDER: Closed[] = ["past_cut_off", "out_of_season", "slot_full"];
const closedBy = (reasons: Record<Closed, boolean>): Slot["closed"] =>
  CLOSED_IN_ORDER.find((reason) => reasons[reason]) ?? null;

/** The most times of a delivery method that are offered at once, the next ones. */
export const MOST_SLOTS = 60;

/** The next slots of a delivery method that have not begun yet and do not fall into the holiday of its stall. */
function openSlots(
  services: Pick<Services, "clock" | "config">,
  method: MethodOfMerchant,
  holiday: Holiday | undefined,
): DaySlot[] {
  const slots: DaySlot[] = [];
  for (const slot of slotsOf(method, services.config.timeZone, today(services))) {
    if (slots.length === MOST_SLOTS) break;
    if (isOpen(services, slot, holiday)) slots.push(slot);
  }
  return slots;
}

/** The slot of a delivery method that begins on a day at a time; undefined if there is none, or it is too far ahead. */
export function slotAt(
  services: Pick<Services, "clock" | "config">,
  method: MethodOfMerchant,
  holiday: Holiday | undefined,
  { day, from }: Pick<DaySlot, "day" | "from">,
): DaySlot | undefined {
  if (day > plusDays(today(services), DAYS_AHEAD - 1)) return undefined;
  const slots = [...slotsOf(method, services.config.timeZone, day, 1)];
  return slots.find((slot) => slot.from === from && isOpen(services, slot, holiday));
}

const isOpen = ({ clock }: Pick<Services, "clock">, { day, startsAt }: DaySlot, holiday: Holiday | undefined) =>
  startsAt > timestamp(clock) && !(holiday && closedUntil(holiday, day) !== null);

/** The reason why a delivery method does not go to an address; null if it does. */
export function refusesAddress({ kind, name, area }: MethodOfMerchant, destination: Destination): string | null {
  if (kind !== "delivery") return null;
  const answer = reaches(areaOf(area), destination);
  if (answer === "yes") return null;
  if (answer === "unknown") return `${name} needs the zip code of the address.`;
  return `${name} does not go to ${destination.zipCode.trim() || destination.city.trim() || "this address"}.`;
}
