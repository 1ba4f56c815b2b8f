import { expect, test } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { readPdf } from "../../../tests/fixtures/pdf";
import type { StallDay } from "./day-schema";
import { deliverLongShipped } from "./deliver.server";
import { packingPdf } from "./packing-pdf.server";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser, mailsSent } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/* The clock is set to Monday 2 March 2026, 12:00 UTC; the marketplace counts its days in UTC. */

const DAY = "2026-03-07";
const COLLECTION = {
  kind: "collection",
  name: "Town Hall Market",
  address: "1 Market Square",
  times: [
    { weekday: 6, from: "09:00", to: "10:00", cutOff: { hoursBefore: 1 } },
    { weekday: 6, from: "10:00", to: "12:00", cutOff: { hoursBefore: 1 } },
  ],
};

/** A stall with collection on Saturdays, and a paid order of bread for each of these times. */
async function aDay(world: World, ...times: string[]) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const { token } = merchant;
  const bread = await aProduct(world, { merchantId: merchant._id, title: "Bread", quantity: 50 });
  const way = (await world.call("POST", "/merchant/ways", { token, body: COLLECTION })).body.data._id as string;
  const orders: { id: string; code: string; buyer: string }[] = [];
  for (const from of times) {
    // Orders of one time are sorted by age, so each needs a second of its own.
    world.clock.forward(1);
    const buyer = await aUser(world);
    const ways = [{ merchant: merchant._id, method: way, day: DAY, from }];
    const { body } = await initialize(world, buyer.token, [{ product: bread._id, quantity: 2 }], { ways });
    await confirm(world, body.data as string);
    const order = (await finalize(world, buyer.token, body.payment.stripeId as string)).body.data;
    orders.push({ id: order._id, code: order.parts[0].delivery.code, buyer: buyer.token });
  }
  const handOver = (code: string, day = DAY, headers = {}, at?: string) =>
    world.call("POST", `/product/order/merchant/days/${day}/hand-over`, { token, body: { code, at }, headers });
  const get = async (path: string) => (await world.call("GET", `/product/order/merchant/${path}`, { token })).body.data;
  return { merchant, token, orders, handOver, get, bread };
}

const byCode = (one: { code: string }, second: { code: string }) => (one.code < second.code ? -1 : 1);
const readyMails = async (world: World) =>
  (await mailsSent(world)).filter(({ subject }) => subject.endsWith("ready to collect"));

onBothDatabases("a day at the stall", (world) => {
  test("has its times with their orders, and what is to be picked for them", async () => {
    const { orders, get, token, handOver } = await aDay(world, "10:00", "09:00", "10:00");
    const day = await get(`days/${DAY}`);
    expect((day as StallDay).times.map((time) => [time.from, time.to, time.orders.map(({ _id }) => _id)])).toEqual([
      ["09:00", "10:00", [orders[1]?.id]],
      ["10:00", "12:00", [orders[0]?.id, orders[2]?.id]],
    ]);
    expect(day.picks).toMatchObject([{ title: "Bread", pieces: 6 }]);
    const cancel = `/product/order/merchant/${orders[0]?.id}/cancel`;
    await world.call("POST", cancel, { token, body: { reason: "Burnt." } });
    expect((await get(`days/${DAY}`)).picks).toMatchObject([{ pieces: 4 }]);
    expect(await get("days")).toEqual([
      {
        day: DAY,
        times: [
          { kind: "collection", name: "Town Hall Market", from: "09:00", to: "10:00", orders: 1 },
          { kind: "collection", name: "Town Hall Market", from: "10:00", to: "12:00", orders: 1 },
        ],
      },
    ]);
    await handOver(orders[1]!.code);
    expect((await get(`days/${DAY}`)).picks).toMatchObject([{ pieces: 2 }]);
    world.clock.forward(6 * 86_400);
    expect(await get("days")).toEqual([]);
  });

  test("has a line to pick for each size of a product", async () => {
    const { orders, get, bread } = await aDay(world, "09:00", "09:00", "09:00");
    const large = { variantId: "0".repeat(24), title: "Bread, large" };
    const { db } = world.services;
    const two = [orders[0]!.id, orders[1]!.id];
    await db.updateTable("orderLines").set(large).where("orderId", "in", two).execute();
    expect((await get(`days/${DAY}`)).picks).toMatchObject([
      { _id: bread._id, title: "Bread", pieces: 2 },
      { _id: bread._id, title: "Bread, large", pieces: 4 },
    ]);
  });

  test("hands over by code, however it is said, and pays the merchant as any delivery does", async () => {
    const { orders, handOver, get } = await aDay(world, "09:00");
    const { id, code } = orders[0]!;
    const codeTyped = ` ${code
      .toLowerCase()
      .replaceAll("0", "o")
      .replaceAll("1", "i")
      .replace(/^(...)/, "$1 ")}`;
    expect((await handOver(codeTyped)).body.data).toMatchObject({ _id: id, statusText: "Delivered" });
    expect((await get(id)).deliveredAt).toBe("2026-03-02T12:00:01.000Z");
    // The buyer is not told that it is ready: they have it already.
    expect(await readyMails(world)).toEqual([]);
  });

  test("goods that lie ready do not count as collected before their day, and two weeks after it they do", async () => {
    const { orders, token } = await aDay(world, "09:00");
    const { id } = orders[0]!;
    const { db } = world.services;
    await db.updateTable("partDeliveries").set({ day: "2026-03-28" }).where("orderId", "=", id).execute();
    await world.call("POST", `/product/order/merchant/${id}/ship`, { token, body: {} });
    const step = async () => {
      await deliverLongShipped.handle(world.services);
      return db.selectFrom("orderParts").select("statusText").where("orderId", "=", id).executeTakeFirstOrThrow();
    };
    world.clock.forward(39 * 86_400);
    expect(await step()).toEqual({ statusText: "Shipped" });
    world.clock.forward(86_400);
    expect(await step()).toEqual({ statusText: "Delivered" });
  });

  test("what was marked as ready by mistake is taken back, and its buyer is told so", async () => {
    const { orders, token, get } = await aDay(world, "09:00");
    const { id } = orders[0]!;
    await world.call("POST", `/product/order/merchant/${id}/ship`, { token, body: {} });
    await world.call("POST", `/product/order/merchant/${id}/take-back`, { token, body: { step: "shipped" } });
    expect((await get(id)).statusText).toBe("Processing");
    const mail = (await mailsSent(world)).find(({ subject }) => subject.endsWith("not ready yet"));
    expect(mail?.text).toContain("We told you that this was ready.");
  });

  test("says what is wrong with a code", async () => {
    const { orders, handOver } = await aDay(world, "09:00", "10:00");
    const [first, second] = [orders[0]!, orders[1]!];
    const refusal = async (...args: Parameters<typeof handOver>) => {
      const { status, body } = await handOver(...args);
      return [status, body.error[0].code, body.error[0].message];
    };
    expect(await refusal("AAAAAA")).toEqual([404, "unknown_code", "No order of this stall has this code."]);
    expect(await refusal(first.code, "2026-03-14")).toEqual([
      409,
      "other_day",
      "This order is collected on Saturday 7 March.",
    ]);
    expect((await refusal(first.code, "2026-02-30")).slice(0, 2)).toEqual([404, "unknown_day"]);
    await handOver(first.code);
    expect(await refusal(first.code)).toEqual([
      409,
      "handed_over_already",
      "This was handed over already, on Monday 2 March, 12:00.",
    ]);
    const otherDay = await aDay(world, "09:00");
    expect((await refusal(otherDay.orders[0]!.code)).slice(0, 2)).toEqual([404, "unknown_code"]);
    expect((await handOver(second.code)).status).toBe(200);
  });

  test("a code that is sent again under its key is answered as it was, and two phones do not hand over twice", async () => {
    const { orders, handOver } = await aDay(world, "09:00", "09:00");
    const [first, second] = [orders[0]!, orders[1]!];
    const headers = { "Idempotency-Key": "handed-over-in-the-rain" };
    const answers = [await handOver(first.code, DAY, headers), await handOver(first.code, DAY, headers)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const handOvers = await Promise.all([handOver(second.code), handOver(second.code)]);
    expect(handOvers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a device without a line says later when it was handed over; a clock that cannot be right is not believed", async () => {
    const { orders, handOver, get } = await aDay(world, "09:00", "09:00", "09:00", "10:00");
    world.clock.forward(3600);
    const times = ["2026-03-02T13:00:00+01:00", "2026-03-02T23:00:00Z", "2026-02-02T12:00:00Z"];
    for (const [place, at] of times.entries())
      expect((await handOver(orders[place]!.code, DAY, {}, at)).status).toBe(200);
    const { times: ofDay } = (await get(`days/${DAY}`)) as StallDay;
    const now = world.clock.now().toISOString();
    expect(ofDay[0]?.orders.map(({ handedOver }) => handedOver?.at)).toEqual(["2026-03-02T12:00:00.000Z", now, now]);
    await world.services.db.updateTable("tokens").set({ device: "Firefox on Android" }).execute();
    await handOver(orders[3]!.code);
    expect((await handOver(orders[3]!.code)).body.error[0].message).toBe(
      "This was handed over already, on Monday 2 March, 13:00, by Firefox on Android.",
    );
  });

  test("what was handed over by mistake is taken back, and handed over again", async () => {
    const { orders, handOver, get, token } = await aDay(world, "09:00");
    const { id, code } = orders[0]!;
    await handOver(code);
    await world.call("POST", `/product/order/merchant/${id}/take-back`, { token, body: { step: "delivered" } });
    expect(await get(id)).toMatchObject({ statusText: "Shipped", handedOver: null });
    expect((await handOver(code)).status).toBe(200);
  });

  test("knows the codes of the days around it that are not handed over, and no others", async () => {
    const { orders, handOver, get } = await aDay(world, "09:00", "10:00");
    const [first, second] = [orders[0]!, orders[1]!];
    const elsewhereOn = async (day: string) => ((await get(`days/${day}`)) as StallDay).elsewhere;
    const codes = [first, second].map(({ code }) => ({ code, day: DAY }));
    expect((await elsewhereOn("2026-03-14")).toSorted(byCode)).toEqual(codes.toSorted(byCode));
    await handOver(first.code);
    expect(await elsewhereOn("2026-02-21")).toEqual([{ code: second.code, day: DAY }]);
    expect([await elsewhereOn(DAY), await elsewhereOn("2026-03-22")]).toEqual([[], []]);
  });

  test.each(["one by one", "many at once"])(
    "goods that are ready are told of with place, time and code: %s",
    async (how) => {
      const { orders, token } = await aDay(world, "09:00");
      const { id, code } = orders[0]!;
      await (how === "one by one"
        ? world.call("POST", `/product/order/merchant/${id}/ship`, { token, body: {} })
        : world.call("POST", "/product/order/merchant/ship", { token, body: { shipments: [{ order: id }] } }));
      const [mail] = await readyMails(world);
      expect(mail?.text).toContain("Collect at Town Hall Market, Saturday 7 March, 9 to 10. 1 Market Square");
      expect(mail?.text).toContain(`Your code is ${code.slice(0, 3)} ${code.slice(3)}.`);
    },
  );

  test("a packing slip says that its goods are collected, and when", async () => {
    const { orders, get } = await aDay(world, "09:00");
    const docs = [await get(orders[0]!.id)];
    const { texts } = await readPdf(packingPdf({ docs, total: 1, picks: [] }, "Hill Farm"));
    expect(texts).toContain("Collect at Town Hall Market, Saturday 7 March, 9 to 10");
  });

  test("goods that are not weighed yet are not handed over, and what is called off is not either", async () => {
    const { orders, handOver, token, bread } = await aDay(world, "09:00", "09:00");
    const cancel = `/product/order/merchant/${orders[0]?.id}/cancel`;
    await world.call("POST", cancel, { token, body: { reason: "Burnt." } });
    expect((await handOver(orders[0]!.code)).body.error).toMatchObject([{ code: "already_cancelled" }]);
    const weighed = { unitPriceCents: 2000, weightUnit: "kg" } as const;
    await world.services.db.updateTable("orderLines").set(weighed).where("productId", "=", bread._id).execute();
    expect((await handOver(orders[1]!.code)).body.error).toMatchObject([{ code: "not_weighed" }]);
  });
});

onBothDatabases(
  "codes that are guessed",
  (world) => {
    longOnPostgres(world, "of a hundred guesses sixty are answered, and right codes are not counted", async () => {
      const { orders, handOver } = await aDay(world, "09:00", "09:00");
      const statuses: number[] = [];
      for (let guess = 0; guess < 100; guess += 1)
        statuses.push((await handOver(`ZZ${String(guess).padStart(4, "0")}`)).status);
      expect([404, 429].map((status) => statuses.filter((code) => code === status).length)).toEqual([60, 40]);
      expect((await handOver(orders[0]!.code)).status).toBe(429);
    });
  },
  { limits: true },
);
