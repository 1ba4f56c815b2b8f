import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const SATURDAY = { weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" } };
const COLLECTION = {
  kind: "collection",
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  directions: "Under the arches.",
  times: [{ ...SATURDAY, capacity: 2 }],
};
const DELIVERY = { kind: "delivery", name: "Delivery", area: "05401-05408", times: [] };
const ON_SATURDAY = { day: "2026-03-07", from: "09:00" };

async function aStall(world: World, ...ways: object[]) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 500, quantity: 50 });
  const methods: string[] = [];
  for (const body of ways) {
    // Ways are listed by age, so each needs a second of its own.
    world.clock.forward(1);
    methods.push((await world.call("POST", "/merchant/ways", { token: merchant.token, body })).body.data._id as string);
  }
  const carts = [{ product: bread._id, quantity: 1 }];
  const choose = (index: number, time: object = {}) => ({
    ways: [{ merchant: merchant._id, method: methods[index], ...time }],
  });
  return { merchant, bread, methods, carts, choose };
}

const places = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select(["day", "orders"]).execute()).map(
    ({ day, orders }) => `${day}: ${orders}`,
  );

onBothDatabases("ways of a stall", (world) => {
  test("are added, changed and removed by their merchant alone", async () => {
    const { merchant, methods } = await aStall(world, COLLECTION);
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
    const { merchant } = await aStall(world, ...Array.from({ length: 19 }, () => DELIVERY));
    const headers = { "Idempotency-Key": "a-way-of-a-stall" };
    const { token } = merchant;
    for (let times = 0; times < 2; times += 1)
      expect((await world.call("POST", "/merchant/ways", { token, body: DELIVERY, headers })).status).toBe(201);
    expect((await world.call("POST", "/merchant/ways", { token, body: DELIVERY })).body.error).toMatchObject([
      { code: "too_many_ways" },
    ]);
  });

  test("are offered for a cart with what speaks against them", async () => {
    const { merchant, carts } = await aStall(world, COLLECTION, DELIVERY);
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
    const { carts, choose } = await aStall(world, { ...COLLECTION, active: false }, DELIVERY);
    const { data } = (await world.call("POST", "/product/delivery/options", { body: { carts } })).body;
    expect(data[0].options.map(({ name }: { name: string }) => name)).toEqual(["Delivery"]);
    const buyer = await aUser(world);
    expect((await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY))).body.error).toMatchObject([
      { code: "way_closed" },
    ]);
  });

  test("have no times in the holiday of their stall, and say which are full", async () => {
    const { merchant, carts, choose } = await aStall(world, { ...COLLECTION, times: [{ ...SATURDAY, capacity: 1 }] });
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
    const { carts, choose } = await aStall(world, { ...COLLECTION, times });
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
    const { merchant, methods } = await aStall(world, COLLECTION);
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

onBothDatabases("a way and a time of an order", (world) => {
  test("are kept with the part, and a plan that changes later moves nobody", async () => {
    const { merchant, methods, carts, choose } = await aStall(world, COLLECTION);
    const buyer = await aUser(world);
    const { body } = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
    await confirm(world, body.data as string);
    const finalized = await finalize(world, buyer.token, body.payment.stripeId as string);
    await world.call("DELETE", `/merchant/ways/${methods[0]}`, { token: merchant.token });
    const order = (await world.call("GET", `/product/order/${finalized.body.data._id}`, { token: buyer.token })).body
      .data;
    const delivery = {
      kind: "collection",
      name: "Town Hall Market",
      address: "1 Market Square, Burlington",
      directions: "Under the arches.",
      ...ON_SATURDAY,
      to: "12:00",
      timeZone: "UTC",
      cutOffAt: "2026-03-05T18:00:00.000Z",
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{6}$/),
    };
    expect(order.parts).toMatchObject([{ delivery }]);
    const sale = await world.call("GET", `/product/order/merchant/${finalized.body.data._id}`, {
      token: merchant.token,
    });
    expect(sale.body.data.delivery).toEqual(order.parts[0].delivery);
  });

  test("are refused where they cannot be had, and nothing is held", async () => {
    const { bread, carts, choose } = await aStall(world, COLLECTION, DELIVERY);
    const buyer = await aUser(world);
    const refusal = async (overrides: object) =>
      (await initialize(world, buyer.token, carts, overrides)).body.error?.[0]?.code;
    expect(await refusal({})).toBe("choose_way");
    expect(await refusal(choose(0))).toBe("choose_way");
    expect(await refusal(choose(0, { day: "2026-03-08", from: "09:00" }))).toBe("way_closed");
    expect(await refusal(choose(0, { day: "2026-03-07", from: "09:30" }))).toBe("way_closed");
    const otherStall = await aStall(world, DELIVERY);
    expect(await refusal({ ways: [{ ...choose(0, ON_SATURDAY).ways[0], method: otherStall.methods[0] }] })).toBe(
      "way_closed",
    );
    expect(await refusal({ ...choose(1), billing: { ...ADDRESS, zipCode: "05499" } })).toBe("not_to_this_address");
    expect(await refusal({ ...choose(1), billing: { ...ADDRESS, zipCode: "", city: "Essex" } })).toBe(
      "not_to_this_address",
    );
    expect([await stockOf(world, bread._id), await places(world)]).toEqual([50, []]);
  });

  test("close at the cut-off, to the second, and earlier for goods that need notice", async () => {
    const { merchant, carts, choose } = await aStall(world, COLLECTION);
    world.clock.forward(3 * 86_400 + 6 * 3600 - 2);
    const early = await aUser(world);
    const initialized = await initialize(world, early.token, carts, choose(0, ON_SATURDAY));
    expect(initialized.status).toBe(200);
    world.clock.forward(1);
    const lateBuyer = await aUser(world);
    expect((await initialize(world, lateBuyer.token, carts, choose(0, ON_SATURDAY))).body.error).toMatchObject([
      {
        code: "past_cut_off",
        message: "Orders for Saturday 7 March, 9 to 12 are closed.",
        field: `ways.${merchant._id}`,
      },
    ]);
    // An order that was begun before it is paid afterwards all the same.
    world.clock.forward(600);
    await confirm(world, initialized.body.data as string);
    expect((await finalize(world, early.token, initialized.body.payment.stripeId as string)).status).toBe(200);
    const cheese = await aProduct(world, { merchantId: merchant._id, noticeHours: 14 * 24 });
    const slow = [{ product: cheese._id, quantity: 1 }];
    const body = { carts: slow };
    const [stall] = (await world.call("POST", "/product/delivery/options", { body })).body.data;
    expect(stall.options[0].slots.map(({ closed }: { closed: string | null }) => closed)).toEqual([
      "past_cut_off",
      "past_cut_off",
      null,
      null,
      null,
      null,
    ]);
  });

  test("a place is held with the order, once, and freed with it", async () => {
    const { carts, choose } = await aStall(world, COLLECTION);
    const [first, second, third] = [await aUser(world), await aUser(world), await aUser(world)];
    const initialized = await initialize(world, first.token, carts, choose(0, ON_SATURDAY));
    await initialize(world, first.token, carts, choose(0, ON_SATURDAY));
    await initialize(world, second.token, carts, choose(0, ON_SATURDAY));
    const refusal = await initialize(world, third.token, carts, choose(0, ON_SATURDAY));
    expect(refusal.body.error).toMatchObject([
      { code: "slot_full", message: "Town Hall Market has no place left on Saturday 7 March, 9 to 12." },
    ]);
    expect(await places(world)).toEqual(["2026-03-07: 2"]);
    await releaseHold(world.services, initialized.body.payment.orderId as string);
    await releaseHold(world.services, initialized.body.payment.orderId as string);
    expect(await places(world)).toEqual(["2026-03-07: 1"]);
    expect((await initialize(world, third.token, carts, choose(0, ON_SATURDAY))).status).toBe(200);
  });

  test("another time is another hold; the place of the first is there again", async () => {
    const { carts, choose } = await aStall(world, COLLECTION);
    const buyer = await aUser(world);
    const next = { day: "2026-03-14", from: "09:00" };
    const one = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
    const otherCheckout = await initialize(world, buyer.token, carts, choose(0, next));
    expect(otherCheckout.body.payment.orderId).not.toBe(one.body.payment.orderId);
    expect((await places(world)).sort()).toEqual(["2026-03-07: 0", "2026-03-14: 1"]);
  });

  test("another time of the same day is another hold too", async () => {
    const later = { ...SATURDAY, from: "12:00", to: "15:00" };
    const { carts, choose } = await aStall(world, { ...COLLECTION, times: [SATURDAY, later] });
    const buyer = await aUser(world);
    const one = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
    const otherCheckout = await initialize(world, buyer.token, carts, choose(0, { ...ON_SATURDAY, from: "12:00" }));
    expect(otherCheckout.body.payment.orderId).not.toBe(one.body.payment.orderId);
    expect(otherCheckout.body.payment.order.parts).toMatchObject([{ delivery: { from: "12:00" } }]);
  });

  test("of one stall cannot be chosen for another stall of the cart", async () => {
    const [bakery, dairy] = [await aStall(world, DELIVERY), await aStall(world, COLLECTION)];
    const buyer = await aUser(world);
    const ways = [
      ...bakery.choose(0).ways,
      { merchant: dairy.merchant._id, method: bakery.methods[0], day: "", from: "" },
    ];
    const refusal = await initialize(world, buyer.token, [...bakery.carts, ...dairy.carts], { ways });
    expect(refusal.body.error).toMatchObject([{ code: "way_closed", field: `ways.${dairy.merchant._id}` }]);
    const checkout = await initialize(world, buyer.token, [...bakery.carts, ...dairy.carts], {
      ways: [...bakery.choose(0).ways, ...dairy.choose(0, ON_SATURDAY).ways],
    });
    expect(
      checkout.body.payment.order.parts.map(({ delivery }: { delivery: { name: string } }) => delivery.name).sort(),
    ).toEqual(["Delivery", "Town Hall Market"]);
  });

  test("another address is looked at anew", async () => {
    const { carts, choose } = await aStall(world, DELIVERY);
    const buyer = await aUser(world);
    expect((await initialize(world, buyer.token, carts, choose(0))).status).toBe(200);
    const movedChoice = { ...choose(0), shipping: { ...ADDRESS, zipCode: "05499" } };
    expect((await initialize(world, buyer.token, carts, movedChoice)).body.error).toMatchObject([
      { code: "not_to_this_address" },
    ]);
  });

  test("a payment that comes after the hold has its place where one is left, else its money back", async () => {
    const { bread, carts, choose } = await aStall(world, { ...COLLECTION, times: [{ ...SATURDAY, capacity: 1 }] });
    const pay = async (isTaken: boolean) => {
      const buyer = await aUser(world);
      const { body } = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
      await confirm(world, body.data as string);
      await releaseHold(world.services, body.payment.orderId as string);
      if (isTaken) await initialize(world, (await aUser(world)).token, carts, choose(0, ON_SATURDAY));
      return finalize(world, buyer.token, body.payment.stripeId as string);
    };
    expect((await pay(true)).body.error).toMatchObject([{ code: "sold_meanwhile" }]);
    expect([await places(world), await stockOf(world, bread._id)]).toEqual([["2026-03-07: 1"], 49]);
    await world.services.db.updateTable("slotOrders").set({ orders: 0 }).execute();
    expect((await pay(false)).status).toBe(200);
    expect(await places(world)).toEqual(["2026-03-07: 1"]);
  });

  test("a part that is called off leaves its place to others", async () => {
    const { merchant, carts, choose } = await aStall(world, COLLECTION);
    const buyer = await aUser(world);
    const { body } = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
    await confirm(world, body.data as string);
    await finalize(world, buyer.token, body.payment.stripeId as string);
    expect(await places(world)).toEqual(["2026-03-07: 1"]);
    const cancel = `/product/order/merchant/${body.payment.orderId}/cancel`;
    await world.call("POST", cancel, { token: merchant.token, body: { reason: "Oven broken." } });
    expect(await places(world)).toEqual(["2026-03-07: 0"]);
  });

  test("many buyers at once for few places: not one too many", async () => {
    const { carts, choose } = await aStall(world, { ...COLLECTION, times: [{ ...SATURDAY, capacity: 5 }] });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aUser(world)));
    const answers = await Promise.all(
      buyers.map(({ token }) => initialize(world, token, carts, choose(0, ON_SATURDAY))),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? "held" : body.error[0].code));
    expect(codes.filter((code) => code === "held")).toHaveLength(5);
    expect(codes.filter((code) => code === "slot_full")).toHaveLength(15);
    expect(await places(world)).toEqual(["2026-03-07: 5"]);
  });
});
