import { expect, test } from "vitest";
import { ordersOf, packing } from "../../../tests/fixtures/paid-orders";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("what is to be packed", (world) => {
  test("is every order that waits, oldest first, and the pieces to take off the shelves for all of them", async () => {
    const { merchant, ids, numbers } = await ordersOf(world, 3);
    const { answer, statements } = await counted(() => packing(world, merchant.token));
    expect(answer.docs.map((doc: { _id: string }) => doc._id)).toEqual(ids);
    expect(answer).toMatchObject({
      total: 3,
      picks: [
        { title: "Apples", sku: "AP", pieces: 6, orders: numbers },
        { title: "Plums", sku: "PL", pieces: 1, orders: [numbers[1]] },
      ],
    });
    // One of the statements reads the signed-in merchant.
    expect(statements).toBeLessThanOrEqual(4);
  });

  test("leaves out pieces whose price went back, and orders that are somebody else's", async () => {
    const { merchant, numbers, ids } = await ordersOf(world, 2);
    const other = await ordersOf(world, 1);
    await world.services.db
      .updateTable("orderLines")
      .set({ refundedQuantity: 1 })
      .where("orderId", "=", ids[0] ?? "")
      .execute();
    const chosen = await packing(world, merchant.token, [numbers[0], other.numbers[0], 999_999].join());
    expect(chosen).toMatchObject({ total: 1, docs: [{ _id: ids[0] }], picks: [{ title: "Apples", pieces: 1 }] });
    expect(chosen.picks).toHaveLength(1);
    const refusal = await world.call("GET", "/product/order/merchant/packing?orders=1,x", { token: merchant.token });
    expect([refusal.status, refusal.body.error[0].field]).toEqual([422, "orders"]);
  });

  test("comes as PDF and as CSV as well", async () => {
    const { merchant, numbers } = await ordersOf(world, 12);
    const get = (what: string) =>
      world.call("GET", `/product/order/merchant/packing/${what}?orders=${numbers.slice(0, 11)}`, {
        token: merchant.token,
      });
    const pdf = await get("slips");
    expect([pdf.status, pdf.headers.get("Content-Type"), String(pdf.body).slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    // The pick list, and more than two slips on a sheet.
    const sheets = String(pdf.body).match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(sheets).toBeGreaterThan(2);
    expect(sheets).toBeLessThan(7);
    const csv = await get("export");
    const rows = String(csv.body).trim().split("\r\n");
    expect(rows.slice(1).map((row) => Number(row.split(",")[0]))).toEqual(numbers.slice(0, 11));
  });
});
