import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import type { CartLine } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { BAG, oats, orderOf } from "../../../tests/fixtures/sizes";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const DAY = "2026-03-02";

/** A stall that sells oats in two sizes and honey in one, with calls to buy its goods and to read its figures. */
async function aStall(world: World) {
  const { merchant, _id, sack, save } = await oats(world);
  const { token } = merchant;
  const honey = await aProduct(world, { merchantId: merchant._id, amountCents: 500, quantity: 20, title: "Honey" });
  const buyer = await aUser(world);
  const buy = (...carts: CartLine[]) => orderOf(world, buyer.token, carts);
  const get = async (path: string) => (await world.call("GET", path, { token })).body;
  const report = async (since = DAY, until = since) =>
    (await get(`/product/sales-report?since=${since}&until=${until}`)).data;
  const line = (variant: string, quantity: number) => ({ product: _id, variant, quantity });
  return { token, honey, bag: _id, sack, save, buy, get, report, line };
}

const MOST_SOLD = "/product/manage-stat?type=top-selling";

onBothDatabases("sales by size", (world) => {
  test("a product of several sizes is listed by them, one of a single size as it always was", async () => {
    const { honey, bag, sack, buy, get, report, line } = await aStall(world);
    await buy(line(bag, 4), line(sack, 2), { product: honey._id, quantity: 3 });
    const top = (await get(MOST_SOLD)).data;
    expect(top.total).toBe(3);
    expect(top.docs).toMatchObject([
      {
        salesCount: 4,
        salesAmount: 12.8,
        product: { _id: bag, variant: bag, title: "Rolled oats", size: "500 g bag", sku: "OAT-1", quantity: 6 },
      },
      { salesCount: 3, salesAmount: 15, product: { _id: honey._id, variant: honey._id, title: "Honey", size: "" } },
      {
        salesCount: 2,
        salesAmount: 48,
        product: { _id: bag, variant: sack, size: "5 kg sack", sku: "OAT-5", amount: 24, quantity: 0, runsLow: true },
      },
    ]);
    const figures = await report();
    expect(figures).toMatchObject({ units: 9, revenue: 75.8, productCount: 3 });
    expect(figures.products).toMatchObject([
      { _id: bag, variant: sack, title: "Rolled oats", size: "5 kg sack", sku: "OAT-5", units: 2, revenue: 48 },
      { _id: honey._id, variant: honey._id, title: "Honey", size: "", units: 3, revenue: 15 },
      { _id: bag, variant: bag, title: "Rolled oats", size: "500 g bag", sku: "OAT-1", units: 4, revenue: 12.8 },
    ]);
    const csv: string = await get(`/product/sales-report/export?since=${DAY}&until=${DAY}&by=product`);
    expect(csv.trim().split("\r\n").slice(1)).toEqual([
      `"Rolled oats, 5 kg sack",OAT-5,2,48.00,48.00,0,0.00`,
      `Honey,${honey.sku},3,15.00,15.00,0,0.00`,
      `"Rolled oats, 500 g bag",OAT-1,4,12.80,12.80,0,0.00`,
    ]);
  });

  test("refunded pieces are taken from their size alone, and days booked anew are the same", async () => {
    const { token, bag, sack, buy, get, report, line } = await aStall(world);
    const order = await buy(line(bag, 4), line(sack, 2));
    const at = `/product/order/merchant/${order._id}`;
    const { carts } = (await get(at)).data;
    const lines = [{ lineId: carts[1]._id, quantity: 1 }];
    const sums = (await world.call("POST", `${at}/refund/sums`, { token, body: { lines } })).body.data;
    const body = { lines, restock: false, refunded: sums.refunded, amount: sums.amount, reason: "Torn" };
    expect((await world.call("POST", `${at}/refund`, { token, body })).status).toBe(200);
    expect((await report()).products).toMatchObject([
      { variant: sack, units: 2, refundedUnits: 1, sales: 48, refunds: -24, revenue: 24 },
      { variant: bag, units: 4, refundedUnits: 0, sales: 12.8, refunds: 0, revenue: 12.8 },
    ]);
    expect((await get(MOST_SOLD)).data.docs).toMatchObject([
      { product: { variant: bag }, salesCount: 4 },
      { product: { variant: sack }, salesCount: 1, salesAmount: 24 },
    ]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("a size is called as its orders called it: a day keeps its name, several days have the last", async () => {
    const { token, sack, buy, get, report, line } = await aStall(world);
    const old = await buy(line(sack, 1));
    await world.services.db.updateTable("variants").set({ name: "4.8 kg sack" }).where("_id", "=", sack).execute();
    const names = async (since: string, until: string) =>
      (await report(since, until)).products.map((row: { size: string; units: number }) => [row.size, row.units]);
    world.clock.forward(20 * 3600);
    await buy(line(sack, 1));
    const at = `/product/order/merchant/${old._id}/cancel`;
    expect((await world.call("POST", at, { token, body: { reason: "Torn" } })).status).toBe(200);
    expect(await names(DAY, DAY)).toEqual([["5 kg sack", 1]]);
    expect(await names("2026-03-03", "2026-03-03")).toEqual([["4.8 kg sack", 1]]);
    expect(await names(DAY, "2026-03-03")).toEqual([["4.8 kg sack", 2]]);
    expect((await get(MOST_SOLD)).data.docs[0].product.size).toBe("4.8 kg sack");
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("a size that is removed keeps its line, which says so", async () => {
    const { bag, sack, save, buy, get, report, line } = await aStall(world);
    await buy(line(sack, 1), line(bag, 2));
    expect((await save({ variants: [{ ...BAG, _id: bag, name: "" }] })).status).toBe(200);
    expect((await get(MOST_SOLD)).data.docs).toMatchObject([
      { product: { variant: bag, size: "500 g bag", deleted: false }, salesCount: 2 },
      { product: { variant: sack, size: "5 kg sack", sku: "OAT-5", deleted: true }, salesCount: 1 },
    ]);
    expect((await report()).products).toMatchObject([
      { variant: sack, size: "5 kg sack", sku: "OAT-5", revenue: 24 },
      { variant: bag, size: "500 g bag", revenue: 6.4 },
    ]);
  });
});
