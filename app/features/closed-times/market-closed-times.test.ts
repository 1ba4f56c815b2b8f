import { expect, test } from "vitest";
import { expectBridged } from "../../../tests/fixtures/books";
import { aUser } from "../../../tests/fixtures/shop";
import { codeOf, lookAfter, placesTaken, SATURDAY } from "../../../tests/fixtures/storm";
import { aStormyMarket, NEXT } from "../../../tests/fixtures/stormy-market";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { goOn } from "./go-on.server";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

onBothDatabases("a time of a market day that an operator closes", (world) => {
  test("is told before with the orders of all stalls, an order of two stalls as one", async () => {
    const { order, choices, close, stalls, call, path } = await aStormyMarket(world);
    for (const of of [stalls, stalls, [stalls[0]]]) await order(of);
    const { times, ...time } = await choices();
    // Two orders of 11.10 and one of 5.55, each with the fee of the day.
    expect(time).toMatchObject({ orders: 3, amount: 33.75, ready: 0, unpaid: 0, marketDay: true, closedTime: null });
    const fits = (times as { day: string; from: string; fits: boolean }[]).filter(({ day }) => day <= NEXT);
    expect(fits.map((fit) => `${fit.day.slice(8)} ${fit.from} ${fit.fits}`)).toEqual([
      "07 14:00 false",
      "14 09:00 true",
      "14 14:00 false",
    ]);
    expect(codeOf(await close({ time: `${NEXT}T14:00` }))).toBe("too_few_places");
    expect(codeOf(await close({ time: `${SATURDAY}T09:00` }))).toBe("same_time");
    expect(codeOf(await close({ orders: 2 }))).toBe("orders_changed");
    expect(codeOf(await close({ from: "14:00" }))).toBe("nobody_ordered");
    expect((await call("GET", `${path}/times-to-close?day=${SATURDAY}`)).body.data).toMatchObject([{ orders: 3 }]);
    expect(await placesTaken(world)).toEqual(["07 09:00: 3"]);
  });

  test("moves whole orders, tells each buyer and each stall once, and is offered no more", async () => {
    const { order, close, stalls, lettersOf, seenBy, progress, method } = await aStormyMarket(world);
    const orders = [await order(), await order([stalls[1]])];
    await world.runner.drain();
    const headers = { "Idempotency-Key": "storm-is-here" };
    const closed = await close({}, headers);
    const id = (await close({}, headers)).body.data._id as string;
    expect([codeOf(closed), closed.body.data._id]).toEqual(["done", id]);
    expect(codeOf(await close())).toBe("time_closed_already");
    await world.runner.drain();
    await Promise.all([1, 2].map(() => goOn.handle({ closedTimeId: id }, world.services, "")));
    await lookAfter(world);
    expect(await orders[0]!.days()).toEqual([NEXT, NEXT]);
    expect(await orders[1]!.days()).toEqual([NEXT]);
    for (const { letters } of orders) {
      const [letter, ...otherLetters] = await letters();
      expect([letter?.text.includes("Town Hall Market has to close on Saturday 7 March"), otherLetters]).toEqual([
        true,
        [],
      ]);
    }
    expect(await placesTaken(world)).toEqual(["14 09:00: 2"]);
    expect(await progress(id)).toMatchObject({ byMarket: true, total: 2, waiting: 0, told: 2, mayTakeBack: true });
    // Each stall is told once, and sees its own orders but no sums.
    for (const [place, stall] of stalls.entries()) {
      expect(await lettersOf(stall)).toHaveLength(1);
      const { data } = (await seenBy(stall, id)).body;
      expect(data).toMatchObject({ byMarket: true, total: place + 1, amount: 0, mayTakeBack: false });
    }
    const stranger = await aUser(world, { privilege: "merchant" });
    expect(codeOf(await seenBy(stranger, id))).toBe("unknown_closed_time");
    const carts = [{ product: stalls[0].bread, quantity: 1 }];
    const offered = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body.data[0]
      .options[0];
    expect(offered.slots.filter((slot: { day: string }) => slot.day === SATURDAY)).toMatchObject([{ from: "14:00" }]);
    // The stall cannot close a time that the market has closed, nor undo that closing.
    const day = await world.call("GET", `/merchant/times-to-close?day=${SATURDAY}`, { token: stalls[0].token });
    expect(day.body.data).toMatchObject([{ method, orders: 0, closedTime: id }]);
    const back = await world.call("POST", `/merchant/closed-times/${id}/take-back`, { token: stalls[0].token });
    expect(codeOf(back)).toBe("unknown_closed_time");
  });

  test("leaves alone what a stall gives back by itself, and from two operators at once it is closed once", async () => {
    const { order, close, stalls, method, choices } = await aStormyMarket(world);
    const one = await order();
    const ofStall = {
      method,
      day: SATURDAY,
      from: "09:00",
      next: "money_back",
      reason: "Ill.",
      orders: 1,
      amount: 6.55,
    };
    const closedByStall = await world.call("POST", "/merchant/closed-times", { token: stalls[0].token, body: ofStall });
    expect(codeOf(closedByStall)).toBe("done");
    await world.runner.drain();
    expect(await choices()).toMatchObject({ orders: 1, amount: 6.55 });
    const answers = await Promise.all([close(), close()]);
    expect(answers.map(codeOf).toSorted()).toEqual(["done", "time_closed_already"]);
    await world.runner.drain();
    expect((await one.days()).toSorted()).toEqual([SATURDAY, NEXT]);
    world.clock.forward(3601);
    await lookAfter(world);
    await lookAfter(world);
    expect((await one.days()).toSorted()).toEqual([NEXT, "Cancelled"]);
    expect(await placesTaken(world)).toEqual(["14 09:00: 1"]);
    await expectBridged(world);
  });
});
