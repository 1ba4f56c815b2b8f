import { randomInt } from "node:crypto";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { RefusalItem } from "~/platform/refusal";
import type { Cents } from "~/features/fields";
import type { Services } from "~/platform/services.server";
import { refusesAddition, refusesOtherAddress, type OwnPart } from "./additions.server";
import { centsOf, feeFor, refusesGoods, type CostProblem } from "./costs";
import { wayRefused } from "./errors.server";
import { feesOfParts } from "./fee-shares-schema";
import type { MethodOfMerchant } from "./method-of-merchant.server";
import { methodsOf } from "./methods.server";
import { outOfSeasonOn, refusesAddress, slotAt, type Destination, type StallOfCart } from "./options.server";
import type { WayChoice } from "./schema";
import {
  firstOrderOf,
  keyOf,
  lockTimes,
  placeKeyOf,
  placesOf,
  returnPlaces,
  takePlaces,
  waitForTimes,
} from "./slot-orders.server";
import { timeInWords } from "./words-schema";
import { lastMoment, slotsOf, type DaySlot } from "./times";

/** The delivery method and time for a stall's part of an order, and its delivery fee. */
interface Chosen {
  method: MethodOfMerchant;
  slot: DaySlot | null;
  /** At a market day, the part's share of its fee. */
  feeCents: Cents;
  /** The part of an earlier order that it is added to; null where it is handed over by itself. */
  joined: OwnPart | null;
}

/**
 * Looks up what a buyer chose for each stall of a cart, by merchant; a stall without delivery methods is missing. If
 * only one method is possible, and it has no times, it is taken without a choice. Refuses, with the field of the choice
 * and one item for each stall: `choose_way`, `way_closed`, `past_cut_off`, `not_to_this_address`,
 * `not_for_these_goods`, `below_least_order`. `holdPlaces` decides whether there is a place. Goods that are added to an
 * order of `toJoin` have its delivery method and time.
 */
export async function chosenWays(
  trx: Trx,
  services: Services,
  stalls: readonly StallOfCart[],
  choices: readonly WayChoice[],
  destination: Destination & { streetAddress: string },
  toJoin: ReadonlyMap<string, OwnPart>,
): Promise<Map<string, Chosen>> {
  const merchantIds = stalls.map(({ merchantId }) => merchantId);
  const methods = await methodsOf(trx, merchantIds);
  const choicesByStall = new Map<string, Omit<Chosen, "feeCents">>();
  if (methods.length === 0 && choices.length === 0) return new Map();
  const stores = await trx
    .selectFrom("stores")
    .select(["userId", "storeName", "holidayFrom", "holidayUntil"])
    .where("userId", "in", merchantIds)
    .execute();
  const now = timestamp(services.clock);
  const problems = stalls.flatMap((stall): RefusalItem[] => {
    const { merchantId } = stall;
    const offered = methods.filter((method) => method.merchantId === merchantId && method.active);
    const store = stores.find(({ userId }) => userId === merchantId);
    const refuse = (code: string, message: string) => [{ code, message, field: `ways.${merchantId}` }];
    const namedChoice = choices.find(({ merchant }) => merchant === merchantId);
    if (namedChoice?.order !== undefined) {
      const joined = toJoin.get(merchantId);
      const way = methods.find(({ _id }) => _id === joined?.methodId);
      if (!joined || !way) return refuse("way_closed", "There is no such order that these goods can be added to.");
      if (joined.day !== namedChoice.day || joined.startTime !== namedChoice.from)
        return refuse("way_closed", `Order #${joined.itemId} has another time by now: choose it anew.`);
      const against = refusesAddition(services, joined, stall, way) ?? refusesOtherAddress(joined, destination);
      if (against) return refuse(against.code, against.message);
      choicesByStall.set(merchantId, { method: way, slot: null, joined });
      return [];
    }
    const refusesOf = (method: MethodOfMerchant): CostProblem | null => refusesGoods(method, offered, stall.goods);
    const possible = offered.filter((way) => refusesAddress(way, destination) === null && refusesOf(way) === null);
    const choice = namedChoice ?? onlyWay(possible) ?? onlyWay(offered);
    // Goods with a choice are never sent by carrier instead, even if the stall offers no method any more.
    if (offered.length === 0 && !choice) return [];
    if (!choice) return refuse("choose_way", `Choose how the goods of ${store?.storeName || "the stall"} get to you.`);
    const method = offered.find(({ _id }) => _id === choice.method);
    if (!method) return refuse("way_closed", "That way is not offered any more.");
    const outside = refusesAddress(method, destination);
    if (outside !== null) return refuse("not_to_this_address", outside);
    const problem = refusesOf(method);
    if (problem !== null) return refuse(problem.code, problem.message);
    if (method.times.length === 0) {
      choicesByStall.set(merchantId, { method, slot: null, joined: null });
      return [];
    }
    if (!choice.day || !choice.from) return refuse("choose_way", `Choose a time of ${method.name}.`);
    const slot = slotAt(services, method, store, choice);
    if (!slot) return refuse("way_closed", `${method.name} is not open at that time any more.`);
    const outOfSeason = outOfSeasonOn(stall, slot.day);
    if (outOfSeason) return refuse("way_closed", `${outOfSeason.title} is out of season on ${timeInWords(slot)}.`);
    if (lastMoment(slot, Math.max(stall.noticeHours, method.noticeHours)) <= now)
      return refuse("past_cut_off", `Orders for ${timeInWords(slot)} are closed.`);
    choicesByStall.set(merchantId, { method, slot, joined: null });
    return [];
  });
  if (problems.length > 0) throw wayRefused(problems);
  return withFees(stalls, choicesByStall);
}

/** The choices with their delivery fees for the goods of the stalls. */
function withFees(
  stalls: readonly StallOfCart[],
  choicesByStall: ReadonlyMap<string, Omit<Chosen, "feeCents">>,
): Map<string, Chosen> {
  const fees = feesOfParts(
    stalls.flatMap(({ merchantId: merchant, goods }) => {
      const way = choicesByStall.get(merchant);
      // Goods that are added to an order have no fee: that order has paid it already.
      if (!way || way.joined !== null) return [];
      const { method } = way;
      const [marketDay, goodsCents] = [method.isShared ? method._id : null, centsOf(goods)];
      return { merchant, marketDay, goodsCents, feeCents: feeFor(method.costs, goodsCents) };
    }),
  );
  return new Map(
    [...choicesByStall].map(([merchant, way]) => [merchant, { ...way, feeCents: fees.get(merchant) ?? 0 }]),
  );
}

function onlyWay(offered: readonly MethodOfMerchant[]): WayChoice | null {
  const [onlyMethod] = offered;
  return offered.length === 1 && onlyMethod && onlyMethod.times.length === 0
    ? { merchant: onlyMethod.merchantId, method: onlyMethod._id, day: "", from: "" }
    : null;
}

/**
 * Takes a place for each part that has a time, one for all parts that are collected together at a market day, and
 * writes down the deliveries of the parts, in the transaction of the order. Refuses `slot_full`.
 */
export async function holdPlaces(
  trx: Trx,
  services: Services,
  orderId: string,
  parts: ReadonlyMap<string, { _id: string }>,
  choicesByStall: ReadonlyMap<string, Chosen>,
): Promise<void> {
  const codeOf = newCodes();
  const joinedRows = [...choicesByStall].flatMap(([merchantId, { joined }]) =>
    joined ? [addedTo(joined, { partId: parts.get(merchantId)!._id, orderId })] : [],
  );
  const alone = [...choicesByStall].filter(([, { joined }]) => joined === null);
  const rows = alone.map(([merchantId, { method, slot }]): PartDeliveryRow & { capacity: number | null } => ({
    partId: parts.get(merchantId)!._id,
    orderId,
    joinedTo: null,
    merchantId,
    methodId: method._id,
    marketDayId: method.isShared ? method._id : null,
    kind: method.kind,
    name: method.name,
    address: method.address,
    directions: method.directions,
    day: slot?.day ?? null,
    startTime: slot?.from ?? null,
    endTime: slot?.to ?? null,
    timeZone: services.config.timeZone,
    cutOffAt: slot?.cutOffAt ?? null,
    code: method.kind === "collection" ? codeOf(method) : null,
    holdsPlace: slot ? 1 : 0,
    changes: 0,
    remindedAt: null,
    handedOverAt: null,
    handedOverBy: "",
    listPosition: null,
    notCollectedAt: null,
    capacity: slot?.capacity ?? null,
  }));
  if (rows.length + joinedRows.length === 0) return;
  const places = rows.filter(({ holdsPlace }) => holdsPlace === 1);
  const full = await takePlaces(trx, services, places);
  if (full.length > 0)
    throw wayRefused(
      full.map(({ name, day, startTime, endTime, merchantId }) => ({
        code: "slot_full",
        message: `${name} has no place left on ${timeInWords({ day: day!, from: startTime!, to: endTime! })}.`,
        field: `ways.${merchantId}`,
      })),
    );
  await trx
    .insertInto("partDeliveries")
    .values([...rows.map(({ capacity: _capacity, ...row }) => row), ...joinedRows])
    .execute();
}

/** The delivery of a part that is added to another part: it has the place, time and code of that one. */
function addedTo(joined: OwnPart, part: { partId: string; orderId: string }): PartDeliveryRow {
  const {
    itemId: _number,
    shipping: _address,
    statusText: _step,
    disputedAt: _from,
    disputeEndedAt: _to,
    ...way
  } = joined;
  return {
    ...way,
    ...part,
    joinedTo: firstOrderOf(joined),
    remindedAt: null,
    handedOverAt: null,
    handedOverBy: "",
    notCollectedAt: null,
  };
}

/**
 * Whether a waiting order has the delivery methods and times that are chosen now, at today's fees. For another address
 * the methods must be checked again.
 */
export async function hasSameWays(
  db: Db,
  orderId: string,
  choices: readonly WayChoice[],
  { isMoved }: { isMoved: boolean },
): Promise<boolean> {
  const firstOrders = await firstOrdersOf(
    db,
    choices.flatMap(({ order }) => order ?? []),
  );
  const rows = await db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .leftJoin("deliveryMethods as m", "m._id", "d.methodId")
    .leftJoin("marketDays as k", "k._id", "d.marketDayId")
    .select(["d.joinedTo", "d.marketDayId", "k.feeCents as marketDayFeeCents"])
    .select(["d.merchantId", "d.methodId", "d.day", "d.startTime", "p.amountCents", "p.deliveryFeeCents"])
    .select(["m.feeCents", "m.freeFromCents", "m.leastOrderCents"])
    .where("d.orderId", "=", orderId)
    .execute();
  if (rows.length === 0) return choices.length === 0;
  return (
    !isMoved &&
    rows.every((row) => {
      const { joinedTo, amountCents, deliveryFeeCents, feeCents, leastOrderCents, freeFromCents } = row;
      // Goods that are added to an order have no fee of their own.
      if (joinedTo !== null) return true;
      if (row.marketDayFeeCents !== null) {
        const rowsOfDay = rows.filter((part) => part.marketDayId === row.marketDayId && part.joinedTo === null);
        return row.marketDayFeeCents === rowsOfDay.reduce((sum, part) => sum + part.deliveryFeeCents, 0);
      }
      // A delivery method that was removed since stays in the order as it was.
      if (feeCents === null || leastOrderCents === null) return true;
      return feeFor({ feeCents, freeFromCents, leastOrderCents }, amountCents) === deliveryFeeCents;
    }) &&
    choices.every(({ merchant, method, day, from, order }) =>
      rows.some(
        (row) =>
          row.joinedTo === (order === undefined ? null : firstOrders.get(`${order} ${merchant}`)) &&
          row.merchantId === merchant &&
          row.methodId === method &&
          (row.day ?? "") === day &&
          (row.startTime ?? "") === from,
      ),
    )
  );
}

/** The first orders of the hand-overs of these orders, by order and merchant. One statement, none without orders. */
async function firstOrdersOf(db: Db, orderIds: string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("partDeliveries")
    .select(["orderId", "merchantId", "joinedTo"])
    .where("orderId", "in", orderIds)
    .execute();
  return new Map(rows.map((row) => [`${row.orderId} ${row.merchantId}`, firstOrderOf(row)]));
}

/**
 * Gives back the places of an order, or that of one of its parts, once. Parts that are handed over together have one
 * place, which is given back with the last of them.
 */
export async function freePlaces(trx: Trx, of: { orderId: string } | { partId: string }): Promise<void> {
  const update = trx.updateTable("partDeliveries").set({ holdsPlace: 0 }).where("holdsPlace", "=", 1);
  const rows = await (
    "partId" in of ? update.where("partId", "=", of.partId) : update.where("orderId", "=", of.orderId)
  )
    .returning(["orderId", "joinedTo", "methodId", "day", "startTime"])
    .execute();
  if (rows.length === 0) return;
  // Two orders of one hand-over may end at once: the later one must see the end of the earlier one.
  await waitForTimes(trx, rows);
  const inUse = new Set((await placesOf(trx, rows.map(firstOrderOf))).map(placeKeyOf));
  const freed = new Map(rows.map((row) => [placeKeyOf(row), row]));
  await returnPlaces(
    trx,
    [...freed].flatMap(([key, place]) => (inUse.has(key) ? [] : [place])),
  );
}

/**
 * Takes the places of an order once more whose hold had ended before its payment came. The cut-off does not count
 * again, since the order was begun before it. Goods that were added to an order need no place while that order has one.
 * Returns whether all places are there; if one is not, none is taken.
 */
export async function holdPlacesAgain(trx: Trx, services: Services, orderId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom("partDeliveries")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("holdsPlace", "=", 0)
    .where("day", "is not", null)
    .execute();
  if (rows.length === 0) return true;
  await lockTimes(trx, services, rows);
  const inUse = new Set((await placesOf(trx, rows.map(firstOrderOf))).map(placeKeyOf));
  const missing = rows.filter((row) => !inUse.has(placeKeyOf(row)));
  const methods = await methodsOf(trx, [...new Set(missing.map(({ merchantId }) => merchantId))]);
  const places = missing.flatMap((row) => {
    const method = methods.find(({ _id, merchantId }) => _id === row.methodId && merchantId === row.merchantId);
    const slots = method ? [...slotsOf(method, row.timeZone, row.day!, 1)] : [];
    const time = slots.find(({ from }) => from === row.startTime);
    return time ? [{ ...row, capacity: time.capacity }] : [];
  });
  if (places.length < missing.length) return false;
  const full = new Set((await takePlaces(trx, services, places)).map(keyOf));
  if (full.size > 0) {
    await returnPlaces(
      trx,
      places.filter((place) => !full.has(keyOf(place))),
    );
    return false;
  }
  await trx
    .updateTable("partDeliveries")
    .set({ holdsPlace: 1 })
    .where("orderId", "=", orderId)
    .where("day", "is not", null)
    .execute();
  return true;
}

/** Digits and capitals without I, L, O and U, which are mistaken for others. Source: Douglas Crockford's Base 32. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Makes codes for the parts of an order. Parts at one market day have the same code. */
function newCodes(): (method: MethodOfMerchant) => string {
  const codes = new Map<string, string>();
  return ({ _id, isShared }) => {
    const code = (isShared ? codes.get(_id) : undefined) ?? newCode();
    codes.set(_id, code);
    return code;
  };
}

const newCode = (): string => Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** A code as it is compared: people write small letters, spaces, O for 0, and I or L for 1. */
export const plainCode = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
