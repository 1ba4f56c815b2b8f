import { expect, test } from "vitest";
import { bought } from "../../../../tests/fixtures/books";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import * as screen from "./route";

onBothDatabases("a buyer's page of an order", (world) => {
  test("names the invoice of each stall", async () => {
    const [flour, corn] = [await aProduct(world), await aProduct(world)];
    const buyer = await aUser(world);
    const orderId = await bought(world, buyer.token, [
      [flour._id, 1],
      [corn._id, 1],
    ]);
    const html = await htmlOf(world, screen, `/customer/order_history/${orderId}`, buyer.token, { orderId });
    expect(html.match(/Invoice INV-000001/g)).toHaveLength(2);
  });
});
