import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { WAYS } from "~/features/cache-tags";
import { isInSeason, type Season } from "~/features/products/season-schema";
import type { Services } from "~/platform/services.server";
import { openStalls, type OpenStalls, type OpenWay } from "./open-ways.server";
import { lastMoment } from "./times";
import { waysToPostcode, waysToTowns } from "./way-areas.server";

/*
 * The goods that reach a buyer: at a postcode, on a day or on any. It is decided stall by stall, so the cost does not
 * depend on the number of products (docs/decisions/098). A buyer can come from anywhere to collect goods, and a carrier
 * goes everywhere, so only the area of a delivery decides.
 */

type Parts = Pick<Services, "db" | "clock" | "config" | "dialect">;

/** Where and when a buyer wants goods; null is any day. */
export interface Whereabouts {
  postcode: string;
  day: string | null;
}

/** A product, as far as it decides whether it reaches a buyer. */
export interface GoodsToReach {
  _id: string;
  merchantId: string;
  noticeHours: number;
  season: Season | null;
}

/** `unknown` if its stall delivers to towns by their names, which a postcode does not tell. */
export type Reaches = "yes" | "no" | "unknown";

export interface Reach {
  /** Results with the same key have the same goods. */
  key: string;
  /** Ids of the merchants whose stalls reach the buyer, or of all others, whichever are fewer. */
  stalls: { only: readonly string[] } | { except: readonly string[] };
  /** Whether a product can be had there and then, with the notice that it needs and in its season. */
  of(goods: GoodsToReach): Reaches;
}

const MOST_POSTCODES = 1000;
const MOST_AREAS = 100;

interface Destinations {
  moment: number;
  /** Ids of the delivery methods that go there, by postcode. */
  postcodes: LRUCache<string, Promise<string[]>>;
  towns: Promise<string[]>;
}

const destinationsOf = new WeakMap<Services["dialect"], Destinations>();

function destinations({ db, dialect }: Parts): Destinations {
  const changes = dialect.changes();
  const cached = destinationsOf.get(dialect);
  if (cached && changes.noneSince(cached.moment, [WAYS])) return cached;
  const towns = waysToTowns(db);
  // Other callers that wait for it get the error.
  towns.catch(() => destinationsOf.delete(dialect));
  const fresh = {
    moment: changes.moment(),
    postcodes: new LRUCache<string, Promise<string[]>>({ max: MOST_POSTCODES }),
    towns,
  };
  destinationsOf.set(dialect, fresh);
  return fresh;
}

async function waysTo(services: Parts, postcode: string): Promise<string[]> {
  const { postcodes } = destinations(services);
  const cached = postcodes.get(postcode);
  if (cached) return cached;
  const reading = waysToPostcode(services.db, postcode);
  reading.catch(() => postcodes.delete(postcode));
  postcodes.set(postcode, reading);
  return reading;
}

/** Many postcodes lie in the same areas: their goods are looked up once. */
const reachesOf = new WeakMap<OpenStalls, LRUCache<string, Reach>>();

/** The goods that reach a postcode on a day. Seven statements at most, none while it is cached. */
export async function reachOf(services: Parts, { postcode, day }: Whereabouts): Promise<Reach> {
  const stalls = await openStalls(services, day);
  const methodIds = await waysTo(services, postcode);
  const reaches = reachesOf.get(stalls) ?? new LRUCache<string, Reach>({ max: MOST_AREAS });
  reachesOf.set(stalls, reaches);
  const key = `${stalls.version} ${createHash("sha256").update(methodIds.join()).digest("base64url")}`;
  const cached = reaches.get(key);
  if (cached) return cached;
  const reach = reachIn(services, stalls, new Set(methodIds), new Set(await destinations(services).towns), key);
  reaches.set(key, reach);
  return reach;
}

function reachIn(
  { clock }: Parts,
  { stalls, today }: OpenStalls,
  inArea: ReadonlySet<string>,
  toTowns: ReadonlySet<string>,
  key: string,
): Reach {
  const goesThere = ({ kind, methodId }: OpenWay) => kind !== "delivery" || inArea.has(methodId);
  const waysOf = new Map([...stalls].map(([merchantId, ways]) => [merchantId, ways && ways.filter(goesThere)]));
  const [allowed, except] = [[], []] as [string[], string[]];
  for (const [merchantId, ways] of waysOf) (ways === null || ways.length > 0 ? allowed : except).push(merchantId);
  const isHeld = (ways: readonly OpenWay[] | null, { _id, season, ...goods }: GoodsToReach) => {
    if (season && !isInSeason(season, today)) return false;
    if (ways === null) return true;
    const now = clock.now();
    return ways.some(({ latestStart, slots, products, ...way }) => {
      const noticeHours = Math.max(goods.noticeHours, way.noticeHours);
      if (products && !products.has(_id)) return false;
      if (latestStart === null) return true;
      if (latestStart - noticeHours * 3_600_000 <= now.getTime()) return false;
      if (!season) return true;
      return slots().some((slot) => isInSeason(season, slot.day) && lastMoment(slot, noticeHours) > now.toISOString());
    });
  };
  return {
    key,
    stalls: allowed.length < except.length ? { only: allowed } : { except },
    of(goods) {
      const ways = waysOf.get(goods.merchantId);
      // A stall that opened a moment ago is not in the cache yet.
      if (isHeld(ways ?? null, goods)) return "yes";
      const all = stalls.get(goods.merchantId) ?? [];
      return isHeld(
        all.filter(({ methodId }) => toTowns.has(methodId)),
        goods,
      )
        ? "unknown"
        : "no";
    },
  };
}
