import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aStallThatSold, forwardTo, NIGHTS, signIn } from "../../../tests/fixtures/nights";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a sale around midnight", (world) => {
  test.each(NIGHTS)("counts on the day of the place, everywhere: $night", async ({ zone, sales }) => {
    world.services.config.timeZone = zone;
    const { token, orderIds } = await aStallThatSold(world, Object.keys(sales));
    const days = Object.values(sales);
    const [first, last] = [days[0]!, days.at(-1)!];
    const perDay = [...new Set(days)].map((day) => [day, days.filter((each) => each === day).length] as const);
    const get = async (path: string) => (await world.call("GET", path, { token })).body;

    const report = (await get(`/product/sales-report?since=${first}&until=${last}`)).data;
    expect(report.today).toBe(last);
    expect(report.days.map(({ day, orders, revenue }: Figures) => [day, orders, revenue])).toEqual(
      perDay.map(([day, orders]) => [day, orders, orders * 2.5]),
    );
    expect((await get("/product/sales-report")).data.until).toBe(last);
    expect(rowsOf(await get(`/product/sales-report/export?since=${first}&until=${last}`), 0)).toEqual(
      perDay.map(([day]) => day),
    );
    // The last of the ten points of the dashboard's trend is today and the two days before.
    expect((await get("/product/manage-stat?type=card")).data.trends.orders.points).toEqual([
      ...Array.from({ length: 9 }, () => 0),
      days.length,
    ]);

    expect(rowsOf(await get("/product/order/merchant/export"), 1)).toEqual(days.toReversed());
    for (const [n, orderId] of orderIds.entries())
      expect(rowsOf(await get(`/product/order/merchant/${orderId}/export`), 1)).toEqual([days[n]]);
    for (const [day, orders] of perDay) {
      const { docs, total } = (await get(`/product/order/merchant?since=${day}&until=${day}`)).data;
      expect([day, docs.length, total]).toEqual([day, orders, orders]);
    }

    for (const year of new Set(days.map((day) => day.slice(0, 4)))) {
      const { docs, total, years } = (await get(`/product/payment/merchant?year=${year}`)).data;
      const sold = days.filter((day) => day.startsWith(year)).length;
      expect([year, docs.length, total]).toEqual([year, sold, sold]);
      expect(years).toContain(year);
    }
  });

  test("counts on the day on which it was paid, though its order was begun the day before", async () => {
    world.services.config.timeZone = "UTC";
    const [buyer, product] = [await aUser(world), await aProduct(world)];
    forwardTo(world, "2026-03-02T23:50:00.000Z");
    const token = await signIn(world, buyer._id);
    const { body } = await initialize(world, token, [{ product: product._id, quantity: 1 }]);
    forwardTo(world, "2026-03-03T00:05:00.000Z");
    await confirm(world, body.data);
    expect((await finalize(world, token, body.payment.stripeId)).status).toBe(200);
    expect(await world.services.db.selectFrom("daySales").select("day").execute()).toEqual([{ day: "2026-03-03" }]);
  });

  test("shows the year that has begun at the place, while it has not elsewhere", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const years = async (zone: string) => {
      world.services.config.timeZone = zone;
      return (await world.call("GET", "/product/payment/merchant", { token: await signIn(world, merchant._id) })).body
        .data.years[0];
    };
    forwardTo(world, "2026-12-31T22:00:00.000Z");
    expect([await years("America/New_York"), await years("UTC"), await years("Africa/Nairobi")]).toEqual([
      "2026",
      "2026",
      "2027",
    ]);
    forwardTo(world, "2027-01-01T03:00:00.000Z");
    expect([await years("America/New_York"), await years("UTC")]).toEqual(["2026", "2027"]);
  });
});

interface Figures {
  day: string;
  orders: number;
  revenue: number;
}

/** One column of a CSV's rows, without its heading. */
function rowsOf(csv: string, column: number): string[] {
  return csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",")[column] ?? "");
}
