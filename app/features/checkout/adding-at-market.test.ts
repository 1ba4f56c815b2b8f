import { expect, test } from "vitest";
import type { StallDay } from "~/features/merchant-orders/day-schema";
import { deliveryListPdf } from "~/features/merchant-orders/delivery-list-pdf.server";
import { labelsPdf } from "~/features/merchant-orders/labels-pdf.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const SATURDAY = { day: "2026-03-07", from: "09:00" };
const NEXT = { day: "2026-03-14", from: "09:00" };
const cutOff = { daysBefore: 2, time: "18:00" };
const MARKET = {
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  fee: 3,
  times: [{ weekday: 6, from: "09:00", to: "12:00", cutOff, capacity: 1 }],
};

type Answer = Awaited<ReturnType<World["call"]>>;

/** A market day with one place, two stalls that sell bread and cheese there, and a buyer's order of both. */
async function aMarket(world: World) {
  const operator = await aUser(world, { privilege: "operator" });
  const created = await world.call("POST", "/operator/market-days", { token: operator.token, body: MARKET });
  const method = created.body.data._id as string;
  const aStall = async (title: string) => {
    const merchant = await aUser(world, { privilege: "merchant" });
    await world.call("PUT", `/merchant/market-days/${method}`, { token: merchant.token, body: { noticeHours: 0 } });
    const product = await aProduct(world, { merchantId: merchant._id, title, amountCents: 500, quantity: 50 });
    return { merchant, product: product._id };
  };
  const [bakery, dairy] = [await aStall("Bread"), await aStall("Cheese")];
  type Stall = typeof bakery;
  const buyer = await aUser(world);
  const begin = (stalls: Stall[], time: typeof SATURDAY, order?: string) =>
    initialize(
      world,
      buyer.token,
      stalls.map(({ product }) => ({ product, quantity: 2 })),
      { ways: stalls.map(({ merchant }) => ({ merchant: merchant._id, method, ...time, ...(order && { order }) })) },
    );
  const pay = async ({ body }: Answer) => {
    await confirm(world, body.data as string);
    return (await finalize(world, buyer.token, body.payment.stripeId as string)).body.data;
  };
  const first = await pay(await begin([bakery, dairy], SATURDAY));
  // Orders of one hand-over are sorted by age, so each needs a second of its own.
  world.clock.forward(1);
  const partOf = (order: typeof first, { merchant }: Stall) =>
    order.parts.find((part: { merchant: string }) => part.merchant === merchant._id);
  const orderOf = async (id: string) =>
    (await world.call("GET", `/product/order/${id}`, { token: buyer.token })).body.data;
  const ofDay = `/operator/market-days/${method}/days/${SATURDAY.day}`;
  return {
    bakery,
    dairy,
    first,
    begin,
    pay,
    partOf,
    orderOf,
    add: (time = SATURDAY, order = first._id as string, stall = bakery) => begin([stall], time, order),
    move: (order: typeof first, stall: Stall, { day, from }: typeof SATURDAY) =>
      world.call("POST", `/product/order/${order._id}/parts/${partOf(order, stall)._id}/time`, {
        token: buyer.token,
        body: { time: `${day}T${from}` },
      }),
    stallDay: async ({ merchant }: Stall) =>
      (await world.call("GET", `/product/order/merchant/days/${SATURDAY.day}`, { token: merchant.token })).body
        .data as StallDay,
    staffDay: async () => (await world.call("GET", ofDay, { token: operator.token })).body.data,
    staffHandOver: (body: object) => world.call("POST", `${ofDay}/hand-over`, { token: operator.token, body }),
    handOver: ({ merchant }: Stall) =>
      world.call("POST", `/product/order/merchant/days/${SATURDAY.day}/hand-over`, {
        token: merchant.token,
        body: { code: first.parts[0].delivery.code },
      }),
  };
}

const places = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select(["day", "orders"]).orderBy("day").execute()).flatMap(
    ({ day, orders }) => (orders > 0 ? [`${day.slice(8)}: ${orders}`] : []),
  );

onBothDatabases("goods that are added to an order of a market day", (world) => {
  test("have its time and code, no second place and no second fee, and are one order to the market's staff", async () => {
    const market = await aMarket(world);
    const { first, bakery, dairy, pay, add, staffDay, partOf } = market;
    const second = await pay(await add());
    const delivery = { ...SATURDAY, code: partOf(first, bakery).delivery.code, joinedTo: first._id };
    expect(second).toMatchObject({ amount: 10, deliveryFee: 0, parts: [{ delivery }] });
    expect(await places(world)).toEqual(["07: 1"]);
    const { times } = await staffDay();
    expect(times).toHaveLength(1);
    expect(times[0].orders).toMatchObject([{ _id: first._id, parts: [{}, {}, { itemId: second.itemId }] }]);
    const days = (await market.stallDay(bakery)).times.flatMap((time) => time.orders.map(({ _id }) => _id));
    expect(days).toEqual([first._id, second._id]);
    expect((await market.stallDay(dairy)).times.flatMap(({ orders }) => orders)).toHaveLength(1);
  });

  test("are added to both stalls at once, and to no stall that the order is not of", async () => {
    const market = await aMarket(world);
    const { first, bakery, dairy, begin, pay, orderOf } = market;
    const second = await pay(await begin([bakery, dairy], SATURDAY, first._id));
    expect(second.parts.map((part: { delivery: { joinedTo: string } }) => part.delivery.joinedTo)).toEqual([
      first._id,
      first._id,
    ]);
    expect(await places(world)).toEqual(["07: 1"]);
    const otherMarket = await aMarket(world);
    expect(outcomeOf(await begin([otherMarket.bakery], SATURDAY, first._id))).toBe("way_closed");
    expect((await orderOf(second._id)).amount).toBe(20);
  });

  test("move with all stalls of the order, whichever part is moved, and keep one place", async () => {
    const { first, bakery, dairy, pay, add, move, orderOf } = await aMarket(world);
    const second = await pay(await add());
    expect(outcomeOf(await move(first, dairy, NEXT))).toBe("done");
    for (const { _id } of [first, second])
      for (const part of (await orderOf(_id)).parts) expect(part.delivery).toMatchObject({ ...NEXT, changes: 1 });
    expect(await places(world)).toEqual(["14: 1"]);
    expect(outcomeOf(await move(second, bakery, SATURDAY))).toBe("done");
    for (const { _id } of [first, second])
      for (const part of (await orderOf(_id)).parts) expect(part.delivery).toMatchObject(SATURDAY);
    expect(await places(world)).toEqual(["07: 1"]);
  });

  test("are handed over by each stall with what is its own, or with all of it by the market's staff", async () => {
    const { first, bakery, dairy, pay, add, handOver, staffHandOver, orderOf } = await aMarket(world);
    const second = await pay(await add());
    expect((await handOver(bakery)).body).toMatchObject({ data: { _id: first._id }, added: [{ _id: second._id }] });
    const statuses = async (id: string) =>
      (await orderOf(id)).parts.map((part: { statusText: string }) => part.statusText).toSorted();
    expect([await statuses(first._id), await statuses(second._id)]).toEqual([
      ["Delivered", "Processing"],
      ["Delivered"],
    ]);
    expect(outcomeOf(await staffHandOver({ order: first._id }))).toBe("done");
    expect(await statuses(first._id)).toEqual(["Delivered", "Delivered"]);
    expect(outcomeOf(await handOver(dairy))).toBe("handed_over_already");
  });

  test("are closed to who comes after the cut-off, and stay when the first order is cancelled by one stall", async () => {
    const { first, bakery, pay, add, orderOf } = await aMarket(world);
    const second = await pay(await add());
    const cancel = `/product/order/merchant/${first._id}/cancel`;
    await world.call("POST", cancel, { token: bakery.merchant.token, body: { reason: "Burnt." } });
    expect((await orderOf(second._id)).parts[0].statusText).toBe("Processing");
    expect(await places(world)).toEqual(["07: 1"]);
    world.clock.forward(3 * 86_400 + 6 * 3600);
    expect(outcomeOf(await add(SATURDAY, second._id))).toBe("past_cut_off");
  });

  test("are one label and one stop with the numbers of both orders", async () => {
    const { first, bakery, pay, add, stallDay } = await aMarket(world);
    const second = await pay(await add());
    const orders = (await stallDay(bakery)).times.flatMap((time) => time.orders);
    const label = await readPdf(labelsPdf(orders, "roll-62", 1, "Hill Farm"));
    expect(label.raw.match(/\/Type \/Page\n/g)).toHaveLength(1);
    const list = await readPdf(deliveryListPdf({ day: SATURDAY.day, orders }, "Hill Farm"));
    for (const { texts } of [label, list]) {
      const plain = texts.replaceAll("\n", " ");
      expect(plain.split(`#${first.itemId}, #${second.itemId}`)).toHaveLength(2);
      expect(plain.split("2 × Bread; 2 × Bread")).toHaveLength(2);
    }
  });
});
