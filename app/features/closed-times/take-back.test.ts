import { expect, test } from "vitest";
import { expectBridged } from "../../../tests/fixtures/books";
import { aUser } from "../../../tests/fixtures/shop";
import {
  aStormyStall,
  closedId,
  codeOf,
  lookAfter,
  placesTaken,
  planOf,
  SATURDAY,
} from "../../../tests/fixtures/storm";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;

onBothDatabases("a closed time that is taken back", (world) => {
  test("has its orders as before; who was told is told so, and who refused has the money back", async () => {
    const stall = await aStormyStall(world);
    const orders = [await stall.order(), await stall.order(), await stall.order()];
    const [refuser, comer, silent] = orders;
    const earlierPlan = await planOf(world, stall.token);
    const id = await closedId(stall.close());
    await world.runner.drain();
    await stall.answer(await refuser!.word(), "money_back");
    await stall.answer(await comer!.word(), "come");
    world.clock.forward(HOUR - 1);
    expect([codeOf(await stall.takeBack(id)), codeOf(await stall.takeBack(id))]).toEqual(["done", "done"]);
    expect(codeOf(await stall.close())).toBe("time_closed_already");
    expect(codeOf(await stall.answer(await silent!.word(), "money_back"))).toBe("answer_over");
    await lookAfter(world);
    await lookAfter(world);
    expect(await stall.progress(id)).toMatchObject({ stays: 2, givenBack: 1, waiting: 0, told: 0, coming: 0 });
    for (const { part, letters } of [comer!, silent!]) {
      expect((await part()).delivery).toMatchObject({ day: SATURDAY, from: "09:00", to: "12:00", changes: 2 });
      expect((await part()).delivery.cutOffAt).toBe("2026-03-05T18:00:00.000Z");
      expect((await letters()).map(({ subject }) => subject.replace(/#\d+/, "#").replace(/.*: /, ""))).toEqual([
        "moved to Sunday 8 March, 9 to 12",
        "it takes place after all",
      ]);
    }
    expect(await refuser!.letters()).toHaveLength(1);
    expect([await planOf(world, stall.token), await placesTaken(world)]).toEqual([earlierPlan, ["07 09:00: 2"]]);
    await expectBridged(world);
    expect(codeOf(await stall.close())).toBe("done");
  });

  test("before anybody was told leaves everything as it was, and nobody hears of it", async () => {
    const stall = await aStormyStall(world);
    const { letters, part } = await stall.order();
    for (const next of ["move", "money_back"]) {
      const id = await closedId(stall.close({ next }));
      expect(codeOf(await stall.takeBack(id))).toBe("done");
      await lookAfter(world);
      expect(await stall.progress(id)).toMatchObject({ stays: 1, waiting: 0 });
    }
    world.clock.forward(2 * HOUR);
    await lookAfter(world);
    expect([await letters(), (await part()).delivery.changes, await placesTaken(world)]).toEqual([
      [],
      0,
      ["07 09:00: 1"],
    ]);
  });

  test("keeps the money of those who were told that it goes back", async () => {
    const stall = await aStormyStall(world);
    const { letters, part } = await stall.order();
    const id = await closedId(stall.close({ next: "money_back" }));
    await lookAfter(world);
    expect(codeOf(await stall.takeBack(id))).toBe("done");
    world.clock.forward(2 * HOUR);
    await lookAfter(world);
    expect((await letters()).map(({ subject }) => subject.replace(/.*: /, ""))).toEqual([
      "called off",
      "it takes place after all",
    ]);
    expect([(await part()).statusText, (await part()).refunded]).toEqual(["Processing", 0]);
  });

  test("is taken back for an hour, by its own merchant alone", async () => {
    const stall = await aStormyStall(world);
    await stall.order();
    const id = await closedId(stall.close());
    const stranger = await aUser(world, { privilege: "merchant" });
    const path = `/merchant/closed-times/${id}`;
    for (const [http, address] of [
      ["GET", path],
      ["POST", `${path}/take-back`],
    ] as const)
      expect(codeOf(await world.call(http, address, { token: stranger.token }))).toBe("unknown_closed_time");
    world.clock.forward(HOUR);
    expect(codeOf(await stall.takeBack(id))).toBe("too_late");
  });
});
