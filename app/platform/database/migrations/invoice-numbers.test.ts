import { expect, test } from "vitest";
import { anOrderOfTwo } from "../../../../tests/fixtures/books";
import { initialize } from "../../../../tests/fixtures/checkout";
import { aProduct, aUser } from "../../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../../tests/fixtures/world";
import { inTransaction } from "../database.server";
import { invoiceNumbers } from "./0100-invoice-numbers.server";

onBothDatabases("invoices from before stalls had numbers", (world) => {
  test("keep the number of their order, and those that are not paid have none", async () => {
    const { db } = world.services;
    const { orchard, orderId } = await anOrderOfTwo(world);
    const product = await aProduct(world, { merchantId: orchard._id });
    await initialize(world, (await aUser(world)).token, [{ product: product._id, quantity: 1 }]);
    await db.schema.dropIndex("orderPartsInvoice").execute();
    await db.schema.alterTable("orderParts").dropColumn("invoiceNumber").execute();
    await db.schema.dropTable("invoiceCounters").execute();
    await inTransaction(db, invoiceNumbers);
    const sale = await world.call("GET", `/product/order/merchant/${orderId}`, { token: orchard.token });
    expect(sale.body.data.invoiceNumber).toBe(String(sale.body.data.itemId));
    const unpaid = db.selectFrom("orderParts").select("invoiceNumber").where("paidAt", "is", null);
    expect(await unpaid.execute()).toEqual([{ invoiceNumber: null }]);
  });
});
