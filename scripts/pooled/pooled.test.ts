import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPostgres, postgresUrl } from "../../tests/databases/databases";
import { startPgBouncer, type PgBouncer } from "../../tests/databases/pgbouncer";
import { databaseOn, type Database } from "~/platform/database/database.server";
import { postgres } from "~/platform/database/dialects/postgres.server";
import { migrate, migrationsOf } from "~/platform/database/migrate.server";
import { poolerLimits } from "~/service/doctor/checks.server";

/* Postgres behind a PgBouncer in transaction mode: every transaction may have another connection. */

const log = pino({ level: "silent" });
let place: Awaited<ReturnType<typeof newPostgres>>;
let bouncer: PgBouncer;
let [shop, otherDatabase]: Database[] = [];
const through = () =>
  databaseOn(postgres(`${bouncer.url}${new URL(place.url).pathname}`, log, {}, { directUrl: place.url }));

beforeAll(async () => {
  place = await newPostgres(log, "empty");
  bouncer = await startPgBouncer(await postgresUrl());
  [shop, otherDatabase] = [through(), through()];
});
afterAll(async () => {
  await Promise.all([shop?.close(), otherDatabase?.close(), place.database.close()]);
  await bouncer.stop();
  await place.drop();
});

test("an empty database is brought up to date, by one of two that start at once", async () => {
  const databases = [shop as Database, otherDatabase as Database];
  await Promise.all(databases.map((database) => migrate(database)));
  expect(await migrationsOf(databases[0] as Database)).toEqual({ missing: [], newer: [] });
});

test("a change that one process announces is heard by the other", async () => {
  const [from, to] = [shop as Database, otherDatabase as Database];
  const moment = to.dialect.changes().moment();
  await expect
    .poll(async () => {
      await from.dialect.announceChange(from.db);
      return to.dialect.changes().noneSince(moment, []);
    })
    .toBe(false);
});

test("statements have an end, which the pooler sets; where it does not the doctor says so", async () => {
  const { db } = shop as Database;
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: "10s" }]);
  const config = { databaseDirectUrl: place.url } as Parameters<typeof poolerLimits>[0]["config"];
  expect(await poolerLimits({ db, config })).toEqual([]);
  const lax = await startPgBouncer(await postgresUrl(), "set statement_timeout=0");
  const without = databaseOn(postgres(`${lax.url}${new URL(place.url).pathname}`, log, {}, { directUrl: place.url }));
  expect((await poolerLimits({ db: without.db, config })).join()).toContain(
    "lock_timeout, statement_timeout are without",
  );
  await without.close();
  await lax.stop();
});

test("many transactions at once share five connections, and each is whole", async () => {
  const { db } = shop as Database;
  await db.insertInto("counters").values({ name: "shared", value: 0 }).execute();
  const add = () =>
    db.transaction().execute(async (trx) => {
      const { value } = await trx
        .selectFrom("counters")
        .select("value")
        .where("name", "=", "shared")
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .updateTable("counters")
        .set({ value: value + 1 })
        .where("name", "=", "shared")
        .execute();
    });
  await Promise.all(Array.from({ length: 100 }, add));
  expect(await db.selectFrom("counters").select("value").where("name", "=", "shared").execute()).toEqual([
    { value: 100 },
  ]);
});
