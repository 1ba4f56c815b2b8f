import { expect, test } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { aStallWithWays, COLLECTION, DELIVERY, ON_SATURDAY, SATURDAY } from "../../../tests/fixtures/ways";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("ways of a stall", (world) => {
  test("are added, changed and removed by their merchant alone", async () => {
    const { merchant, methods } = await aStallWithWays(world, COLLECTION);
    const { token } = merchant;
    const ways = (await world.call("GET", "/merchant/ways", { token })).body.data;
    expect(ways).toMatchObject([{ ...COLLECTION, _id: methods[0], active: true, daysOff: [] }]);
    const path = `/merchant/ways/${methods[0]}`;
    const changedWay = { ...COLLECTION, active: false, daysOff: ["2026-03-14"] };
    expect((await world.call("PUT", path, { token, body: changedWay })).body.data).toMatchObject(changedWay);
    const stranger = await aUser(world, { privilege: "merchant" });
    for (const [method, body] of [["GET"], ["PUT", changedWay], ["DELETE"]] as const)
      expect(
        (await world.call(method, path, { token: stranger.token, ...(body && { body }) })).body.error,
      ).toMatchObject([{ code: "unknown_way" }]);
    expect((await world.call("DELETE", path, { token })).status).toBe(200);
    expect((await world.call("GET", "/merchant/ways", { token })).body.data).toEqual([]);
  });

  test.each([
    [{ ...COLLECTION, address: "" }, "address", "An address is required"],
    [{ ...COLLECTION, times: [] }, "times", "Say when it can be collected."],
    [{ ...COLLECTION, times: [{ ...SATURDAY, to: "08:00" }] }, "times.0.to", "It must end later than it begins."],
    [
      { ...COLLECTION, times: [SATURDAY, { ...SATURDAY, from: "10:00" }] },
      "times.1.from",
      "It overlaps another time of that day.",
    ],
    [
      { ...COLLECTION, times: [{ ...SATURDAY, capacity: 0 }] },
      "times.0.capacity",
      "Places must be a whole number from 1.",
    ],
    [{ ...DELIVERY, area: " " }, "area", "Say which postcodes or towns it goes to."],
    [{ ...DELIVERY, kind: "carrier", times: [SATURDAY] }, "times", "A carrier comes without times."],
    [{ ...DELIVERY, name: "" }, "name", "A name is required"],
    [{ ...DELIVERY, daysOff: ["2026-02-30"] }, "daysOff.0", "A day is written as 2026-12-24."],
  ])("%j is refused at %s", async (body, field, message) => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const answer = await world.call("POST", "/merchant/ways", { token: merchant.token, body });
    expect([answer.status, answer.body.error]).toMatchObject([422, [{ field, message }]]);
  });

  test("21 are too many, and one that is asked for twice under a key is there once", async () => {
    const { merchant } = await aStallWithWays(world, ...Array.from({ length: 19 }, () => DELIVERY));
    const headers = { "Idempotency-Key": "a-way-of-a-stall" };
    const { token } = merchant;
    for (let times = 0; times < 2; times += 1)
      expect((await world.call("POST", "/merchant/ways", { token, body: DELIVERY, headers })).status).toBe(201);
    expect((await world.call("POST", "/merchant/ways", { token, body: DELIVERY })).body.error).toMatchObject([
      { code: "too_many_ways" },
    ]);
  });

  test("are offered for a cart with what speaks against them", async () => {
    const { merchant, carts } = await aStallWithWays(world, COLLECTION, DELIVERY);
    const bare = await aProduct(world);
    const body = { carts: [...carts, { product: bare._id, quantity: 1 }], address: { zipCode: "05499", city: "" } };
    const { data } = (await world.call("POST", "/product/delivery/options", { body })).body;
    expect(data).toMatchObject([
      {
        merchant: merchant._id,
        options: [
          { name: "Town Hall Market", closed: null },
          { name: "Delivery", closed: { code: "not_to_this_address", message: "Delivery does not go to 05499." } },
        ],
      },
      { options: [] },
    ]);
    expect(data[0].options[0].slots[0]).toEqual({
      ...ON_SATURDAY,
      to: "12:00",
      cutOffAt: "2026-03-05T18:00:00.000Z",
      placesLeft: 2,
      closed: null,
    });
    expect(data[0].options[0].slots).toHaveLength(6);
  });

  test("that are switched off are neither offered nor chosen", async () => {
    const { carts, choose } = await aStallWithWays(world, { ...COLLECTION, active: false }, DELIVERY);
    const { data } = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body;
    expect(data[0].options.map(({ name }: { name: string }) => name)).toEqual(["Delivery"]);
    const buyer = await aUser(world);
    expect((await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY))).body.error).toMatchObject([
      { code: "way_closed" },
    ]);
  });

  test("have no times in the holiday of their stall, and say which are full", async () => {
    const { merchant, carts, choose } = await aStallWithWays(world, {
      ...COLLECTION,
      times: [{ ...SATURDAY, capacity: 1 }],
    });
    const next = { day: "2026-03-14", from: "09:00" };
    expect((await initialize(world, (await aUser(world)).token, carts, choose(0, next))).status).toBe(200);
    const holiday = { holidayFrom: "2026-03-05", holidayUntil: "2026-03-08" };
    await world.services.db.updateTable("stores").set(holiday).where("userId", "=", merchant._id).execute();
    const { data } = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body;
    expect(data[0].options[0].slots.slice(0, 2)).toMatchObject([
      { day: "2026-03-14", placesLeft: 0, closed: "slot_full" },
      { day: "2026-03-21", placesLeft: 1, closed: null },
    ]);
    const buyer = await aUser(world);
    expect((await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY))).body.error).toMatchObject([
      { code: "way_closed" },
    ]);
  });

  test("offer their next sixty times at most, and those of six weeks can be chosen", async () => {
    const times = Array.from({ length: 7 * 8 }, (_, index) => {
      const hour = 8 + Math.floor(index / 7);
      const clock = (minutes: string) => `${String(hour).padStart(2, "0")}:${minutes}`;
      return { weekday: (index % 7) + 1, from: clock("00"), to: clock("30"), cutOff: { hoursBefore: 1 } };
    });
    const { carts, choose } = await aStallWithWays(world, { ...COLLECTION, times });
    const { data } = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body;
    expect(data[0].options[0].slots).toHaveLength(60);
    const begin = async (day: string) => {
      const buyer = await aUser(world);
      const { status, body } = await initialize(world, buyer.token, carts, choose(0, { day, from: "08:00" }));
      return status === 200 ? "held" : (body.error[0].code as string);
    };
    expect([await begin("2026-04-12"), await begin("2026-04-13")]).toEqual(["held", "way_closed"]);
  });

  test("that somebody else has saved since are not written over", async () => {
    const { merchant, methods } = await aStallWithWays(world, COLLECTION);
    const { token } = merchant;
    const path = `/merchant/ways/${methods[0]}`;
    const etag = (await world.call("GET", path, { token })).headers.get("ETag") ?? "";
    const save = (name: string) =>
      world.call("PUT", path, { token, body: { ...COLLECTION, name }, headers: { "If-Match": etag } });
    expect((await save("Market Hall")).status).toBe(200);
    const staleAnswer = await save("Old Hall");
    expect([staleAnswer.status, staleAnswer.body.error]).toMatchObject([412, [{ code: "changed_meanwhile" }]]);
    expect((await world.call("GET", path, { token })).body.data.name).toBe("Market Hall");
  });
});
