import { expect, test } from "vitest";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { initialize } from "../../../tests/fixtures/checkout";
import { ADDRESS, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { sharedDays } from "./together-schema";
import {
  aMarketDay,
  anOrder,
  aStallAt,
  beginOrder,
  codeOf,
  MARKET,
  NEXT_SATURDAY,
  ON_SATURDAY,
  placesTaken,
} from "../../../tests/fixtures/market-days";

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
    expect([codes.size, await placesTaken(world)]).toEqual([1, ["07: 1"]]);
    const [first] = stalls;
    const day = await world.call("GET", "/product/order/merchant/days/2026-03-07", { token: first!.token });
    expect(day.body.data.times).toMatchObject([{ name: "Town Hall Market", orders: [{ _id: order.id }] }]);
    const mails = await mailsSent(world);
    const mailsWithCode = mails.filter(({ text }) => text.includes("Your code is"));
    expect(mailsWithCode).toHaveLength(1);
    expect(mailsWithCode[0]?.text.split("Your code is")).toHaveLength(2);
  });

  test("a stall that needs more notice closes earlier, the others do not", async () => {
    const { marketDay } = await aMarketDay(world);
    const [quick, slow] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay, 5 * 24)];
    expect(codeOf(await beginOrder(world, [slow]))).toBe("past_cut_off");
    expect(codeOf(await beginOrder(world, [quick]))).toBe("done");
    expect(codeOf(await beginOrder(world, [slow], NEXT_SATURDAY))).toBe("done");
    const cart = { carts: [quick.line, slow.line] };
    const { data } = (await world.call("POST", "/product/delivery/options", { body: cart })).body;
    const [shared] = sharedDays(data);
    expect(shared).toMatchObject({
      option: { method: marketDay, name: "Town Hall Market" },
      stalls: [{ merchant: quick.merchant._id }, { merchant: slow.merchant._id }],
      slots: [{ ...ON_SATURDAY, closed: "past_cut_off" }, { ...NEXT_SATURDAY, closed: null }, {}, {}, {}, {}],
    });
  });

  test("a stall on holiday is not there, and the day is not offered for all of them", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const holiday = { holidayFrom: "2026-03-06", holidayUntil: "2026-03-08" };
    await world.services.db.updateTable("stores").set(holiday).where("userId", "=", dairy.merchant._id).execute();
    expect(codeOf(await beginOrder(world, [bakery, dairy]))).toBe("way_closed");
    const { data } = (
      await world.call("POST", "/product/delivery/options", { body: { carts: [bakery.line, dairy.line] } })
    ).body;
    expect(sharedDays(data)[0]?.slots.map(({ day }) => day)[0]).toBe("2026-03-14");
    expect(codeOf(await beginOrder(world, [bakery]))).toBe("done");
  });

  test("the goods of a stall that is suspended are not collected, and its orders stay", async () => {
    const { marketDay, token, path } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const order = await anOrder(world, [bakery, dairy]);
    await world.call("POST", `/operator/merchants/${dairy.merchant._id}/suspend`, {
      token,
      body: { reason: "Mould." },
    });
    expect(codeOf(await beginOrder(world, [bakery, dairy]))).toBe("no_longer_sold");
    expect((await world.call("GET", path, { token })).body.data.stalls).toContainEqual(
      expect.objectContaining({ merchant: dairy.merchant._id, status: "suspended" }),
    );
    expect((await order.read()).parts).toHaveLength(2);
  });

  test("one of them can be chosen otherwise, and a slot of another stall's market day is refused", async () => {
    const { marketDay } = await aMarketDay(world);
    const [bakery, dairy] = [await aStallAt(world, marketDay), await aStallAt(world, marketDay)];
    const buyer = await aUser(world);
    const carts = [bakery.line, dairy.line];
    const apart = await initialize(world, buyer.token, carts, { ways: [bakery.choose(), dairy.choose(NEXT_SATURDAY)] });
    expect([apart.status, await placesTaken(world)]).toEqual([200, ["07: 1", "14: 1"]]);
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
    expect(parts).toMatchObject([
      { delivery: { ...NEXT_SATURDAY, changes: 1 } },
      { delivery: { ...NEXT_SATURDAY, changes: 1 } },
    ]);
    expect(await placesTaken(world)).toEqual(["07: 0", "14: 1"]);
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
