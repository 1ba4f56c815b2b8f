import { expect, test } from "vitest";
import { aPaidCheckout, aPaidOrder, confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("the order history", (world) => {
  test("has ten a page, newest first, in few statements", async () => {
    const buyer = await aUser(world);
    const product = await aProduct(world);
    const ids = [];
    for (let n = 0; n < 12; n += 1) {
      const initialized = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
      await confirm(world, initialized.body.data);
      ids.unshift((await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data._id);
      world.clock.forward(60);
    }
    const { answer: first, statements } = await counted(() =>
      world.call("GET", "/product/order", { token: buyer.token }),
    );
    expect(statements).toBeLessThanOrEqual(4);
    const second = await world.call("GET", "/product/order?page=2", { token: buyer.token });
    expect(first.body.data).toMatchObject({ page: 1, hasNextPage: true, total: 12 });
    expect(second.body.data).toMatchObject({ page: 2, hasNextPage: false, total: 12, docs: { length: 2 } });
    expect([...first.body.data.docs, ...second.body.data.docs].map((order: { _id: string }) => order._id)).toEqual(ids);
    expect(
      (await world.call("GET", "/product/order?page=2&from=1", { token: buyer.token })).body.data.docs,
    ).toHaveLength(12);
    expect((await world.call("GET", "/product/order?page=3", { token: buyer.token })).body.data.docs).toEqual([]);
  });

  test("another's order, an unpaid one and an unknown one are all absent", async () => {
    const [mine, other, unpaid] = [await aUser(world), await aPaidOrder(world), await aPaidCheckout(world)];
    for (const [token, id] of [
      [mine.token, other.orderId],
      [unpaid.buyer.token, unpaid.orderId],
      [mine.token, "0".repeat(24)],
    ] as const) {
      const refusal = await world.call("GET", `/product/order/${id}`, { token });
      expect([refusal.status, refusal.body.error[0].code]).toEqual([404, "unknown_order"]);
      expect((await world.call("POST", `/product/order/${id}/again`, { token })).status).toBe(404);
    }
  });

  test("keeps title and price as they were when they were bought", async () => {
    const { buyer, product, orderId } = await aPaidOrder(world);
    await world.services.db
      .updateTable("products")
      .set({ title: "Something else", priceCents: 1, isPublic: 0, deletedAt: "2026-03-02T13:00:00.000Z" })
      .where("_id", "=", product._id)
      .execute();
    const { data } = (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body;
    expect(data).toMatchObject({
      amount: 2.5,
      paymentMethod: "Card",
      date: "2026-03-02T12:00:00.000Z",
      carts: [{ price: 2.5, product: { title: product.title, sku: product.sku } }],
    });
  });

  test("buying again fills the cart with what is still there and names what is not", async () => {
    const buyer = await aUser(world);
    const [left, gone, few] = [
      await aProduct(world),
      await aProduct(world, { title: "Gone" }),
      await aProduct(world, { quantity: 9 }),
    ];
    const initialized = await initialize(
      world,
      buyer.token,
      [left, gone, few].map((product) => ({ product: product._id, quantity: 5 })),
    );
    await confirm(world, initialized.body.data);
    const order = (await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data;
    await world.services.db.updateTable("products").set({ isPublic: 0 }).where("_id", "=", gone._id).execute();
    const again = () => world.call("POST", `/product/order/${order._id}/again`, { token: buyer.token });
    const { data, missing, fewer } = (await again()).body;
    expect([missing, fewer]).toEqual([["Gone"], [{ title: few.title, quantity: 4 }]]);
    expect(data.carts).toEqual(
      expect.arrayContaining([
        { product: left._id, variant: left._id, quantity: 5 },
        { product: few._id, variant: few._id, quantity: 4 },
      ]),
    );
    // A larger quantity in the cart than was ordered stays.
    await world.call("PUT", `/user/cart/${left._id}`, { token: buyer.token, body: { quantity: 8 } });
    const { carts } = (await again()).body.data;
    expect(carts).toHaveLength(2);
    expect(carts).toContainEqual(expect.objectContaining({ product: left._id, quantity: 8 }));
  });
});
