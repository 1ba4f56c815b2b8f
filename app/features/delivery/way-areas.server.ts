import { areaEntries, beginningsOf, plainPostcode, widerCodesOf } from "~/platform/area-entries";
import type { Db, Trx } from "~/platform/database/database.server";

/*
 * The areas of delivery methods as a table that finds the methods for a postcode. `reaches` decides the same for one
 * method.
 */

/** Writes the entries of a delivery method's area anew; none if it has no area. */
export async function saveArea(trx: Trx, methodId: string, area: string): Promise<void> {
  await removeArea(trx, methodId);
  const entries = areaEntries(area);
  if (entries.length === 0) return;
  await trx
    .insertInto("wayAreas")
    .values(entries.map((entry) => ({ methodId, ...entry })))
    // People write an entry twice.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeArea(trx: Trx, methodId: string): Promise<void> {
  await trx.deleteFrom("wayAreas").where("methodId", "=", methodId).execute();
}

/** Ids of the delivery methods whose areas include a postcode. One statement, by the index. */
export async function waysToPostcode(db: Db, postcode: string): Promise<string[]> {
  const code = plainPostcode(postcode);
  if (code === "") return [];
  const codes = widerCodesOf(code);
  const rows = await db
    .selectFrom("wayAreas")
    .select("methodId")
    .where((eb) =>
      eb.or([
        eb.and([eb("kind", "=", "code"), eb("first", "in", codes)]),
        eb.and([eb("kind", "=", "beginning"), eb("first", "in", beginningsOf(code))]),
        ...codes.map((start) =>
          eb.and([
            eb("kind", "=", "range"),
            eb("first", "<=", start),
            eb("last", ">=", start),
            eb(eb.fn<number>("length", ["first"]), "=", start.length),
          ]),
        ),
      ]),
    )
    .execute();
  // An area may have the postcode and a range around it.
  return [...new Set(rows.map(({ methodId }) => methodId))].sort();
}

/** Ids of the delivery methods that go to towns by their names. One statement, by the index. */
export async function waysToTowns(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("wayAreas").select("methodId").where("kind", "=", "town").execute();
  return [...new Set(rows.map(({ methodId }) => methodId))];
}
