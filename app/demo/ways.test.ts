import { expect, test } from "vitest";
import { sampleOf } from "../../scripts/gate/sample.mjs";
import { fillGoods } from "../../tests/fixtures/whole-demo";
import { onBothDatabases } from "../../tests/fixtures/world";
import { fillOrders } from "./past-orders.server";
import { fillCollections, fillWays } from "./ways.server";

onBothDatabases("ways of the demo", (world) => {
  // The clock stands at a Monday. From day to day, the next market day gets more orders.
  for (const days of sampleOf([0, 1, 2, 3, 4, 5, 6], world.kind))
    test(`on day ${days} a market day, an evening and past days have orders`, async () => {
      world.clock.forward(days * 86_400);
      const { db, clock, config } = world.services;
      const { goods, ...people } = await fillGoods(world);
      const today = new Date("2026-03-01T00:00:00.000Z");
      await db.transaction().execute(async (trx) => {
        await fillWays(trx, today, people);
        await fillOrders(trx, clock.now(), config.timeZone, people, goods);
        await fillCollections(trx, { today, now: clock.now(), timeZone: config.timeZone }, people);
      });
      const rows = await db
        .selectFrom("partDeliveries as d")
        .innerJoin("orderParts as p", "p._id", "d.partId")
        .select([
          "d.orderId",
          "d.day",
          "d.kind",
          "d.code",
          "d.marketDayId",
          "d.methodId",
          "p.statusText",
          "p.deliveredAt",
        ])
        .execute();
      const timeNow = clock.now().toISOString();
      const toCome = rows.filter(({ statusText }) => statusText !== "Delivered");
      expect(toCome.filter(({ kind }) => kind === "collection").length).toBeGreaterThan(3);
      expect(rows.filter(({ statusText }) => statusText === "Delivered").length).toBeGreaterThan(20);
      for (const { statusText, deliveredAt, day } of rows)
        if (statusText === "Delivered")
          expect([deliveredAt! <= timeNow, deliveredAt!.slice(0, 10)]).toEqual([true, day]);
      const ordersOf = (day: string, methodId: string) =>
        new Set(rows.filter((row) => row.day === day && row.methodId === methodId).map(({ orderId }) => orderId)).size;
      for (const { methodId, day, orders } of await db.selectFrom("slotOrders").selectAll().execute())
        expect(orders).toBe(ordersOf(day, methodId));
      const codes = new Map<string, Set<string | null>>();
      for (const { orderId, code, marketDayId } of rows)
        if (marketDayId) codes.set(orderId, (codes.get(orderId) ?? new Set()).add(code));
      expect([...codes.values()].every((ordersOfCode) => ordersOfCode.size === 1)).toBe(true);
    });
});
