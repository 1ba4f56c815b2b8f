import { expect, test } from "vitest";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { allowPayingThere } from "../../../tests/fixtures/collection";
import { ADDRESS, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { DAY, SATURDAY, DELIVERY, aStallWithAnOrder, placesTaken } from "../../../tests/fixtures/adding";

onBothDatabases("goods that were added to an order", (world) => {
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
});
