import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aUser } from "../../../tests/fixtures/shop";
import { BAG, oats, SACK } from "../../../tests/fixtures/sizes";
import { onBothDatabases } from "../../../tests/fixtures/world";

const JAR = { name: "1 kg jar", sku: "OAT-2", barcode: "292", amount: "6.00", quantity: 4 };

onBothDatabases("a size that is removed", (world) => {
  test("is kept for who has it in a cart or holds it, and gone for others", async () => {
    const { merchant, _id, sack, save, shown, managed } = await oats(world);
    const [holder, carrier, stranger] = [await aUser(world), await aUser(world), await aUser(world)];
    const line = { product: _id, variant: sack, quantity: 1 };
    const put = (token: string) => world.call("PUT", `/user/cart/${_id}`, { token, body: { variant: sack, add: 1 } });
    expect((await put(carrier.token)).status).toBe(200);
    const initialized = await initialize(world, holder.token, [line]);
    expect((await save({ variants: [{ ...BAG, _id }] })).status).toBe(200);

    expect((await shown()).variants.map((size: { _id: string }) => size._id)).toEqual([_id]);
    expect((await put(stranger.token)).status).toBe(404);
    const refusal = await initialize(world, stranger.token, [line]);
    expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "no_longer_sold"]);
    // The cart keeps its line, says that it cannot be bought, and loses nothing else.
    const { carts } = (await world.call("GET", "/user/lists", { token: carrier.token })).body.data;
    expect(carts).toMatchObject([line]);
    const quote = (await world.call("POST", "/product/cart", { body: { carts } })).body.data;
    expect(quote.lines).toMatchObject([{ problem: "gone" }]);

    await confirm(world, initialized.body.data);
    const order = (await finalize(world, holder.token, initialized.body.payment.stripeId)).body.data;
    expect(order.carts).toMatchObject([
      {
        product: { title: "Rolled oats, 5 kg sack", sku: "OAT-5" },
        variant: { _id: sack, name: "5 kg sack" },
        price: 24,
      },
    ]);
    // Returned pieces are not added to another size.
    const { body } = await world.call("POST", `/product/order/merchant/${order._id}/cancel`, {
      token: merchant.token,
      body: { reason: "Damp" },
    });
    expect(body.error).toBeUndefined();
    expect((await managed()).variants).toMatchObject([{ _id, quantity: 10 }]);
  });

  test("frees what was held of it when the time to pay is over, and stays removed", async () => {
    const { _id, sack, save, managed, shown } = await oats(world);
    await initialize(world, (await aUser(world)).token, [{ product: _id, variant: sack, quantity: 2 }]);
    await save({ variants: [{ ...BAG, _id }] });
    world.clock.forward(31 * 60);
    await world.runner.drain(["payments.reconcile"]);
    const rows = await world.services.db
      .selectFrom("variants")
      .select(["quantity", "deletedAt"])
      .where("_id", "=", sack)
      .execute();
    expect(rows).toEqual([{ quantity: 2, deletedAt: expect.any(String) }]);
    expect([(await managed()).quantity, (await shown()).quantity]).toEqual([10, 10]);
  });

  test("is not the last one on sale: new sizes wait for review, and something stays to be bought", async () => {
    const { _id, sack, save, managed, shown } = await oats(world);
    const before = await managed();
    for (const variants of [[JAR], [JAR, { ...SACK, sku: "OAT-9" }]]) {
      const { status, body } = await save({ variants });
      expect([status, body.error]).toEqual([
        422,
        [
          {
            code: "no_size_on_sale",
            message:
              "A product on sale keeps one of its sizes until the new ones are reviewed. Keep one, or take it off sale.",
            field: "variants",
          },
        ],
      ]);
    }
    expect(await managed()).toEqual(before);
    expect((await save({ variants: [JAR, { ...SACK, _id: sack }] })).status).toBe(200);
    expect(await shown()).toMatchObject({ quantity: 2, variants: [{ _id: sack, name: "", amount: 24 }] });
    expect((await save({ variants: [JAR], availType: "draft" })).status).toBe(200);
    expect((await managed()).variants).toMatchObject([{ name: "", sku: "OAT-2", isPending: false }]);
  });
});
