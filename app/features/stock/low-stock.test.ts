import { expect, test } from "vitest";
import { initialize } from "../../../tests/fixtures/checkout";
import { aMarket, aProductPayload } from "../../../tests/fixtures/good-calls";
import { aProduct, aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases, type World } from "../../../tests/fixtures/world";
import { lowStockMails } from "./low-stock-mail.server";

const PATH = "/product/manage-product";

async function aStall(world: World) {
  const merchant = await aUser(world, { privilege: "merchant", firstName: "Mira" });
  const product = (title: string, quantity: number, overrides: object = {}) =>
    aProduct(world, { merchantId: merchant._id, title, quantity, ...overrides });
  const put = (path: string, body: object) => world.call("PUT", PATH + path, { token: merchant.token, body });
  const low = async () =>
    (await world.call("GET", `${PATH}?only=low-stock`, { token: merchant.token })).body.data.docs.map(
      (doc: { title: string }) => doc.title,
    );
  return { merchant, product, put, low };
}

onBothDatabases("stock of many products", (world) => {
  test("each is set for itself, what was sold meanwhile is taken off, and what is not one's own is told", async () => {
    const { product, put } = await aStall(world);
    const [figs, plums] = [await product("Figs of the south", 10), await product("Plums of the north", 5)];
    const strange = await aProduct(world);
    await initialize(world, (await aUser(world)).token, [{ product: figs._id, quantity: 3 }]);
    const { body } = await put("/stock", {
      products: [
        { product: figs._id, quantity: 40, quantityBefore: 10 },
        { product: plums._id, lowStockAt: 8 },
        { product: strange._id, quantity: 1 },
      ],
    });
    expect(body.data).toMatchObject({ changed: 2, unchanged: 0, refused: 1 });
    expect(body.data.docs[0]).toMatchObject({ from: "7", to: "37" });
    expect(body.data.docs[2]).toMatchObject({ code: "unknown_product", title: "" });
    expect([await stockOf(world, figs._id), await stockOf(world, plums._id)]).toEqual([37, 5]);
    expect(await stockOf(world, strange._id)).toBe(strange.quantity);
    const twice = await put("/stock", { products: [1, 2].map((quantity) => ({ product: plums._id, quantity })) });
    expect([twice.status, twice.body.error[0].message]).toEqual([422, "Each size of a product can be in it once."]);
    // The shop shows the new stock, although nothing was bought since.
    expect((await world.call("GET", `/product/general/${figs._id}`)).body.data.quantity).toBe(37);
  });

  test("what runs low goes by the product's own mark, and by the stall's where it has none", async () => {
    const { merchant, product, put, low } = await aStall(world);
    const [figs] = [await product("Figs of the south", 30), await product("Plums of the north", 15)];
    expect(await low()).toEqual(["Plums of the north"]);
    await put("/stock", { products: [{ product: figs._id, lowStockAt: 30 }] });
    expect(await low()).toEqual(["Plums of the north", "Figs of the south"]);
    expect((await put("/stock/settings", { lowStockAt: 5, mail: true })).body.data).toEqual({
      lowStockAt: 5,
      mail: true,
    });
    expect(await low()).toEqual(["Figs of the south"]);
    const morning = await world.call("GET", "/product/morning", { token: merchant.token });
    expect(morning.body.data).toMatchObject({ lowStock: 1, lowStockAt: 5 });
    await put("/stock", { products: [{ product: figs._id, lowStockAt: null }] });
    expect(await low()).toEqual([]);
  });
});

onBothDatabases("a product's own mark of low stock", (world) => {
  test("is set and taken away with the product, stays where a save does not name it, and must be a number", async () => {
    const { tokens, category } = await aMarket(world);
    const token = tokens.merchant;
    const payload = { ...aProductPayload(category), sku: "MARK-1" };
    const { body: added } = await world.call("POST", PATH, { token, body: { ...payload, lowStockAt: 7 } });
    expect(added.data.lowStockAt).toBe(7);
    const save = async (overrides: object) => {
      const body = { ...payload, ...overrides };
      return world.call("PUT", `${PATH}?product=${added.data._id}`, { token, body });
    };
    expect((await save({ amount: "3.00" })).body.data.lowStockAt).toBe(7);
    expect((await save({ lowStockAt: "9" })).body.data.lowStockAt).toBe(9);
    expect((await save({ lowStockAt: null })).body.data.lowStockAt).toBeNull();
    for (const lowStockAt of ["few", -1, 1.5, 1_000_000, ""]) {
      const refusal = await save({ lowStockAt });
      expect([lowStockAt, refusal.status, refusal.body.error[0].field]).toEqual([lowStockAt, 422, "lowStockAt"]);
    }
    expect(
      (await world.call("POST", PATH, { token, body: { ...payload, sku: "MARK-2" } })).body.data.lowStockAt,
    ).toBeNull();
  });
});

onBothDatabases("the mail about low stock", (world) => {
  const at = (time: string) => world.clock.forward((Date.parse(time) - world.clock.now().getTime()) / 1000);
  const mails = (to: string) => mailsSent(world, to);
  const round = () => lowStockMails.handle(world.services);

  test("comes once a morning, from six on, and not again after a restart", async () => {
    const { merchant, product, put } = await aStall(world);
    await product("Figs of the south", 3);
    const plums = await product("Plums of the north", 0);
    await product("Pears of the east", 90);
    await product("Kale that nobody sees", 1, { availType: "draft" });
    at("2026-03-03T05:50:00Z");
    await round();
    expect(await mails(merchant.email)).toEqual([]);
    at("2026-03-03T06:05:00Z");
    await Promise.all([round(), round()]);
    await round();
    const [mail, ...more] = await mails(merchant.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("2 of your products run low");
    expect(mail?.text).toMatch(/Plums of the north: None left\nFigs of the south: 3 left/);
    expect(mail?.text).not.toMatch(/Pears|Kale/);
    at("2026-03-03T11:55:00Z");
    await round();
    expect(await mails(merchant.email)).toHaveLength(1);
    at("2026-03-04T06:05:00Z");
    await round();
    expect(await mails(merchant.email)).toHaveLength(2);
    await put("/stock", { products: [{ product: plums._id, quantity: 90 }] });
    at("2026-03-05T06:05:00Z");
    await round();
    expect((await mails(merchant.email)).at(-1)?.subject).toBe("Figs of the south runs low");
    await put("/stock/settings", { lowStockAt: 20, mail: false });
    at("2026-03-06T06:05:00Z");
    await round();
    expect(await mails(merchant.email)).toHaveLength(3);
  });

  test("is not written where nothing runs low, of a closed stall, or in the evening", async () => {
    const [fine, closed, late] = [await aStall(world), await aStall(world), await aStall(world)];
    await fine.product("Figs of the south", 90);
    await closed.product("Plums of the north", 1);
    await world.services.db
      .updateTable("stores")
      .set({ status: "suspended" })
      .where("userId", "=", closed.merchant._id)
      .execute();
    at("2027-06-03T06:05:00Z");
    await round();
    await late.product("Pears of the east", 1);
    at("2027-06-03T18:00:00Z");
    await round();
    for (const { merchant } of [fine, closed, late]) expect(await mails(merchant.email)).toEqual([]);
  });

  test("costs no more statements for twenty stalls than for two", async () => {
    const many = async (count: number) => {
      for (let n = 0; n < count; n += 1) await (await aStall(world)).product("Figs of the south", 1);
    };
    await many(2);
    at("2027-07-03T06:05:00Z");
    const few = await counted(round);
    await many(18);
    at("2027-07-04T06:05:00Z");
    expect((await counted(round)).statements).toBe(few.statements);
  });
});
