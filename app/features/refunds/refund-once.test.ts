import { expect, test } from "vitest";
import { booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { anOrderToRefund, refund, seenBy, takenBy } from "../../../tests/fixtures/refunded-pieces";
import { aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a refund of some pieces", (world) => {
  test("that more than one operator gives back at once is given back once", async () => {
    const { operator, orderId, apple } = await anOrderToRefund(world);
    const stranger = await aUser(world, { privilege: "operator" });
    const ask = (token: string) =>
      refund(world, token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }], refunded: 0 });
    const answers = await Promise.all([ask(operator.token), ask(stranger.token), ask(operator.token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.error[0].code).toBe("refunded_meanwhile");
    await world.runner.drain();
    expect(await takenBy(world)).toBe(420);
  });

  test("posted twice by a flaky line is done once", async () => {
    const { operator, orderId, apple } = await anOrderToRefund(world);
    const ask = () =>
      world.call("POST", `/operator/orders/${orderId}/refund`, {
        token: operator.token,
        body: { reason: "Bruised", lines: [{ lineId: apple._id, quantity: 1 }] },
        headers: { "Idempotency-Key": "the-same-click-1" },
      });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    await world.runner.drain();
    expect(await takenBy(world)).toBe(420);
  });

  test("asks for what there is: no more pieces than are left, of this order, each line once, and not of a part as well", async () => {
    const { operator, orderId, apple, loaf } = await anOrderToRefund(world);
    const problem = async (overrides: object) => {
      const { status, body } = await refund(world, operator.token, orderId, overrides);
      return [status, body.error[0].code, body.error[0].field];
    };
    expect(
      await problem({
        lines: [
          { lineId: loaf._id, quantity: 1 },
          { lineId: apple._id, quantity: 3 },
        ],
      }),
    ).toEqual([409, "more_than_is_left", "lines.1.quantity"]);
    expect(await problem({ lines: [{ lineId: "0".repeat(24), quantity: 1 }] })).toEqual([
      404,
      "unknown_line",
      undefined,
    ]);
    for (const more of [
      { lines: [] },
      { lines: [{ lineId: apple._id, quantity: 0 }] },
      { lines: [{ lineId: apple._id, quantity: 1.5 }] },
      {
        lines: [
          { lineId: apple._id, quantity: 1 },
          { lineId: apple._id, quantity: 1 },
        ],
      },
      { lines: [{ lineId: apple._id, quantity: 1 }], partId: apple.partId },
      { refunded: -1 },
    ])
      expect([more, (await problem(more))[0]]).toEqual([more, 422]);
    expect(await world.services.db.selectFrom("refunds").selectAll().execute()).toEqual([]);
  });

  test("leaves the rest for the merchant to cancel, who gives back no more than that", async () => {
    const { operator, orchard, buyer, apples, orderId, apple } = await anOrderToRefund(world);
    await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }] });
    await world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
      token: orchard.token,
      body: { reason: "Hail" },
    });
    const mails = await mailsSent(world, buyer.email);
    expect(mails.find((mail) => mail.subject.includes("was cancelled"))?.text).toMatch(
      /1 × Apples[^]*You get \$4\.20 back/,
    );
    expect([await takenBy(world), await stockOf(world, apples._id)]).toEqual([840, 10]);
    expect(await seenBy.buyer(world, buyer.token, orderId)).toMatchObject({
      refunded: 8.4,
      parts: expect.arrayContaining([expect.objectContaining({ statusText: "Cancelled", refunded: 8.4 })]),
    });
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("leaves the rest of the part for the operator to give back", async () => {
    const { operator, orderId, apple } = await anOrderToRefund(world);
    await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }] });
    await refund(world, operator.token, orderId, { partId: apple.partId });
    expect((await refund(world, operator.token, orderId, { partId: apple.partId })).body.error[0].code).toBe(
      "nothing_to_refund",
    );
    await refund(world, operator.token, orderId, {});
    await world.runner.drain();
    expect(await takenBy(world)).toBe(1150);
    const books = await keptBooks(world);
    expect(books).toEqual(await booksFromOrders(world));
    expect(books).toMatchObject({ products: [], customers: [], owed: [] });
    // Days keep the sale and the refund apart.
    const days = await world.services.db.selectFrom("daySales").selectAll().execute();
    expect(days.map((day) => [day.amountCents - day.refundedCents, day.units - day.refundedUnits])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("and a cancellation in the same moment give back no more than was paid", async () => {
    const { operator, orchard, orderId, apple } = await anOrderToRefund(world);
    await Promise.all([
      refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 2 }] }),
      world.call("POST", `/product/order/merchant/${orderId}/cancel`, {
        token: orchard.token,
        body: { reason: "Hail" },
      }),
    ]);
    await world.runner.drain();
    expect(await takenBy(world)).toBe(840);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
  });

  test("that the provider refuses for good says so on the order, until it is tried again", async () => {
    const { operator, orderId, apple } = await anOrderToRefund(world);
    await world.services.db.updateTable("testIntents").set({ refundedCents: 1150 }).execute();
    await refund(world, operator.token, orderId, { lines: [{ lineId: apple._id, quantity: 1 }] });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await world.runner.drain();
      world.clock.forward(4000);
    }
    expect((await seenBy.operator(world, operator.token, orderId)).refunds).toMatchObject([
      { doneAt: null, failed: expect.stringContaining("cannot give back 420 cents") },
    ]);
    await world.services.db.updateTable("testIntents").set({ refundedCents: 0 }).execute();
    const [dead] = (await world.call("GET", "/operator/jobs", { token: operator.token })).body.data.docs;
    expect(dead.kind).toBe("refund");
    await world.call("POST", `/operator/jobs/${dead._id}/retry`, { token: operator.token });
    expect((await seenBy.operator(world, operator.token, orderId)).refunds).toMatchObject([
      { doneAt: null, failed: null },
    ]);
    await world.runner.drain();
    expect((await seenBy.operator(world, operator.token, orderId)).refunds).toMatchObject([
      { doneAt: expect.any(String), failed: null },
    ]);
  });
});
