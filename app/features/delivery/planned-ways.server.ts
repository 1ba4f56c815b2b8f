import { PLACES, WAYS } from "~/features/cache-tags";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { storedPlan, storedProducts } from "./method-of-merchant.server";
import type { OpenTime } from "./open-time-schema";
import type { MethodKind } from "./schema";

/* The delivery methods of all stalls, as far as they decide when goods get to buyers. */

/** A delivery method that is switched on, or a market day that its stall takes part in. */
export interface PlannedWay {
  methodId: string;
  merchantId: string;
  kind: MethodKind;
  times: readonly OpenTime[];
  daysOff: readonly string[];
  /** Ids of the products that go by it; null for all of the stall. */
  products: ReadonlySet<string> | null;
  /** Hours of notice that the stall asks for at a market day; 0 otherwise. */
  noticeHours: number;
}

interface Plans {
  /** Everything was read after this moment. */
  moment: number;
  ways: readonly PlannedWay[];
}

/** Delivery methods that are read before other requests get a turn. */
const AT_ONCE = 100;

/** Lets other requests have their turn. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const plansOf = new WeakMap<Services["dialect"], Promise<Plans>>();

/** Every delivery method that is switched on, market days too. Two statements after a change of one; otherwise none. */
export async function plannedWays(services: Pick<Services, "db" | "dialect">): Promise<readonly PlannedWay[]> {
  const { dialect } = services;
  const changes = dialect.changes();
  const cached = await plansOf.get(dialect)?.catch(() => undefined);
  if (cached && changes.noneSince(cached.moment, [WAYS])) return cached.ways;
  const reading = readPlans(services, changes.moment());
  plansOf.set(dialect, reading);
  return (await reading).ways;
}

async function readPlans({ db }: Pick<Services, "db">, moment: number): Promise<Plans> {
  const rows = await db
    .selectFrom("deliveryMethods")
    .select(["_id", "merchantId", "kind", "times", "daysOff", "products"])
    .where("isActive", "=", 1)
    .orderBy("_id")
    .execute();
  const ways: PlannedWay[] = [];
  for (const { _id, merchantId, kind, times, daysOff, products } of rows) {
    const limited = storedProducts(products);
    ways.push({
      methodId: _id,
      merchantId,
      kind,
      ...storedPlan({ times, daysOff }),
      products: limited.length === 0 ? null : new Set(limited),
      noticeHours: 0,
    });
    if (ways.length % AT_ONCE === 0) await nextTurn();
  }
  return { moment, ways: [...ways, ...(await sharedWays(db))] };
}

/** Market days as delivery methods of each stall that takes part. */
async function sharedWays(db: Db): Promise<PlannedWay[]> {
  const rows = await db
    .selectFrom("marketDays as m")
    .innerJoin("marketDayStalls as s", "s.marketDayId", "m._id")
    .select(["m._id as methodId", "m.times", "m.daysOff", "s.merchantId", "s.noticeHours"])
    .where("m.isActive", "=", 1)
    .execute();
  const plans = new Map<string, ReturnType<typeof storedPlan>>();
  return rows.map(({ methodId, merchantId, noticeHours, ...row }) => {
    const plan = plans.get(methodId) ?? storedPlan(row);
    plans.set(methodId, plan);
    return { methodId, merchantId, kind: "collection", ...plan, products: null, noticeHours };
  });
}

/**
 * How many orders the times of all delivery methods have, from one day to another, by method, day and beginning. One
 * statement.
 */
export async function placesTaken(
  { db }: Pick<Services, "db">,
  firstDay: string,
  lastDay: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("slotOrders")
    .selectAll()
    .where("day", ">=", firstDay)
    .where("day", "<=", lastDay)
    .where("orders", ">", 0)
    .execute();
  return new Map(rows.map(({ methodId, day, startTime, orders }) => [`${methodId} ${day} ${startTime}`, orders]));
}

/** The cache tags of everything that decides which delivery method is open. */
export const OPEN_TAGS = [WAYS, PLACES];
