import { sql } from "kysely";
import { expect, test } from "vitest";
import { jobRows } from "../../../tests/fixtures/job-rows";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { job } from "./jobs.server";
import { jobRunner } from "./runner.server";

onBothDatabases("jobs", (world) => {
  test("each is done once, however many runners there are", async () => {
    const finished: string[] = [];
    const greet = job<{ name: string }>("greet", async ({ name }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      finished.push(name);
    });
    for (let n = 0; n < 30; n += 1) await greet.enqueue(world.services.db, world.services, { name: `n${n}` });
    const runners = Array.from({ length: 5 }, () => jobRunner(world.services, [greet], []));
    await Promise.all(runners.map((runner) => runner.drain()));
    expect(finished.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `n${n}`).toSorted());
    expect((await jobRows(world)).every((row) => row.finishedAt !== null && row.payload === "{}")).toBe(true);
  });

  test("one that no statement can change, as in a damaged index, leaves others their turn", async () => {
    const stuck = job("stuck", async () => undefined);
    await stuck.enqueue(world.services.db, world.services, {});
    const { db } = world.services;
    const isSqlite = world.services.dialect.name === "sqlite";
    const without = isSqlite ? sql`drop trigger "stuck"` : sql`drop rule "stuck" on "jobs"`;
    await (
      isSqlite
        ? sql`create trigger "stuck" before update on "jobs" begin select raise(ignore); end`
        : sql`create rule "stuck" as on update to "jobs" do instead nothing`
    ).execute(db);
    try {
      let looks = 0;
      const now = () => {
        // A loop that never waits would keep this test from ever ending.
        if ((looks += 1) > 500) throw new Error("The runner looks without pause.");
        return world.clock.now();
      };
      const runner = jobRunner({ ...world.services, clock: { ...world.clock, now } }, [stuck], []);
      await runner.start();
      await new Promise((resolve) => setTimeout(resolve, 20));
      await runner.stop();
      expect(looks).toBeLessThan(500);
    } finally {
      await without.execute(db);
    }
  });

  test("one to come later waits; one with a key that is waiting already is not written twice", async () => {
    const finished: number[] = [];
    const later = job<{ n: number }>("later", async ({ n }) => void finished.push(n));
    const { db } = world.services;
    await later.enqueue(db, world.services, { n: 1 }, { inSeconds: 60, uniqueKey: "only one" });
    await later.enqueue(db, world.services, { n: 2 }, { uniqueKey: "only one" });
    const runner = jobRunner(world.services, [later], []);
    await runner.drain();
    expect(finished).toEqual([]);
    world.clock.forward(60);
    await runner.drain();
    await later.enqueue(db, world.services, { n: 3 }, { uniqueKey: "only one" });
    await runner.drain();
    expect(finished).toEqual([1, 3]);
  });

  test("one that was written in a transaction that failed was never written", async () => {
    const never = job<object>("never", async () => undefined);
    await world.services.db
      .transaction()
      .execute(async (trx) => {
        await never.enqueue(trx, world.services, {});
        throw new Error("changed my mind");
      })
      .catch(() => undefined);
    expect(await jobRows(world)).toEqual([]);
  });

  test("kinds that a runner does not know are left to others", async () => {
    await job<object>("of a newer version", async () => undefined).enqueue(world.services.db, world.services, {});
    await jobRunner(world.services, [job<object>("known", async () => undefined)], []).drain();
    expect((await jobRows(world))[0]).toMatchObject({ attempts: 0, finishedAt: null });
  });

  test("a kind that hangs keeps none of another kind waiting, and has a few lines of its own", async () => {
    const finished: string[] = [];
    let letGo = () => {};
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const mail = job<{ n: number }>("mail", () => hanging, { atOnce: 2 });
    const paid = job<{ n: number }>("paid", async ({ n }) => void finished.push(`paid ${n}`));
    const { db } = world.services;
    for (let n = 0; n < 5; n += 1) await mail.enqueue(db, world.services, { n });
    for (let n = 0; n < 3; n += 1) await paid.enqueue(db, world.services, { n });
    const runner = jobRunner(world.services, [mail, paid], []);
    await runner.start();
    await expect.poll(() => finished).toEqual(["paid 0", "paid 1", "paid 2"]);
    const leasedRows = (await jobRows(world)).filter((row) => row.kind === "mail" && row.leasedUntil !== null);
    expect(leasedRows).toHaveLength(2);
    letGo();
    await expect.poll(async () => (await jobRows(world)).every((row) => row.finishedAt !== null)).toBe(true);
    await runner.stop();
  });

  test("finished ones are swept after a week, dead letters stay", async () => {
    const { db } = world.services;
    const doneJob = job<object>("done", async () => undefined);
    await doneJob.enqueue(db, world.services, {});
    await doneJob.enqueue(db, world.services, {});
    await jobRunner(world.services, [doneJob], []).drain();
    await db
      .updateTable("jobs")
      .set({ finishedAt: null, diedAt: world.clock.now().toISOString() })
      .where("_id", "=", (await jobRows(world))[0]?._id ?? "")
      .execute();
    world.clock.forward(10 * 86_400);
    await world.runner.drain(["sweep"]);
    expect((await jobRows(world)).map((row) => row.diedAt !== null)).toEqual([true]);
  });
});
