import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { sharedDays, wayChoicesOf, followsDay } from "./together-schema";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const SATURDAY = { weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" } };
const MARKET = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  directions: "Under the arches.",
  times: [{ ...SATURDAY, capacity: 2 }],
};
const ON_SATURDAY = { day: "2026-03-07", from: "09:00" };
const NEXT = { day: "2026-03-14", from: "09:00" };

async function aMarketDay(world: World, body: object = MARKET) {
  const { token } = await aUser(world, { privilege: "operator" });
  const marketDay = (await world.call("POST", "/operator/market-days", { token, body })).body.data._id as string;
  const path = `/operator/market-days/${marketDay}`;
  return { token, marketDay, path };
}

/** A stall with bread, that takes part in a market day. */
async function aStallAt(world: World, marketDay: string, noticeHours = 0) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 500, quantity: 500 });
  const path = `/merchant/market-days/${marketDay}`;
  await world.call("PUT", path, { token: merchant.token, body: { noticeHours } });
  const choose = (time: object = ON_SATURDAY) => ({ merchant: merchant._id, method: marketDay, ...time });
  return { merchant, token: merchant.token, bread, path, line: { product: bread._id, quantity: 1 }, choose };
}
type Stall = Awaited<ReturnType<typeof aStallAt>>;

const begin = async (world: World, stalls: Stall[], time: object = ON_SATURDAY) => {
  const buyer = await aUser(world);
  const ways = stalls.map(({ choose }) => choose(time));
  const carts = stalls.map(({ line }) => line);
  return { buyer, ...(await initialize(world, buyer.token, carts, { ways })) };
};

/** A paid order of stalls, collected at the market day. */
async function anOrder(world: World, stalls: Stall[], time: object = ON_SATURDAY) {
  const { buyer, body } = await begin(world, stalls, time);
  await confirm(world, body.data as string);
  const { data } = (await finalize(world, buyer.token, body.payment.stripeId as string)).body;
  const partOf = (stall: Stall) =>
    data.parts.find((part: { merchant: string }) => part.merchant === stall.merchant._id) as {
      _id: string;
      delivery: { code: string; day: string };
    };
  const read = async () => (await world.call("GET", `/product/order/${data._id}`, { token: buyer.token })).body.data;
  return { id: data._id as string, itemId: data.itemId as number, buyer, partOf, read };
}

const places = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select(["day", "orders"]).orderBy("day").execute()).map(
    ({ day, orders }) => `${day.slice(8)}: ${orders}`,
  );
const codeOf = ({ status, body }: Pick<Awaited<ReturnType<World["call"]>>, "status" | "body">) =>
  status < 300 ? "done" : (body.error[0].code as string);

onBothDatabases("market days", (world) => {
  test("are made, changed and removed by operators, and the log says so", async () => {
    const { token, marketDay, path } = await aMarketDay(world);
    const changedDay = { ...MARKET, name: "Town Hall", daysOff: ["2026-03-14"] };
    expect((await world.call("PUT", path, { token, body: changedDay })).body.data).toMatchObject({
      ...changedDay,
      _id: marketDay,
      active: true,
      stalls: [],
    });
    expect((await world.call("DELETE", path, { token })).status).toBe(200);
    expect(codeOf(await world.call("GET", path, { token }))).toBe("unknown_market_day");
    const log = await world.services.db.selectFrom("auditLog").select(["action", "subject"]).orderBy("_id").execute();
    expect(log.map(({ action, subject }) => `${action} ${subject}`).sort()).toEqual([
      "market_day.changed Town Hall",
      "market_day.created Town Hall Market",
      "market_day.removed Town Hall",
    ]);
  });

  test.each([
    [{ ...MARKET, address: "" }, "address", "An address is required"],
    [{ ...MARKET, times: [] }, "times", "Say when it can be collected."],
    [{ ...MARKET, times: [{ ...SATURDAY, to: "08:00" }] }, "times.0.to", "It must end later than it begins."],
    [
      { ...MARKET, times: [SATURDAY, { ...SATURDAY, from: "11:00", to: "13:00" }] },
      "times.1.from",
      "It overlaps another time of that day.",
    ],
    [{ ...MARKET, times: [{ ...SATURDAY, capacity: 0 }] }, "times.0.capacity", "Places must be a whole number from 1."],
    [
      { ...MARKET, daysOff: Array.from({ length: 500 }, () => "2026-12-24") },
      "daysOff",
      "There can be at most 366 days off.",
    ],
  ])("%# %s is refused at %s", async (body, field, message) => {
    const { token } = await aMarketDay(world);
    const answer = await world.call("POST", "/operator/market-days", { token, body });
    expect([answer.status, answer.body.error]).toMatchObject([422, [{ field, message }]]);
  });

  test("are joined and left by stalls, who read of how many take part", async () => {
    const { marketDay, token, path } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay, 24), await aStallAt(world, marketDay)];
    const list = async (stall: Stall) =>
      (await world.call("GET", "/merchant/market-days", { token: stall.token })).body.data;
    expect(await list(bakery)).toMatchObject([{ _id: marketDay, takesPart: true, noticeHours: 24, stalls: 2 }]);
    expect((await world.call("GET", path, { token })).body.data.stalls).toMatchObject([{ status: "active" }, {}]);
    for (let times = 0; times < 2; times += 1)
      expect((await world.call("DELETE", dairy.path, { token: dairy.token })).status).toBe(200);
    expect(await list(dairy)).toMatchObject([{ takesPart: false, noticeHours: 0, stalls: 1 }]);
    await world.call("PUT", path, { token, body: { ...MARKET, active: false } });
    expect([await list(bakery), await list(dairy)]).toMatchObject([[{ active: false }], []]);
    expect(codeOf(await world.call("PUT", dairy.path, { token: dairy.token, body: { noticeHours: 0 } }))).toBe(
      "unknown_market_day",
    );
    expect(codeOf(await world.call("PUT", bakery.path, { token: bakery.token, body: { noticeHours: 2 } }))).toBe(
      "done",
    );
  });

  test("two at once that are saved from the same page: the second is told", async () => {
    const { token, path } = await aMarketDay(world);
    const etag = (await world.call("GET", path, { token })).headers.get("ETag") ?? "";
    const save = (name: string) =>
      world.call("PUT", path, { token, body: { ...MARKET, name }, headers: { "If-Match": etag } });
    expect([codeOf(await save("One")), codeOf(await save("Two"))]).toEqual(["done", "changed_meanwhile"]);
  });
});

onBothDatabases("several stalls at one market day", (world) => {
  test("have one code and one place, and each its own line of the day", async () => {
    const { marketDay } = await aMarketDay(world);
    const stalls = [
      await aStallAt(world, marketDay),
      await aStallAt(world, marketDay),
      await aStallAt(world, marketDay),
    ];
    const order = await anOrder(world, stalls);
    const codes = new Set(stalls.map((stall) => order.partOf(stall).delivery.code));
    expect([codes.size, await places(world)]).toEqual([1, ["07: 1"]]);
    const [first] = stalls;
    const day = await world.call("GET", "/product/order/merchant/days/2026-03-07", { token: first!.token });
    expect(day.body.data.times).toMatchObject([{ name: "Town Hall Market", orders: [{ _id: order.id }] }]);
    const mails = await mailsSent(world);
    const mailsWithCode = mails.filter(({ text }) => text.includes("Your code is"));
    expect(mailsWithCode).toHaveLength(1);
    expect(mailsWithCode[0]?.text.split("Your code is")).toHaveLength(2);
  });

  test("a place is given back once nothing of the order is left there", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    const cancel = (stall: Stall) =>
      world.call("POST", `/product/order/merchant/${order.id}/cancel`, {
        token: stall.token,
        body: { reason: "Hail." },
      });
    await cancel(bakery);
    expect(await places(world)).toEqual(["07: 1"]);
    await cancel(dairy);
    expect(await places(world)).toEqual(["07: 0"]);
    const checkout = await begin(world, [bakery, dairy]);
    expect(await places(world)).toEqual(["07: 1"]);
    await releaseHold(world.services, checkout.body.payment.orderId as string);
    expect(await places(world)).toEqual(["07: 0"]);
  });

  test("thirty buyers of several stalls at once for 20 places: 20, and each of them once", async () => {
    const { marketDay } = await aMarketDay(world, { ...MARKET, times: [{ ...SATURDAY, capacity: 20 }] });
    const stalls = [
      await aStallAt(world, marketDay),
      await aStallAt(world, marketDay),
      await aStallAt(world, marketDay),
    ];
    const mixes = [stalls, stalls.slice(1), stalls.slice(0, 1)];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => begin(world, mixes[index % 3]!)));
    const checkouts = answers.filter(({ status }) => status === 200);
    expect(checkouts).toHaveLength(20);
    expect(answers.flatMap((answer) => (answer.status === 200 ? [] : [codeOf(answer)]))).toEqual(
      Array.from({ length: 10 }, () => "slot_full"),
    );
    expect(await places(world)).toEqual(["07: 20"]);
    for (const { body } of checkouts) await releaseHold(world.services, body.payment.orderId as string);
    expect(await places(world)).toEqual(["07: 0"]);
    expect(await stockOf(world, stalls[0]!.bread._id)).toBe(500);
  });

  test("a late payment takes its one place again", async () => {
    const { marketDay } = await aMarketDay(world);
    const stalls = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const { buyer, body } = await begin(world, stalls);
    await confirm(world, body.data as string);
    await releaseHold(world.services, body.payment.orderId as string);
    expect((await finalize(world, buyer.token, body.payment.stripeId as string)).status).toBe(200);
    expect(await places(world)).toEqual(["07: 1"]);
  });

  test("a stall that needs more notice closes earlier, the others do not", async () => {
    const { marketDay } = await aMarketDay(world);
    const [quick, slow] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay, 5 * 24)];
    expect(codeOf(await begin(world, [slow]))).toBe("past_cut_off");
    expect(codeOf(await begin(world, [quick]))).toBe("done");
    expect(codeOf(await begin(world, [slow], NEXT))).toBe("done");
    const cart = { carts: [quick.line, slow.line] };
    const { data } = (await world.call("POST", "/product/delivery/options", { body: cart })).body;
    const [shared] = sharedDays(data);
    expect(shared).toMatchObject({
      option: { method: marketDay, name: "Town Hall Market" },
      stalls: [{ merchant: quick.merchant._id }, { merchant: slow.merchant._id }],
      slots: [{ ...ON_SATURDAY, closed: "past_cut_off" }, { ...NEXT, closed: null }, {}, {}, {}, {}],
    });
  });

  test("a stall on holiday is not there, and the day is not offered for all of them", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const holiday = { holidayFrom: "2026-03-06", holidayUntil: "2026-03-08" };
    await world.services.db.updateTable("stores").set(holiday).where("userId", "=", dairy.merchant._id).execute();
    expect(codeOf(await begin(world, [bakery, dairy]))).toBe("way_closed");
    const { data } = (
      await world.call("POST", "/product/delivery/options", { body: { carts: [bakery.line, dairy.line] } })
    ).body;
    expect(sharedDays(data)[0]?.slots.map(({ day }) => day)[0]).toBe("2026-03-14");
    expect(codeOf(await begin(world, [bakery]))).toBe("done");
  });

  test("the goods of a stall that is suspended are not collected, and its orders stay", async () => {
    const { marketDay, token, path } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    await world.call("POST", `/operator/merchants/${dairy.merchant._id}/suspend`, {
      token,
      body: { reason: "Mould." },
    });
    expect(codeOf(await begin(world, [bakery, dairy]))).toBe("no_longer_sold");
    expect((await world.call("GET", path, { token })).body.data.stalls).toContainEqual(
      expect.objectContaining({ merchant: dairy.merchant._id, status: "suspended" }),
    );
    expect((await order.read()).parts).toHaveLength(2);
  });

  test("a stall that leaves, or a market day that is switched off, changes no placed order", async () => {
    const { marketDay, token, path } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    const earlier = (await order.read()).parts;
    await world.call("DELETE", dairy.path, { token: dairy.token });
    await world.call("PUT", path, { token, body: { ...MARKET, name: "Elsewhere", active: false } });
    expect((await order.read()).parts).toEqual(earlier);
    expect(codeOf(await world.call("DELETE", path, { token }))).toBe("market_day_in_use");
    expect(codeOf(await begin(world, [bakery]))).toBe("way_closed");
  });

  test("one of them can be chosen otherwise, and a slot of another stall's market day is refused", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const buyer = await aUser(world);
    const carts = [bakery.line, dairy.line];
    const apart = await initialize(world, buyer.token, carts, { ways: [bakery.choose(), dairy.choose(NEXT)] });
    expect([apart.status, await places(world)]).toEqual([200, ["07: 1", "14: 1"]]);
    const otherDay = await aMarketDay(world, { ...MARKET, name: "Riverside" });
    const refusal = await initialize(world, (await aUser(world)).token, carts, {
      ways: [bakery.choose(), { ...dairy.choose(), method: otherDay.marketDay }],
      billing: ADDRESS,
    });
    expect(refusal.body.error).toMatchObject([{ code: "way_closed", field: `ways.${dairy.merchant._id}` }]);
  });

  test("move to another time together, and not once a stall has packed", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    const path = `/product/order/${order.id}/parts/${order.partOf(bakery)._id}`;
    const move = (time: string) => world.call("POST", `${path}/time`, { token: order.buyer.token, body: { time } });
    const { together } = (await world.call("GET", `${path}/changes`, { token: order.buyer.token })).body.data;
    expect(together).toHaveLength(1);
    expect(codeOf(await move("2026-03-14T09:00"))).toBe("done");
    const { parts } = await order.read();
    expect(parts).toMatchObject([{ delivery: { ...NEXT, changes: 1 } }, { delivery: { ...NEXT, changes: 1 } }]);
    expect(await places(world)).toEqual(["07: 0", "14: 1"]);
    await world.call("POST", `/product/order/merchant/${order.id}/ship`, { token: dairy.token, body: {} });
    const refusal = await move("2026-03-07T09:00");
    expect([codeOf(refusal), refusal.body.error[0].message]).toEqual([
      "already_shipped",
      expect.stringMatching(/^Stall \d+ has packed its part already/),
    ]);
  });

  test("are reminded of by one mail", async () => {
    const { marketDay } = await aMarketDay(world);
    await anOrder(world, [await aStallAt(world, marketDay), await aStallAt(world, marketDay)]);
    world.clock.forward(4 * 86_400);
    await remindOfDay.handle(world.services);
    const reminders = (await mailsSent(world)).filter(({ subject }) => subject.includes("collect it tomorrow"));
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.text).toMatch(/Stall \d+ and Stall \d+: Collect at Town Hall Market/);
  });
});

test("a stall that follows its market day has the time that was chosen for all, and none where none was", () => {
  const [market, way] = ["a".repeat(24), "b".repeat(24)];
  const ways = { one: followsDay(market), two: `${way}|2026-03-07|10:00`, three: `${way}||` };
  expect(wayChoicesOf(ways, { [market]: "2026-03-07|09:00" })).toEqual([
    { merchant: "one", method: market, day: "2026-03-07", from: "09:00" },
    { merchant: "two", method: way, day: "2026-03-07", from: "10:00" },
    { merchant: "three", method: way, day: "", from: "" },
  ]);
  expect(wayChoicesOf({ one: followsDay(market) }, {})).toEqual([]);
});
