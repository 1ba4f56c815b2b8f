import { expect, test } from "vitest";
import { anOrderOfTwo, bought } from "../../../tests/fixtures/books";
import { aPaidCheckout, finalize, initialize } from "../../../tests/fixtures/checkout";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const payments = (world: World, token: string, query = "") =>
  world.call("GET", `/product/payment/merchant${query}`, { token });

onBothDatabases("customers' payments", (world) => {
  test("are Paid, Refunded once the part was cancelled, Failed when they could not become an order", async () => {
    const { orchard, apples, buyer, orderId } = await anOrderOfTwo(world);
    world.clock.forward(60);
    const second = await bought(world, buyer.token, [[apples._id, 1]]);
    await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
      token: orchard.token,
      body: { reason: "Rotten" },
    });
    // The payment is too small, so the money goes back at once.
    world.clock.forward(60);
    const initialized = await initialize(world, buyer.token, [{ product: apples._id, quantity: 1 }]);
    await world.services.db
      .updateTable("testIntents")
      .set({ status: "succeeded", amountCents: 1 })
      .where("orderId", "=", initialized.body.payment.orderId)
      .execute();
    expect((await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.error[0].code).toBe(
      "amount_mismatch",
    );
    // An order that was never paid has no payment.
    world.clock.forward(60);
    await initialize(world, buyer.token, [{ product: apples._id, quantity: 1 }]);

    const picture = {
      _id: "f".repeat(24),
      ownerId: buyer._id,
      kind: "image" as const,
      mime: "image/webp",
      bytes: 1,
      width: 640,
      height: 480,
      widths: "[320,640]",
      attached: 1 as const,
      createdAt: "2026-03-02T12:00:00.000Z",
    };
    await world.services.db.insertInto("files").values(picture).execute();
    await world.services.db.updateTable("users").set({ imageId: picture._id }).where("_id", "=", buyer._id).execute();
    const { data } = (await payments(world, orchard.token)).body;
    expect(data).toMatchObject({ total: 3, page: 1, hasNextPage: false, years: ["2026", "2025", "2024"] });
    expect(
      data.docs.map((payment: { statusText: string; orderId: string; amount: number }) => [
        payment.statusText,
        payment.orderId,
        payment.amount,
      ]),
    ).toEqual([
      ["Failed", null, 4.2],
      ["Paid", second, 4.2],
      ["Refunded", orderId, 8.4],
    ]);
    expect(data.docs[1]).toMatchObject({
      user: {
        firstName: "Zoë",
        lastName: "Whitcombe",
        email: buyer.email,
        image: expect.objectContaining({ width: 640, height: 480 }),
      },
      paymentMethod: "Card",
      createdAt: "2026-03-02T12:01:00.000Z",
    });
    for (const [query, total] of [
      ["?status=Paid", 1],
      ["?status=Refunded", 1],
      ["?status=Failed", 1],
      ["?year=2026", 3],
      ["?updatedSince=2026-03-02T12:02:00Z", 1],
      ["?updatedSince=2026-03-02T12:02:00Z&status=Failed", 1],
      ["?updatedSince=2026-03-02T12:02:00Z&year=2025", 0],
      ["?year=2025", 0],
      ["?year=2026&status=Paid", 1],
    ] as const) {
      expect([query, (await payments(world, orchard.token, query)).body.data.total]).toEqual([query, total]);
    }
  });

  test("come five a page, and are the merchant's own alone", async () => {
    const { orchard, apples, buyer } = await anOrderOfTwo(world);
    for (let n = 0; n < 5; n += 1) await bought(world, buyer.token, [[apples._id, 1]]);
    await aPaidCheckout(world);
    expect((await payments(world, orchard.token)).body.data).toMatchObject({
      total: 6,
      hasNextPage: true,
      docs: { length: 5 },
    });
    expect((await payments(world, orchard.token, "?page=2")).body.data).toMatchObject({
      hasNextPage: false,
      docs: { length: 1 },
    });
    expect((await payments(world, buyer.token)).status).toBe(403);
  });
});
