import { setSold } from "../../../tests/fixtures/shop";
import { expect, test } from "vitest";
import { aMarket, aProductPayload } from "../../../tests/fixtures/good-calls";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a product that two people save", (world) => {
  async function aSharedProduct() {
    const { tokens, product, category, waiting } = await aMarket(world);
    const token = tokens.merchant;
    const payload = aProductPayload(category);
    const read = () => world.call("GET", `/product/manage-product/${product}`, { token });
    const save = (overrides: object, headers: Record<string, string> = {}) =>
      world.call("PUT", `/product/manage-product?product=${product}`, {
        token,
        body: { ...payload, ...overrides },
        headers,
      });
    const etag = (await read()).headers.get("ETag") ?? "";
    return { token, product, waiting, read, save, etag };
  }

  test("the second is refused with both versions, and may save over what was looked at then", async () => {
    const { read, save, etag } = await aSharedProduct();
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const first = await save({ amount: "3.00" }, { "If-Match": etag });
    expect([first.status, first.headers.get("ETag")]).toEqual([200, (await read()).headers.get("ETag")]);
    const second = await save({ amount: "4.00" }, { "If-Match": etag });
    expect([second.status, second.body.error[0].code]).toEqual([412, "changed_meanwhile"]);
    expect(second.body.versions).toMatchObject({ current: { amount: 3 }, sent: { amount: "4.00" } });
    expect((await read()).body.data.amount).toBe(3);
    const now = second.headers.get("ETag") ?? "";
    expect((await save({ amount: "4.00" }, { "If-Match": `"of another", ${now}` })).status).toBe(200);
    expect((await read()).body.data.amount).toBe(4);
  });

  test("a sale is no reason to refuse, and without If-Match nothing is compared", async () => {
    const { product, save, etag } = await aSharedProduct();
    await setSold(world.services.db, { quantity: 3 }, product);
    expect((await save({ quantity: "5", quantityBefore: "10" }, { "If-Match": etag })).status).toBe(200);
    expect((await save({ amount: "9.00" })).status).toBe(200);
    expect((await save({ amount: "9.50" }, { "If-Match": "*" })).status).toBe(200);
    expect((await save({ amount: "9.60" }, { "If-Match": "nonsense" })).status).toBe(412);
  });

  test("a mark of low stock that somebody has set meanwhile is seen before anything is saved over it", async () => {
    const { token, product, read, save, etag } = await aSharedProduct();
    const body = { products: [{ product, lowStockAt: 4 }] };
    expect((await world.call("PUT", "/product/manage-product/stock", { token, body })).status).toBe(200);
    const refusal = await save({ amount: "3.00" }, { "If-Match": etag });
    expect([refusal.status, refusal.body.versions.current.lowStockAt]).toEqual([412, 4]);
    expect((await save({ amount: "3.00" }, { "If-Match": refusal.headers.get("ETag") ?? "" })).status).toBe(200);
    expect((await read()).body.data).toMatchObject({ amount: 3, lowStockAt: 4 });
  });

  test("what was changed since is not deleted", async () => {
    const { token, product, read, save, etag } = await aSharedProduct();
    await save({ amount: "3.00" });
    const remove = (ifMatch: string) =>
      world.call("DELETE", `/product/manage-product?product=${product}`, { token, headers: { "If-Match": ifMatch } });
    const refusal = await remove(etag);
    expect([refusal.status, refusal.body.versions.sent]).toEqual([412, null]);
    expect((await read()).status).toBe(200);
    expect((await remove(refusal.headers.get("ETag") ?? "")).status).toBe(200);
    expect((await read()).status).toBe(404);
  });
});
