import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { inTransaction } from "../database.server";
import { tradersOfOrders } from "./0096-traders-of-orders.server";

onBothDatabases("orders from before they kept their trader", (world) => {
  test("get the trader that their stall names now; those that are not paid, or of a stall that names none, get none", async () => {
    const { db } = world.services;
    const [orchard, dairy] = [
      await aUser(world, { privilege: "merchant" }),
      await aUser(world, { privilege: "merchant" }),
    ];
    const products = [
      await aProduct(world, { merchantId: orchard._id }),
      await aProduct(world, { merchantId: dairy._id }),
    ];
    const carts = products.map(({ _id }) => ({ product: _id, quantity: 1 }));
    const buyer = await aUser(world);
    const checkout = await initialize(world, buyer.token, carts);
    await confirm(world, checkout.body.data as string);
    const stripeId = checkout.body.payment.stripeId as string;
    const order = (await finalize(world, buyer.token, stripeId)).body.data;
    const nextBuyer = await aUser(world);
    await initialize(world, nextBuyer.token, carts);
    const trader = { name: "Orchard Ltd", address: "3 Market Row\nBurlington 05401", telephone: "+15550100" };
    expect((await world.call("PUT", "/user/trader", { token: orchard.token, body: trader })).status).toBe(200);
    await db.schema.alterTable("orderParts").dropColumn("trader").execute();

    await inTransaction(db, tradersOfOrders);
    const { parts } = (await world.call("GET", `/product/order/${order._id}`, { token: buyer.token })).body.data;
    const traderOf = (merchantId: string) =>
      parts.find(({ merchant }: { merchant: string }) => merchant === merchantId).trader;
    expect([traderOf(orchard._id), traderOf(dairy._id)]).toEqual([expect.objectContaining(trader), null]);
    const unpaidParts = db.selectFrom("orderParts").select("trader").where("paidAt", "is", null);
    expect(await unpaidParts.execute()).toEqual([{ trader: null }, { trader: null }]);

    // An order keeps its trader, whatever the stall changes later.
    const renamedTrader = { ...trader, name: "Meadow Ltd" };
    const version = (await world.call("GET", "/user/trader", { token: orchard.token })).headers.get("ETag") ?? "";
    const headers = { "If-Match": version };
    await world.call("PUT", "/user/trader", { token: orchard.token, body: renamedTrader, headers });
    const later = (await world.call("GET", `/product/order/${order._id}`, { token: buyer.token })).body.data;
    expect(later.parts).toEqual(parts);
  });
});
