import { expect, test } from "vitest";
import { inTransaction } from "~/platform/database/database.server";
import { anOrderOfTwo } from "../../../tests/fixtures/books";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";
import { numberInvoices } from "./invoice-numbers.server";

/** The invoice numbers of a stall's parts, sorted. */
const numbersOf = async ({ services: { db } }: World, merchantId: string) =>
  (
    await db
      .selectFrom("orderParts")
      .select("invoiceNumber")
      .where("merchantId", "=", merchantId)
      .orderBy("invoiceNumber")
      .execute()
  ).map(({ invoiceNumber }) => invoiceNumber);

/** Adds `count` copies of a paid order, each with a part of this stall that has no invoice number. */
async function unnumbered({ services: { db } }: World, orderId: string, merchantId: string, count: number) {
  const order = await db.selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirstOrThrow();
  const part = await db
    .selectFrom("orderParts")
    .select(["merchantId", "statusText", "amountCents", "paidAt", "shippedAt", "deliveredAt", "createdAt"])
    .where("orderId", "=", orderId)
    .where("merchantId", "=", merchantId)
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: count }, (_, index) => `${orderId.slice(0, 20)}${String(index).padStart(4, "0")}`);
  for (const [index, _id] of ids.entries()) {
    await db
      .insertInto("orders")
      .values({ ...order, _id, itemId: 90_000 + index, intentId: null })
      .execute();
    await db
      .insertInto("orderParts")
      .values({ ...part, _id, orderId: _id })
      .execute();
  }
  return ids;
}

onBothDatabases("invoice numbers", (world) => {
  test("are counted for each stall, and told by page, API and spreadsheet", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    const { data } = (await world.call("GET", `/product/order/merchant/${orderId}`, { token: orchard.token })).body;
    expect([data.invoiceNumber, data.suppliedAt]).toEqual(["INV-000001", null]);
    const { parts } = (await world.call("GET", `/product/order/${orderId}`, { token: buyer.token })).body.data;
    expect(parts.map((part: { invoiceNumber: string }) => part.invoiceNumber)).toEqual(["INV-000001", "INV-000001"]);
    await world.call("POST", `/product/order/merchant/${orderId}/ship`, { token: orchard.token, body: {} });
    const csv = (await world.call("GET", "/product/order/merchant/export", { token: orchard.token })).body as string;
    const [head, row] = csv.split("\r\n");
    expect(head).toMatch(/,Invoice number,Date of supply$/);
    expect(row).toMatch(/,INV-000001,2026-\d\d-\d\d$/);
  });

  test("are consecutive where several are paid at once", async () => {
    const { orchard, orderId } = await anOrderOfTwo(world);
    const ids = await unnumbered(world, orderId, orchard._id, 8);
    await Promise.all(ids.map((id) => inTransaction(world.services.db, (trx) => numberInvoices(trx, id))));
    expect(await numbersOf(world, orchard._id)).toEqual(
      Array.from({ length: 9 }, (_, index) => `INV-00000${index + 1}`),
    );
  });

  test("have no gap where a transaction is rolled back, and stay as they are", async () => {
    const { orchard, orderId } = await anOrderOfTwo(world);
    const [first = "", second = ""] = await unnumbered(world, orderId, orchard._id, 2);
    const failed = inTransaction(world.services.db, async (trx) => {
      await numberInvoices(trx, first);
      throw new Error("The disk is full.");
    });
    await expect(failed).rejects.toThrow("The disk is full.");
    for (const id of [second, second, first]) await inTransaction(world.services.db, (trx) => numberInvoices(trx, id));
    expect(await numbersOf(world, orchard._id)).toEqual(["INV-000001", "INV-000002", "INV-000003"]);
  });
});
