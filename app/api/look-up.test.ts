import { expect, test } from "vitest";
import { aPaidOrder } from "../../tests/fixtures/checkout";
import { aProductPayload } from "../../tests/fixtures/good-calls";
import { aCategory, aProduct, aUser } from "../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

const idsAt = async (world: World, path: string, token?: string) =>
  (await world.call("GET", path, { token })).body.data.docs.map(({ _id }: { _id: string }) => _id);

onBothDatabases("looking up", (world) => {
  test("a product on sale is found by its SKU in any case, and by its barcode with or without zeros in front", async () => {
    const jam = await aProduct(world, { sku: "JAM-250", barcode: "036000291452" });
    const draft = await aProduct(world, { sku: "JAM-251", barcode: "036000291453", availType: "draft" });
    await aProduct(world, { sku: "JAM-2", barcode: "4006381333931" });
    const find = (query: string) => idsAt(world, `/product/general?${query}`);
    expect(await find("sku=jam-250")).toEqual([jam._id]);
    expect(await find("barcode=0036000291452")).toEqual([jam._id]);
    expect(await find(`sku=JAM-250&barcode=36000291452&stall=${jam.merchantId}`)).toEqual([jam._id]);
    expect(await find("sku=JAM-250&barcode=4006381333931")).toEqual([]);
    expect(await find("sku=JAM-251")).toEqual([]);
    expect((await world.call("GET", "/product/general?sku=JAM-250&q=jam")).status).toBe(422);
    const token = await issueToken(world.services.db, world.services, draft.merchantId);
    const own = (query: string) => idsAt(world, `/product/manage-product?${query}`, token);
    expect([await own("sku=JAM-251"), await own("barcode=36000291453"), await own("sku=JAM-250")]).toEqual([
      [draft._id],
      [draft._id],
      [],
    ]);
  });

  test("ids of products on sale are narrowed to what was changed since a time in any zone, oldest change first", async () => {
    const at = (updatedAt: string) => aProduct(world, { updatedAt });
    await at("2026-03-01T10:00:00.000Z");
    const [late, early] = [await at("2026-03-01T12:00:00.000Z"), await at("2026-03-01T11:00:00.000Z")];
    expect(await idsAt(world, "/product/sitemap?updatedSince=2026-03-01T12:30:00%2B02:00")).toEqual([
      early._id,
      late._id,
    ]);
    expect((await world.call("GET", "/product/sitemap?updatedSince=yesterday")).status).toBe(422);
  });

  test("a product has an id of its merchant's own system, once, and is found by it", async () => {
    const category = await aCategory(world, "Fruit");
    const { token, _id } = await aUser(world, { privilege: "merchant" });
    await world.services.db.insertInto("storeCategories").values({ userId: _id, categoryId: category._id }).execute();
    const add = (sku: string, externalId?: string) =>
      world.call("POST", "/product/manage-product", {
        token,
        body: { ...aProductPayload(category._id), sku, ...(externalId !== undefined && { externalId }) },
      });
    const first = await add("A-1", "ERP-1");
    expect([first.status, first.body.data.externalId]).toEqual([201, "ERP-1"]);
    expect((await add("A-2", "ERP-1")).body.error[0]).toMatchObject({ code: "external_id_taken", field: "externalId" });
    expect([(await add("A-3")).status, (await add("A-4", "")).status]).toEqual([201, 201]);
    expect(await idsAt(world, "/product/manage-product?externalId=ERP-1", token)).toEqual([first.body.data._id]);
    const save = (overrides: object) =>
      world.call("PUT", `/product/manage-product?product=${first.body.data._id}`, {
        token,
        body: { ...aProductPayload(category._id), sku: "A-1", ...overrides },
      });
    expect((await save({})).body.data.externalId).toBe("ERP-1");
    expect((await save({ externalId: "" })).body.data.externalId).toBe("");
    expect((await add("A-5", "ERP-1")).status).toBe(201);
  });

  test("a sale has an id of its merchant's own system, once, and is found by it", async () => {
    const sales = [await aPaidOrder(world), await aPaidOrder(world)];
    const { merchantId } = await world.services.db
      .selectFrom("orderParts")
      .select("merchantId")
      .where("orderId", "=", sales[0]?.orderId ?? "")
      .executeTakeFirstOrThrow();
    await world.services.db.updateTable("orderParts").set({ merchantId, invoiceNumber: null }).execute();
    const token = await issueToken(world.services.db, world.services, merchantId);
    const name = (place: number, externalId: string) =>
      world.call("PUT", `/product/order/merchant/${sales[place]?.orderId}/external-id`, {
        token,
        body: { externalId },
      });
    world.clock.forward(60);
    const named = await name(0, "SO-42");
    expect(named.body.data).toMatchObject({ externalId: "SO-42", updatedAt: world.clock.now().toISOString() });
    expect((await name(1, "SO-42")).body.error[0].code).toBe("external_id_taken");
    const list = async (query: string) => (await world.call("GET", `/product/order/merchant?${query}`, { token })).body;
    expect((await list("externalId=SO-42")).data).toMatchObject({ total: 1, docs: [{ _id: sales[0]?.orderId }] });
    expect((await list("externalId=SO-43")).data).toMatchObject({ total: 0, docs: [] });
    expect([(await name(0, "")).status, (await name(1, "SO-42")).status]).toEqual([200, 200]);
    const stranger = await aUser(world, { privilege: "merchant" });
    const at = `/product/order/merchant/${sales[0]?.orderId}/external-id`;
    expect((await world.call("PUT", at, { token: stranger.token, body: { externalId: "X" } })).status).toBe(404);
  });
});
