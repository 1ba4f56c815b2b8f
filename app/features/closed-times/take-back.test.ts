import { expect, test } from "vitest";
import { expectBridged } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import {
  aStormyStall,
  closedId,
  codeOf,
  lookAfter,
  placesTaken,
  SATURDAY,
  SUNDAY,
} from "../../../tests/fixtures/storm";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;
const DAY = 24 * HOUR;
const planOf = async (world: World, token: string) => {
  const { times, daysOff, active } = (await world.call("GET", "/merchant/ways", { token })).body.data[0];
  return { times: times.length, daysOff, active };
};

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

onBothDatabases("a closed time", (world) => {
  test("reaches those as well who began before it and paid after it", async () => {
    const stall = await aStormyStall(world);
    await stall.order();
    const begun = await stall.begin();
    const id = await closedId(stall.close());
    await lookAfter(world);
    const late = await stall.pay(begun);
    await lookAfter(world);
    await lookAfter(world);
    expect([(await late.letters()).length, (await late.part()).delivery.day]).toEqual([1, SUNDAY]);
    expect(await stall.progress(id)).toMatchObject({ total: 2, told: 2 });
    expect(await placesTaken(world)).toEqual(["08 09:00: 2"]);
  });

  test("whose other time is closed as well hands its orders on: the newest letter counts", async () => {
    const stall = await aStormyStall(world);
    const { part, word, letters } = await stall.order();
    await closedId(stall.close({ silent: "money_back", answerDays: 1 }));
    await lookAfter(world);
    const first = await word();
    const second = { day: SUNDAY, time: "2026-03-14T09:00", orders: 1, amount: 12.6 };
    expect(codeOf(await stall.close(second))).toBe("done");
    await lookAfter(world);
    expect(codeOf(await stall.answer(first, "money_back"))).toBe("answer_over");
    world.clock.forward(DAY);
    await lookAfter(world);
    expect([(await part()).statusText, (await part()).delivery.day, (await letters()).length]).toEqual([
      "Processing",
      "2026-03-14",
      2,
    ]);
  });

  test("that was the only time of its way switches the way off, and on again when it is taken back", async () => {
    const time = { day: SATURDAY, from: "09:00", to: "12:00", cutOff: { hoursBefore: 1 }, capacity: null };
    const stall = await aStormyStall(world, { times: [time] });
    await stall.order();
    const id = await closedId(stall.close({ next: "money_back" }));
    expect(await planOf(world, stall.token)).toMatchObject({ times: 1, active: false });
    expect(codeOf(await stall.takeBack(id))).toBe("done");
    expect(await planOf(world, stall.token)).toEqual({ times: 1, daysOff: [], active: true });
  });

  test("of a market day gives back the stall's own parts alone, and moves none", async () => {
    const operator = await aUser(world, { privilege: "operator" });
    const times = [6, 7].map((weekday) => ({ weekday, from: "09:00", to: "12:00", cutOff: { hoursBefore: 1 } }));
    const body = { name: "Town Hall Market", address: "1 Market Square", directions: "", times };
    const marketDay = (await world.call("POST", "/operator/market-days", { token: operator.token, body })).body.data
      ._id;
    const stalls: { _id: string; token: string; product: string }[] = [];
    for (const _ of [1, 2]) {
      const { _id, token } = await aUser(world, { privilege: "merchant" });
      const product = await aProduct(world, { merchantId: _id, amountCents: 500 });
      await world.call("PUT", `/merchant/market-days/${marketDay}`, { token, body: { noticeHours: 0 } });
      stalls.push({ _id, token, product: product._id });
    }
    const buyer = await aUser(world);
    const { body: begun } = await initialize(
      world,
      buyer.token,
      stalls.map(({ product }) => ({ product, quantity: 1 })),
      { ways: stalls.map(({ _id }) => ({ merchant: _id, method: marketDay, day: SATURDAY, from: "09:00" })) },
    );
    await confirm(world, begun.data as string);
    const order = (await finalize(world, buyer.token, begun.payment.stripeId as string)).body.data;
    const [stormy] = stalls;
    const close = (overrides: object) =>
      world.call("POST", "/merchant/closed-times", {
        token: stormy!.token,
        body: { method: marketDay, day: SATURDAY, from: "09:00", reason: "Ill.", orders: 1, amount: 5, ...overrides },
      });
    expect(codeOf(await close({ next: "move", time: `${SUNDAY}T09:00` }))).toBe("market_day_stays");
    expect(codeOf(await close({ next: "money_back" }))).toBe("done");
    await lookAfter(world);
    world.clock.forward(HOUR);
    await lookAfter(world);
    const { parts } = (await world.call("GET", `/product/order/${order._id}`, { token: buyer.token })).body.data;
    const statusOf = (merchant: string) =>
      parts.find((part: { merchant: string }) => part.merchant === merchant).statusText;
    expect(stalls.map(({ _id }) => statusOf(_id))).toEqual(["Cancelled", "Processing"]);
    expect((await mailsSent(world, buyer.email)).filter(({ text }) => text.includes("has to close on"))).toHaveLength(
      1,
    );
    expect(await placesTaken(world)).toEqual(["07 09:00: 1"]);
    await expectBridged(world);
  });
});
