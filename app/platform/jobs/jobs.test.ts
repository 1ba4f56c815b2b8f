import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { job, type RecurringJob } from "./jobs.server";
import { MOST_TAKEOVERS } from "./leases.server";
import { writeDownRecurring } from "./recurring.server";
import { reviveDeadLetter } from "./revive-dead-letter.server";
import { retryBackoffSeconds, jobRunner } from "./runner.server";

const all = (world: World) => world.services.db.selectFrom("jobs").selectAll().orderBy("createdAt").execute();

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
    expect((await all(world)).every((row) => row.finishedAt !== null && row.payload === "{}")).toBe(true);
  });

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
      const [row] = await all(world);
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
    expect((await all(world))[0]).toMatchObject({
      attempts: 10,
      finishedAt: null,
      diedAt: expect.any(String),
      lastError: "no luck 10",
      payload: '{"to":"ada"}',
    });
    expect(world.logged.filter((line) => line.includes('"level":50'))).toHaveLength(1);
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
    const before = await all(world);
    finish();
    await hung;
    expect(await all(world)).toEqual(before);
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
    expect(await all(world)).toEqual([]);
  });

  test("kinds that a runner does not know are left to others", async () => {
    await job<object>("of a newer version", async () => undefined).enqueue(world.services.db, world.services, {});
    await jobRunner(world.services, [job<object>("known", async () => undefined)], []).drain();
    expect((await all(world))[0]).toMatchObject({ attempts: 0, finishedAt: null });
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
      await expect.poll(async () => (await all(world))[0]?.leasedUntil).toBeNull();
      expect(await all(world)).toHaveLength(1);
      for (const attempts of [2, 3]) {
        world.clock.forward(21);
        await expect.poll(() => runs).toBe(attempts);
        await expect.poll(async () => (await all(world))[0]?.leasedUntil).toBeNull();
      }
      await Promise.all(runners.map((runner) => runner.stop()));
      expect((await all(world))[0]).toMatchObject({ everySeconds: 20, finishedAt: null, diedAt: null, lastError: "" });
      world.clock.forward(100);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(runs).toBe(3);
    },
  );

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
    const leasedRows = (await all(world)).filter((row) => row.kind === "mail" && row.leasedUntil !== null);
    expect(leasedRows).toHaveLength(2);
    letGo();
    await expect.poll(async () => (await all(world)).every((row) => row.finishedAt !== null)).toBe(true);
    await runner.stop();
  });

  test("one that takes longer than its kind may has failed, and is tried again", async () => {
    const slow = job<object>("slow", () => new Promise(() => undefined), { seconds: 0.05 });
    await slow.enqueue(world.services.db, world.services, {});
    await jobRunner(world.services, [slow], []).drain();
    expect((await all(world))[0]).toMatchObject({
      attempts: 1,
      leasedUntil: null,
      finishedAt: null,
      lastError: "It took longer than 0.05 seconds.",
    });
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
      return new Promise(() => undefined);
    });
    await short.enqueue(world.services.db, world.services, {});
    await long.enqueue(world.services.db, world.services, {});
    const runner = jobRunner(world.services, [short, long], [], { handBackMs: 500 });
    await runner.start();
    await expect.poll(() => startCount).toBe(2);
    const rows = async () => Object.fromEntries((await all(world)).map((row) => [row.kind, row]));
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

  /**
   * A kind whose handler never ends. `kill` begins it `times` and each time ends its lease, as if its process had died.
   */
  async function aKilledJob() {
    let [startCount, isKilled, failure] = [0, true, ""];
    let onBegin = () => {};
    const kind = job<object>("victim", async () => {
      startCount += 1;
      onBegin();
      if (isKilled) await new Promise(() => undefined);
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
          // A dead process never reports the outcome of its job.
          void drain();
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
    expect((await all(world))[0]).toMatchObject({ finishedAt: expect.any(String), diedAt: null, takeovers: 12 });
  });

  test("a kill is no try: after it the first failure waits as the first does, and the tenth is the last", async () => {
    const { kill, live, drain, begun } = await aKilledJob();
    await kill(7);
    live("no luck");
    const waits = [];
    for (let n = 0; n < 10; n += 1) {
      await drain();
      const [row] = await all(world);
      const wait = row?.diedAt ? 0 : (Date.parse(row?.runAt ?? "") - world.clock.now().getTime()) / 1000;
      waits.push(wait);
      world.clock.forward(wait);
    }
    expect(waits[0]).toBeLessThan(6);
    expect(waits.map((wait) => wait > 0)).toEqual([...Array.from({ length: 9 }, () => true), false]);
    expect([begun(), (await all(world))[0]]).toMatchObject([17, { lastError: "no luck", diedAt: expect.any(String) }]);
  });

  test("a stop after a kill takes no try and gives none", async () => {
    const { kill, live, drain } = await aKilledJob();
    await kill(1);
    const victim = job<object>("victim", () => new Promise(() => undefined));
    const runner = jobRunner(world.services, [victim], [], { handBackMs: 1 });
    await runner.start();
    await expect.poll(async () => (await all(world))[0]?.attempts).toBe(2);
    await runner.stop();
    expect((await all(world))[0]).toMatchObject({ attempts: 1, takeovers: 1, leasedUntil: null });
    live();
    await drain();
    expect((await all(world))[0]).toMatchObject({ attempts: 2, takeovers: 1, finishedAt: expect.any(String) });
  });

  test("one that ends its process at every try becomes a dead letter, too, and has all its tries when it is revived", async () => {
    const { kill, live, drain, begun } = await aKilledJob();
    await kill(MOST_TAKEOVERS);
    await drain();
    expect(begun()).toBe(MOST_TAKEOVERS);
    const [dead] = await all(world);
    expect(dead).toMatchObject({ diedAt: expect.any(String), leasedUntil: null });
    expect(dead?.lastError).toBe("It never came to an end: its process ended first, 50 times.");
    const { db } = world.services;
    await inTransaction(db, (trx) => reviveDeadLetter(trx, world.services, dead?._id ?? ""));
    expect((await all(world))[0]).toMatchObject({ attempts: 0, takeovers: 0, diedAt: null });
    live();
    await drain();
    expect((await all(world))[0]).toMatchObject({ finishedAt: expect.any(String) });
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
    expect((await all(world))[0]).toMatchObject({ attempts: 0, takeovers: 0, diedAt: null, leasedUntil: null });
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
      .where("_id", "=", (await all(world))[0]?._id ?? "")
      .execute();
    world.clock.forward(10 * 86_400);
    await world.runner.drain(["sweep"]);
    expect((await all(world)).map((row) => row.diedAt !== null)).toEqual([true]);
  });
});

test("the wait doubles up to an hour, a little scattered", () => {
  for (let attempt = 1; attempt < 40; attempt += 1) {
    const expectedDelay = Math.min(3600, 5 * 2 ** (attempt - 1));
    expect(Math.abs(retryBackoffSeconds(attempt) - expectedDelay)).toBeLessThanOrEqual(expectedDelay * 0.1 + 0.5);
  }
});
