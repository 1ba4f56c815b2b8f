import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { ConfigError } from "~/platform/config-error";
import { inTransaction } from "~/platform/database/database.server";
import { booksFromOrders, bought, keptBooks, keptDays } from "../../../tests/fixtures/books";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { bookDays } from "./book-days.server";
import { bookAllDays, bookingZone, checkBookingZone, wrongZone } from "./booking-zone.server";

onBothDatabases("the time zone of booked days", (world) => {
  const zone = (timeZone: string) => {
    world.services.config.timeZone = timeZone;
  };
  beforeEach(() => zone("UTC"));

  test("is written down by a first start, and found again by the next", async () => {
    expect(await bookingZone(world.services.db)).toBe(null);
    await checkBookingZone(world.services);
    expect(await bookingZone(world.services.db)).toBe("UTC");
    const { statements } = await counted(() => checkBookingZone(world.services));
    expect(statements).toBe(1);
  });

  test("is looked up again by a start whose database goes away for a moment", async () => {
    await checkBookingZone(world.services);
    const { db } = world.services;
    let tries = 0;
    const selectFrom: typeof db.selectFrom = (...args: Parameters<typeof db.selectFrom>) => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
      return db.selectFrom(...args) as never;
    };
    const unreachableDb = new Proxy(db, {
      get: (target, name) => (name === "selectFrom" ? selectFrom : Reflect.get(target, name)),
    });
    await checkBookingZone({ ...world.services, db: unreachableDb });
    expect(tries).toBe(2);
  });

  test("refuses a start in another zone with the variable, both zones and the command, and changes nothing", async () => {
    await aShopWithSales(world);
    await checkBookingZone(world.services);
    const before = await keptDays(world);
    zone("Pacific/Kiritimati");
    const failure = await checkBookingZone(world.services).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toMatch(
      /TZ is Pacific\/Kiritimati, .*booked in UTC\. Set TZ=UTC; or stop every process .*`npm run days:book`/,
    );
    expect([await keptDays(world), await bookingZone(world.services.db)]).toEqual([before, "UTC"]);
  });

  test("changes by the command: days, products and the bridge to statements are of the new zone, and back again", async () => {
    await aShopWithSales(world);
    await checkBookingZone(world.services);
    const before = await keptDays(world);
    zone("Pacific/Kiritimati");
    expect(await bookAllDays(world.services)).toBe(3);
    await checkBookingZone(world.services);
    expect(await keptDays(world)).not.toEqual(before);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    zone("UTC");
    await bookAllDays(world.services);
    expect(await keptDays(world)).toEqual(before);
  });

  test("is booked by the first start after an update, however days were kept before", async () => {
    await aShopWithSales(world);
    const before = await keptDays(world);
    // An older version took a refund off the day of the sale.
    await sql`update "daySales" set "orders" = 0, "units" = 0, "amountCents" = 1, "refundedCents" = 0`.execute(
      world.services.db,
    );
    await Promise.all([1, 2, 3].map(() => checkBookingZone(world.services)));
    expect(await keptDays(world)).toEqual(before);
  });

  test("does not lose a sale that is made meanwhile", async () => {
    const { buy } = await aShopWithSales(world);
    await Promise.all([bookAllDays(world.services), buy(), bookAllDays(world.services), buy()]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("is booked from a hundred parts at a time, so that memory does not grow with the shop", async () => {
    const { buy } = await aShopWithSales(world);
    for (let n = 0; n < 3; n += 1) await buy();
    const { db, dialect } = world.services;
    const largest: number[] = [];
    await inTransaction(db, async (trx) => {
      const rows = vi.spyOn(trx.getExecutor(), "executeQuery");
      await bookDays(trx, dialect, "UTC", 2);
      for (const { value } of rows.mock.results)
        largest.push((await (value as Promise<{ rows: unknown[] }>)).rows.length);
    });
    expect(Math.max(...largest)).toBe(2);
  });
});

test("a zone by another of its names is the same", () => {
  expect(wrongZone("Europe/Kiev", "Europe/Kyiv")).toBe(null);
  expect(wrongZone(null, "Europe/Kyiv")).toBe(null);
  expect(wrongZone("UTC", "Europe/Kyiv")).not.toBe(null);
});

/** Three sales, eight hours apart. The first is cancelled. */
async function aShopWithSales(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const product = await aProduct(world, { merchantId: merchant._id, quantity: 100 });
  const buy = async () => bought(world, (await aUser(world)).token, [[product._id, 2]]);
  const orders: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    world.clock.forward(8 * 3600);
    orders.push(await buy());
  }
  const { status } = await world.call("POST", `/product/order/merchant/${orders[0]}/cancel`, {
    token: merchant.token,
    body: { reason: "Rotten" },
  });
  expect(status).toBe(200);
  return { buy };
}
