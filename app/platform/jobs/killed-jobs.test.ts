import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jobRows } from "../../../tests/fixtures/job-rows";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { job, type RecurringJob } from "./jobs.server";
import { MOST_TAKEOVERS } from "./leases.server";
import { writeDownRecurring } from "./recurring.server";
import { reviveDeadLetter } from "./revive-dead-letter.server";
import { jobRunner } from "./runner.server";

onBothDatabases("jobs that are stopped or killed", (world) => {
  const releases: (() => void)[] = [];
  const drains: Promise<unknown>[] = [];
  let isOver = false;
  /** Resolves after the test, so that until then its process seems to have been killed or stopped. */
  const hang = () => (isOver ? Promise.resolve() : new Promise<void>((resolve) => releases.push(resolve)));
  beforeEach(() => {
    isOver = false;
  });
  afterEach(async () => {
    isOver = true;
    for (const release of releases.splice(0)) release();
    await Promise.all(drains.splice(0));
  });

  test("a stop waits for those that end soon and hands the others back, as if they had never been begun", async () => {
    let startCount = 0;
    let finish = () => {};
    const short = job<object>("short", () => {
      startCount += 1;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const long = job<object>("long", () => {
      startCount += 1;
      return hang();
    });
    await short.enqueue(world.services.db, world.services, {});
    await long.enqueue(world.services.db, world.services, {});
    const runner = jobRunner(world.services, [short, long], [], { handBackMs: 500 });
    await runner.start();
    await expect.poll(() => startCount).toBe(2);
    const rows = async () => Object.fromEntries((await jobRows(world)).map((row) => [row.kind, row]));
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const stopped = runner.stop();
      finish();
      await expect.poll(async () => (await rows())["short"]?.finishedAt).not.toBeNull();
      expect((await rows())["long"]?.leasedUntil).not.toBeNull();
      await vi.advanceTimersByTimeAsync(500);
      await stopped;
    } finally {
      vi.useRealTimers();
    }
    expect((await rows())["long"]).toMatchObject({ attempts: 0, leasedUntil: null, finishedAt: null });
  });

  test("one whose process died is taken over when its lease has run out, and the late answer changes nothing", async () => {
    let finish = () => {};
    let runs = 0;
    const slow = job<object>("slow", async () => {
      runs += 1;
      if (runs === 1)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
    });
    await slow.enqueue(world.services.db, world.services, {});
    const hung = jobRunner(world.services, [slow], []).drain();
    await expect.poll(() => runs).toBe(1);
    await jobRunner(world.services, [slow], []).drain();
    expect(runs).toBe(1);
    world.clock.forward(46);
    await jobRunner(world.services, [slow], []).drain();
    expect(runs).toBe(2);
    const rowsBefore = await jobRows(world);
    finish();
    await hung;
    expect(await jobRows(world)).toEqual(rowsBefore);
  });

  /**
   * A kind whose handler hangs. `kill` begins it `times` and each time ends its lease, as if its process had died.
   */
  async function aKilledJob() {
    let [startCount, isKilled, failure] = [0, true, ""];
    let onBegin = () => {};
    const kind = job<object>("victim", async () => {
      startCount += 1;
      onBegin();
      if (isKilled) await hang();
      if (failure) throw new Error(failure);
    });
    await kind.enqueue(world.services.db, world.services, {});
    const drain = () => jobRunner(world.services, [kind], []).drain();
    return {
      drain,
      begun: () => startCount,
      async kill(times: number) {
        for (let n = 0; n < times; n += 1) {
          const begin = new Promise<void>((resolve) => (onBegin = resolve));
          // It hangs like the job of a dead process, so it ends only after the test.
          drains.push(drain());
          await begin;
          await world.services.db
            .updateTable("jobs")
            .set({ leasedUntil: timestamp(world.clock) })
            .execute();
          world.clock.forward(1);
        }
      },
      live(error = "") {
        [isKilled, failure] = [false, error];
      },
    };
  }

  test("one whose process is killed more often than it may fail is done all the same", async () => {
    const { kill, live, drain } = await aKilledJob();
    await kill(12);
    live();
    await drain();
    expect((await jobRows(world))[0]).toMatchObject({ finishedAt: expect.any(String), diedAt: null, takeovers: 12 });
  });

  test("a kill is no try: after it the first failure waits as the first does, and the tenth is the last", async () => {
    const { kill, live, drain, begun } = await aKilledJob();
    await kill(7);
    live("no luck");
    const waits = [];
    for (let n = 0; n < 10; n += 1) {
      await drain();
      const [row] = await jobRows(world);
      const wait = row?.diedAt ? 0 : (Date.parse(row?.runAt ?? "") - world.clock.now().getTime()) / 1000;
      waits.push(wait);
      world.clock.forward(wait);
    }
    expect(waits[0]).toBeLessThan(6);
    expect(waits.map((wait) => wait > 0)).toEqual([...Array.from({ length: 9 }, () => true), false]);
    expect([begun(), (await jobRows(world))[0]]).toMatchObject([
      17,
      { lastError: "no luck", diedAt: expect.any(String) },
    ]);
  });

  test("a stop after a kill takes no try and gives none", async () => {
    const { kill, live, drain } = await aKilledJob();
    await kill(1);
    const victim = job<object>("victim", hang);
    const runner = jobRunner(world.services, [victim], [], { handBackMs: 1 });
    await runner.start();
    await expect.poll(async () => (await jobRows(world))[0]?.attempts).toBe(2);
    await runner.stop();
    expect((await jobRows(world))[0]).toMatchObject({ attempts: 1, takeovers: 1, leasedUntil: null });
    live();
    await drain();
    expect((await jobRows(world))[0]).toMatchObject({ attempts: 2, takeovers: 1, finishedAt: expect.any(String) });
  });

  test("one that ends its process at every try becomes a dead letter, too, and has all its tries when it is revived", async () => {
    const { kill, live, drain, begun } = await aKilledJob();
    await kill(MOST_TAKEOVERS);
    await drain();
    expect(begun()).toBe(MOST_TAKEOVERS);
    const [dead] = await jobRows(world);
    expect(dead).toMatchObject({ diedAt: expect.any(String), leasedUntil: null });
    expect(dead?.lastError).toBe("It never came to an end: its process ended first, 50 times.");
    const { db } = world.services;
    await inTransaction(db, (trx) => reviveDeadLetter(trx, world.services, dead?._id ?? ""));
    expect((await jobRows(world))[0]).toMatchObject({ attempts: 0, takeovers: 0, diedAt: null });
    live();
    await drain();
    expect((await jobRows(world))[0]).toMatchObject({ finishedAt: expect.any(String) });
  });

  test("what comes round goes on, however often its process was killed", async () => {
    let startCount = 0;
    const round: RecurringJob = { kind: "round", everySeconds: 20, handle: async () => void (startCount += 1) };
    const { db } = world.services;
    await writeDownRecurring(world.services, [round]);
    await db
      .updateTable("jobs")
      .set({ attempts: 200, takeovers: 200, leasedUntil: timestamp(world.clock) })
      .execute();
    await jobRunner(world.services, [], [round]).drain();
    expect(startCount).toBe(1);
    expect((await jobRows(world))[0]).toMatchObject({ attempts: 0, takeovers: 0, diedAt: null, leasedUntil: null });
  });
});
