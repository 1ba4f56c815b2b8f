import { expect, test } from "vitest";
import { issueToken } from "~/features/accounts/tokens.server";
import { anOrderOfTwo, bought } from "../../../tests/fixtures/books";
import { stat } from "../../../tests/fixtures/dashboard-figures";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";

const report = (world: World, token: string, query = "") =>
  world.call("GET", `/product/sales-report${query}`, { token });

onBothDatabases("a merchant's dashboard", (world) => {
  test("compares the last 30 days with the 30 before", async () => {
    const { orchard, apples, buyer } = await anOrderOfTwo(world);
    // A month later both have to sign in anew.
    world.clock.forward(31 * 86_400);
    const [buyerToken, token] = [
      await issueToken(world.services.db, world.services, buyer._id),
      await issueToken(world.services.db, world.services, orchard._id),
    ];
    for (let n = 0; n < 3; n += 1) await bought(world, buyerToken, [[apples._id, 1]]);
    const { data } = (await stat(world, token, "type=card")).body;
    expect(data.trends.orders).toEqual({ points: [0, 0, 0, 0, 0, 0, 0, 0, 0, 3], change: 200 });
    expect(data.trends.sales.change).toBe(50);
    expect(data.trends.customers).toEqual({ points: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], change: 0 });
    world.clock.forward(29 * 86_400);
    expect((await stat(world, token, "type=card")).body.data.trends.orders).toMatchObject({
      points: [3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    });
  });

  test("lists the best-selling products five a page, and the best customers", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const products = [];
    for (let n = 1; n <= 6; n += 1)
      products.push(await aProduct(world, { merchantId: merchant._id, title: `Number ${n}` }));
    const [often, once] = [await aUser(world, { firstName: "Often" }), await aUser(world, { firstName: "Once" })];
    await bought(
      world,
      often.token,
      products.map((product, n) => [product._id, 6 - n]),
    );
    await bought(world, once.token, [[products[5]!._id, 1]]);
    const first = (await stat(world, merchant.token, "type=top-selling")).body.data;
    expect(first).toMatchObject({ page: 1, hasNextPage: true, total: 6, docs: { length: 5 } });
    expect(first.docs[0]).toMatchObject({
      salesCount: 6,
      salesAmount: 15,
      product: {
        title: "Number 1",
        sku: products[0]!.sku,
        amount: 2.5,
        quantity: 94,
        availType: "published",
        deleted: false,
      },
    });
    expect((await stat(world, merchant.token, "type=top-selling&page=2")).body.data.docs).toHaveLength(1);
    expect((await stat(world, merchant.token, "type=sales-users")).body.data).toMatchObject([
      { name: "Often Byron", salesCount: 1, salesAmount: 52.5 },
      { name: "Once Byron", salesCount: 1, salesAmount: 2.5 },
    ]);
    expect((await stat(world, merchant.token, "type=weather")).status).toBe(422);
  });

  test("takes the same few statements for one order and for many", async () => {
    const { orchard, apples, buyer } = await anOrderOfTwo(world);
    const cost = async () =>
      (
        await Promise.all(
          ["type=card", "type=top-selling", "type=sales-users"].map((type) =>
            counted(() => stat(world, orchard.token, type)),
          ),
        )
      ).map((call) => call.statements);
    const few = await cost();
    for (let n = 0; n < 6; n += 1) await bought(world, buyer.token, [[apples._id, 1]]);
    expect(await cost()).toEqual(few);
    expect(few).toEqual([7, 4, 2]);
  });
});

onBothDatabases("the sales report", (world) => {
  test("adds up revenue, orders and pieces of a period by day and by product", async () => {
    const { orchard, apples, buyer } = await anOrderOfTwo(world);
    const pears = await aProduct(world, { merchantId: orchard._id, amountCents: 199, title: "Pears" });
    world.clock.forward(2 * 86_400);
    await bought(world, buyer.token, [
      [pears._id, 3],
      [apples._id, 1],
    ]);
    const { data } = (await report(world, orchard.token, "?since=2026-03-01&until=2026-03-04")).body;
    expect(data).toMatchObject({
      since: "2026-03-01",
      until: "2026-03-04",
      today: "2026-03-04",
      revenue: 18.57,
      orders: 2,
      units: 6,
      productCount: 2,
    });
    const noRefund = { refundedUnits: 0, refunds: 0, deliveryFees: 0 };
    expect(data.days).toEqual([
      { day: "2026-03-01", orders: 0, units: 0, sales: 0, revenue: 0, ...noRefund },
      { day: "2026-03-02", orders: 1, units: 2, sales: 8.4, revenue: 8.4, ...noRefund },
      { day: "2026-03-03", orders: 0, units: 0, sales: 0, revenue: 0, ...noRefund },
      { day: "2026-03-04", orders: 1, units: 4, sales: 10.17, revenue: 10.17, ...noRefund },
    ]);
    expect(data.products).toMatchObject([
      { title: "Apples", units: 3, revenue: 12.6 },
      { title: "Pears", units: 3, revenue: 5.97 },
    ]);
    expect((await report(world, orchard.token, "?since=2026-03-03&until=2026-03-03")).body.data).toMatchObject({
      revenue: 0,
      orders: 0,
      products: [],
    });
    expect((await report(world, orchard.token)).body.data.days).toHaveLength(30);
    const csv = await report(world, orchard.token, "/export?since=2026-03-01&until=2026-03-04&by=product");
    expect(csv.body.split("\r\n").slice(1, 3)).toEqual([
      `Apples,${apples.sku},3,12.60,12.60,0,0.00`,
      `Pears,${pears.sku},3,5.97,5.97,0,0.00`,
    ]);
    expect(
      (await report(world, orchard.token, "/export?since=2026-03-04&until=2026-03-04")).body.trim().split("\r\n")[1],
    ).toBe("2026-03-04,1,4,10.17,10.17,0,0.00,0.00");
  });

  test("says what as many days before and the same days a year ago were, and whose days they are", async () => {
    const { orchard, apples, buyer } = await anOrderOfTwo(world);
    world.clock.forward(2 * 86_400);
    await bought(world, buyer.token, [[apples._id, 1]]);
    world.clock.forward(363 * 86_400);
    // Sessions have ended meanwhile.
    await bought(world, (await aUser(world)).token, [[apples._id, 4]]);
    const token = await issueToken(world.services.db, world.services, orchard._id);
    const ask = async (since: string, until: string) =>
      (await report(world, token, `?since=${since}&until=${until}`)).body.data;
    expect(await ask("2026-03-03", "2026-03-04")).toMatchObject({
      revenue: 4.2,
      before: { since: "2026-03-01", until: "2026-03-02", orders: 1, units: 2, revenue: 8.4 },
      yearBefore: { since: "2025-03-03", until: "2025-03-04", orders: 0, units: 0, revenue: 0 },
      timeZone: world.services.config.timeZone,
    });
    expect(await ask("2027-03-01", "2027-03-04")).toMatchObject({
      revenue: 16.8,
      before: { orders: 0 },
      yearBefore: { since: "2026-03-01", until: "2026-03-04", orders: 2, units: 3, revenue: 12.6 },
    });
    expect((await ask("2028-02-29", "2028-02-29")).yearBefore).toMatchObject({ since: "2027-02-28" });
    const { statements } = await counted(() => ask("2027-03-01", "2027-03-04"));
    expect(statements).toBeLessThanOrEqual(6);
  });

  test("refuses a period that makes no sense", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    for (const [query, field] of [
      ["?since=2026-03-02&until=2026-03-01", "until"],
      ["?since=2024-01-01&until=2026-01-01", "since"],
      ["?since=soon", "since"],
    ] as const) {
      const refusal = await report(world, merchant.token, query);
      expect([query, refusal.status, refusal.body.error[0].field]).toEqual([query, 422, field]);
    }
    expect((await report(world, merchant.token)).body.data).toMatchObject({ revenue: 0, orders: 0, productCount: 0 });
  });
});
