import { expect, test } from "vitest";
import { inTransaction } from "~/platform/database/database.server";
import { anOrderOfTwo } from "../../../tests/fixtures/books";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { noteSales } from "./entries.server";

onBothDatabases("a merchant's account", (world) => {
  test("names the order of each entry, and counts a sale once that is written down twice", async () => {
    const { orchard, orderId } = await anOrderOfTwo(world);
    const { db } = world.services;
    const order = await db.selectFrom("orders").selectAll().where("_id", "=", orderId).executeTakeFirstOrThrow();
    const entries = () => db.selectFrom("ledger").selectAll().where("merchantId", "=", orchard._id).execute();
    const [entry, ...otherEntries] = await entries();
    expect([entry, otherEntries]).toMatchObject([
      { kind: "sale", amountCents: 840, note: `Order #${order.itemId}`, createdAt: order.paidAt },
      [],
    ]);
    const sale = {
      partId: entry?.partId ?? "",
      orderId,
      merchantId: orchard._id,
      itemId: order.itemId,
      amountCents: 1,
      vatCents: 0,
      deliveryFeeCents: 0,
    };
    await inTransaction(db, (trx) => noteSales(trx, [sale], "2026-03-03T00:00:00.000Z"));
    expect(await entries()).toEqual([entry]);
    expect((await world.call("GET", "/product/payment/merchant/balance", { token: orchard.token })).body.data).toEqual({
      sold: 8.4,
      deliveryFees: 0,
      givenBack: 0,
      fees: 0,
      paidOut: 0,
      owed: 8.4,
    });
  });
});
