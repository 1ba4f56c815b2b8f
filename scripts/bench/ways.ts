import { newId } from "~/platform/ids.server";
import { inTransaction, type Database } from "~/platform/database/database.server";
import { areaEntries } from "~/platform/area-entries";
import type { OpenTime } from "~/features/delivery/open-time-schema";

/** Two kinds of market: a mixed one, as most are, and a regional one whose stalls only deliver to their neighbours. */
export type Market = "mixed" | "local";

const CHUNK = 500;
/** Postcodes of the region, from 10000 on, and how many of them a delivery covers. */
const [POSTCODES, AREA] = [2000, 20];

const weekly = (weekday: number, from: string, to: string): OpenTime => ({
  weekday,
  day: "",
  from,
  to,
  cutOff: { daysBefore: 1, time: "12:00" },
  capacity: 40,
});
const EVENINGS = JSON.stringify([weekly(2, "17:00", "20:00"), weekly(4, "17:00", "20:00")]);
const SATURDAY = JSON.stringify([weekly(6, "09:00", "12:00")]);

/**
 * Replaces the delivery methods of all stalls. In a mixed market, two of five stalls send by carrier to everywhere, and
 * three deliver on two evenings into twenty of the 2,000 postcodes. One of those three also offers collection on
 * Saturdays.
 */
export async function fillWays({ db, dialect }: Database, market: Market): Promise<void> {
  const stores = await db.selectFrom("stores").select("userId").orderBy("userId").execute();
  const at = new Date().toISOString();
  const base = { isActive: 1 as const, directions: "", daysOff: "[]", createdAt: at, updatedAt: at };
  const ways = stores.flatMap(({ userId: merchantId }, index) => {
    if (market === "mixed" && index % 5 < 2) return [];
    const first = 10_000 + ((index * 7) % POSTCODES);
    const area = index % 2 === 0 ? `${first}-${first + AREA - 1}` : postcodesFrom(first).join(", ");
    const delivery = { kind: "delivery" as const, name: "Delivery", address: "", area, times: EVENINGS };
    const collection = { kind: "collection" as const, name: "Market", address: "1 Square", area: "", times: SATURDAY };
    const hasBoth = market === "mixed" && index % 5 === 4;
    return [delivery, ...(hasBoth ? [collection] : [])].map((way) => ({ _id: newId(), merchantId, ...base, ...way }));
  });
  const entries = ways.flatMap(({ _id, area }) => areaEntries(area).map((entry) => ({ methodId: _id, ...entry })));
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom("wayAreas").execute();
    await trx.deleteFrom("deliveryMethods").execute();
    for (let start = 0; start < ways.length; start += CHUNK)
      await trx
        .insertInto("deliveryMethods")
        .values(ways.slice(start, start + CHUNK))
        .execute();
    for (let start = 0; start < entries.length; start += CHUNK)
      await trx
        .insertInto("wayAreas")
        .values(entries.slice(start, start + CHUNK))
        .execute();
    await dialect.announceChange(trx);
  });
}

const postcodesFrom = (first: number) => Array.from({ length: AREA }, (_, index) => String(first + index));
