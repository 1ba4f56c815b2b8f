import { expect, test } from "vitest";
import { bought } from "../../../../tests/fixtures/books";
import { allowPayingThere, aPaidThereStall } from "../../../../tests/fixtures/collection";
import { htmlOf } from "../../../../tests/fixtures/screen";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import * as screen from "./route";
import { shipmentsForm } from "./shipments-form.server";

onBothDatabases("the orders that are to be shipped", (world) => {
  test("ask for a carrier and a tracking number where a carrier takes them, and nowhere else", async () => {
    const merchant = await aUser(world, { privilege: "merchant" });
    const flour = await aProduct(world, { merchantId: merchant._id });
    const buyer = await aUser(world);
    await allowPayingThere(world);
    const page = async () => {
      const html = await htmlOf(world, screen, "/merchant/orders/to_ship", merchant.token);
      return [
        /Mark as [a-z ]+/.exec(html)?.[0],
        ...html.matchAll(/placeholder="(Tracking number)"|(Carrier for all)/g),
      ].flatMap((match) => (typeof match === "string" ? match : (match?.[1] ?? match?.[2] ?? [])));
    };
    await bought(world, buyer.token, [[flour._id, 1]]);
    expect(await page()).toEqual(["Mark as shipped", "Carrier for all", "Tracking number"]);
    const stall = await aPaidThereStall(world, {}, merchant);
    await stall.order(buyer);
    expect(await page()).toEqual(["Mark as ready or shipped", "Carrier for all", "Tracking number"]);
    const { docs } = (await world.call("GET", "/product/order/merchant", { token: merchant.token })).body.data;
    const shippedPart = docs.find(({ delivery }: { delivery: unknown }) => delivery === null);
    await world.call("POST", `/product/order/merchant/${shippedPart._id}/ship`, { token: merchant.token, body: {} });
    expect(await page()).toEqual(["Mark as ready"]);
  });
});

test("the carrier for all is of the orders that have the fields of one", () => {
  const form = new FormData();
  const [shippedId, collected] = ["a".repeat(24), "b".repeat(24)];
  form.set("carrier", "Valley Post");
  form.set("rows.n1.ship", shippedId);
  form.set("rows.n1.tracking", "VP-1");
  form.set("rows.n2.ship", collected);
  const values = {
    carrier: "Valley Post",
    rows: { n1: { ship: shippedId, tracking: "VP-1" }, n2: { ship: collected } },
  };
  expect(shipmentsForm(form).parse(values)).toEqual([
    { number: 1, order: shippedId, carrier: "Valley Post", trackingNumber: "VP-1" },
    { number: 2, order: collected, carrier: "", trackingNumber: "" },
  ]);
});
