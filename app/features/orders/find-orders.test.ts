import { expect, test } from "vitest";
import { issueToken } from "~/features/accounts/tokens.server";
import { bought } from "../../../tests/fixtures/books";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const anOperator = (world: World) => aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });

onBothDatabases("orders for operators", (world) => {
  test("are found by number, id, the buyer's mail and the payment", async () => {
    const { token } = await anOperator(world);
    const { buyer, orderId, order, stripeId } = await aPaidOrder(world);
    await aPaidOrder(world);
    const find = async (q: string) =>
      (await world.call("GET", `/operator/orders?q=${encodeURIComponent(q)}`, { token })).body.data.docs.map(
        (doc: { _id: string }) => doc._id,
      );
    for (const q of [String(order.itemId), `#${order.itemId}`, orderId, buyer.email.toUpperCase(), stripeId])
      expect(await find(q)).toEqual([orderId]);
    expect([
      (await find("")).length,
      await find("nobody@example.com"),
      await find("pi_unknown"),
      await find("99999"),
    ]).toEqual([2, [], [], []]);
  });

  test("are listed by state, stall and age, each once, with the stalls of their parts", async () => {
    const { token } = await anOperator(world);
    const list = async (query: string) =>
      (await world.call("GET", `/operator/orders?${query}`, { token })).body.data.docs.map(
        (doc: { itemId: number }) => doc.itemId,
      );
    const early = await aPaidOrder(world);
    world.clock.forward(4 * 86_400);
    const newerOrder = await aPaidOrder(world);
    const stall = await issueToken(world.services.db, world.services, newerOrder.product.merchantId);
    expect(await list("state=Processing")).toEqual([newerOrder.order.itemId, early.order.itemId]);
    expect(await list("age=3")).toEqual([early.order.itemId]);
    expect(await list(`stall=${newerOrder.product.merchantId}`)).toEqual([newerOrder.order.itemId]);
    await world.call("POST", `/product/order/merchant/${newerOrder.orderId}/ship`, { token: stall, body: {} });
    expect(await list("state=Processing")).toEqual([early.order.itemId]);
    expect(await list(`stall=${newerOrder.product.merchantId}&state=Processing`)).toEqual([]);
    const { docs } = (await world.call("GET", "/operator/orders?state=Shipped", { token })).body.data;
    expect(docs).toMatchObject([{ parts: [{ merchant: newerOrder.product.merchantId, statusText: "Shipped" }] }]);
    // An order with unsent parts of two stalls is listed once.
    const buyer = await aUser(world);
    const [one, secondProduct] = [await aProduct(world), await aProduct(world)];
    await bought(world, buyer.token, [
      [one._id, 1],
      [secondProduct._id, 1],
    ]);
    expect(await list("state=Processing")).toHaveLength(2);
    expect((await world.call("GET", "/operator/orders?age=5", { token })).status).toBe(422);
  });

  test("show buyer, payment and parts", async () => {
    const { token } = await anOperator(world);
    const { buyer, orderId, stripeId } = await aPaidOrder(world);
    const { data } = (await world.call("GET", `/operator/orders/${orderId}`, { token })).body;
    expect(data).toMatchObject({
      status: "paid",
      intentId: stripeId,
      buyer: { email: buyer.email },
      amount: 2.5,
      parts: [{ statusText: "Processing", amount: 2.5 }],
      refunds: [],
    });
    expect((await world.call("GET", `/operator/orders/${"0".repeat(24)}`, { token })).status).toBe(404);
  });
});
