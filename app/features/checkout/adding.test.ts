import { expect, test } from "vitest";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import type { StallDay } from "~/features/merchant-orders/day-schema";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { allowPayingThere } from "../../../tests/fixtures/collection";
import { confirm, finalize, initialize, statusOf } from "../../../tests/fixtures/checkout";
import { ADDRESS, aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { releaseHold } from "./hold-stock.server";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;
const DAY = 24 * HOUR;
/** From Monday noon to the cut-off of Saturday, Thursday 18:00. */
const TO_THE_CUT_OFF = 3 * DAY + 6 * HOUR;
const SATURDAY = { day: "2026-03-07", from: "09:00" };
const SUNDAY = { day: "2026-03-08", from: "09:00" };
const cutOff = { daysBefore: 2, time: "18:00" };
const COLLECTION = {
  kind: "collection",
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  isPaidThere: true,
  leastOrder: 6,
  fee: 4,
  times: [
    { weekday: 6, from: "09:00", to: "12:00", cutOff, capacity: 1 },
    { weekday: 7, from: "09:00", to: "12:00", cutOff, capacity: 1 },
  ],
};
const DELIVERY = { ...COLLECTION, kind: "delivery", name: "Saturday round", address: "", area: "05401" };

type Time = typeof SATURDAY;
type Answer = Awaited<ReturnType<World["call"]>>;

/** A stall with one place on Saturday and one on Sunday, and a buyer with a paid order of three breads for Saturday. */
async function aStall(world: World, way: object = COLLECTION) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 500, quantity: 50 });
  const jam = await aProduct(world, { merchantId: merchant._id, title: "Jam", amountCents: 320, quantity: 50 });
  const method = (await world.call("POST", "/merchant/ways", { token, body: way })).body.data._id as string;
  const buyer = await aUser(world);
  const begin = (carts: Parameters<typeof initialize>[2], time: Time, order?: string, overrides: object = {}) =>
    initialize(world, buyer.token, carts, {
      ways: [{ merchant: merchant._id, method, ...time, ...(order && { order }) }],
      ...overrides,
    });
  const pay = async ({ body }: Answer) => {
    await confirm(world, body.data as string);
    return finalize(world, buyer.token, body.payment.stripeId as string);
  };
  const first = (await pay(await begin([{ product: bread._id, quantity: 3 }], SATURDAY))).body.data;
  // Orders of one hand-over are sorted by age, so each needs a second of its own.
  world.clock.forward(1);
  /** Adds a jam to an order. Returns the answer of its checkout, which is not paid yet. */
  const add = (time: Time = SATURDAY, order = first._id as string, overrides: object = {}) =>
    begin([{ product: jam._id, quantity: 1 }], time, order, overrides);
  const orderOf = async (id: string) =>
    (await world.call("GET", `/product/order/${id}`, { token: buyer.token })).body.data;
  const path = (id: string, partId: string) => `/product/order/${id}/parts/${partId}`;
  return {
    merchant,
    buyer,
    bread,
    jam,
    method,
    begin,
    pay,
    first,
    add,
    added: async () => (await pay(await add())).body.data,
    orderOf,
    move: (order: { _id: string; parts: { _id: string }[] }, { day, from }: Time) =>
      world.call("POST", `${path(order._id, order.parts[0]!._id)}/time`, {
        token: buyer.token,
        body: { time: `${day}T${from}` },
      }),
    takeAllOut: (order: { _id: string; parts: { _id: string; lines: string[] }[]; carts: { quantity: number }[] }) =>
      world.call("POST", `${path(order._id, order.parts[0]!._id)}/take-out`, {
        token: buyer.token,
        body: { lines: [{ lineId: order.parts[0]!.lines[0], quantity: order.carts[0]!.quantity }] },
      }),
    cancel: (id: string) =>
      world.call("POST", `/product/order/merchant/${id}/cancel`, { token, body: { reason: "Burnt." } }),
    day: async (day = SATURDAY.day) =>
      (await world.call("GET", `/product/order/merchant/days/${day}`, { token })).body.data as StallDay,
    handOver: (code: string, weight?: number) =>
      world.call("POST", `/product/order/merchant/days/${SATURDAY.day}/hand-over`, {
        token,
        body: { code, given: weight },
      }),
  };
}

const places = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select(["day", "orders"]).orderBy("day").execute()).flatMap(
    ({ day, orders }) => (orders > 0 ? [`${day.slice(8)}: ${orders}`] : []),
  );

onBothDatabases("goods that are added to an order", (world) => {
  test("are an order of their own at its time, with its code, no second fee and no second place", async () => {
    const { first, added, orderOf, merchant, buyer } = await aStall(world);
    const second = await added();
    const way = { day: "2026-03-07", from: "09:00", code: first.parts[0].delivery.code };
    expect(second).toMatchObject({
      amount: 3.2,
      deliveryFee: 0,
      parts: [
        {
          delivery: { ...way, joinedTo: first._id },
          together: [{ order: first._id, itemId: first.itemId, statusText: "Processing" }],
        },
      ],
    });
    expect((await orderOf(first._id)).parts).toMatchObject([
      { deliveryFee: 4, delivery: { ...way, joinedTo: null }, together: [{ order: second._id }] },
    ]);
    expect(await places(world)).toEqual(["07: 1"]);
    for (const { email } of [buyer, merchant])
      expect((await mailsSent(world, email)).at(-1)?.text).toContain(
        `It is handed over together with order #${first.itemId}.`,
      );
    const sale = await world.call("GET", `/product/order/merchant/${first._id}`, { token: merchant.token });
    expect(sale.body.data.together).toMatchObject([{ order: second._id, itemId: second.itemId }]);
  });

  test("are offered to their buyer alone, once for each hand-over, until the cut-off and their notice", async () => {
    const { first, added, buyer, jam, merchant, method } = await aStall(world);
    await added();
    const offered = async (token?: string) =>
      (
        await world.call("POST", "/product/delivery/options", {
          token,
          body: { carts: [{ product: jam._id, quantity: 1 }] },
        })
      ).body.data[0].additions;
    const until = "2026-03-05T18:00:00.000Z";
    const additions = [{ order: first._id, itemId: first.itemId, method, ...SATURDAY, to: "12:00", until }];
    expect(await offered(buyer.token)).toMatchObject(additions);
    expect(await offered(buyer.token)).toHaveLength(1);
    expect(await offered((await aUser(world)).token)).toEqual([]);
    expect(await offered(merchant.token)).toEqual([]);
    expect(await offered()).toEqual([]);
    await world.services.db.updateTable("products").set({ noticeHours: 100 }).where("_id", "=", jam._id).execute();
    expect(await offered(buyer.token)).toMatchObject([{ until: "2026-03-03T05:00:00.000Z" }]);
    world.clock.forward(17 * HOUR);
    expect(await offered(buyer.token)).toEqual([]);
  });

  test("are taken to the last second before the cut-off, and no later; what was begun before it may be paid after it", async () => {
    const { add, pay, first } = await aStall(world);
    world.clock.forward(TO_THE_CUT_OFF - 2);
    const checkout = await add();
    world.clock.forward(1);
    expect((await pay(checkout)).body.data.parts[0].delivery.joinedTo).toBe(first._id);
    expect(outcomeOf(await add())).toBe("past_cut_off");
  });

  test("whose payment comes after their hold keep the place of the first order, at the time that it has by then", async () => {
    const { add, pay, first, move, orderOf } = await aStall(world);
    const checkout = await add();
    await releaseHold(world.services, checkout.body.payment.orderId);
    expect(outcomeOf(await move(first, SUNDAY))).toBe("done");
    const second = (await pay(checkout)).body.data;
    expect(second.parts[0].delivery).toMatchObject({ ...SUNDAY, code: first.parts[0].delivery.code });
    expect(await places(world)).toEqual(["08: 1"]);
    expect((await orderOf(first._id)).parts[0].together).toMatchObject([{ order: second._id }]);
  });

  test("whose payment comes late and whose first order is gone need a place of their own", async () => {
    const { add, first, cancel, begin, pay, bread } = await aStall(world);
    const checkout = await add();
    await releaseHold(world.services, checkout.body.payment.orderId);
    await cancel(first._id);
    expect(await places(world)).toEqual([]);
    await pay(await begin([{ product: bread._id, quantity: 2 }], SATURDAY));
    await confirm(world, checkout.body.data);
    expect(outcomeOf(await pay(checkout))).toBe("sold_meanwhile");
    expect(await statusOf(world, checkout.body.payment.orderId)).toBe("refused");
  });

  test("stay, with the place and the code, when the first order is cancelled; the last of them frees the place", async () => {
    const { first, added, add, pay, cancel, handOver, orderOf } = await aStall(world);
    const second = await added();
    await cancel(first._id);
    expect(await places(world)).toEqual(["07: 1"]);
    // A third one is added to the second: they are still one hand-over.
    const third = (await pay(await add(SATURDAY, second._id))).body.data;
    expect(third.parts[0].delivery.joinedTo).toBe(first._id);
    expect(outcomeOf(await add())).toBe("way_closed");
    await cancel(second._id);
    expect(await places(world)).toEqual(["07: 1"]);
    expect((await handOver(first.parts[0].delivery.code)).body).toMatchObject({ data: { _id: third._id }, added: [] });
    expect((await orderOf(first._id)).parts[0].statusText).toBe("Cancelled");
  });

  test("that wait for their payment keep the place of a first order that is cancelled meanwhile", async () => {
    const { first, add, pay, cancel, merchant, method, bread, jam } = await aStall(world);
    const checkout = await add();
    await cancel(first._id);
    const stranger = await aUser(world);
    const ways = [{ merchant: merchant._id, method, ...SATURDAY }];
    const secondCheckout = await initialize(world, stranger.token, [{ product: bread._id, quantity: 2 }], { ways });
    expect(outcomeOf(secondCheckout)).toBe("slot_full");
    expect((await pay(checkout)).body.data.parts).toMatchObject([{ statusText: "Processing", delivery: SATURDAY }]);
    expect([await places(world), await stockOf(world, jam._id)]).toEqual([["07: 1"], 49]);
  });

  test("are moved with the first order, from whichever of them, while they wait for their payment too", async () => {
    const { first, added, add, pay, move, orderOf, merchant, buyer } = await aStall(world);
    const second = await added();
    const checkout = await add();
    expect(outcomeOf(await move(second, SUNDAY))).toBe("done");
    const third = (await pay(checkout)).body.data;
    for (const { _id } of [first, second, third])
      expect((await orderOf(_id)).parts[0].delivery).toMatchObject({ ...SUNDAY, changes: 1 });
    expect(await places(world)).toEqual(["08: 1"]);
    for (const { email } of [buyer, merchant]) {
      const letters = (await mailsSent(world, email)).filter(({ subject }) => /moved to Sunday/.test(subject));
      expect(letters.map(({ text }) => /#\d+ and #\d+ move with it\./.test(text))).toEqual([true]);
    }
    expect(outcomeOf(await move(first, SATURDAY))).toBe("done");
    expect(await places(world)).toEqual(["07: 1"]);
  });

  test("are not moved once one of them is packed", async () => {
    const { first, added, move, merchant } = await aStall(world);
    const second = await added();
    await world.call("POST", `/product/order/merchant/${second._id}/ship`, { token: merchant.token, body: {} });
    expect(outcomeOf(await move(first, SUNDAY))).toBe("already_shipped");
  });

  test("are picked and handed over with the first order, by one code, and are one order of the day", async () => {
    const { first, added, day, handOver, merchant, orderOf } = await aStall(world);
    const second = await added();
    const { times, picks } = await day();
    expect(times[0]?.orders.map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(picks).toMatchObject([
      { title: "Bread", pieces: 3 },
      { title: "Jam", pieces: 1 },
    ]);
    const days = await world.call("GET", "/product/order/merchant/days", { token: merchant.token });
    expect(days.body.data[0].times).toMatchObject([{ orders: 1 }]);
    const answer = await handOver(first.parts[0].delivery.code);
    expect(answer.body).toMatchObject({ data: { _id: first._id }, added: [{ _id: second._id }] });
    for (const { _id } of [first, second]) expect((await orderOf(_id)).parts[0].statusText).toBe("Delivered");
    expect(outcomeOf(await handOver(first.parts[0].delivery.code))).toBe("handed_over_already");
  });

  test("that are paid there are paid with the first order, from one sum", async () => {
    await allowPayingThere(world);
    const { first, add, handOver, begin, bread, orderOf, cancel } = await aStall(world);
    const onCollection = { paymentMethod: "On collection" };
    await cancel(first._id);
    const one = (await begin([{ product: bread._id, quantity: 2 }], SATURDAY, undefined, onCollection)).body.order;
    const otherOrder = (await add(SATURDAY, one._id, onCollection)).body.order;
    const { code } = one.parts[0].delivery;
    const tooLittle = await handOver(code, 17);
    expect([outcomeOf(tooLittle), tooLittle.body.error[0].message]).toEqual([
      "given_too_little",
      expect.stringContaining("$17.20"),
    ]);
    expect(outcomeOf(await handOver(code, 20))).toBe("done");
    expect((await orderOf(one._id)).parts[0].onCollection).toMatchObject({ state: "paid", paid: 14, change: 0 });
    expect((await orderOf(otherOrder._id)).parts[0].onCollection).toMatchObject({
      state: "paid",
      paid: 3.2,
      change: 2.8,
    });
  });

  test("come out by themselves; the order that the fee was paid with goes last", async () => {
    const { first, added, takeAllOut } = await aStall(world);
    const second = await added();
    expect(outcomeOf(await takeAllOut(first))).toBe("additions_left");
    expect((await takeAllOut(second)).body.amountBack).toBe(3.2);
    expect(await places(world)).toEqual(["07: 1"]);
    expect((await takeAllOut(first)).body.amountBack).toBe(19);
    expect(await places(world)).toEqual([]);
  });

  test("are refused where the order is somebody else's, another stall's, packed, or at another time by now", async () => {
    const { first, add, move, merchant, begin, jam } = await aStall(world);
    const stranger = await aStall(world);
    expect(outcomeOf(await add(SATURDAY, stranger.first._id))).toBe("way_closed");
    const cheese = await aProduct(world, { title: "Cheese", quantity: 5 });
    const ways = [{ merchant: merchant._id, method: "0".repeat(24), ...SATURDAY, order: first._id }];
    const carts = [
      { product: jam._id, quantity: 1 },
      { product: cheese._id, quantity: 1 },
    ];
    // Goods of another stall have a delivery of their own.
    expect((await begin(carts, SATURDAY, first._id, { ways })).body.payment.order.parts).toHaveLength(2);
    await move(first, SUNDAY);
    expect(outcomeOf(await add())).toBe("way_closed");
    await world.call("POST", `/product/order/merchant/${first._id}/ship`, { token: merchant.token, body: {} });
    expect(outcomeOf(await add(SUNDAY))).toBe("way_closed");
  });

  test("are refused where they do not go by its way, or are out of season on its day", async () => {
    const { first, add, jam, bread, method } = await aStall(world);
    const { db } = world.services;
    const products = JSON.stringify([bread._id]);
    await db.updateTable("deliveryMethods").set({ products }).where("_id", "=", method).execute();
    expect(outcomeOf(await add())).toBe("not_for_these_goods");
    await db.updateTable("deliveryMethods").set({ products: "[]" }).where("_id", "=", method).execute();
    await db
      .updateTable("products")
      .set({ seasonFrom: "2026-03-01", seasonUntil: "2026-03-06" })
      .where("_id", "=", jam._id)
      .execute();
    const answer = await add();
    expect([outcomeOf(answer), answer.body.error[0].message]).toEqual([
      "way_closed",
      "Jam is out of season on Saturday 7 March, 9 to 12.",
    ]);
    expect(await statusOf(world, first._id)).toBe("paid");
  });

  test("go to the address of the first order, and are one stop of the delivery list", async () => {
    const { first, add, pay, merchant } = await aStall(world, DELIVERY);
    const otherAddress = { ...ADDRESS, streetAddress: "9 Other Street" };
    expect(outcomeOf(await add(SATURDAY, first._id, { shipping: otherAddress }))).toBe("not_to_this_address");
    const second = (await pay(await add())).body.data;
    const list = `/product/order/merchant/days/${SATURDAY.day}/deliveries`;
    const csv = (await world.call("GET", `${list}/export`, { token: merchant.token })).body as string;
    const rows = csv.trim().split("\r\n").slice(1);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`1,${first.itemId} ${second.itemId},`);
    expect(rows[0]).toContain("3 × Bread; 1 × Jam");
  });

  test("are in the first order's reminder", async () => {
    const { added, buyer, first } = await aStall(world);
    const second = await added();
    world.clock.forward(4 * DAY);
    await remindOfDay.handle(world.services);
    await remindOfDay.handle(world.services);
    const reminders = (await mailsSent(world, buyer.email)).filter(({ subject }) => /tomorrow/.test(subject));
    expect(reminders.map(({ subject }) => subject.split(":")[0])).toEqual([`Order #${first.itemId}`]);
    expect(reminders[0]?.text).toContain(`It is handed over together with order #${second.itemId}.`);
  });

  test("go where a time that is closed sends the first order, and take one place there", async () => {
    const times = COLLECTION.times.map((time) => ({ ...time, capacity: 2 }));
    const { first, added, orderOf, merchant, method } = await aStall(world, { ...COLLECTION, times });
    const second = await added();
    const call = (path: string, body?: object) =>
      world.call("POST", `/merchant/closed-times${path}`, { token: merchant.token, ...(body && { body }) });
    const time = { method, ...SATURDAY, orders: 2, amount: 22.2 };
    const closed = await call("", { ...time, next: "move", time: "2026-03-14T09:00", reason: "A storm." });
    expect(closed.body.error).toBeUndefined();
    // A place was reserved for each of the two orders; together they need one.
    await world.runner.drain();
    for (const { _id } of [first, second])
      expect((await orderOf(_id)).parts[0].delivery).toMatchObject({
        day: "2026-03-14",
        joinedTo: _id === first._id ? null : first._id,
      });
    expect(await places(world)).toEqual(["14: 1"]);
    await call(`/${closed.body.data._id}/take-back`);
    await world.runner.drain();
    for (const { _id } of [first, second]) expect((await orderOf(_id)).parts[0].delivery).toMatchObject(SATURDAY);
    expect(await places(world)).toEqual(["07: 1"]);
  });

  test("and a first order that is cancelled at the same moment: added to it, or refused, and no place lost", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { first, add, cancel, jam, pay } = await aStall(world);
      const [checkout, cancelled] = await Promise.all([add(), cancel(first._id)]);
      expect(cancelled.status).toBe(200);
      const isAdded = outcomeOf(checkout) === "done";
      expect(isAdded || outcomeOf(checkout) === "way_closed").toBe(true);
      expect(await stockOf(world, jam._id)).toBe(isAdded ? 49 : 50);
      expect(await places(world)).toEqual(isAdded ? ["07: 1"] : []);
      // The next turn begins with an empty list of places.
      if (isAdded) await cancel((await pay(checkout)).body.data._id);
      expect(await places(world)).toEqual([]);
    }
  });

  test("and the first order cancelled at the same moment give their place back once", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { first, added, cancel } = await aStall(world);
      const second = await added();
      await Promise.all([cancel(first._id), cancel(second._id)]);
      expect(await places(world)).toEqual([]);
    }
  });

  test("that are paid while the first order is moved are where it is", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { first, add, pay, move, orderOf, cancel } = await aStall(world);
      const checkout = await add();
      await releaseHold(world.services, checkout.body.payment.orderId);
      const [paid, moveAnswer] = await Promise.all([pay(checkout), move(first, SUNDAY)]);
      expect([outcomeOf(paid), outcomeOf(moveAnswer)]).toEqual(["done", "done"]);
      const second = paid.body.data._id as string;
      expect((await orderOf(second)).parts[0].delivery).toMatchObject(SUNDAY);
      expect(await places(world)).toEqual(["08: 1"]);
      await cancel(first._id);
      await cancel(second);
      expect(await places(world)).toEqual([]);
    }
  });
});
