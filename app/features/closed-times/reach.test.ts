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
  planOf,
  SATURDAY,
  SUNDAY,
} from "../../../tests/fixtures/storm";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;
const DAY = 24 * HOUR;

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
