import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aCategory, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";
const kilos = (amount: number) => ({ amount, unit: "kg" as const });

/** A stall with a ham of about 2 kg at $18.00 a kilo, on sale. */
async function ham(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const category = await aCategory(world, "Charcuterie");
  const { db, dialect } = world.services;
  await db.insertInto("storeCategories").values({ userId: merchant._id, categoryId: category._id }).execute();
  const { token } = merchant;
  const payload = {
    title: "Smoked ham",
    description: "Hung for three months above beech and juniper.",
    category: category._id,
    sku: "HAM-1",
    barcode: "2900000000001",
    quantity: 9,
    content: kilos(2),
    weighed: { price: "18.00" },
  };
  const add = (overrides: object) =>
    world.call("POST", PATH, { token, body: { ...payload, sku: "HAM-2", ...overrides } });
  const { _id } = (await world.call("POST", PATH, { token, body: payload })).body.data;
  await db.updateTable("products").set({ availType: "published", isPublic: 1 }).where("_id", "=", _id).execute();
  await dialect.announceChange(db);
  const save = (overrides: object) =>
    world.call("PUT", `${PATH}?product=${_id}`, { token, body: { ...payload, availType: "published", ...overrides } });
  const managed = async () => (await world.call("GET", `${PATH}/${_id}`, { token })).body.data;
  const shown = async () => (await world.call("GET", `/product/general/${_id}`)).body.data;
  return { _id: _id as string, token, add, save, managed, shown };
}

onBothDatabases("a size that is sold by weight", (world) => {
  test("costs its usual weight and a margin at most; the price of a kilo stands beside it", async () => {
    const { save, managed, shown } = await ham(world);
    expect(await managed()).toMatchObject({ amount: 39.6, weighed: { price: 18, margin: 10 } });
    expect(await shown()).toMatchObject({
      amount: 39.6,
      variants: [{ amount: 39.6, weighed: true, content: kilos(2), unitPrice: { amount: 18, per: "kg" } }],
    });
    expect((await save({ weighed: { price: 18, margin: 0 }, amount: "1.00" })).body.data.amount).toBe(36);
    expect((await save({ weighed: null, amount: "30.00" })).body.data).toMatchObject({ amount: 30 });
    expect((await shown()).variants[0].weighed).toBeUndefined();
  });

  test("left out, it stays so; its usual weight changes at once with its price, on sale as well", async () => {
    const { save, managed, shown } = await ham(world);
    const answer = await save({ weighed: undefined, amount: "1.00", content: kilos(3) });
    expect(answer.body.data).toMatchObject({ amount: 59.4, content: kilos(3), weighed: { price: 18, margin: 10 } });
    expect((await managed()).waiting).toBeUndefined();
    expect(await shown()).toMatchObject({ amount: 59.4, variants: [{ content: kilos(3) }] });
  });

  test("an approved change of its text leaves the usual weight as it was saved since", async () => {
    const { _id, save, shown } = await ham(world);
    await save({ title: "Smoked ham on the bone" });
    const operator = await aUser(world, { privilege: "operator" });
    const { db } = world.services;
    // The waiting change was saved with another usual weight than the one on sale now.
    await db.updateTable("variants").set({ contentMilli: 2500 }).where("_id", "=", _id).execute();
    const { version } = (await world.call("GET", `/operator/review/${_id}`, { token: operator.token })).body.data;
    const approval = await world.call("POST", `/operator/review/${_id}/publish`, {
      token: operator.token,
      body: { version },
    });
    expect(approval.status).toBe(200);
    expect(await shown()).toMatchObject({ title: "Smoked ham on the bone", variants: [{ content: kilos(2.5) }] });
  });

  test("a discount counts for the price of a kilo, which an order keeps", async () => {
    const { _id, save, shown } = await ham(world);
    await save({ discountType: "percentage", discountPercentage: 25 });
    expect((await shown()).variants[0]).toMatchObject({ amount: 29.7, unitPrice: { amount: 13.5, per: "kg" } });
    const { token } = await aUser(world);
    const initialized = await initialize(world, token, [{ product: _id, quantity: 1 }]);
    await confirm(world, initialized.body.data);
    const order = (await finalize(world, token, initialized.body.payment.stripeId)).body.data;
    expect(order.carts[0]).toMatchObject({
      price: 29.7,
      weighed: { price: 13.5, per: "kg", weights: [null], due: null },
    });
  });

  test("a change of prices of many changes the price of a kilo", async () => {
    const { _id, token, managed } = await ham(world);
    const change = { what: "price", percent: 10, roundTo: "0.05" };
    const answer = await world.call("POST", `${PATH}/many`, { token, body: { products: [{ product: _id }], change } });
    expect(answer.body.data).toMatchObject({ changed: 1, docs: [{ from: "39.60", to: "43.56" }] });
    expect(await managed()).toMatchObject({ amount: 43.56, weighed: { price: 19.8 } });
  });

  test("a usual weight that is none, a margin and a price out of bounds are refused at their field", async () => {
    const { add, save } = await ham(world);
    const fieldsOf = async (overrides: object) =>
      (await add(overrides)).body.error.map(({ field }: { field: string }) => field);
    expect(await fieldsOf({ content: { amount: 6, unit: "piece" } })).toEqual(["content"]);
    expect(await fieldsOf({ content: undefined })).toEqual(["content"]);
    expect(await fieldsOf({ weighed: { price: "18.00", margin: 26 } })).toEqual(["weighed.margin"]);
    expect(await fieldsOf({ weighed: { price: "-1" } })).toEqual(["weighed.price"]);
    expect((await add({ content: kilos(900_000) })).body.error[0].code).toBe("price_out_of_range");
    expect((await save({ weighed: undefined, amount: "1.00", content: null })).body.error[0]).toMatchObject({
      code: "usual_weight_needed",
      field: "content",
    });
  });
});
