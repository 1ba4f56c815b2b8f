import { expect, test } from "vitest";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { job } from "~/platform/jobs/jobs.server";
import { jobRunner } from "~/platform/jobs/runner.server";
import { presence } from "./presence.server";

/** Process locks that a test ends by hand. */
function testLocks() {
  const names = new Set<string>();
  return {
    names,
    forget: async () => undefined,
    unheld: async (candidates: string[]) => candidates.filter((name) => !names.has(name)),
    of: (isAlive: () => boolean) => ({
      hold: async (name: string) => void (isAlive() && names.add(name)),
      release: async () => undefined,
    }),
  };
}

function aProcess(world: World, locks: ReturnType<typeof testLocks>) {
  const { db, clock, log } = world.services;
  let isAlive = true;
  const { forget, unheld } = locks;
  const ownPresence = presence({
    db,
    clock,
    log,
    dialect: { processLocks: { ...locks.of(() => isAlive), forget, unheld } },
  });
  const services = { ...world.services, presence: ownPresence };
  return {
    own: ownPresence,
    services,
    die() {
      isAlive = false;
      locks.names.delete(ownPresence.name as string);
    },
  };
}

const namesIn = async ({ services: { db } }: World) =>
  (await db.selectFrom("processes").select("_id").orderBy("_id").execute()).map(({ _id }) => _id);

onBothDatabases("the presence of processes", (world) => {
  test("a job of a process that has died is begun by another one at once, long before its lease ends", async () => {
    const locks = testLocks();
    const [first, second] = [aProcess(world, locks), aProcess(world, locks)];
    let runs = 0;
    const endless = job<object>("endless", () => new Promise(() => void (runs += 1)), { seconds: 300 });
    const brief = job<object>("endless", async () => void (runs += 1), { seconds: 300 });
    await first.own.look();
    await second.own.look();
    await endless.enqueue(world.services.db, world.services, {});
    const dying = jobRunner(first.services, [endless], []);
    void dying.drain();
    await expect.poll(() => runs).toBe(1);
    const taking = jobRunner(second.services, [brief], []);
    await second.own.look();
    await taking.drain();
    expect(runs).toBe(1);
    first.die();
    await second.own.look();
    await taking.drain();
    expect(runs).toBe(1);
    await second.own.look();
    await taking.drain();
    expect(runs).toBe(2);
    expect(await namesIn(world)).toEqual([second.own.name]);
  });

  test("a process that lost its lock for a moment, and one whose row was removed, go on", async () => {
    const locks = testLocks();
    const [first, second] = [aProcess(world, locks), aProcess(world, locks)];
    await first.own.look();
    await second.own.look();
    const name = first.own.name as string;
    locks.names.delete(name);
    await second.own.look();
    locks.names.add(name);
    await second.own.look();
    locks.names.delete(name);
    await second.own.look();
    expect(await namesIn(world)).toEqual([first.own.name, second.own.name].toSorted());
    locks.names.add(name);
    await world.services.db.deleteFrom("processes").where("_id", "=", name).execute();
    await first.own.look();
    expect(await namesIn(world)).toEqual([first.own.name, second.own.name].toSorted());
  });

  test("a process that ends well is gone at once", async () => {
    const ownPresence = presence(world.services);
    await ownPresence.look();
    expect(await namesIn(world)).toEqual([ownPresence.name]);
    await ownPresence.end();
    expect(ownPresence.name).toBeNull();
    expect(await namesIn(world)).toEqual([]);
  });

  test("the database's own locks tell who lives", async () => {
    const { processLocks } = world.services.dialect;
    await processLocks.hold("lives");
    const unheld = () => processLocks.unheld(["lives", "never was"]);
    // A Postgres that has just started reports no lock as unheld yet.
    await expect.poll(unheld, { interval: 500 }).toEqual(["never was"]);
    await processLocks.release();
    expect(await unheld()).toEqual(["lives", "never was"]);
  });
});
