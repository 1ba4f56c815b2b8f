import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aUser } from "../../../tests/fixtures/shop";
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
