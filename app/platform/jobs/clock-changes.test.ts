import { expect, test } from "vitest";
import { jobRows } from "../../../tests/fixtures/job-rows";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { withShortPauses } from "../../../tests/fixtures/short-pauses";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { timestamp } from "~/platform/clock";
import { job, type RecurringJob } from "./jobs.server";
import { jobRunner } from "./runner.server";

withShortPauses();

onBothDatabases("jobs", (world) => {
  longOnPostgres(
    world,
    "when the clock is set back an hour, what was due soon is done soon, and what is to wait for days waits",
    async () => {
      const finished: string[] = [];
      const { db } = world.services;
      const mail = job<{ n: string }>("mail", async ({ n }) => void finished.push(n));
      const round: RecurringJob = { kind: "round", everySeconds: 20, handle: async () => void finished.push("round") };
      await mail.enqueue(db, world.services, { n: "at once" });
      await mail.enqueue(db, world.services, { n: "in days" }, { inSeconds: 3 * 86_400 });
      const runner = jobRunner(world.services, [mail], [round]);
      world.clock.forward(-3600);
      await runner.start();
      await expect.poll(() => finished.toSorted()).toEqual(["at once", "round"]);
      // The clock is set back once more, while the runner works.
      await expect.poll(async () => (await jobRows(world)).filter((row) => row.leasedUntil !== null)).toEqual([]);
      world.clock.forward(-3600);
      await expect.poll(() => finished.toSorted()).toEqual(["at once", "round", "round"]);
      // A transaction that began before the clock was set back, and ends only now, writes a job.
      let millisecond = 3_600_000;
      const earlierClock = { now: () => new Date(world.clock.now().getTime() + (millisecond += 1)) };
      await mail.enqueue(db, { ...world.services, clock: earlierClock }, { n: "late" });
      await expect.poll(() => finished).toContain("late");
      await runner.stop();
    },
  );

  const unfinished = async () => (await jobRows(world)).filter((row) => row.finishedAt === null);

  /**
   * A job that lasts until it is told to finish, begun by one of two runners. The first could begin it a second time.
   */
  async function aSlowJob() {
    const kind = job<object>("slow", () => {
      slow.begun += 1;
      return new Promise<void>((resolve) => (slow.finish = resolve));
    });
    const looks = [0, 0];
    const signals = looks.map((_, at) => job<object>(`signal ${at}`, async () => void (looks[at]! += 1)));
    const runners = [2, 1].map((atOnce, at) =>
      jobRunner(world.services, [{ ...kind, atOnce }, signals[at]!], [], { handBackMs: 1 }),
    );
    const slow = {
      begun: 0,
      finish: () => {},
      enqueue: () => kind.enqueue(world.services.db, world.services, {}),
      /** Waits until each runner has looked for work three times more. */
      async untilLooked() {
        for (let n = 0; n < 3; n += 1) {
          const earlierLooks = [...looks];
          for (const signal of signals) await signal.enqueue(world.services.db, world.services, {});
          await expect.poll(() => looks).toEqual(earlierLooks.map((count) => count + 1));
        }
      },
      stop: async () => {
        for (const runner of runners) await runner.stop();
      },
    };
    for (const runner of runners) await runner.start();
    await slow.enqueue();
    await expect.poll(() => slow.begun).toBe(1);
    return slow;
  }

  test("when the clock is set back, what somebody is at is not begun a second time", async () => {
    const slow = await aSlowJob();
    world.clock.forward(-86_400);
    await slow.untilLooked();
    expect(slow.begun).toBe(1);
    slow.finish();
    await expect.poll(unfinished).toEqual([]);
    await slow.stop();
  });

  test("when the clock leaps a day ahead, what somebody is at is not begun by anybody else, until its time is over", async () => {
    const { db } = world.services;
    const slow = await aSlowJob();
    world.clock.forward(86_400);
    // A job that is due by the new clock is begun, so the runners have looked.
    const finishFirst = slow.finish;
    await slow.enqueue();
    await expect.poll(() => slow.begun).toBe(2);
    await slow.untilLooked();
    expect(slow.begun).toBe(2);
    finishFirst();
    slow.finish();
    await expect.poll(unfinished).toEqual([]);
    // The lease of a process that died just before the clock leapt does run out.
    await slow.enqueue();
    await expect.poll(() => slow.begun).toBe(3);
    await db
      .updateTable("jobs")
      .set({ leasedUntil: timestamp(world.clock, 1) })
      .where("finishedAt", "is", null)
      .execute();
    world.clock.forward(86_400);
    await slow.untilLooked();
    expect(slow.begun).toBe(3);
    world.clock.forward(1.5);
    await expect.poll(() => slow.begun).toBe(4);
    slow.finish();
    await slow.stop();
  });
});
