import { expect, test } from "vitest";
import { bought } from "../../../tests/fixtures/books";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { writeFood } from "~/features/food-information/food.server";
import { NO_FOOD } from "~/features/food-information/schema";
import { inTransaction } from "~/platform/database/database.server";

onBothDatabases("the food information of an order", (world) => {
  test("stays as it was when it was bought, for the buyer, the merchant and the packing slip", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const buyer = await aUser(world);
    const cheese = await aProduct(world, { merchantId: merchant._id, title: "Cheese" });
    const salt = await aProduct(world, { merchantId: merchant._id, title: "Salt" });
    const say = (storage: string) =>
      inTransaction(world.services.db, (trx) =>
        writeFood(trx, [
          {
            productId: cheese._id,
            food: { ...NO_FOOD, allergens: { milk: "contains", nuts: "may-contain" }, storage },
          },
        ]),
      );
    await say("In the fridge.");
    const id = await bought(world, buyer.token, [
      [cheese._id, 1],
      [salt._id, 1],
    ]);
    await say("Anywhere");

    const { data } = (await world.call("GET", `/product/order/${id}`, { token: buyer.token })).body;
    expect(data.carts[0].food).toMatchObject({ storage: "In the fridge.", allergens: { milk: "contains" } });
    expect(data.carts[1]).not.toHaveProperty("food");
    const sale = (await world.call("GET", `/product/order/merchant/${id}`, { token: merchant.token })).body.data;
    expect(sale.carts[0].food.storage).toBe("In the fridge.");
    const packing = (await world.call("GET", "/product/order/merchant/packing", { token: merchant.token })).body.data;
    expect(packing.docs[0].carts[0].food.storage).toBe("In the fridge.");
  });
});
