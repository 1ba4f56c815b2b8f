import { expect, test } from "vitest";
import { confirm, finalize, initialize, type CartLine } from "../../../tests/fixtures/checkout";
import { aProductInSizes } from "../../../tests/fixtures/product-in-sizes";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { anOrderToWeigh } from "../../../tests/fixtures/weighing";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("buying again", (world) => {
  async function anOrderOf(carts: CartLine[]) {
    const { token } = await aUser(world);
    const checkout = await initialize(world, token, carts);
    await confirm(world, checkout.body.data);
    const order = (await finalize(world, token, checkout.body.payment.stripeId)).body.data;
    return { token, orderId: order._id as string };
  }
  const again = async ({ token, orderId }: { token: string; orderId: string }) =>
    (await world.call("POST", `/product/order/${orderId}/again`, { token })).body;

  test("puts each size that is there into the cart, and names sizes that are not with their size", async () => {
    const sizes = await aProductInSizes(world, { title: "Honey" }, [
      { name: "250 g", amountCents: 400, quantity: 9 },
      { name: "500 g", amountCents: 700, quantity: 9 },
      { name: "1 kg", amountCents: 1200, quantity: 9 },
    ]);
    const [honey = ""] = sizes;
    const order = await anOrderOf(sizes.map((variant) => ({ product: honey, variant, quantity: 5 })));
    const { db } = world.services;
    await db
      .updateTable("variants")
      .set({ deletedAt: "2026-03-02T12:00:00.000Z" })
      .where("_id", "=", sizes[1]!)
      .execute();
    await world.services.dialect.announceChange(db);
    const { data, missing, fewer } = await again(order);
    expect(missing).toEqual(["Honey, 500 g"]);
    expect(fewer).toEqual([
      { title: "Honey, 250 g", quantity: 4 },
      { title: "Honey, 1 kg", quantity: 4 },
    ]);
    expect(data.carts).toEqual([
      expect.objectContaining({ product: honey, variant: sizes[0], quantity: 4 }),
      expect.objectContaining({ product: honey, variant: sizes[2], quantity: 4 }),
    ]);
    // Each missing size of a product is named.
    await db.updateTable("variants").set({ quantity: 0 }).where("productId", "=", honey).execute();
    await world.services.dialect.announceChange(db);
    expect((await again(order)).missing).toEqual(["Honey, 250 g", "Honey, 500 g", "Honey, 1 kg"]);
  });

  test("takes goods that are weighed by the piece, as they were ordered", async () => {
    const { cheese, buyer, order } = await anOrderToWeigh(world);
    const { data, missing, fewer } = await again({ token: buyer.token, orderId: order });
    expect([missing, fewer]).toEqual([[], []]);
    expect(data.carts).toContainEqual(expect.objectContaining({ product: cheese._id, quantity: 2 }));
  });

  test("names what is out of season, deleted, of a stall on holiday or of a suspended one, and says it once", async () => {
    const titles = ["Pears", "Cress", "Quinces", "Rye", "Buns"];
    const products = [];
    for (const title of titles) products.push(await aProduct(world, { title }));
    const [pears, cress, quinces, rye, buns] = products;
    const order = await anOrderOf(products.map(({ _id }) => ({ product: _id, quantity: 1 })));
    const { db } = world.services;
    const operator = await aUser(world, { privilege: "operator" });
    await db
      .updateTable("products")
      .set({ seasonFrom: "2026-05-01", seasonUntil: "2026-06-01" })
      .where("_id", "=", cress!._id)
      .execute();
    await db
      .updateTable("products")
      .set({ deletedAt: "2026-03-02T12:00:00.000Z", isPublic: 0 })
      .where("_id", "=", quinces!._id)
      .execute();
    await db
      .updateTable("stores")
      .set({ holidayFrom: "2026-03-01", holidayUntil: "2026-03-09" })
      .where("userId", "=", rye!.merchantId)
      .execute();
    await world.call("POST", `/operator/merchants/${buns!.merchantId}/suspend`, {
      token: operator.token,
      body: { reason: "Complaints." },
    });
    await world.services.dialect.announceChange(db);
    const { data, missing } = await again(order);
    expect(data.carts).toEqual([expect.objectContaining({ product: pears!._id, quantity: 1 })]);
    expect(missing).toEqual(["Cress", "Quinces", "Rye", "Buns"]);
    // A second press leaves the cart as it is and names the same titles.
    const pressedTwice = await again(order);
    expect([pressedTwice.data.carts, pressedTwice.missing]).toEqual([data.carts, missing]);
  });
});
