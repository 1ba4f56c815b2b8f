import { closedUntil, today, type Holiday } from "~/features/stores/holiday";
import { plusDays } from "~/platform/time-zone";
import type { Services } from "~/platform/services.server";
import { nextTurn, OPEN_TAGS, placesTaken, plannedWays, type PlannedWay } from "./planned-ways.server";
import { DAYS_AHEAD, lastMoment, slotsOf, type DaySlot } from "./times";

/*
 * The stalls whose goods can be ordered now, each with the delivery methods that have a time left: on one day, or on
 * any of the days to come. The result depends on no address, so it is computed once for all.
 */

type Parts = Pick<Services, "db" | "clock" | "config" | "dialect">;

/** A delivery method for which goods can be ordered now. */
export interface OpenWay extends Pick<PlannedWay, "methodId" | "kind" | "products" | "noticeHours"> {
  /** The beginning of its last open time, in milliseconds; null if it has no times. */
  latestStart: number | null;
  /** All its open times. */
  slots(): readonly DaySlot[];
}

/**
 * Open stalls by merchant, each with its open delivery methods: null for a stall that sends by carrier to everywhere,
 * none for a stall on holiday.
 */
export interface OpenStalls {
  /** Distinguishes one result from another. */
  version: number;
  today: string;
  stalls: ReadonlyMap<string, readonly OpenWay[] | null>;
}

interface CachedStalls extends OpenStalls {
  moment: number;
  /** The result is valid between these moments, in milliseconds: until one of its times closes, or for a minute. */
  readAt: number;
  until: number;
}

/** Places that were given back are seen after this time at the latest. */
const MOST_MS = 60_000;
const STALLS_AT_ONCE = 100;

const caches = new WeakMap<Services["dialect"], Map<string, Promise<CachedStalls>>>();
let versions = 0;

/**
 * The stalls with what can be ordered from them now: on one day, or on any. Four statements at most, none from the
 * cache, which is valid until a delivery method or a stall's holiday changes, a time fills up or closes, or a minute
 * has passed.
 */
export async function openStalls(services: Parts, day: string | null): Promise<OpenStalls> {
  const { dialect, clock } = services;
  const changes = dialect.changes();
  const byDay = caches.get(dialect) ?? new Map<string, Promise<CachedStalls>>();
  caches.set(dialect, byDay);
  const key = day ?? "";
  const cached = await byDay.get(key)?.catch(() => undefined);
  const now = clock.now().getTime();
  if (cached && now >= cached.readAt && now < cached.until && changes.noneSince(cached.moment, OPEN_TAGS))
    return cached;
  // Entries of days that are over are not needed any more.
  if (byDay.size > DAYS_AHEAD + 1) byDay.clear();
  const reading = readOpen(services, day, changes.moment());
  byDay.set(key, reading);
  return reading;
}

async function readOpen(services: Parts, day: string | null, moment: number): Promise<CachedStalls> {
  const { db, clock } = services;
  const now = clock.now().getTime();
  const firstDay = day ?? today(services);
  const isTooFar = firstDay > plusDays(today(services), DAYS_AHEAD - 1);
  const days = isTooFar ? 0 : day === null ? DAYS_AHEAD : 1;
  const ways = new Map<string, PlannedWay[]>();
  for (const way of await plannedWays(services)) ways.set(way.merchantId, [...(ways.get(way.merchantId) ?? []), way]);
  const stores = await db
    .selectFrom("stores")
    .select(["userId", "holidayFrom", "holidayUntil"])
    .where("status", "=", "active")
    .execute();
  const takenPlaces = await placesTaken(services, firstDay, plusDays(firstDay, Math.max(0, days - 1)));
  const stalls = new Map<string, readonly OpenWay[] | null>();
  let [until, turn] = [now + MOST_MS, 0];
  const slotsIn = (way: PlannedWay, holiday: Holiday) => (from: string, count: number) =>
    [...slotsOf(way, services.config.timeZone, from, count)].filter(
      (slot) =>
        Date.parse(lastMoment(slot, way.noticeHours)) > now &&
        closedUntil(holiday, slot.day) === null &&
        (slot.capacity === null || (takenPlaces.get(`${way.methodId} ${slot.day} ${slot.from}`) ?? 0) < slot.capacity),
    );
  for (const { userId, ...holiday } of stores) {
    if (++turn % STALLS_AT_ONCE === 0) await nextTurn();
    const isClosed = closedUntil(holiday, today(services)) !== null;
    const planned = ways.get(userId);
    if (isClosed || !planned) {
      stalls.set(userId, isClosed ? [] : null);
      continue;
    }
    const open = planned.flatMap((way): OpenWay[] => {
      const { methodId, kind, products, noticeHours } = way;
      if (way.times.length === 0)
        return [{ methodId, kind, products, noticeHours, latestStart: null, slots: () => [] }];
      const slots = slotsIn(way, holiday);
      const latest = latestOf(slots, firstDay, days);
      if (!latest) return [];
      // The result is valid until the first of these last times closes.
      until = Math.min(until, Date.parse(lastMoment(latest, noticeHours)));
      let all: readonly DaySlot[] | undefined;
      return [
        {
          methodId,
          kind,
          products,
          noticeHours,
          latestStart: Date.parse(latest.startsAt),
          slots: () => (all ??= slots(firstDay, days)),
        },
      ];
    });
    stalls.set(userId, open);
  }
  return { version: (versions += 1), today: today(services), stalls, moment, readAt: now, until };
}

/** The last open slot of some days. The search begins on the last day, and in most weeks it ends there. */
function latestOf(
  slotsIn: (from: string, count: number) => DaySlot[],
  firstDay: string,
  days: number,
): DaySlot | undefined {
  for (let offset = days - 1; offset >= 0; offset -= 1) {
    const slot = slotsIn(plusDays(firstDay, offset), 1).at(-1);
    if (slot) return slot;
  }
  return undefined;
}
