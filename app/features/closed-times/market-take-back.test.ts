import { expect, test } from "vitest";
import { expectBridged } from "../../../tests/fixtures/books";
import { stockOf } from "../../../tests/fixtures/shop";
import { codeOf, lookAfter, moneyBack, placesTaken, SATURDAY } from "../../../tests/fixtures/storm";
import { aStormyMarket, NEXT } from "../../../tests/fixtures/stormy-market";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

onBothDatabases("a time of a market day that an operator closes", (world) => {
  test("has one answer for a whole order: money back of all stalls at once, and silence is what the operator chose", async () => {
    const { order, close, answer, progress, stalls } = await aStormyMarket(world);
    const [refusing, coming, silent] = [await order(), await order(), await order([stalls[0]])];
    const id = (await close({ silent: "money_back" })).body.data._id as string;
    await world.runner.drain();
    const word = await refusing.word();
    expect((await answer(word, "money_back")).body.data).toMatchObject({ state: "given_back", amount: 13.1 });
    expect(codeOf(await answer(word, "come"))).toBe("link_answered");
    expect(codeOf(await answer(await coming.word(), "come"))).toBe("done");
    await world.runner.drain();
    expect(await moneyBack(world)).toEqual([1310]);
    world.clock.forward(2 * 86_400);
    await lookAfter(world);
    await lookAfter(world);
    expect(await moneyBack(world)).toEqual([755, 1310]);
    expect([await refusing.days(), await coming.days(), await silent.days()]).toEqual([
      ["Cancelled", "Cancelled"],
      [NEXT, NEXT],
      ["Cancelled"],
    ]);
    expect(await progress(id)).toMatchObject({ coming: 1, givenBack: 2, givenBackAmount: 20.65, failed: [] });
    expect(await placesTaken(world)).toEqual(["14 09:00: 1"]);
    expect(await stockOf(world, stalls[0].bread)).toBe(99);
    await expectBridged(world);
  });

  test("gives all of it back an hour later, or is taken back until then and nobody's money has left", async () => {
    const { order, close, takeBack, progress, lettersOf, stalls } = await aStormyMarket(world);
    const [one, other] = [await order(), await order([stalls[1]])];
    const moneyBackClosing = { next: "money_back", time: "" };
    const first = (await close(moneyBackClosing)).body.data._id as string;
    await world.runner.drain();
    expect(codeOf(await takeBack(first))).toBe("done");
    await lookAfter(world);
    expect(await moneyBack(world)).toEqual([]);
    const subjects = (await one.mails()).map(({ subject }) => subject);
    expect(subjects.at(-1)).toMatch(/it takes place after all/);
    expect(await lettersOf(stalls[0])).toHaveLength(2);
    expect(await progress(first)).toMatchObject({ stays: 2, waiting: 0 });
    const id = (await close(moneyBackClosing)).body.data._id as string;
    await world.runner.drain();
    expect(await moneyBack(world)).toEqual([]);
    world.clock.forward(3601);
    expect(codeOf(await takeBack(id))).toBe("too_late");
    await lookAfter(world);
    await lookAfter(world);
    expect(await moneyBack(world)).toEqual([755, 1310]);
    expect([await one.days(), await other.days()]).toEqual([["Cancelled", "Cancelled"], ["Cancelled"]]);
    expect(await placesTaken(world)).toEqual([]);
    await expectBridged(world);
  });

  test("that was moved and is taken back puts whole orders at their first time again", async () => {
    const { order, close, takeBack, answer, method } = await aStormyMarket(world);
    const [one, cancelledOrder] = [await order(), await order()];
    const id = (await close()).body.data._id as string;
    await world.runner.drain();
    await answer(await cancelledOrder.word(), "money_back");
    expect(codeOf(await takeBack(id))).toBe("done");
    await lookAfter(world);
    expect([await one.days(), await cancelledOrder.days()]).toEqual([
      [SATURDAY, SATURDAY],
      ["Cancelled", "Cancelled"],
    ]);
    expect(await placesTaken(world)).toEqual(["07 09:00: 1"]);
    const { times, daysOff } = await world.services.db
      .selectFrom("marketDays")
      .select(["times", "daysOff"])
      .where("_id", "=", method)
      .executeTakeFirstOrThrow();
    expect([JSON.parse(times).length, JSON.parse(daysOff)]).toEqual([2, []]);
  });
});
