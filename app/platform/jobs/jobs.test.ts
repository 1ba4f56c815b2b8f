import { expect, test } from "vitest";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { timestamp } from "~/platform/clock";
import { job, type RecurringJob } from "./jobs.server";
import { retryBackoffSeconds, jobRunner } from "./runner.server";

const all = (world: World) => world.services.db.selectFrom("jobs").selectAll().orderBy("createdAt").execute();

onBothDatabases("jobs", (world) => {
  test("each is done once, however many runners there are", async () => {
    const done: string[] = [];
    const greet = job<{ name: string }>("greet", async ({ name }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      done.push(name);
    });
    for (let n = 0; n < 30; n += 1) await greet.enqueue(world.services.db, world.services, { name: `n${n}` });
    const runners = Array.from({ length: 5 }, () => jobRunner(world.services, [greet], []));
    await Promise.all(runners.map((runner) => runner.drain()));
    expect(done.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `n${n}`).toSorted());
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
    const done: number[] = [];
    const later = job<{ n: number }>("later", async ({ n }) => void done.push(n));
    const { db } = world.services;
    await later.enqueue(db, world.services, { n: 1 }, { inSeconds: 60, uniqueKey: "only one" });
    await later.enqueue(db, world.services, { n: 2 }, { uniqueKey: "only one" });
    const runner = jobRunner(world.services, [later], []);
    await runner.drain();
    expect(done).toEqual([]);
    world.clock.forward(60);
    await runner.drain();
    await later.enqueue(db, world.services, { n: 3 }, { uniqueKey: "only one" });
    await runner.drain();
    expect(done).toEqual([1, 3]);
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

  test("what comes round again does so after a failure, too, and is one row however often it is started", async () => {
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
    for (const expected of [2, 3]) {
      world.clock.forward(21);
      await expect.poll(() => runs, { timeout: 3000 }).toBe(expected);
      await expect.poll(async () => (await all(world))[0]?.leasedUntil).toBeNull();
    }
    await Promise.all(runners.map((runner) => runner.stop()));
    expect((await all(world))[0]).toMatchObject({ everySeconds: 20, finishedAt: null, diedAt: null, lastError: "" });
    world.clock.forward(100);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(runs).toBe(3);
  });

  test("a kind that hangs keeps none of another kind waiting, and has a few lines of its own", async () => {
    const done: string[] = [];
    let letGo = () => {};
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const mail = job<{ n: number }>("mail", () => hanging, { atOnce: 2 });
    const paid = job<{ n: number }>("paid", async ({ n }) => void done.push(`paid ${n}`));
    const { db } = world.services;
    for (let n = 0; n < 5; n += 1) await mail.enqueue(db, world.services, { n });
    for (let n = 0; n < 3; n += 1) await paid.enqueue(db, world.services, { n });
    const runner = jobRunner(world.services, [mail, paid], []);
    await runner.start();
    await expect.poll(() => done).toEqual(["paid 0", "paid 1", "paid 2"]);
    const begun = (await all(world)).filter((row) => row.kind === "mail" && row.leasedUntil !== null);
    expect(begun).toHaveLength(2);
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
    let begun = 0;
    const short = job<object>("short", async () => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    const long = job<object>("long", () => {
      begun += 1;
      return new Promise(() => undefined);
    });
    await short.enqueue(world.services.db, world.services, {});
    await long.enqueue(world.services.db, world.services, {});
    const runner = jobRunner(world.services, [short, long], [], { handBackMs: 500 });
    await runner.start();
    await expect.poll(() => begun).toBe(2);
    await runner.stop();
    const rows = Object.fromEntries((await all(world)).map((row) => [row.kind, row]));
    expect(rows["short"]?.finishedAt).not.toBeNull();
    expect(rows["long"]).toMatchObject({ attempts: 0, leasedUntil: null, finishedAt: null });
  });

  test("one that ends its process at every try becomes a dead letter, too", async () => {
    let begun = 0;
    const deadly = job<object>(
      "deadly",
      () => {
        begun += 1;
        return new Promise(() => undefined);
      },
      { attempts: 3 },
    );
    await deadly.enqueue(world.services.db, world.services, {});
    for (let tries = 1; tries <= 3; tries += 1) {
      // A process that is gone never says what became of its job.
      void jobRunner(world.services, [deadly], []).drain();
      await expect.poll(() => begun).toBe(tries);
      await world.services.db
        .updateTable("jobs")
        .set({ leasedUntil: timestamp(world.clock) })
        .execute();
      world.clock.forward(1);
    }
    await jobRunner(world.services, [deadly], []).drain();
    expect(begun).toBe(3);
    expect((await all(world))[0]).toMatchObject({ diedAt: expect.any(String), leasedUntil: null });
    expect((await all(world))[0]?.lastError).toMatch(/^It never came to an end/);
  });

  test("when the clock is set back an hour, what was due soon is done soon, and what is to wait for days waits", async () => {
    const done: string[] = [];
    const { db } = world.services;
    const mail = job<{ n: string }>("mail", async ({ n }) => void done.push(n));
    const round: RecurringJob = { kind: "round", everySeconds: 20, handle: async () => void done.push("round") };
    await mail.enqueue(db, world.services, { n: "at once" });
    await mail.enqueue(db, world.services, { n: "in days" }, { inSeconds: 3 * 86_400 });
    const runner = jobRunner(world.services, [mail], [round]);
    world.clock.forward(-3600);
    await runner.start();
    await expect.poll(() => done.toSorted()).toEqual(["at once", "round"]);
    // Once more, while it runs.
    await expect.poll(async () => (await all(world)).filter((row) => row.leasedUntil !== null)).toEqual([]);
    world.clock.forward(-3600);
    await expect.poll(() => done.toSorted(), { timeout: 5000 }).toEqual(["at once", "round", "round"]);
    // By a transaction that had begun before, and comes to its end only now.
    let millisecond = 3_600_000;
    const before = { now: () => new Date(world.clock.now().getTime() + (millisecond += 1)) };
    await mail.enqueue(db, { ...world.services, clock: before }, { n: "late" });
    await expect.poll(() => done, { timeout: 5000 }).toContain("late");
    await runner.stop();
  });

  const unfinished = async () => (await all(world)).filter((row) => row.finishedAt === null);

  /** A job that lasts until it is told to finish, begun by one of two runners; the first could begin it a second time. */
  async function aSlowJob() {
    const kind = job<object>("slow", () => {
      slow.begun += 1;
      return new Promise<void>((resolve) => (slow.finish = resolve));
    });
    const runners = [2, 1].map((atOnce) => jobRunner(world.services, [{ ...kind, atOnce }], []));
    const slow = {
      begun: 0,
      finish: () => {},
      enqueue: () => kind.enqueue(world.services.db, world.services, {}),
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
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(slow.begun).toBe(1);
    slow.finish();
    await expect.poll(unfinished).toEqual([]);
    await slow.stop();
  });

  test("when the clock leaps a day ahead, what somebody is at is not begun by anybody else, until its time is over", async () => {
    const { db } = world.services;
    const slow = await aSlowJob();
    world.clock.forward(86_400);
    // What is due by the new clock is done, so both have looked.
    const finishFirst = slow.finish;
    await slow.enqueue();
    await expect.poll(() => slow.begun).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(slow.begun).toBe(2);
    finishFirst();
    slow.finish();
    await expect.poll(unfinished).toEqual([]);
    // Of one whose process died just before the clock leapt, the time is over some day.
    await slow.enqueue();
    await expect.poll(() => slow.begun).toBe(3);
    await db
      .updateTable("jobs")
      .set({ leasedUntil: timestamp(world.clock, 1) })
      .where("finishedAt", "is", null)
      .execute();
    world.clock.forward(86_400);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(slow.begun).toBe(3);
    world.clock.forward(1.5);
    await expect.poll(() => slow.begun).toBe(4);
    slow.finish();
    await slow.stop();
  });

  test("finished ones are swept after a week, dead letters stay", async () => {
    const { db } = world.services;
    const done = job<object>("done", async () => undefined);
    await done.enqueue(db, world.services, {});
    await done.enqueue(db, world.services, {});
    await jobRunner(world.services, [done], []).drain();
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
    const wanted = Math.min(3600, 5 * 2 ** (attempt - 1));
    expect(Math.abs(retryBackoffSeconds(attempt) - wanted)).toBeLessThanOrEqual(wanted * 0.1 + 0.5);
  }
});
