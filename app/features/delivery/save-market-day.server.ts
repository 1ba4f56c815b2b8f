import { audit, changesOf, type Operator } from "~/features/audit/audit.server";
import { toCents } from "~/features/fields";
import { today } from "~/features/stores/holiday";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { marketDayInUse, tooManyMarketDays, unknownMarketDay } from "./errors.server";
import {
  MOST_MARKET_DAYS,
  type MarketDay,
  type OperatorMarketDay,
  type SavedMarketDay,
  type TakePart,
} from "./market-day-schema";
import { marketDayOrRefuse, marketDaysWithStalls } from "./market-days.server";
import { dollarsInWords } from "./words-schema";

/* Market days, made by operators, and the stalls that join and leave them. */

const columnsOf = ({ name, active, address, directions, times, daysOff, fee }: MarketDay) => ({
  name,
  isActive: active ? (1 as const) : (0 as const),
  address,
  directions,
  times: JSON.stringify(times),
  daysOff: JSON.stringify(daysOff),
  feeCents: toCents(fee),
});

/** A market day in words, for the audit log. */
const inWords = ({ name, active, address, directions, times, daysOff, fee }: MarketDay) => ({
  Name: name,
  On: active ? "yes" : "no",
  Address: address,
  Directions: directions,
  Times: times.map(({ weekday, day, from, to }) => `${weekday ?? day} ${from}-${to}`).join(", "),
  "Days off": daysOff.join(", "),
  Fee: dollarsInWords(toCents(fee)),
});

/** The version of a market day: all that an operator saves of it. */
export const marketDayVersion = (day: SavedMarketDay): string => etagOf(day);

/** A market day as it is saved, without its stalls. */
export const withoutStalls = ({ stalls: _stalls, ...day }: OperatorMarketDay): SavedMarketDay => day;

/** A market day with the stalls that take part. Refuses `unknown_market_day`. */
export async function marketDayWithStalls(services: Services, marketDayId: string): Promise<OperatorMarketDay> {
  const [day] = await marketDaysWithStalls(services.db, marketDayId);
  if (!day) throw unknownMarketDay();
  return day;
}

/** Adds a market day. Refuses `too_many_market_days`. */
export async function addMarketDay(services: Services, operator: Operator, day: MarketDay): Promise<OperatorMarketDay> {
  const now = timestamp(services.clock);
  const marketDayId = await inTransactionOnce(services, async (trx) => {
    const { count } = await trx
      .selectFrom("marketDays")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_MARKET_DAYS) throw tooManyMarketDays();
    const _id = newId(services.clock.now());
    await trx
      .insertInto("marketDays")
      .values({ _id, ...columnsOf(day), createdAt: now, updatedAt: now })
      .execute();
    await audit(trx, services, operator, "market_day.created", day.name, { marketDay: _id });
    return _id;
  });
  return marketDayWithStalls(services, marketDayId);
}

/**
 * Changes a market day. Orders keep the place and the time that they were placed with. Refuses `unknown_market_day`,
 * and `changed_meanwhile` if somebody else has saved it since the expected version.
 */
export async function changeMarketDay(
  services: Services,
  operator: Operator,
  marketDayId: string,
  day: MarketDay,
  expectedVersion: Expected,
): Promise<OperatorMarketDay> {
  await inTransactionOnce(services, async (trx) => {
    await lockMarketDay(trx, services, marketDayId);
    const before = await marketDayOrRefuse(trx, marketDayId);
    requireMatch(before, expectedVersion, marketDayVersion(before));
    await trx
      .updateTable("marketDays")
      .set({ ...columnsOf(day), updatedAt: timestamp(services.clock) })
      .where("_id", "=", marketDayId)
      .execute();
    await trx.deleteFrom("slotOrders").where("methodId", "=", marketDayId).where("day", "<", today(services)).execute();
    await audit(trx, services, operator, "market_day.changed", day.name, {
      marketDay: marketDayId,
      ...changesOf(inWords(before), inWords(day)),
    });
  });
  return marketDayWithStalls(services, marketDayId);
}

/**
 * Removes a market day. Its stalls do not take part any more, and orders keep it. Refuses `unknown_market_day`, and
 * `market_day_in_use` while orders are to be collected there.
 */
export async function removeMarketDay(services: Services, operator: Operator, marketDayId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    await lockMarketDay(trx, services, marketDayId);
    const { name } = await marketDayOrRefuse(trx, marketDayId);
    const order = await trx
      .selectFrom("partDeliveries")
      .select("orderId")
      .where("marketDayId", "=", marketDayId)
      .where("day", ">=", today(services))
      .where("holdsPlace", "=", 1)
      .executeTakeFirst();
    if (order) throw marketDayInUse();
    await trx.deleteFrom("marketDayStalls").where("marketDayId", "=", marketDayId).execute();
    await trx.deleteFrom("marketDays").where("_id", "=", marketDayId).execute();
    await trx.deleteFrom("slotOrders").where("methodId", "=", marketDayId).execute();
    await audit(trx, services, operator, "market_day.removed", name, { marketDay: marketDayId });
  });
}

/**
 * Lets a stall take part in a market day, or changes its notice and whether it can be paid there. Refuses
 * `unknown_market_day` if there is none, or if it is switched off and the stall does not take part.
 */
export async function joinMarketDay(
  services: Services,
  merchantId: string,
  marketDayId: string,
  { noticeHours, isPaidThere }: TakePart,
): Promise<void> {
  const terms = { noticeHours, isPaidThere: isPaidThere ? (1 as const) : (0 as const) };
  await inTransactionOnce(services, async (trx) => {
    await lockMarketDay(trx, services, marketDayId);
    const { active } = await marketDayOrRefuse(trx, marketDayId);
    if (!active) {
      const { numUpdatedRows } = await trx
        .updateTable("marketDayStalls")
        .set(terms)
        .where("marketDayId", "=", marketDayId)
        .where("merchantId", "=", merchantId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw unknownMarketDay();
      return;
    }
    await trx
      .insertInto("marketDayStalls")
      .values({ marketDayId, merchantId, ...terms, joinedAt: timestamp(services.clock) })
      .onConflict((oc) => oc.columns(["marketDayId", "merchantId"]).doUpdateSet(terms))
      .execute();
  });
}

/** Ends a stall's part in a market day; a second call changes nothing. Orders keep it. Refuses `unknown_market_day`. */
export async function leaveMarketDay(services: Services, merchantId: string, marketDayId: string): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    await lockMarketDay(trx, services, marketDayId);
    await marketDayOrRefuse(trx, marketDayId);
    await trx
      .deleteFrom("marketDayStalls")
      .where("marketDayId", "=", marketDayId)
      .where("merchantId", "=", merchantId)
      .execute();
  });
}

/**
 * Locks a market day that is to change until the transaction ends, so that it is not removed while a stall joins. Pages
 * and lists with its stalls are made anew afterwards.
 */
async function lockMarketDay(trx: Trx, services: Pick<Services, "dialect">, marketDayId: string): Promise<void> {
  await services.dialect.announceChange(trx);
  await holdMarketDay(trx, services, marketDayId);
}

/** Locks a market day until the transaction ends, if there is one of this id. */
export async function holdMarketDay(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  marketDayId: string,
): Promise<void> {
  if (!dialect.forUpdate) return;
  await trx.selectFrom("marketDays").select("_id").where("_id", "=", marketDayId).forUpdate().execute();
}
