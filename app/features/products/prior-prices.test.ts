import { expect, test } from "vitest";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { sweepPastPrices } from "./prior-prices.server";
import { refreshFigures } from "./variants.server";

const DAY = 86_400;

/** A product at 10.00, and functions that change it as every writer of prices does. */
async function aJar(world: World, columns: Parameters<typeof aProduct>[1] = {}) {
  const { _id } = await aProduct(world, { amountCents: 1000, ...columns });
  const { db, clock, dialect } = world.services;
  const become = async (amountCents: number, discountPercent = 0) => {
    await db.updateTable("products").set({ discountPercent }).where("_id", "=", _id).execute();
    await db.updateTable("variants").set({ amountCents }).where("_id", "=", _id).execute();
    await refreshFigures(db, [_id], clock.now().toISOString());
    await dialect.announceChange(db);
  };
  /** The price paid, the price struck through, and the discount in percent. */
  const pricesShown = async () => {
    const { data } = (await world.call("GET", `/product/general/${_id}`)).body;
    const [size] = data.variants;
    expect([size.originalPrice, size.discount]).toEqual([data.originalPrice, data.discount]);
    return [data.amount, data.originalPrice, data.discount];
  };
  const stand = (availType: "draft" | "published") =>
    db
      .updateTable("products")
      .set({ availType, isPublic: availType === "published" ? 1 : 0 })
      .where("_id", "=", _id)
      .execute();
  return { _id, become, shown: pricesShown, stand, later: (days: number) => world.clock.forward(days * DAY) };
}

const pastPrices = (world: World, variantId: string) =>
  world.services.db
    .selectFrom("pastPrices")
    .select("priceCents")
    .where("variantId", "=", variantId)
    .orderBy("priceCents")
    .execute();

onBothDatabases("the price that is struck through", (world) => {
  test("is the list price of a product whose price never changed", async () => {
    const { become, shown } = await aJar(world);
    await become(1000, 20);
    expect(await shown()).toEqual([8, 10, 20]);
  });

  test("is the lowest of the 30 days before the discount began", async () => {
    const { become, shown, later } = await aJar(world);
    await become(900);
    later(10);
    await become(1500);
    later(10);
    await become(1500, 50);
    expect(await shown()).toEqual([7.5, 9, 16]);
    later(40);
    expect(await shown()).toEqual([7.5, 9, 16]);
  });

  test("forgets a price that ended more than 30 days before", async () => {
    const { become, shown, later } = await aJar(world);
    await become(1500);
    later(31);
    await become(1500, 50);
    expect(await shown()).toEqual([7.5, 15, 50]);
  });

  test("is none where that is not above what is paid, and no percentage is claimed", async () => {
    const { _id, become, shown, later } = await aJar(world, { contentMilli: 500_000, contentUnit: "g" });
    await become(2000);
    later(5);
    await become(2000, 50);
    expect(await shown()).toEqual([10, undefined, 0]);
    const { data } = (await world.call("GET", `/product/general/${_id}`)).body;
    expect(data.variants[0].unitPrice).toEqual({ amount: 20, per: "kg" });
  });

  test("stays while a discount grows, and begins anew where the price rises", async () => {
    const { become, shown, later } = await aJar(world);
    await become(1000, 10);
    later(1);
    await become(1000, 30);
    expect(await shown()).toEqual([7, 10, 30]);
    later(1);
    await become(1000, 20);
    expect(await shown()).toEqual([8, undefined, 0]);
  });

  test("of a discount that ended and came back is what it was reduced to", async () => {
    const { become, shown, later } = await aJar(world);
    await become(1000, 20);
    later(3);
    await become(1000);
    later(3);
    await become(1000, 20);
    expect(await shown()).toEqual([8, undefined, 0]);
  });

  test("counts no price of a draft, and forgets none by being one for a while", async () => {
    const draft = await aJar(world, { availType: "draft" });
    await draft.become(500);
    await draft.become(1000, 20);
    await draft.stand("published");
    await draft.become(1000, 20);
    expect(await draft.shown()).toEqual([8, 10, 20]);
    const jar = await aJar(world);
    await jar.stand("draft");
    await jar.become(2000);
    await jar.become(2000, 50);
    await jar.stand("published");
    await jar.become(2000, 50);
    expect(await jar.shown()).toEqual([10, undefined, 0]);
  });

  test("is kept with the discount: prices that ended 30 days ago are dropped", async () => {
    const { _id, become, shown, later } = await aJar(world);
    await become(900);
    later(1);
    await become(1500, 50);
    later(29.5);
    await sweepPastPrices(world.services);
    expect(await pastPrices(world, _id)).toEqual([{ priceCents: 900 }]);
    later(1);
    await sweepPastPrices(world.services);
    expect(await pastPrices(world, _id)).toEqual([]);
    expect(await shown()).toEqual([7.5, 9, 16]);
  });

  test("follows the editor and changes of many, which spreadsheets are written like", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const { _id } = await aProduct(world, { merchantId: merchant._id, amountCents: 1000, sku: "JAM-1" });
    const path = "/product/manage-product";
    const ownProduct = async () => (await world.call("GET", `${path}/${_id}`, { token: merchant.token })).body.data;
    const { category, variants: _sizes, ...rest } = await ownProduct();
    const body = { ...rest, category: category._id, image: [], amount: "9.00", vatAmount: "0.00" };
    expect((await world.call("PUT", `${path}?product=${_id}`, { token: merchant.token, body })).status).toBe(200);
    const change = { what: "price", percent: 20, roundTo: "0.01" };
    const manyAnswer = await world.call("POST", `${path}/many`, {
      token: merchant.token,
      body: { products: [{ product: _id }], change },
    });
    expect([manyAnswer.status, manyAnswer.body.data?.changed]).toEqual([200, 1]);
    expect(await pastPrices(world, _id)).toEqual([{ priceCents: 900 }, { priceCents: 1000 }]);
    await world.call("PUT", `${path}?product=${_id}`, {
      token: merchant.token,
      body: { ...body, amount: "12.00", discountType: "percentage", discountPercentage: 50 },
    });
    expect(await ownProduct()).toMatchObject({ amount: 12, discountedPrice: 6, originalPrice: 9 });
  });
});
