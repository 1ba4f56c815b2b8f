import { expect, test } from "vitest";
import { initialize } from "../../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { causes } from "./0056c-causes.server";

onBothDatabases("orders and refunds from before the columns", (world) => {
  test("keep what their texts said: a closed account, and why a payment was given back", async () => {
    const { db } = world.services;
    const [buyer, product] = [await aUser(world), await aProduct(world)];
    await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    await db.schema.alterTable("orders").dropColumn("isAnonymous").execute();
    await db.schema.alterTable("refunds").dropColumn("cause").execute();
    const order = await db.selectFrom("orders").select(["_id", "itemId"]).executeTakeFirstOrThrow();
    await db
      .updateTable("orders")
      .set({ status: "refused", buyer: '{"firstName":"Former","lastName":"customer","email":"","telephone":""}' })
      .execute();
    const reasons = {
      a: "What you ordered was taken off sale before your payment arrived.",
      b: "The account that this was ordered from was closed before the payment arrived.",
      c: "The jar was broken.",
    };
    for (const [id, reason] of Object.entries(reasons))
      await db
        .insertInto("refunds")
        .values({
          _id: id.repeat(24),
          orderId: order._id,
          intentId: id,
          amountCents: 1,
          reason,
          providerId: null,
          createdAt: "2026-01-01T00:00:00.000Z",
          doneAt: null,
        })
        .execute();
    await causes(db);
    expect(await db.selectFrom("orders").select("isAnonymous").execute()).toEqual([{ isAnonymous: 1 }]);
    expect(await db.selectFrom("refunds").select("cause").orderBy("_id").execute()).toEqual([
      { cause: "off_sale" },
      { cause: "buyer_left" },
      { cause: null },
    ]);
  });
});
