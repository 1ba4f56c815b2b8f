import { expect, test } from "vitest";
import { readPdf } from "../../../tests/fixtures/pdf";
import type { StallDay } from "./day-schema";
import { deliverLongShipped } from "./deliver.server";
import { packingPdf } from "./packing-pdf.server";
import { mailsSent } from "../../../tests/fixtures/shop";
import { aDay, DAY, readyMails } from "../../../tests/fixtures/stall-day";
import { onBothDatabases } from "../../../tests/fixtures/world";

const byCode = (one: { code: string }, second: { code: string }) => (one.code < second.code ? -1 : 1);

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
});
