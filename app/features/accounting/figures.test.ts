import { beforeEach, expect, test } from "vitest";
import { issueToken } from "~/features/accounts/tokens.server";
import { inTransaction } from "~/platform/database/database.server";
import { booksFromOrders, bought, expectBridged, keptBooks, keptDays } from "../../../tests/fixtures/books";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { bookDays } from "./book-days.server";

/*
 * One rule for every figure: a sale counts on the day on which it was paid, a refund on the day on which it was made,
 * in the marketplace's time zone. The nights are those in which a month ends or clocks change.
 */

const NIGHTS = [
  { night: "the end of March", zone: "UTC", sold: "2026-03-31T23:55:00.000Z", back: "2026-04-01T00:05:00.000Z" },
  {
    night: "the end of October in Kiritimati",
    zone: "Pacific/Kiritimati",
    sold: "2026-10-31T09:55:00.000Z",
    back: "2026-10-31T10:05:00.000Z",
  },
  {
    night: "the night that New York lacks an hour",
    zone: "America/New_York",
    sold: "2026-03-08T04:55:00.000Z",
    back: "2026-03-08T05:05:00.000Z",
  },
  {
    night: "the night after New York had an hour twice",
    zone: "America/New_York",
    sold: "2026-11-02T04:55:00.000Z",
    back: "2026-11-02T05:05:00.000Z",
  },
  {
    night: "the end of February in Lord Howe's half hours",
    zone: "Australia/Lord_Howe",
    sold: "2026-02-28T12:55:00.000Z",
    back: "2026-02-28T13:05:00.000Z",
  },
];

onBothDatabases("a figure", (world) => {
  beforeEach(() => {
    world.services.config.timeZone = "UTC";
  });

  test.each(NIGHTS)("counts a sale on its day and its refund on the next: $night", async ({ zone, sold, back }) => {
    world.services.config.timeZone = zone;
    const stall = await aStall(world, sold);
    const orderId = await bought(world, await signIn(world, stall.buyerId), [[stall.product._id, 4]]);
    const [saleDay, refundDay] = [dayOf(zone, sold), dayOf(zone, back)];
    expect(refundDay > saleDay).toBe(true);
    const before = await figuresOf(world, stall.merchantId, saleDay);

    forwardTo(world, back);
    await refundPieces(world, stall.merchantId, orderId, 3);
    expect(await figuresOf(world, stall.merchantId, saleDay)).toEqual(before);
    expect(before).toMatchObject({ orders: 1, units: 4, sales: 10, refunds: 0, revenue: 10 });
    expect(await figuresOf(world, stall.merchantId, refundDay)).toMatchObject({
      orders: 0,
      units: 0,
      refundedUnits: 3,
      sales: 0,
      refunds: -7.5,
      revenue: -7.5,
    });
    const csv = await get(world, stall.merchantId, `/product/sales-report/export?since=${saleDay}&until=${refundDay}`);
    expect(csv.trim().split("\r\n").slice(1)).toEqual([
      `${saleDay},1,4,10.00,10.00,0,0.00,0.00`,
      `${refundDay},0,0,-7.50,0.00,3,-7.50,0.00`,
    ]);
    const byProduct = await get(
      world,
      stall.merchantId,
      `/product/sales-report/export?since=${refundDay}&until=${refundDay}&by=product`,
    );
    expect(byProduct.trim().split("\r\n").slice(1)).toEqual([`Jam,${stall.product.sku},0,-7.50,0.00,3,-7.50`]);
    const { data } = await get(world, stall.merchantId, "/product/manage-stat?type=card");
    expect(data).toMatchObject({ sales: 2.5, orders: 1 });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("of a month that is over stays as it is, whatever goes back later", async () => {
    const stall = await aStall(world, "2026-03-30T10:00:00.000Z");
    const token = await signIn(world, stall.buyerId);
    const orders = [
      await bought(world, token, [[stall.product._id, 4]]),
      await bought(world, token, [[stall.product._id, 1]]),
    ];
    forwardTo(world, "2026-04-02T10:00:00.000Z");
    const march = () => get(world, stall.merchantId, "/product/sales-report?since=2026-03-01&until=2026-03-31");
    const statement = () => get(world, stall.merchantId, "/product/payment/merchant/statements/2026-03");
    const orderList = () => get(world, stall.merchantId, "/product/order/merchant?since=2026-03-01&until=2026-03-31");
    const before = [(await march()).data, (await statement()).data, (await orderList()).data.total];
    await refundPieces(world, stall.merchantId, orders[0]!, 1);
    const cancelled = await world.call("POST", `/product/order/merchant/${orders[1]}/cancel`, {
      token: await signIn(world, stall.merchantId),
      body: { reason: "Rotten" },
    });
    expect(cancelled.status).toBe(200);
    expect([(await march()).data, (await statement()).data, (await orderList()).data.total]).toEqual(before);
    await expectBridged(world);
  });

  test("counts an order on the day on which it was paid: list, report, CSV and payments", async () => {
    const stall = await aStall(world, "2026-03-31T23:55:00.000Z");
    const token = await signIn(world, stall.buyerId);
    const { body } = await initialize(world, token, [{ product: stall.product._id, quantity: 1 }]);
    forwardTo(world, "2026-04-01T00:05:00.000Z");
    await confirm(world, body.data);
    expect((await finalize(world, token, body.payment.stripeId)).status).toBe(200);
    const totals = async (day: string) => [
      (await get(world, stall.merchantId, `/product/order/merchant?since=${day}&until=${day}`)).data.total,
      (await get(world, stall.merchantId, `/product/sales-report?since=${day}&until=${day}`)).data.orders,
    ];
    expect([await totals("2026-03-31"), await totals("2026-04-01")]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    const csv: string = await get(world, stall.merchantId, "/product/order/merchant/export");
    expect(csv.split("\r\n")[1]).toMatch(/^\d+,2026-04-01,/);
    const payments: string = await get(world, stall.merchantId, "/product/payment/merchant/export");
    expect(payments.split("\r\n")[1]).toMatch(/^2026-04-01,/);
  });

  test("counts payments of a year by the year in which they were paid, also once they went back in the next", async () => {
    const stall = await aStall(world, "2026-12-31T12:00:00.000Z");
    const token = await signIn(world, stall.buyerId);
    const orders = [
      await bought(world, token, [[stall.product._id, 1]]),
      await bought(world, token, [[stall.product._id, 1]]),
    ];
    forwardTo(world, "2027-01-01T12:00:00.000Z");
    await refundPieces(world, stall.merchantId, orders[0]!, 1);
    for (const [query, count] of [
      ["year=2026", 2],
      ["year=2026&status=Paid", 1],
      ["year=2026&status=Refunded", 1],
      ["year=2027", 0],
      ["year=2027&status=Paid", 0],
      ["", 2],
      ["status=Paid", 1],
    ] as const) {
      const { docs, total } = (await get(world, stall.merchantId, `/product/payment/merchant?${query}`)).data;
      expect([query, docs.length, total]).toEqual([query, count, count]);
    }
    for (const [query, count] of [
      ["", 2],
      ["status=Cancelled", 1],
      ["status=Delivered", 0],
    ] as const)
      expect([query, (await get(world, stall.merchantId, `/product/order/merchant?${query}`)).data.total]).toEqual([
        query,
        count,
      ]);
  });

  test("is booked anew from the rows as it was booked at first, in any time zone", async () => {
    world.services.config.timeZone = "America/New_York";
    const stall = await aStall(world, "2026-03-08T04:55:00.000Z");
    const orders: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      orders.push(await bought(world, await signIn(world, stall.buyerId), [[stall.product._id, 4]]));
      world.clock.forward(7 * 3600);
    }
    await refundPieces(world, stall.merchantId, orders[0]!, 3);
    await refundPieces(world, stall.merchantId, orders[1]!, 4);
    await world.call("POST", `/product/order/merchant/${orders[2]}/cancel`, {
      token: await signIn(world, stall.merchantId),
      body: { reason: "Rotten" },
    });
    const before = await keptDays(world);
    for (const pageSize of [1, 100]) {
      await inTransaction(world.services.db, (trx) =>
        bookDays(trx, world.services.dialect, "America/New_York", pageSize),
      );
      expect(await keptDays(world)).toEqual(before);
    }
    await inTransaction(world.services.db, (trx) => bookDays(trx, world.services.dialect, "Pacific/Kiritimati"));
    world.services.config.timeZone = "Pacific/Kiritimati";
    expect(await keptDays(world)).not.toEqual(before);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });
});

function dayOf(zone: string, moment: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(moment),
  );
}

/** A stall with jam at 2.50 and a buyer, at that moment. */
async function aStall(world: World, moment: string) {
  forwardTo(world, moment);
  const merchant = await aUser(world, { privilege: "merchant" });
  const product = await aProduct(world, { merchantId: merchant._id, amountCents: 250, quantity: 100, title: "Jam" });
  return { merchantId: merchant._id, product, buyerId: (await aUser(world))._id };
}

async function get(world: World, merchantId: string, path: string) {
  const { status, body } = await world.call("GET", path, { token: await signIn(world, merchantId) });
  expect([path, status]).toEqual([path, 200]);
  return body;
}

async function figuresOf(world: World, merchantId: string, day: string) {
  const { data } = await get(world, merchantId, `/product/sales-report?since=${day}&until=${day}`);
  const { orders, units, refundedUnits, sales, refunds, revenue, deliveryFees } = data;
  expect(data.days).toEqual([{ day, orders, units, refundedUnits, sales, refunds, revenue, deliveryFees }]);
  return { orders, units, refundedUnits, sales, refunds, revenue };
}

/** The merchant refunds this many pieces of the order's first line. */
async function refundPieces(world: World, merchantId: string, orderId: string, quantity: number): Promise<void> {
  const at = `/product/order/merchant/${orderId}`;
  const token = await signIn(world, merchantId);
  const order = (await world.call("GET", at, { token })).body.data;
  const lines = [{ lineId: order.carts[0]._id, quantity }];
  const sums = (await world.call("POST", `${at}/refund/sums`, { token, body: { lines } })).body.data;
  const { status } = await world.call("POST", `${at}/refund`, {
    token,
    body: { lines, restock: false, refunded: sums.refunded, amount: sums.amount, reason: "Mouldy" },
  });
  expect(status).toBe(200);
}

function forwardTo({ clock }: World, moment: string): void {
  clock.forward((Date.parse(moment) - clock.now().getTime()) / 1000);
}

const signIn = ({ services }: World, userId: string) => issueToken(services.db, services, userId);
