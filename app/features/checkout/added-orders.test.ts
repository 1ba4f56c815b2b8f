import { expect, test } from "vitest";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { initialize } from "../../../tests/fixtures/checkout";
import { aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { SATURDAY, SUNDAY, COLLECTION, aStallWithAnOrder, placesTaken } from "../../../tests/fixtures/adding";

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
