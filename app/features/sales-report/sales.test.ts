import { expect, test } from "vitest";
import { anOrderOfTwo, booksFromOrders, bought, keptBooks } from "../../../tests/fixtures/books";
import { finalize } from "../../../tests/fixtures/checkout";
import { stat } from "../../../tests/fixtures/dashboard-figures";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("the sums of sales", (world) => {
  test("are those of the orders, however often a payment is reported and however many parts are cancelled", async () => {
    const { orchard, bakery, apples, bread, buyer, orderId } = await anOrderOfTwo(world);
    const other = await aUser(world);
    world.clock.forward(86_400);
    const second = await bought(world, other.token, [
      [bread._id, 3],
      [apples._id, 1],
    ]);
    const { intentId } = await world.services.db
      .selectFrom("orders")
      .select("intentId")
      .where("_id", "=", second)
      .executeTakeFirstOrThrow();
    await Promise.all(Array.from({ length: 5 }, () => finalize(world, other.token, intentId ?? "")));
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
      token: bakery.token,
      body: { reason: "Burnt" },
    });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    expect((await stat(world, orchard.token, "type=card")).body.data).toMatchObject({
      sales: 12.6,
      orders: 2,
      products: 1,
      customers: 2,
    });
    expect((await stat(world, bakery.token, "type=card")).body.data).toMatchObject({
      sales: 9.3,
      orders: 1,
      customers: 1,
    });
    expect((await stat(world, buyer.token, "type=card")).status).toBe(403);
  });

  test("many orders at once lose nothing", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const products = [
      await aProduct(world, { merchantId: merchant._id }),
      await aProduct(world, { merchantId: merchant._id }),
      await aProduct(world, { merchantId: merchant._id }),
    ];
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aUser(world)));
    await Promise.all(
      buyers.map((buyer, n) =>
        bought(
          world,
          buyer.token,
          products.map((product, place) => [product._id, 1 + ((n + place) % 3)]),
        ),
      ),
    );
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    expect((await stat(world, merchant.token, "type=card")).body.data).toMatchObject({ orders: 20, customers: 20 });
  });
});
