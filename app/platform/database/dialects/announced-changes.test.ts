import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextRound } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { newPostgres } from "../../../../tests/databases/databases";
import { databasesHere } from "../../../../tests/fixtures/world";
import { databaseOn, inTransaction, type Database } from "~/platform/database/database.server";
import { migrate } from "~/platform/database/migrate.server";
import { postgres } from "./postgres.server";
import { sqlite } from "./sqlite.server";

describe("two processes", () => {
  test.runIf(databasesHere().includes("postgres"))(
    "on one Postgres tell each other what changed, and no more of it",
    async () => {
      const log = pino({ level: "silent" });
      const { database: one, url, drop } = await newPostgres(log);
      const secondDatabase = databaseOn(postgres(url, log));
      await tellEachOther(one, secondDatabase, expect.poll);
      await Promise.all([one.close(), secondDatabase.close()]);
      await drop();
    },
  );

  test("on one SQLite file see that something changed", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-two-"));
    const [one, secondDatabase] = [
      databaseOn(sqlite(path.join(folder, "shop.db"))),
      databaseOn(sqlite(path.join(folder, "shop.db"))),
    ];
    await migrate(one);
    const moment = secondDatabase.dialect.changes().moment();
    await one.db.insertInto("counters").values({ name: "x", value: 1 }).execute();
    // A request that knows of the change comes a round of the event loop later at the earliest.
    await nextRound();
    expect(secondDatabase.dialect.changes().noneSince(moment, [])).toBe(false);
    await Promise.all([one.close(), secondDatabase.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
});

/** The listening connection of `second` may still be opening, so the first change is repeated until it arrives. */
async function tellEachOther(one: Database, second: Database, poll: typeof expect.poll): Promise<void> {
  const start = second.dialect.changes().moment();
  await poll(async () => {
    await one.dialect.announceChange(one.db);
    return second.dialect.changes().noneSince(start, []);
  }).toBe(false);
  // Messages arrive in order: once this one arrives, every earlier one has arrived.
  let lastChange = 0;
  const everything = async () => {
    const [name, moment] = [`mark ${(lastChange += 1)}`, second.dialect.changes().moment()];
    await one.dialect.announceChange(one.db, [name]);
    await poll(() => second.dialect.changes().noneSince(moment, [name])).toBe(false);
  };
  await everything();
  const moment = second.dialect.changes().moment();
  await inTransaction(one.db, (trx) => one.dialect.announceChange(trx, ["apples"]));
  await expect(
    inTransaction(one.db, async (trx) => {
      await one.dialect.announceChange(trx, ["pears"]);
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await everything();
  const changes = second.dialect.changes();
  expect([
    changes.noneSince(moment, ["apples"]),
    changes.noneSince(moment, ["pears"]),
    changes.noneSince(moment, []),
  ]).toEqual([false, true, true]);
  // These tags fill several notifications. The 4001 below are too many to be told apart.
  const tags = Array.from({ length: 450 }, (_, n) => `card-${"0".repeat(24)}${n}`);
  await one.dialect.announceChange(one.db, tags);
  await everything();
  expect(tags.map((tag) => changes.noneSince(moment, [tag]))).toEqual(tags.map(() => false));
  expect(changes.noneSince(moment, ["pears"])).toBe(true);
  await one.dialect.announceChange(
    one.db,
    Array.from({ length: 4001 }, (_, n) => `card-${n}`),
  );
  await everything();
  expect(changes.noneSince(moment, ["pears"])).toBe(false);
}
