import { expect, test } from "vitest";
import { plusDays } from "~/platform/time-zone";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { aStallThatSold, NIGHTS } from "../../../tests/fixtures/nights";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a sale around midnight that is given back", (world) => {
  test.each(NIGHTS)("stays on its own day when it is given back after the next: $night", async (night) => {
    world.services.config.timeZone = night.zone;
    const { token, orderIds } = await aStallThatSold(world, Object.keys(night.sales));
    world.clock.forward(86_400);
    const cancelled = await world.call("POST", `/product/order/merchant/${orderIds[0]}/cancel`, {
      token,
      body: { reason: "Rotten" },
    });
    expect(cancelled.status).toBe(200);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    const days = Object.values(night.sales);
    const [first, last] = [days[0]!, plusDays(days.at(-1)!, 1)];
    const on = async (day: string) =>
      (await world.call("GET", `/product/sales-report?since=${day}&until=${day}`, { token })).body.data;
    expect((await on(first)).orders).toBe(days.filter((day) => day === first).length);
    expect(await on(last)).toMatchObject({ orders: 0, refundedUnits: 1, refunds: -2.5, revenue: -2.5 });
  });
});
