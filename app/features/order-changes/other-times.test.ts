import { expect, test } from "vitest";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { aStall, COLLECTION, SATURDAY, SUNDAY } from "../../../tests/fixtures/changeable-orders";
import { placesTaken } from "../../../tests/fixtures/market-days";
import { mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

onBothDatabases("an order for a time", (world) => {
  test("is moved to another time, whose place is taken and the other's given back; both sides are told once", async () => {
    const { merchant, anOrder } = await aStall(world);
    const order = await anOrder();
    expect(await order.changes()).toMatchObject({
      until: "2026-03-05T18:00:00.000Z",
      closed: null,
      slots: expect.arrayContaining([expect.objectContaining({ day: "2026-03-08", placesLeft: 1 })]),
      lines: [
        { title: "Bread", quantity: 3, amount: 15 },
        { title: "Jam", quantity: 1, amount: 3.2 },
      ],
    });
    const headers = { "Idempotency-Key": "to-the-sunday" };
    world.clock.forward(60);
    const moveAnswer = await order.move(SUNDAY, headers);
    expect(moveAnswer.body.data.parts[0].delivery).toMatchObject({
      day: "2026-03-08",
      from: "09:00",
      cutOffAt: "2026-03-06T18:00:00.000Z",
      code: order.code,
      changes: 1,
    });
    expect((await order.move(SUNDAY, headers)).status).toBe(200);
    expect((await order.move(SUNDAY)).body.data.parts[0].delivery.changes).toBe(1);
    expect(await placesTaken(world)).toEqual(["07: 0", "08: 1"]);
    for (const { email } of [merchant, order.buyer])
      expect(
        (await mailsSent(world, email)).filter(({ subject }) => subject.endsWith("moved to Sunday 8 March, 9 to 12")),
      ).toHaveLength(1);
    const since = new Date(world.clock.now().getTime() - 1000).toISOString();
    const changedList = await world.call("GET", `/product/order/merchant?updatedSince=${since}`, {
      token: merchant.token,
    });
    expect(changedList.body.data.docs).toMatchObject([{ _id: order.id, delivery: { day: "2026-03-08" } }]);
  });

  test("tells its merchant's own server of its way, and of another time", async () => {
    const { merchant, anOrder } = await aStall(world);
    const hook = { url: "https://example.com/hook", events: ["order.placed", "order.moved"] };
    await world.call("POST", "/merchant/webhooks", { token: merchant.token, body: hook });
    const order = await anOrder();
    await order.move(SUNDAY);
    await order.move(SUNDAY);
    const rows = await world.services.db
      .selectFrom("webhookDeliveries")
      .select(["type", "body"])
      .orderBy("type", "desc")
      .execute();
    const time = { from: "09:00", to: "12:00", timeZone: "UTC" };
    const way = { kind: "collection", name: "Town Hall Market", ...time, joinedTo: null };
    expect(rows.map(({ type, body }) => [type, JSON.parse(body).data.delivery])).toEqual([
      ["order.placed", { ...way, day: "2026-03-07" }],
      ["order.moved", { ...way, day: "2026-03-08" }],
    ]);
  });

  test("is not moved to a time that is full, closed or none of its way, and keeps its place", async () => {
    const { anOrder, wayId } = await aStall(world);
    const order = await anOrder();
    await anOrder(SUNDAY);
    expect(outcomeOf(await order.move(SUNDAY))).toBe("slot_full");
    expect(outcomeOf(await order.move("2026-03-07T10:00"))).toBe("way_closed");
    expect(outcomeOf(await order.move("2026-05-02T09:00"))).toBe("way_closed");
    const invalidMove = await order.move("2026-02-30T09:00");
    expect([invalidMove.status, invalidMove.body.error]).toMatchObject([
      422,
      [{ field: "time", message: "Choose a time." }],
    ]);
    await world.services.db.updateTable("deliveryMethods").set({ isActive: 0 }).where("_id", "=", wayId).execute();
    expect(outcomeOf(await order.move("2026-03-14T09:00"))).toBe("way_closed");
    expect(await placesTaken(world)).toEqual(["07: 1", "08: 1"]);
  });

  test("is not moved to a time that its goods' notice does not reach", async () => {
    const { anOrder, bread } = await aStall(world);
    const order = await anOrder();
    await world.services.db
      .updateTable("products")
      .set({ noticeHours: 14 * 24 })
      .where("_id", "=", bread._id)
      .execute();
    expect(outcomeOf(await order.move("2026-03-14T09:00"))).toBe("past_cut_off");
    expect(outcomeOf(await order.move("2026-03-21T09:00"))).toBe("done");
  });

  test("is not moved to a day on which its goods are out of season, and is offered none; without them it is", async () => {
    const { anOrder, jam } = await aStall(world);
    const order = await anOrder();
    const season = { seasonFrom: "2026-02-01", seasonUntil: "2026-03-10" };
    await world.services.db.updateTable("products").set(season).where("_id", "=", jam._id).execute();
    const closedOn = async (day: string) =>
      (await order.changes()).slots.find((slot: { day: string }) => slot.day === day).closed;
    expect([await closedOn("2026-03-08"), await closedOn("2026-03-14")]).toEqual([null, "out_of_season"]);
    const refusal = await order.move("2026-03-14T09:00");
    expect([refusal.status, refusal.body.error]).toMatchObject([
      409,
      [{ code: "out_of_season", field: "time", message: "Jam is out of season on Saturday 14 March, 9 to 12." }],
    ]);
    expect(await placesTaken(world)).toEqual(["07: 1"]);
    await order.takeOut([{ lineId: order.lineOf("Jam"), quantity: 1 }]);
    expect(await closedOn("2026-03-14")).toBeNull();
    expect(outcomeOf(await order.move("2026-03-14T09:00"))).toBe("done");
  });

  test("many who move to one place at once: one has it, the others stay", async () => {
    const { anOrder } = await aStall(world, {
      ...COLLECTION,
      times: [{ ...COLLECTION.times[0], capacity: 8 }, COLLECTION.times[1]],
    });
    const orders = await Promise.all(Array.from({ length: 8 }, () => anOrder()));
    const codes = (await Promise.all(orders.map(({ move }) => move(SUNDAY)))).map(outcomeOf);
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "slot_full")).toHaveLength(7);
    expect(await placesTaken(world)).toEqual(["07: 7", "08: 1"]);
  });

  test("two who change places with each other do not wait for ever", async () => {
    const { anOrder } = await aStall(world, {
      ...COLLECTION,
      times: COLLECTION.times.map((time) => ({ ...time, capacity: 5 })),
    });
    const [first, second] = [await anOrder(SATURDAY), await anOrder(SUNDAY)];
    for (let turn = 0; turn < 3; turn += 1) {
      const [target, back] = turn % 2 === 0 ? [SUNDAY, SATURDAY] : [SATURDAY, SUNDAY];
      expect((await Promise.all([first.move(target), second.move(back)])).map(outcomeOf)).toEqual(["done", "done"]);
    }
    expect(await placesTaken(world)).toEqual(["07: 1", "08: 1"]);
  });
});
