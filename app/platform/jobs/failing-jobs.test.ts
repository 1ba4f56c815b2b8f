import { expect, test } from "vitest";
import { jobRows } from "../../../tests/fixtures/job-rows";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { job, type RecurringJob } from "./jobs.server";
import { jobRunner, retryBackoffSeconds } from "./runner.server";

onBothDatabases("jobs that fail", (world) => {
  test("a failing one is tried again, each time later, and ends as a dead letter that keeps its payload and its reason", async () => {
    let tries = 0;
    const fail = job<{ to: string }>("fail", async () => {
      tries += 1;
      throw new Error(`no luck ${tries}`);
    });
    await fail.enqueue(world.services.db, world.services, { to: "ada" });
    const runner = jobRunner(world.services, [fail], []);
    const waits = [];
    for (let n = 1; n <= 9; n += 1) {
      await runner.drain();
      await runner.drain();
      expect(tries).toBe(n);
      const [row] = await jobRows(world);
      const wait = (Date.parse(row?.runAt ?? "") - world.clock.now().getTime()) / 1000;
      waits.push(wait);
      world.clock.forward(wait);
    }
    expect(
      waits.every((wait, n) => Math.abs(wait - Math.min(3600, 5 * 2 ** n)) <= 0.11 * Math.min(3600, 5 * 2 ** n)),
    ).toBe(true);
    await runner.drain();
    world.clock.forward(86_400);
    await runner.drain();
    expect(tries).toBe(10);
    expect((await jobRows(world))[0]).toMatchObject({
      attempts: 10,
      finishedAt: null,
      diedAt: expect.any(String),
      lastError: "no luck 10",
      payload: '{"to":"ada"}',
    });
    expect(world.logged.filter((line) => line.includes('"level":50'))).toHaveLength(1);
  });

  test("one that takes longer than its kind may has failed, and is tried again", async () => {
    const slow = job<object>("slow", () => new Promise(() => undefined), { seconds: 0.05 });
    await slow.enqueue(world.services.db, world.services, {});
    await jobRunner(world.services, [slow], []).drain();
    expect((await jobRows(world))[0]).toMatchObject({
      attempts: 1,
      leasedUntil: null,
      finishedAt: null,
      lastError: "It took longer than 0.05 seconds.",
    });
  });

  longOnPostgres(
    world,
    "what comes round again does so after a failure, too, and is one row however often it is started",
    async () => {
      let runs = 0;
      const round: RecurringJob = {
        kind: "round",
        everySeconds: 20,
        async handle() {
          runs += 1;
          if (runs === 1) throw new Error("first time unlucky");
        },
      };
      const runners = [jobRunner(world.services, [], [round]), jobRunner(world.services, [], [round])];
      await Promise.all(runners.map((runner) => runner.start()));
      await expect.poll(() => runs).toBe(1);
      await expect.poll(async () => (await jobRows(world))[0]?.leasedUntil).toBeNull();
      expect(await jobRows(world)).toHaveLength(1);
      for (const attempts of [2, 3]) {
        world.clock.forward(21);
        await expect.poll(() => runs).toBe(attempts);
        await expect.poll(async () => (await jobRows(world))[0]?.leasedUntil).toBeNull();
      }
      await Promise.all(runners.map((runner) => runner.stop()));
      expect((await jobRows(world))[0]).toMatchObject({
        everySeconds: 20,
        finishedAt: null,
        diedAt: null,
        lastError: "",
      });
      world.clock.forward(100);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(runs).toBe(3);
    },
  );
});

test("the wait doubles up to an hour, a little scattered", () => {
  for (let attempt = 1; attempt < 40; attempt += 1) {
    const expectedDelay = Math.min(3600, 5 * 2 ** (attempt - 1));
    expect(Math.abs(retryBackoffSeconds(attempt) - expectedDelay)).toBeLessThanOrEqual(expectedDelay * 0.1 + 0.5);
  }
});
