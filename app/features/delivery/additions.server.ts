import type { Selectable } from "kysely";
import { billing, type Billing } from "~/features/accounts/schema";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { OrderPartRow, OrderRow, PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { instantIn } from "~/platform/time-zone";
import { refusesGoods } from "./costs";
import type { MethodOfMerchant } from "./method-of-merchant.server";
import { outOfSeasonOn, type StallOfCart } from "./options.server";
import type { Addition, WayChoice } from "./schema";
import { firstOrderOf } from "./slot-orders.server";
import { lastMoment } from "./times";
import { timeInWords } from "./words-schema";

/*
 * Goods that a buyer adds to an earlier order: they are an order of their own, with its own payment, and are handed
 * over with the first one, at its place in its time and with its code.
 */

/** A part of a buyer's paid order that has a time. */
export type OwnPart = PartDeliveryRow &
  Pick<OrderRow, "itemId" | "shipping" | "disputedAt" | "disputeEndedAt"> &
  Pick<Selectable<OrderPartRow>, "statusText">;

const ownParts = (db: Db, buyerId: string) =>
  db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .innerJoin("orders as o", "o._id", "d.orderId")
    .selectAll("d")
    .select(["o.itemId", "o.shipping", "o.disputedAt", "o.disputeEndedAt", "p.statusText"])
    .where("o.buyerId", "=", buyerId)
    .where("o.status", "=", "paid")
    .where("d.day", "is not", null)
    .orderBy("d.orderId");

/** The orders of a buyer to which goods of these stalls could be added, by merchant, oldest first. One statement. */
export async function openOrders(
  db: Db,
  { clock }: Pick<Services, "clock">,
  buyerId: string,
  merchantIds: string[],
): Promise<Map<string, OwnPart[]>> {
  const rows = await ownParts(db, buyerId)
    .where("d.merchantId", "in", merchantIds)
    .where("d.cutOffAt", ">", timestamp(clock))
    .where("d.holdsPlace", "=", 1)
    .where("p.statusText", "=", "Processing")
    .execute();
  const open = new Map<string, OwnPart[]>();
  for (const row of rows) {
    const ofStall = open.get(row.merchantId) ?? [];
    // Several orders of one hand-over are one choice.
    if (ofStall.every((siblingPart) => firstOrderOf(siblingPart) !== firstOrderOf(row)))
      open.set(row.merchantId, [...ofStall, row]);
  }
  return open;
}

/**
 * The parts to which a buyer's goods are to be added, by merchant, read after `lockOrders` has locked their orders and
 * the first orders of their hand-overs. Choices that name no order of the buyer's are missing.
 */
export async function partsToJoin(
  trx: Trx,
  buyerId: string,
  choices: readonly WayChoice[],
  lockOrders: (orderIds: string[]) => Promise<void>,
): Promise<Map<string, OwnPart>> {
  const orderIds = choices.flatMap(({ order }) => order ?? []);
  if (orderIds.length === 0) return new Map();
  const namedParts = () => ownParts(trx, buyerId).where("d.orderId", "in", orderIds).execute();
  await lockOrders([...new Set((await namedParts()).flatMap((row) => [row.orderId, firstOrderOf(row)]))]);
  const rows = await namedParts();
  return new Map(
    choices.flatMap(({ merchant, order }): [string, OwnPart][] => {
      const row = rows.find((candidate) => candidate.orderId === order && candidate.merchantId === merchant);
      return row ? [[merchant, row]] : [];
    }),
  );
}

interface AdditionProblem {
  code: string;
  message: string;
}

/** The reason why goods of a stall cannot be added to a part now; null where they can. */
export function refusesAddition(
  { clock }: Pick<Services, "clock">,
  part: OwnPart,
  stall: StallOfCart,
  method: MethodOfMerchant,
): AdditionProblem | null {
  const { day, startTime, endTime, timeZone, cutOffAt, itemId } = part;
  const time = timeInWords({ day, from: startTime, to: endTime });
  const isDisputed = part.disputedAt !== null && part.disputeEndedAt === null;
  if (part.statusText !== "Processing" || part.holdsPlace === 0 || isDisputed || !cutOffAt)
    return { code: "way_closed", message: `Nothing can be added to order #${itemId} any more.` };
  const startsAt = instantIn(timeZone, day ?? "", startTime ?? "").toISOString();
  const until = lastMoment({ startsAt, cutOffAt }, Math.max(stall.noticeHours, method.noticeHours));
  if (until <= timestamp(clock)) return { code: "past_cut_off", message: `Orders for ${time} are closed.` };
  const outOfSeason = outOfSeasonOn(stall, day ?? "");
  if (outOfSeason) return { code: "way_closed", message: `${outOfSeason.title} is out of season on ${time}.` };
  // The first order has reached the least sum already.
  const costs = { ...method.costs, leastOrderCents: 0 };
  return refusesGoods({ ...method, costs }, [method], stall.goods);
}

/** The reason why goods for an address cannot go with a delivery to another address; null if they can. */
export function refusesOtherAddress(part: OwnPart, address: Pick<Billing, "streetAddress" | "zipCode" | "city">) {
  if (part.kind !== "delivery") return null;
  const earlier = billing.parse(JSON.parse(part.shipping));
  const plain = (where: typeof address) =>
    [where.streetAddress, where.zipCode, where.city].map((text) => text.toLowerCase().replace(/[\s-]/g, "")).join("|");
  if (plain(earlier) === plain(address)) return null;
  const street = [earlier.streetAddress, earlier.city].filter(Boolean).join(", ");
  return { code: "not_to_this_address", message: `Order #${part.itemId} goes to ${street}, so these goods must, too.` };
}

/** The orders of a buyer that the goods of a stall can be added to now, as the checkout offers them. */
export function additionsOf(
  services: Pick<Services, "clock">,
  parts: readonly OwnPart[],
  stall: StallOfCart,
  methods: readonly MethodOfMerchant[],
): Addition[] {
  return parts.flatMap((part): Addition[] => {
    const { orderId, itemId, methodId, kind, name, day, startTime, endTime, timeZone, cutOffAt } = part;
    const method = methods.find(({ _id, merchantId }) => _id === methodId && merchantId === stall.merchantId);
    if (!method || !day || !startTime || !endTime || !cutOffAt) return [];
    if (refusesAddition(services, part, stall, method)) return [];
    const startsAt = instantIn(timeZone, day, startTime).toISOString();
    const until = lastMoment({ startsAt, cutOffAt }, Math.max(stall.noticeHours, method.noticeHours));
    return [
      { order: orderId, itemId, method: methodId, kind, name, day, from: startTime, to: endTime, timeZone, until },
    ];
  });
}
