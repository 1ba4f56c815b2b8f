import { expect, test } from "vitest";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { allowPayingThere } from "../../../tests/fixtures/collection";
import { initialize } from "../../../tests/fixtures/checkout";
import { ADDRESS, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import {
  DAY,
  SATURDAY,
  SUNDAY,
  COLLECTION,
  DELIVERY,
  aStallWithAnOrder,
  placesTaken,
} from "../../../tests/fixtures/adding";

onBothDatabases("goods that were added to an order", (world) => {
  test("stay, with the place and the code, when the first order is cancelled; the last of them frees the place", async () => {
    const { first, added, add, pay, cancel, handOver, orderOf } = await aStallWithAnOrder(world);
    const second = await added();
    await cancel(first._id);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    // A third one is added to the second: they are still one hand-over.
    const third = (await pay(await add(SATURDAY, second._id))).body.data;
    expect(third.parts[0].delivery.joinedTo).toBe(first._id);
    expect(outcomeOf(await add())).toBe("way_closed");
    await cancel(second._id);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    expect((await handOver(first.parts[0].delivery.code)).body).toMatchObject({ data: { _id: third._id }, added: [] });
    expect((await orderOf(first._id)).parts[0].statusText).toBe("Cancelled");
  });

  test("that wait for their payment keep the place of a first order that is cancelled meanwhile", async () => {
    const { first, add, pay, cancel, merchant, method, bread, jam } = await aStallWithAnOrder(world);
    const checkout = await add();
    await cancel(first._id);
    const stranger = await aUser(world);
    const ways = [{ merchant: merchant._id, method, ...SATURDAY }];
    const secondCheckout = await initialize(world, stranger.token, [{ product: bread._id, quantity: 2 }], { ways });
    expect(outcomeOf(secondCheckout)).toBe("slot_full");
    expect((await pay(checkout)).body.data.parts).toMatchObject([{ statusText: "Processing", delivery: SATURDAY }]);
    expect([await placesTaken(world), await stockOf(world, jam._id)]).toEqual([["07: 1"], 49]);
  });

  test("are moved with the first order, from whichever of them, while they wait for their payment too", async () => {
    const { first, added, add, pay, move, orderOf, merchant, buyer } = await aStallWithAnOrder(world);
    const second = await added();
    const checkout = await add();
    expect(outcomeOf(await move(second, SUNDAY))).toBe("done");
    const third = (await pay(checkout)).body.data;
    for (const { _id } of [first, second, third])
      expect((await orderOf(_id)).parts[0].delivery).toMatchObject({ ...SUNDAY, changes: 1 });
    expect(await placesTaken(world)).toEqual(["08: 1"]);
    for (const { email } of [buyer, merchant]) {
      const letters = (await mailsSent(world, email)).filter(({ subject }) => /moved to Sunday/.test(subject));
      expect(letters.map(({ text }) => /#\d+ and #\d+ move with it\./.test(text))).toEqual([true]);
    }
    expect(outcomeOf(await move(first, SATURDAY))).toBe("done");
    expect(await placesTaken(world)).toEqual(["07: 1"]);
  });

  test("are not moved once one of them is packed", async () => {
    const { first, added, move, merchant } = await aStallWithAnOrder(world);
    const second = await added();
    await world.call("POST", `/product/order/merchant/${second._id}/ship`, { token: merchant.token, body: {} });
    expect(outcomeOf(await move(first, SUNDAY))).toBe("already_shipped");
  });

  test("are picked and handed over with the first order, by one code, and are one order of the day", async () => {
    const { first, added, day, handOver, merchant, orderOf } = await aStallWithAnOrder(world);
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
    const { first, add, handOver, begin, bread, orderOf, cancel } = await aStallWithAnOrder(world);
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
    const { first, added, takeAllOut } = await aStallWithAnOrder(world);
    const second = await added();
    expect(outcomeOf(await takeAllOut(first))).toBe("additions_left");
    expect((await takeAllOut(second)).body.amountBack).toBe(3.2);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    expect((await takeAllOut(first)).body.amountBack).toBe(19);
    expect(await placesTaken(world)).toEqual([]);
  });

  test("go to the address of the first order, and are one stop of the delivery list", async () => {
    const { first, add, pay, merchant } = await aStallWithAnOrder(world, DELIVERY);
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
    const { added, buyer, first } = await aStallWithAnOrder(world);
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
    const { first, added, orderOf, merchant, method } = await aStallWithAnOrder(world, { ...COLLECTION, times });
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
    expect(await placesTaken(world)).toEqual(["14: 1"]);
    await call(`/${closed.body.data._id}/take-back`);
    await world.runner.drain();
    for (const { _id } of [first, second]) expect((await orderOf(_id)).parts[0].delivery).toMatchObject(SATURDAY);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
  });
});
