import { expect, test } from "vitest";
import { aPaidOrder, confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { readPdf } from "../../../tests/fixtures/pdf";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { invoicePdf } from "../merchant-orders/invoice.server";
import { issueToken } from "../accounts/tokens.server";

const TRADER = {
  name: "Orchard Ltd",
  address: "3 Market Row\nSpringfield",
  email: "office@orchard.example",
  telephone: "+15550100",
  registerNumber: "Companies House 1",
  taxNumber: "GB1",
};

onBothDatabases("who sells", (world) => {
  const save = async (merchantId: string, body: object, headers = {}) =>
    world.call("PUT", "/user/trader", {
      token: await issueToken(world.services.db, world.services, merchantId),
      body,
      headers,
    });

  test("stands on the stall's page, with each order and in its mail, and on nothing while it is not said", async () => {
    const { buyer, product, orderId } = await aPaidOrder(world);
    const stall = () => world.call("GET", `/stall/${product.merchantId}`);
    const order = () => world.call("GET", `/product/order/${orderId}`, { token: buyer.token });
    expect([(await stall()).body.data.trader, (await order()).body.data.parts[0].trader]).toEqual([null, null]);
    expect((await save(product.merchantId, TRADER)).status).toBe(200);
    expect((await stall()).body.data.trader).toEqual(TRADER);
    // The order was placed before the details were given.
    expect((await order()).body.data.parts[0].trader).toBeNull();
    const next = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    await confirm(world, next.body.data);
    await finalize(world, buyer.token, next.body.payment.stripeId);
    await world.runner.drain();
    const letter = world.mails.findLast(({ to, subject }) => to === buyer.email && subject.endsWith("is paid"));
    expect(letter?.text).toContain(": Orchard Ltd, 3 Market Row, Springfield, Register: Companies House 1");
  });

  test("is named with an order as it was when the order was placed, whatever the stall says later", async () => {
    const product = await aProduct(world);
    const token = await issueToken(world.services.db, world.services, product.merchantId);
    await save(product.merchantId, TRADER);
    const buyer = await aUser(world);
    const checkout = await initialize(world, buyer.token, [{ product: product._id, quantity: 1 }]);
    await confirm(world, checkout.body.data);
    await finalize(world, buyer.token, checkout.body.payment.stripeId);
    const orderId = checkout.body.payment.orderId as string;
    await save(product.merchantId, { ...TRADER, name: "Meadow Ltd", address: "9 Other Lane" });
    const [part] = (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data.parts;
    expect(part.trader).toEqual(TRADER);
    const sale = await world.call("GET", `/product/order/merchant/${orderId}`, { token });
    expect(sale.body.data.trader).toEqual(TRADER);
    expect((await world.call("GET", `/stall/${product.merchantId}`)).body.data.trader.name).toBe("Meadow Ltd");
    const seller = { storeName: "Orchard", businessAddress: "", trader: sale.body.data.trader };
    const { texts } = await readPdf(invoicePdf(sale.body.data, seller, world.services.config));
    expect(texts).toContain("Orchard Ltd");
  });

  test("a name without an address is refused, and emptied it is said no more", async () => {
    const { merchantId } = await aProduct(world);
    const refusal = await save(merchantId, { name: "Orchard Ltd" });
    expect([refusal.status, refusal.body.error[0].field]).toEqual([422, "address"]);
    await save(merchantId, TRADER);
    expect((await save(merchantId, {})).body.data.name).toBe("");
    expect((await world.call("GET", `/stall/${merchantId}`)).body.data.trader).toBeNull();
  });

  test("is not written over by somebody who read it before it was saved", async () => {
    const { merchantId } = await aProduct(world);
    const token = await issueToken(world.services.db, world.services, merchantId);
    const version = (await world.call("GET", "/user/trader", { token })).headers.get("ETag") ?? "";
    expect((await save(merchantId, TRADER, { "If-Match": version })).status).toBe(200);
    expect((await save(merchantId, {}, { "If-Match": version })).status).toBe(412);
  });
});
