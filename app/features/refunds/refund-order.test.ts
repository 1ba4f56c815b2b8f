import { expect, test } from "vitest";
import { anOrderOfTwo, booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { aUser, mailsSent, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

type Answered = Awaited<ReturnType<World["call"]>>;
const refund = (world: World, token: string, orderId: string, overrides: object): Promise<Answered> =>
  world.call("POST", `/operator/orders/${orderId}/refund`, {
    token,
    body: { reason: "Two of them were bruised.", ...overrides },
  });
const takenBy = async (world: World) =>
  Number(
    (await world.services.db.selectFrom("testIntents").select("refundedCents").executeTakeFirstOrThrow()).refundedCents,
  );

/** A paid order of 2 apples at 4.20 and a bread at 3.10, its ids, and an operator. */
async function anOrderToRefund(world: World) {
  const order = await anOrderOfTwo(world);
  const operator = await aUser(world, { privilege: "operator", firstName: "Olive", lastName: "Hartman" });
  const lines = await world.services.db
    .selectFrom("orderLines")
    .selectAll()
    .where("orderId", "=", order.orderId)
    .execute();
  const lineOf = (title: string) => lines.find((line) => line.title === title)!;
  await mailsSent(world);
  world.mails.length = 0;
  return { ...order, operator, apple: lineOf("Apples"), loaf: lineOf("Bread") };
}

const seenBy = {
  operator: async (world: World, token: string, id: string) =>
    (await world.call("GET", `/operator/orders/${id}`, { token })).body.data,
  buyer: async (world: World, token: string, id: string) =>
    (await world.call("GET", `/product/order/${id}`, { token })).body.data,
  merchant: async (world: World, token: string, id: string) =>
    (await world.call("GET", `/product/order/merchant/${id}`, { token })).body.data,
};

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
