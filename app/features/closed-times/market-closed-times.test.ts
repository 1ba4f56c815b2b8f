import { expect, test } from "vitest";
import { expectBridged } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { codeOf, lookAfter, moneyBack, placesTaken, SATURDAY } from "../../../tests/fixtures/storm";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { goOn } from "./go-on.server";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const NEXT = "2026-03-14";
const cutOff = { daysBefore: 2, time: "18:00" };
const MARKET = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  fee: 2,
  times: [
    { weekday: 6, from: "09:00", to: "12:00", cutOff, capacity: 3 },
    { weekday: 6, from: "14:00", to: "16:00", cutOff, capacity: 1 },
  ],
};

/** A market day of two stalls with breads at 5.55, and an operator who closes times of it. */
async function aStormyMarket(world: World) {
  const operator = await aUser(world, { privilege: "operator" });
  const call = (http: string, path: string, body?: object, headers = {}) =>
    world.call(http, path, { token: operator.token, headers, ...(body && { body }) });
  const method = (await call("POST", "/operator/market-days", MARKET)).body.data._id as string;
  const aStall = async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    await world.call("PUT", `/merchant/market-days/${method}`, { token: merchant.token, body: { noticeHours: 0 } });
    const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 555, quantity: 100 });
    return { merchant, token: merchant.token, bread: bread._id };
  };
  const stalls = [await aStall(), await aStall()] as const;
  /** A paid order of one bread from each stall. */
  const order = async (of: readonly (typeof stalls)[number][] = stalls, from = "09:00") => {
    world.clock.forward(1);
    const buyer = await aUser(world);
    const ways = of.map(({ merchant }) => ({ merchant: merchant._id, method, day: SATURDAY, from }));
    const carts = of.map(({ bread }) => ({ product: bread, quantity: 1 }));
    const { body } = await initialize(world, buyer.token, carts, { ways });
    await confirm(world, body.data as string);
    const { data } = (await finalize(world, buyer.token, body.payment.stripeId as string)).body;
    const orderId = data._id as string;
    const read = async () => (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data;
    const mails = () => mailsSent(world, buyer.email);
    return {
      orderId,
      buyer,
      mails,
      days: async () =>
        (await read()).parts.map((part: { delivery: { day: string }; statusText: string }) =>
          part.statusText === "Processing" ? part.delivery.day : part.statusText,
        ),
      letters: async () => (await mails()).filter(({ text }) => /ha(s|d) to close on/.test(text)),
      word: async () => /\/moved\/(\S+)/.exec((await mails()).map(({ text }) => text).join("\n"))?.[1] ?? "",
    };
  };
  const path = `/operator/market-days/${method}`;
  const choices = async (from = "09:00") =>
    (await call("GET", `${path}/times-to-close/choices?day=${SATURDAY}&from=${from}`)).body.data;
  const close = async (body: object = {}, headers = {}) => {
    const { orders = 0, amount = 0 } = (await choices()) ?? {};
    const payload = { day: SATURDAY, from: "09:00", next: "move", time: `${NEXT}T09:00`, reason: "A storm." };
    return call("POST", `${path}/closed-times`, { ...payload, orders, amount, ...body }, headers);
  };
  return {
    operator,
    stalls,
    method,
    path,
    call,
    order,
    choices,
    close,
    progress: async (id: string) => (await call("GET", `/operator/closed-times/${id}`)).body.data,
    takeBack: (id: string) => call("POST", `/operator/closed-times/${id}/take-back`),
    answer: (word: string, answer: string) => world.call("POST", `/closed-time-link/${word}`, { body: { answer } }),
    seenBy: async ({ token }: { token: string }, id: string) =>
      world.call("GET", `/merchant/closed-times/${id}`, { token }),
    lettersOf: async ({ merchant }: (typeof stalls)[number]) =>
      (await mailsSent(world, merchant.email)).filter(({ subject }) => subject.startsWith("Town Hall Market")),
  };
}

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
