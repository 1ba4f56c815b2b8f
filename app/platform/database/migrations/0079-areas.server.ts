import { sql, type Kysely } from "kysely";
import { areaEntries } from "../../area-entries";
import type { Dialect } from "../dialects/dialect";

/** The entries of the areas of ways, so that the ways that go to a postcode are found without reading every area. */
export async function areas(db: Kysely<any>, { name: dialect }: Pick<Dialect, "name">): Promise<void> {
  // Compared byte by byte on both databases, whatever language a Postgres was set up for.
  const text = sql.raw(dialect === "sqlite" ? "text" : 'text collate "C"');
  await sql`create table "wayAreas" ("methodId" text not null, "kind" text not null, "first" ${text} not null, "last" ${text} not null,
    constraint "wayAreasKey" primary key ("methodId", "kind", "first", "last"))`.execute(db);
  await sql`create index "wayAreasOfPostcode" on "wayAreas" ("kind", "first", "last", "methodId")`.execute(db);
  await sql`create index "slotOrdersOfDay" on "slotOrders" ("day", "methodId", "startTime", "orders")`.execute(db);
  const ways: { _id: string; area: string }[] = await db
    .selectFrom("deliveryMethods")
    .select(["_id", "area"])
    .where("kind", "=", "delivery")
    .where("area", "<>", "")
    .execute();
  for (const { _id, area } of ways)
    await db
      .insertInto("wayAreas")
      .values(areaEntries(area).map((entry) => ({ methodId: _id, ...entry })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
