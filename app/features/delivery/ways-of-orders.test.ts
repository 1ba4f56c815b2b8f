import { expect, test } from "vitest";
import { releaseHold } from "~/features/checkout/hold-stock.server";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser, stockOf } from "../../../tests/fixtures/shop";
import { aStallWithWays, COLLECTION, DELIVERY, ON_SATURDAY, SATURDAY } from "../../../tests/fixtures/ways";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const places = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select(["day", "orders"]).execute()).map(
    ({ day, orders }) => `${day}: ${orders}`,
  );

onBothDatabases("a way and a time of an order", (world) => {
  test("are kept with the part, and a plan that changes later moves nobody", async () => {
    const { merchant, methods, carts, choose } = await aStallWithWays(world, COLLECTION);
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
    const { bread, carts, choose } = await aStallWithWays(world, COLLECTION, DELIVERY);
    const buyer = await aUser(world);
    const refusal = async (overrides: object) =>
      (await initialize(world, buyer.token, carts, overrides)).body.error?.[0]?.code;
    expect(await refusal({})).toBe("choose_way");
    expect(await refusal(choose(0))).toBe("choose_way");
    expect(await refusal(choose(0, { day: "2026-03-08", from: "09:00" }))).toBe("way_closed");
    expect(await refusal(choose(0, { day: "2026-03-07", from: "09:30" }))).toBe("way_closed");
    const otherStall = await aStallWithWays(world, DELIVERY);
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
    const { merchant, carts, choose } = await aStallWithWays(world, COLLECTION);
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
    const { carts, choose } = await aStallWithWays(world, COLLECTION);
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
    const { carts, choose } = await aStallWithWays(world, COLLECTION);
    const buyer = await aUser(world);
    const next = { day: "2026-03-14", from: "09:00" };
    const one = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
    const otherCheckout = await initialize(world, buyer.token, carts, choose(0, next));
    expect(otherCheckout.body.payment.orderId).not.toBe(one.body.payment.orderId);
    expect((await places(world)).sort()).toEqual(["2026-03-07: 0", "2026-03-14: 1"]);
  });

  test("another time of the same day is another hold too", async () => {
    const later = { ...SATURDAY, from: "12:00", to: "15:00" };
    const { carts, choose } = await aStallWithWays(world, { ...COLLECTION, times: [SATURDAY, later] });
    const buyer = await aUser(world);
    const one = await initialize(world, buyer.token, carts, choose(0, ON_SATURDAY));
    const otherCheckout = await initialize(world, buyer.token, carts, choose(0, { ...ON_SATURDAY, from: "12:00" }));
    expect(otherCheckout.body.payment.orderId).not.toBe(one.body.payment.orderId);
    expect(otherCheckout.body.payment.order.parts).toMatchObject([{ delivery: { from: "12:00" } }]);
  });

  test("of one stall cannot be chosen for another stall of the cart", async () => {
    const [bakery, dairy] = [await aStallWithWays(world, DELIVERY), await aStallWithWays(world, COLLECTION)];
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
    const { carts, choose } = await aStallWithWays(world, DELIVERY);
    const buyer = await aUser(world);
    expect((await initialize(world, buyer.token, carts, choose(0))).status).toBe(200);
    const movedChoice = { ...choose(0), shipping: { ...ADDRESS, zipCode: "05499" } };
    expect((await initialize(world, buyer.token, carts, movedChoice)).body.error).toMatchObject([
      { code: "not_to_this_address" },
    ]);
  });

  test("a payment that comes after the hold has its place where one is left, else its money back", async () => {
    const { bread, carts, choose } = await aStallWithWays(world, {
      ...COLLECTION,
      times: [{ ...SATURDAY, capacity: 1 }],
    });
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
    const { merchant, carts, choose } = await aStallWithWays(world, COLLECTION);
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
    const { carts, choose } = await aStallWithWays(world, { ...COLLECTION, times: [{ ...SATURDAY, capacity: 5 }] });
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
