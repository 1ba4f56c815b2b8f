import { expect, test } from "vitest";
import { invoicePdf } from "~/features/merchant-orders/invoice.server";
import { remindOfDay } from "~/features/orders/remind-of-day.server";
import { outcomeOf } from "../../../tests/fixtures/answers";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock stands at Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const HOUR = 3600;
const DAY = 24 * HOUR;
const COLLECTION = {
  kind: "collection",
  name: "Town Hall Market",
  address: "1 Market Square, Burlington",
  directions: "Under the arches.",
  times: [
    { weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" }, capacity: 2 },
    { weekday: 7, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" }, capacity: 1 },
  ],
};
const SATURDAY = "2026-03-07T09:00";
const SUNDAY = "2026-03-08T09:00";

async function aStall(world: World, way: object = COLLECTION) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", amountCents: 500, quantity: 50 });
  const jam = await aProduct(world, { merchantId: merchant._id, title: "Jam", amountCents: 320, quantity: 50 });
  const wayId = (await world.call("POST", "/merchant/ways", { token, body: way })).body.data._id as string;
  /** A paid order of three breads and a jam for a given time, and its buyer's calls. */
  const anOrder = async (time = SATURDAY) => {
    const buyer = await aUser(world);
    const [day, from] = time.split("T");
    const carts = [
      { product: bread._id, quantity: 3 },
      { product: jam._id, quantity: 1 },
    ];
    const ways = [{ merchant: merchant._id, method: wayId, day, from }];
    const { body } = await initialize(world, buyer.token, carts, { ways });
    await confirm(world, body.data as string);
    const finalized = (await finalize(world, buyer.token, body.payment.stripeId as string)).body.data;
    const path = `/product/order/${finalized._id}/parts/${finalized.parts[0]._id}`;
    const lineOf = (title: string) =>
      finalized.carts.find((line: { product: { title: string } }) => line.product.title === title)._id as string;
    return {
      id: finalized._id as string,
      buyer,
      code: finalized.parts[0].delivery.code as string,
      path,
      lineOf,
      changes: async () => (await world.call("GET", `${path}/changes`, { token: buyer.token })).body.data,
      move: (to: string, headers = {}) =>
        world.call("POST", `${path}/time`, { token: buyer.token, body: { time: to }, headers }),
      takeOut: (lines: object[], headers = {}) =>
        world.call("POST", `${path}/take-out`, { token: buyer.token, body: { lines }, headers }),
    };
  };
  return { merchant, bread, jam, wayId, anOrder };
}

const places = async (world: World) =>
  (await world.services.db.selectFrom("slotOrders").select(["day", "orders"]).orderBy("day").execute()).map(
    ({ day, orders }) => `${day.slice(8)}: ${orders}`,
  );

onBothDatabases("an order until its cut-off", (world) => {
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
    expect(await places(world)).toEqual(["07: 0", "08: 1"]);
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

  test("says its way in the merchant's spreadsheet and on the invoice", async () => {
    const { merchant, anOrder } = await aStall(world);
    const { id } = await anOrder();
    const get = (path: string) => world.call("GET", `/product/order/merchant/${path}`, { token: merchant.token });
    const [head, line] = (await get("export")).body.split("\r\n");
    expect(head).toMatch(/,Way,Day,From,To,Delivery fee,Delivery fee refunded,Invoice number,Date of supply$/);
    expect(line).toMatch(/,Collect at Town Hall Market,2026-03-07,09:00,12:00,0.00,0.00,INV-000001,2026-03-07$/);
    const seller = { storeName: "Mira's Stall", trader: null, businessAddress: "3 Market Row" };
    const pdf = await readPdf(invoicePdf((await get(id)).body.data, seller, world.services.config));
    // The text is on two lines.
    expect(pdf.texts.replaceAll(/\s+/g, " ")).toContain("Collect at Town Hall Market, Saturday 7 March, 9 to 12");
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
    expect(await places(world)).toEqual(["07: 1", "08: 1"]);
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
    expect(await places(world)).toEqual(["07: 1"]);
    await order.takeOut([{ lineId: order.lineOf("Jam"), quantity: 1 }]);
    expect(await closedOn("2026-03-14")).toBeNull();
    expect(outcomeOf(await order.move("2026-03-14T09:00"))).toBe("done");
  });

  test("has pieces taken out: their price goes back once, and the goods are for sale again", async () => {
    const { merchant, anOrder, bread } = await aStall(world);
    const order = await anOrder();
    const headers = { "Idempotency-Key": "two-breads-less" };
    const lines = [
      { lineId: order.lineOf("Bread"), quantity: 2 },
      { lineId: order.lineOf("Jam"), quantity: 0 },
    ];
    const answer = await order.takeOut(lines, headers);
    expect(answer.body).toMatchObject({
      amountBack: 10,
      data: { refunded: 10, parts: [{ statusText: "Processing" }] },
    });
    expect((await order.takeOut(lines, headers)).body.amountBack).toBe(10);
    expect(await stockOf(world, bread._id)).toBe(49);
    expect(outcomeOf(await order.takeOut([{ lineId: order.lineOf("Bread"), quantity: 2 }]))).toBe("more_than_is_left");
    const refunds = await world.services.db.selectFrom("refunds").select(["amountCents", "cause"]).execute();
    expect(refunds).toEqual([{ amountCents: 1000, cause: null }]);
    for (const { email } of [merchant, order.buyer])
      expect(
        (await mailsSent(world, email)).filter(({ text }) => /2 × Bread[^]*\$10\.00 go back/.test(text)),
      ).toHaveLength(1);
    expect(await places(world)).toEqual(["07: 1"]);
  });

  test("of which everything is taken out is cancelled and leaves its place to others", async () => {
    const { anOrder, bread } = await aStall(world);
    const order = await anOrder();
    const all = [
      { lineId: order.lineOf("Bread"), quantity: 3 },
      { lineId: order.lineOf("Jam"), quantity: 1 },
    ];
    expect((await order.takeOut(all)).body).toMatchObject({
      amountBack: 18.2,
      data: { isCompleted: true, parts: [{ statusText: "Cancelled" }] },
    });
    expect([await places(world), await stockOf(world, bread._id)]).toEqual([["07: 0"], 50]);
    expect([outcomeOf(await order.move(SUNDAY)), outcomeOf(await order.takeOut(all))]).toEqual([
      "already_cancelled",
      "already_cancelled",
    ]);
  });

  test("is refused what is none of its lines, or nothing", async () => {
    const { anOrder } = await aStall(world);
    const [order, otherOrder] = [await anOrder(), await anOrder()];
    expect(outcomeOf(await order.takeOut([{ lineId: otherOrder.lineOf("Bread"), quantity: 1 }]))).toBe("unknown_line");
    const emptyRequest = await order.takeOut([{ lineId: order.lineOf("Bread"), quantity: 0 }]);
    expect([emptyRequest.status, emptyRequest.body.error]).toMatchObject([422, [{ field: "lines" }]]);
  });

  test("is changed by its buyer alone", async () => {
    const { anOrder, merchant } = await aStall(world);
    const order = await anOrder();
    const stranger = await aUser(world);
    const move = (token: string) => world.call("POST", `${order.path}/time`, { token, body: { time: SUNDAY } });
    expect(outcomeOf(await move(stranger.token))).toBe("unknown_order");
    expect((await move(merchant.token)).status).toBe(403);
    expect((await world.call("GET", `${order.path}/changes`, { token: stranger.token })).status).toBe(404);
  });

  test("can be changed to the last second before its cut-off, and no later", async () => {
    const { anOrder } = await aStall(world);
    const order = await anOrder();
    world.clock.forward(3 * DAY + 6 * HOUR - 1);
    expect(outcomeOf(await order.takeOut([{ lineId: order.lineOf("Bread"), quantity: 1 }]))).toBe("done");
    world.clock.forward(1);
    const jam = [{ lineId: order.lineOf("Jam"), quantity: 1 }];
    expect([outcomeOf(await order.takeOut(jam)), outcomeOf(await order.move(SUNDAY))]).toEqual([
      "past_cut_off",
      "past_cut_off",
    ]);
    expect((await order.changes()).closed).toMatchObject({ code: "past_cut_off" });
  });

  test("cannot be changed once it is ready, nor where there is no cut-off", async () => {
    const { anOrder, merchant } = await aStall(world);
    const order = await anOrder();
    await world.call("POST", `/product/order/merchant/${order.id}/ship`, { token: merchant.token, body: {} });
    expect(outcomeOf(await order.move(SUNDAY))).toBe("already_shipped");
    const carrier = await aStall(world, { kind: "carrier", name: "By carrier", times: [] });
    const shippedOrder = await carrier.anOrder("T");
    expect(outcomeOf(await shippedOrder.takeOut([{ lineId: shippedOrder.lineOf("Jam"), quantity: 1 }]))).toBe(
      "not_changeable",
    );
  });

  test("cannot be changed while the buyer's bank asks for its payment back", async () => {
    const { anOrder } = await aStall(world);
    const { id, move, takeOut, lineOf } = await anOrder();
    const disputedAt = world.clock.now().toISOString();
    await world.services.db.updateTable("orders").set({ disputedAt }).where("_id", "=", id).execute();
    expect([outcomeOf(await move(SUNDAY)), outcomeOf(await takeOut([{ lineId: lineOf("Jam"), quantity: 1 }]))]).toEqual(
      ["disputed", "disputed"],
    );
  });

  test("many who move to one place at once: one has it, the others stay", async () => {
    const { anOrder } = await aStall(world, {
      ...COLLECTION,
      times: [{ ...COLLECTION.times[0], capacity: 8 }, COLLECTION.times[1]],
    });
    const orders = [];
    for (let orderCount = 0; orderCount < 8; orderCount += 1) orders.push(await anOrder());
    const codes = (await Promise.all(orders.map(({ move }) => move(SUNDAY)))).map(outcomeOf);
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "slot_full")).toHaveLength(7);
    expect(await places(world)).toEqual(["07: 7", "08: 1"]);
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
    expect(await places(world)).toEqual(["07: 1", "08: 1"]);
  });
});

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
