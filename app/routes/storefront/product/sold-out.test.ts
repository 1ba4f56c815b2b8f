import { expect, test } from "vitest";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aPaidThereStall } from "../../../../tests/fixtures/collection";
import { aProduct } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import * as screen from "./route";

onBothDatabases("the button of a product's page", (world) => {
  const buttonOf = async (quantity: number) => {
    const { _id } = await aProduct(world, { quantity });
    const html = await htmlOf(world, screen, `/products/${_id}`, "", { productId: _id });
    return {
      // The first such button is the stepper's, for the Enter key.
      words: [...html.matchAll(/<button(?=[^>]*value="cart")[^>]*>([^<]*)<\/button>/g)].at(-1)?.[1],
      hasStepper: html.includes('name="quantity"'),
    };
  };

  test("says where nothing is left, with nothing to count beside it", async () => {
    expect(await buttonOf(0)).toEqual({ words: "Out of Stock", hasStepper: false });
    expect(await buttonOf(4)).toEqual({ words: "Add to Cart", hasStepper: true });
  });

  test("stands beside no time to order by where nothing is left", async () => {
    const { bread } = await aPaidThereStall(world, { isPaidThere: false });
    const textOf = () => htmlOf(world, screen, `/products/${bread._id}`, "", { productId: bread._id });
    expect(await textOf()).toContain("Order by <b>");
    await world.services.db.updateTable("variants").set({ quantity: 0 }).where("productId", "=", bread._id).execute();
    await world.services.db.updateTable("products").set({ quantity: 0 }).where("_id", "=", bread._id).execute();
    expect(await textOf()).not.toContain("Order by <b>");
  });
});
