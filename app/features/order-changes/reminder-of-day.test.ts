import { expect, test } from "vitest";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { DAY, HOUR } from "../../../tests/fixtures/adding";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { aStall, COLLECTION, SUNDAY } from "../../../tests/fixtures/changeable-orders";
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

onBothDatabases("the reminder of a day", (world) => {
  const reminders = async (email: string) => {
    await remindOfDay.handle(world.services);
    return (await mailsSent(world, email)).filter(({ subject }) => /tomorrow/.test(subject));
  };

  test("comes the day before at a civil hour, once, also when the clock is set back", async () => {
    const { anOrder } = await aStall(world);
    const { buyer, code } = await anOrder();
    world.clock.forward(3 * DAY + 20 * HOUR);
    expect(await reminders(buyer.email)).toEqual([]);
    world.clock.forward(HOUR);
    const [mail, ...otherMails] = await reminders(buyer.email);
    expect(otherMails).toEqual([]);
    expect(mail?.subject).toMatch(/collect it tomorrow, Saturday 7 March, 9 to 12$/);
    expect(mail?.text).toContain(`${code.slice(0, 3)} ${code.slice(3)}`);
    world.clock.forward(-HOUR / 2);
    expect(await reminders(buyer.email)).toHaveLength(1);
    world.clock.forward(2 * HOUR);
    expect(await reminders(buyer.email)).toHaveLength(1);
  });

  test("does not come late in the evening, nor for what was cancelled, handed over or has just been paid", async () => {
    const { anOrder, merchant } = await aStall(world, {
      ...COLLECTION,
      times: [{ ...COLLECTION.times[0], cutOff: { hoursBefore: 1 }, capacity: null }],
    });
    const cancelled = await anOrder();
    const cancel = `/product/order/merchant/${cancelled.id}/cancel`;
    await world.call("POST", cancel, { token: merchant.token, body: { reason: "Oven broken." } });
    const collected = await anOrder();
    for (const step of ["ship", "deliver"])
      await world.call("POST", `/product/order/merchant/${collected.id}/${step}`, { token: merchant.token, body: {} });
    const early = await anOrder();
    world.clock.forward(4 * DAY + 8 * HOUR);
    expect(await reminders(early.buyer.email)).toEqual([]);
    world.clock.forward(-HOUR);
    const lateOrder = await anOrder();
    expect(await reminders(early.buyer.email)).toHaveLength(1);
    for (const { buyer } of [cancelled, collected, lateOrder]) expect(await reminders(buyer.email)).toEqual([]);
  });

  test("comes anew for another day that an order was moved to", async () => {
    const { anOrder } = await aStall(world, {
      ...COLLECTION,
      times: COLLECTION.times.map((time) => ({ ...time, cutOff: { hoursBefore: 1 } })),
    });
    const { buyer, move } = await anOrder();
    world.clock.forward(4 * DAY);
    expect(await reminders(buyer.email)).toHaveLength(1);
    expect(outcomeOf(await move(SUNDAY))).toBe("done");
    world.clock.forward(DAY);
    expect((await reminders(buyer.email)).map(({ subject }) => subject.slice(-22))).toEqual(
      ["turday 7 March, 9 to 12", "Sunday 8 March, 9 to 12"].map((subject) => subject.slice(-22)),
    );
  });
});
