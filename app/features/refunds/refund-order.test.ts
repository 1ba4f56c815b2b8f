import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { anOrderToRefund, refund, seenBy, takenBy } from "../../../tests/fixtures/refunded-pieces";
import { mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a refund of single pieces", (world) => {
  test("gives their price back, and everybody who looks at the order sees how much", async () => {
    const { operator, orchard, buyer, apples, orderId, apple } = await anOrderToRefund(world);
    expect(
      (await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }], refunded: 0 }))
        .status,
    ).toBe(200);
    const mails = await mailsSent(world);
    expect(await takenBy(world)).toBe(420);
    expect(
      await world.services.db.selectFrom("refundLines").select(["lineId", "quantity", "amountCents"]).execute(),
    ).toEqual([{ lineId: apple._id, quantity: 1, amountCents: 420 }]);
    expect(await stockOf(world, apples._id)).toBe(9);
    const part = { statusText: "Processing", amount: 8.4, refunded: 4.2 };
    expect(await seenBy.buyer(world, buyer.token, orderId)).toMatchObject({
      amount: 11.5,
      refunded: 4.2,
      isCompleted: false,
      parts: expect.arrayContaining([expect.objectContaining(part)]),
    });
    expect(await seenBy.merchant(world, orchard.token, orderId)).toMatchObject({
      ...part,
      carts: [{ quantity: 2, refundedQuantity: 1 }],
    });
    expect(await seenBy.operator(world, operator.token, orderId)).toMatchObject({
      refunded: 4.2,
      refunds: [
        {
          amount: 4.2,
          partId: apple.partId,
          lines: [{ title: "Apples", quantity: 1 }],
          doneAt: expect.any(String),
          failed: null,
        },
      ],
    });
    expect(mails.find((mail) => mail.to === buyer.email)?.text).toMatch(/\$4\.20/);
    expect(mails.find((mail) => mail.to === orchard.email)?.text).toMatch(
      /1 × Apples[^]*\$4\.20[^]*Two of them were bruised\.[^]*do not send these/,
    );
    expect(mails).toHaveLength(2);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    const [entry] = await world.services.db.selectFrom("auditLog").selectAll().execute();
    expect([entry?.action, JSON.parse(entry?.details ?? "")]).toEqual([
      "order.refunded",
      { order: orderId, amount: 4.2, pieces: ["1 × Apples"], reason: "Two of them were bruised." },
    ]);
  });

  test("of one after the other settles the part with its last piece, and the books come to nothing", async () => {
    const { operator, orchard, apples, orderId, apple } = await anOrderToRefund(world);
    const one = (refunded: number) =>
      refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }], refunded });
    expect([(await one(0)).status, (await one(4.2)).status]).toEqual([200, 200]);
    const third = await one(8.4);
    expect([third.status, third.body.error[0]]).toEqual([
      409,
      { message: "All pieces of Apples were refunded already.", code: "more_than_is_left", field: "lines.0.quantity" },
    ]);
    await world.runner.drain();
    expect([await takenBy(world), await stockOf(world, apples._id)]).toEqual([840, 10]);
    expect(await seenBy.merchant(world, orchard.token, orderId)).toMatchObject({
      statusText: "Refunded",
      refunded: 8.4,
      cancelReason: "Two of them were bruised.",
    });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    const entries = await world.services.db
      .selectFrom("ledger")
      .select(["kind", "amountCents"])
      .where("merchantId", "=", orchard._id)
      .orderBy("amountCents")
      .execute();
    expect(entries).toEqual([
      { kind: "refund", amountCents: -420 },
      { kind: "refund", amountCents: -420 },
      { kind: "sale", amountCents: 840 },
    ]);
  });

  test("of two stalls at once is one refund, and each stall's account follows", async () => {
    const { operator, orchard, bakery, orderId, apple, loaf } = await anOrderToRefund(world);
    await refund(world, operator.token, orderId, {
      lines: [
        { lineId: apple._id, quantity: 1 },
        { lineId: loaf._id, quantity: 1 },
      ],
    });
    await world.runner.drain();
    expect(await world.services.db.selectFrom("refunds").select(["amountCents", "partId"]).execute()).toEqual([
      { amountCents: 730, partId: null },
    ]);
    const owed = async (token: string) =>
      (await world.call("GET", "/product/payment/merchant/balance", { token })).body.data;
    expect([await owed(orchard.token), await owed(bakery.token)]).toEqual([
      { sold: 8.4, deliveryFees: 0, givenBack: 4.2, fees: 0, paidOut: 0, owed: 4.2 },
      { sold: 3.1, deliveryFees: 0, givenBack: 3.1, fees: 0, paidOut: 0, owed: 0 },
    ]);
    expect(
      (await seenBy.operator(world, operator.token, orderId)).parts
        .map((part: { statusText: string }) => part.statusText)
        .sort(),
    ).toEqual(["Processing", "Refunded"]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("that were sent leaves the stock alone, unless the operator says that they came back", async () => {
    const { operator, orchard, apples, orderId, apple } = await anOrderToRefund(world);
    await world.call("POST", `/product/order/merchant/${orderId}/ship`, { token: orchard.token, body: {} });
    await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }] });
    expect(await stockOf(world, apples._id)).toBe(8);
    await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }], restock: true });
    expect(await stockOf(world, apples._id)).toBe(9);
  });

  test("of the whole counts the part as refunded among the merchant's orders and payments", async () => {
    const { operator, orchard, orderId, apple } = await anOrderToRefund(world);
    await refund(world, operator.token, orderId, { partId: apple.partId });
    expect((await world.call("GET", "/product/order/merchant", { token: orchard.token })).body.data).toMatchObject({
      total: 1,
      docs: [{ statusText: "Refunded", refunded: 8.4 }],
    });
    expect(
      (await world.call("GET", "/product/order/merchant?page=2", { token: orchard.token })).body.data,
    ).toMatchObject({ total: 1, docs: [] });
    expect(
      (await world.call("GET", "/product/payment/merchant?status=Refunded", { token: orchard.token })).body.data,
    ).toMatchObject({ total: 1, docs: [{ statusText: "Refunded", refunded: 8.4 }] });
    expect(
      (await world.call("GET", "/product/payment/merchant?status=Paid", { token: orchard.token })).body.data.total,
    ).toBe(0);
  });

  test("stands in the merchant's CSV", async () => {
    const { operator, orchard, orderId, apple } = await anOrderToRefund(world);
    await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }] });
    expect((await world.call("GET", "/product/order/merchant/export", { token: orchard.token })).body).toMatch(
      /,Amount,Refunded,.*\r\n.*,8\.40,4\.20,/,
    );
    expect(
      (await world.call("GET", `/product/order/merchant/${orderId}/export`, { token: orchard.token })).body,
    ).toMatch(/,2,4\.20,8\.40,1,4\.20,0\.00,0\.00\r\n$/);
  });
});
