import { expect } from "vitest";
import { isSample } from "../../../scripts/gate/sample.mjs";
import { expectBridged } from "../../../tests/fixtures/books";
import { longTest } from "../../../tests/fixtures/long-test";
import { stockOf } from "../../../tests/fixtures/shop";
import { aStormyStall, lookAfter, moneyBack, placesTaken } from "../../../tests/fixtures/storm";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { goOn } from "./go-on.server";

const DAY = 24 * 3600;

/** Runs the job of a closed time in a process that is killed after it has read the clock `calls` times. */
async function killedAfter(world: World, closedTimeId: string, calls: number): Promise<void> {
  let looksLeft = calls;
  const now = () => {
    looksLeft -= 1;
    if (looksLeft < 0) throw new Error("killed");
    return world.clock.now();
  };
  await goOn.handle({ closedTimeId }, { ...world.services, clock: { now } }, "").catch(() => undefined);
}

/** The number of orders of a time that is closed. */
const ORDERS = isSample ? 50 : 200;
/** How often the job reads the clock before its process is killed: while it tells buyers, and while it refunds them. */
const TELLING_KILLED = isSample ? [2, 13, 14] : [2, 33, 34, 35, 36, 60, 61];
const REFUNDING_KILLED = isSample ? [2, 25, 26] : [2, 100, 101, 103, 107];

onBothDatabases("a time with two hundred orders that its merchant closes", (world) => {
  longTest("moves all of them and tells each buyer once, though the job is killed again and again", async () => {
    const stall = await aStormyStall(world);
    for (let n = 0; n < ORDERS; n += 5) await Promise.all(Array.from({ length: 5 }, () => stall.order()));
    await world.runner.drain();
    world.mails.length = 0;
    const closedTimeId = (await stall.close()).body.data._id as string;
    for (const calls of TELLING_KILLED) await killedAfter(world, closedTimeId, calls);
    const half = await stall.progress(closedTimeId);
    expect([half.told > ORDERS / 10, half.waiting > ORDERS / 2, half.told + half.waiting]).toEqual([
      true,
      true,
      ORDERS,
    ]);
    await lookAfter(world);
    expect(await stall.progress(closedTimeId)).toMatchObject({ total: ORDERS, told: ORDERS, waiting: 0, failed: [] });
    const letters = world.mails.filter(({ text }) => text.includes("has to close on"));
    expect([letters.length, new Set(letters.map(({ to }) => to)).size]).toEqual([ORDERS, ORDERS]);
    expect(await placesTaken(world)).toEqual([`08 09:00: ${ORDERS}`]);

    // No buyer answers, and the merchant chose a refund for that case.
    await world.services.db.updateTable("closedTimes").set({ silent: "money_back" }).execute();
    world.clock.forward(2 * DAY);
    for (const calls of REFUNDING_KILLED) await killedAfter(world, closedTimeId, calls);
    await lookAfter(world);
    expect(await stall.progress(closedTimeId)).toMatchObject({
      told: 0,
      givenBack: ORDERS,
      givenBackAmount: ORDERS * 12.6,
    });
    expect(await moneyBack(world)).toEqual(Array.from({ length: ORDERS }, () => 1260));
    expect([await placesTaken(world), await stockOf(world, stall.bread._id)]).toEqual([[], 1000]);
    await expectBridged(world);
  });
});
