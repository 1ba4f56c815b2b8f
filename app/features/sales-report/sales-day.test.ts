import { expect, test } from "vitest";
import { issueToken } from "~/features/accounts/tokens.server";
import { plusDays } from "~/platform/time-zone";
import { booksFromOrders, bought, keptBooks } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

/** Sales a moment before and after midnight of the place, and the days that they belong to there. */
const NIGHTS = [
  {
    night: "an ordinary night in Nairobi",
    zone: "Africa/Nairobi",
    sales: { "2026-03-02T20:59:30.000Z": "2026-03-02", "2026-03-02T21:00:30.000Z": "2026-03-03" },
  },
  {
    night: "New Year's night in Nairobi",
    zone: "Africa/Nairobi",
    sales: { "2026-12-31T20:59:30.000Z": "2026-12-31", "2026-12-31T21:00:30.000Z": "2027-01-01" },
  },
  {
    night: "both nights around the hour that New York leaves out in spring",
    zone: "America/New_York",
    sales: {
      "2026-03-08T04:59:30.000Z": "2026-03-07",
      "2026-03-08T05:00:30.000Z": "2026-03-08",
      "2026-03-09T03:59:30.000Z": "2026-03-08",
      "2026-03-09T04:00:30.000Z": "2026-03-09",
    },
  },
  {
    night: "both nights around the hour that New York has twice in autumn",
    zone: "America/New_York",
    sales: {
      "2026-11-01T03:59:30.000Z": "2026-10-31",
      "2026-11-01T04:00:30.000Z": "2026-11-01",
      "2026-11-02T04:59:30.000Z": "2026-11-01",
      "2026-11-02T05:00:30.000Z": "2026-11-02",
    },
  },
  {
    night: "New Year's night in New York",
    zone: "America/New_York",
    sales: { "2027-01-01T04:59:30.000Z": "2026-12-31", "2027-01-01T05:00:30.000Z": "2027-01-01" },
  },
];

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

/** A merchant who has sold one piece at 2.50 at each of the moments, and is signed in just after the last. */
async function aStallThatSold(world: World, moments: string[]): Promise<{ token: string; orderIds: string[] }> {
  const merchant = await aUser(world, { privilege: "merchant" });
  const product = await aProduct(world, { merchantId: merchant._id, amountCents: 250 });
  const buyer = await aUser(world);
  const orderIds: string[] = [];
  for (const moment of moments) {
    forwardTo(world, moment);
    orderIds.push(await bought(world, await signIn(world, buyer._id), [[product._id, 1]]));
  }
  return { token: await signIn(world, merchant._id), orderIds };
}

function forwardTo({ clock }: World, moment: string): void {
  clock.forward((Date.parse(moment) - clock.now().getTime()) / 1000);
}

function signIn({ services }: World, userId: string): Promise<string> {
  return issueToken(services.db, services, userId);
}

/** One column of a CSV's rows, without its heading. */
function rowsOf(csv: string, column: number): string[] {
  return csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",")[column] ?? "");
}
