import { expect, test } from "vitest";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { wayChoicesOf, followsDay } from "./together-schema";
import { aMarketDay, aStallAt, codeOf, MARKET, SATURDAY, type Stall } from "../../../tests/fixtures/market-days";

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
