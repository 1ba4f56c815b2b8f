import { expect, test } from "vitest";
import { anOrderOfTwo, booksFromOrders, keptBooks } from "../../../tests/fixtures/books";
import { aUser, mailsSent, PASSWORD, stockOf } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const act = (world: World, token: string, orderId: string, action: "ship" | "deliver" | "cancel", body: object = {}) =>
  world.call("POST", `/product/order/merchant/${orderId}/${action}`, { token, body });
const received = (world: World, token: string, orderId: string, partId: string) =>
  world.call("POST", `/product/order/${orderId}/parts/${partId}/received`, { token, body: {} });
const orderOf = async (world: World, token: string, orderId: string) =>
  (await world.call("GET", `/product/order/${orderId}`, { token })).body.data;

onBothDatabases("a part's way to the buyer", (world) => {
  test("goes from Processing to Shipped to Delivered; the order is completed with its last part", async () => {
    const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
    const shipped = await act(world, orchard.token, orderId, "ship", {
      carrier: "Parcel Post",
      trackingNumber: "PP 77",
    });
    expect(shipped.body.data).toMatchObject({
      _id: orderId,
      statusText: "Shipped",
      carrier: "Parcel Post",
      trackingNumber: "PP 77",
      shippedAt: "2026-03-02T12:00:00.000Z",
      amount: 8.4,
    });
    expect((await act(world, orchard.token, orderId, "deliver")).body.data).toMatchObject({
      statusText: "Delivered",
      deliveredAt: "2026-03-02T12:00:00.000Z",
    });
    expect(await orderOf(world, buyer.token, orderId)).toMatchObject({ isCompleted: false });
    await act(world, bakery.token, orderId, "ship");
    await act(world, bakery.token, orderId, "deliver");
    expect(await orderOf(world, buyer.token, orderId)).toMatchObject({
      isCompleted: true,
      parts: [{ statusText: "Delivered" }, { statusText: "Delivered" }],
    });
  });

  test("the buyer is told once that it was sent, with carrier and tracking number", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        act(world, orchard.token, orderId, "ship", { carrier: "Parcel Post", trackingNumber: "PP 77" }),
      ),
    );
    const mails = (await mailsSent(world, buyer.email)).filter((mail) => mail.subject.includes("on their way"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Tracking number: PP 77");
    expect(await orderOf(world, buyer.token, orderId)).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ carrier: "Parcel Post", trackingNumber: "PP 77" })]),
    });
    // A forgotten tracking number can be added, and the buyer is not told twice.
    expect((await act(world, orchard.token, orderId, "ship", { trackingNumber: "PP 78" })).body.data).toMatchObject({
      statusText: "Shipped",
      trackingNumber: "PP 78",
    });
    // An old page that only says that it was sent removes neither carrier nor number.
    expect((await act(world, orchard.token, orderId, "ship")).body.data).toMatchObject({ trackingNumber: "PP 78" });
    expect((await mailsSent(world, buyer.email)).filter((mail) => mail.subject.includes("on their way"))).toHaveLength(
      1,
    );
  });

  test("goes on where the buyer has closed the account, who is written to no more", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    const closed = await world.call("DELETE", "/user", { token: buyer.token, body: { password: PASSWORD } });
    expect(closed.status).toBe(200);
    await mailsSent(world);
    world.mails.length = 0;
    const shipped = await act(world, orchard.token, orderId, "ship", { carrier: "Parcel Post" });
    expect([shipped.status, shipped.body.data.statusText]).toEqual([200, "Shipped"]);
    expect(await mailsSent(world)).toEqual([]);
  });

  test("no step can be left out or taken back", async () => {
    const { orchard, bakery, orderId } = await anOrderOfTwo(world);
    const early = await act(world, orchard.token, orderId, "deliver");
    expect([early.status, early.body.error[0].code]).toEqual([409, "not_shipped"]);
    await act(world, orchard.token, orderId, "ship");
    await act(world, orchard.token, orderId, "deliver");
    for (const [action, body] of [
      ["ship", {}],
      ["cancel", { reason: "Changed my mind" }],
    ] as const) {
      const refusal = await act(world, orchard.token, orderId, action, body);
      expect([refusal.status, refusal.body.error[0].code]).toEqual([409, "already_delivered"]);
    }
    await act(world, bakery.token, orderId, "cancel", { reason: "Oven broken" });
    for (const action of ["ship", "deliver"] as const)
      expect((await act(world, bakery.token, orderId, action)).body.error[0].code).toBe("already_cancelled");
    // A part that an operator has refunded cannot be sent any more either.
    const [refunded, operator] = [await anOrderOfTwo(world), await aUser(world, { privilege: "operator" })];
    const reason = { token: operator.token, body: { reason: "Closed for good" } };
    expect((await world.call("POST", `/operator/orders/${refunded.orderId}/refund`, reason)).status).toBe(200);
    for (const action of ["ship", "deliver"] as const)
      expect((await act(world, refunded.orchard.token, refunded.orderId, action)).body.error[0].code).toBe(
        "already_cancelled",
      );
  });

  test("the buyer confirms receipt, of what was sent and of nothing else", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    const [first, second] = (await orderOf(world, buyer.token, orderId)).parts as { _id: string; amount: number }[];
    const [ownRefund, otherRefund] = first?.amount === 8.4 ? [first, second] : [second, first];
    expect((await received(world, buyer.token, orderId, ownRefund?._id ?? "")).body.error[0].code).toBe("not_shipped");
    await act(world, orchard.token, orderId, "ship");
    const answer = await received(world, buyer.token, orderId, ownRefund?._id ?? "");
    expect(answer.body.data.parts.find((part: { _id: string }) => part._id === ownRefund?._id)).toMatchObject({
      statusText: "Delivered",
    });
    expect((await received(world, buyer.token, orderId, ownRefund?._id ?? "")).status).toBe(200);
    const stranger = await aUser(world);
    expect((await received(world, stranger.token, orderId, ownRefund?._id ?? "")).status).toBe(404);
    expect((await received(world, buyer.token, orderId, "0".repeat(24))).status).toBe(404);
    expect((await received(world, orchard.token, orderId, otherRefund?._id ?? "")).status).toBe(403);
  });

  test("what has been on its way for two weeks counts as arrived", async () => {
    const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
    await act(world, orchard.token, orderId, "ship");
    world.clock.forward(86_400);
    await act(world, bakery.token, orderId, "ship");
    world.clock.forward(13 * 86_400);
    await world.runner.drain(["fulfilment.deliver-long-shipped"]);
    expect((await orderOf(world, buyer.token, orderId)).isCompleted).toBe(false);
    world.clock.forward(86_400);
    await world.runner.drain(["fulfilment.deliver-long-shipped"]);
    expect(await orderOf(world, buyer.token, orderId)).toMatchObject({
      isCompleted: true,
      parts: [{ statusText: "Delivered" }, { statusText: "Delivered" }],
    });
  });

  test("two merchants who deliver in the same moment complete the order", async () => {
    const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
    await Promise.all([act(world, orchard.token, orderId, "ship"), act(world, bakery.token, orderId, "ship")]);
    await Promise.all([act(world, orchard.token, orderId, "deliver"), act(world, bakery.token, orderId, "deliver")]);
    expect((await orderOf(world, buyer.token, orderId)).isCompleted).toBe(true);
  });
});

onBothDatabases("a part that is cancelled", (world) => {
  test("gives the buyer its price back, the shop its goods, and leaves the books as if it had not been sold", async () => {
    const { orchard, bakery, apples, bread, buyer, orderId } = await anOrderOfTwo(world);
    expect(await stockOf(world, apples._id)).toBe(8);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        act(world, orchard.token, orderId, "cancel", { reason: "Hail has taken the harvest" }),
      ),
    );
    expect(
      answers.map((answer) => [answer.status, answer.body.data.statusText, answer.body.data.cancelReason]),
    ).toEqual(Array.from({ length: 5 }, () => [200, "Cancelled", "Hail has taken the harvest"]));
    const mails = await mailsSent(world, buyer.email);
    expect(
      mails
        .filter((mail) => mail.text.includes("Hail has taken the harvest"))
        .map((mail) => mail.subject.replace(/\d+/, "n")),
    ).toEqual(["Order #n: a part of it was cancelled", "Your money for order #n is on its way back"]);
    const refunds = await world.services.db.selectFrom("refunds").selectAll().execute();
    expect(refunds).toEqual([
      expect.objectContaining({
        orderId,
        amountCents: 840,
        doneAt: expect.any(String),
        providerId: expect.stringMatching(/^re_test_/),
      }),
    ]);
    expect(await world.services.db.selectFrom("testIntents").select("refundedCents").executeTakeFirst()).toEqual({
      refundedCents: 840,
    });
    expect([await stockOf(world, apples._id), await stockOf(world, bread._id)]).toEqual([10, 4]);
    expect(await keptBooks(world)).toEqual(await booksFromOrders(world));
    const balance = async (token: string) =>
      (await world.call("GET", "/product/payment/merchant/balance", { token })).body.data;
    expect(await balance(orchard.token)).toEqual({
      sold: 8.4,
      deliveryFees: 0,
      givenBack: 8.4,
      fees: 0,
      paidOut: 0,
      owed: 0,
    });
    expect(await balance(bakery.token)).toEqual({
      sold: 3.1,
      deliveryFees: 0,
      givenBack: 0,
      fees: 0,
      paidOut: 0,
      owed: 3.1,
    });
  });

  test("several refunds of one order add up to what was paid, and complete it", async () => {
    const { orchard, bakery, buyer, orderId } = await anOrderOfTwo(world);
    await act(world, bakery.token, orderId, "ship");
    await Promise.all([
      act(world, orchard.token, orderId, "cancel", { reason: "Sold out" }),
      act(world, bakery.token, orderId, "cancel", { reason: "Lost on the way" }),
    ]);
    await world.runner.drain();
    expect(
      await world.services.db.selectFrom("testIntents").select(["amountCents", "refundedCents"]).executeTakeFirst(),
    ).toEqual({ amountCents: 1150, refundedCents: 1150 });
    expect(await orderOf(world, buyer.token, orderId)).toMatchObject({
      isCompleted: true,
      parts: [{ statusText: "Cancelled" }, { statusText: "Cancelled" }],
    });
    const books = await keptBooks(world);
    expect(books).toEqual(await booksFromOrders(world));
    expect(books).toMatchObject({ products: [], customers: [], owed: [] });
  });

  test("changes nothing where an operator has refunded the part meanwhile", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    const operator = await aUser(world, { privilege: "operator" });
    const body = { reason: "The cold chain broke." };
    expect(
      (await world.call("POST", `/operator/orders/${orderId}/refund`, { token: operator.token, body })).status,
    ).toBe(200);
    await mailsSent(world);
    world.mails.length = 0;
    const cancelled = await act(world, orchard.token, orderId, "cancel", { reason: "Sold out" });
    expect([cancelled.status, cancelled.body.data]).toMatchObject([
      200,
      { statusText: "Refunded", cancelReason: "The cold chain broke." },
    ]);
    expect(await mailsSent(world, buyer.email)).toEqual([]);
    expect(await world.services.db.selectFrom("refunds").select("_id").execute()).toHaveLength(1);
  });

  test("needs a reason", async () => {
    const { orchard, orderId } = await anOrderOfTwo(world);
    const refusal = await act(world, orchard.token, orderId, "cancel", { reason: "  " });
    expect([refusal.status, refusal.body.error[0]]).toEqual([
      422,
      { message: "A reason is required", code: "too_small", field: "reason" },
    ]);
  });

  test("is nobody's business but its merchant's", async () => {
    const { orchard, buyer, orderId } = await anOrderOfTwo(world);
    const stranger = await aUser(world, { privilege: "merchant" });
    for (const path of [`/${orderId}`, `/${orderId}/export`, `/${orderId}/invoice`]) {
      expect((await world.call("GET", `/product/order/merchant${path}`, { token: stranger.token })).status).toBe(404);
      expect((await world.call("GET", `/product/order/merchant${path}`, { token: buyer.token })).status).toBe(403);
      expect((await world.call("GET", `/product/order/merchant${path}`)).status).toBe(401);
    }
    for (const [action, body] of [
      ["ship", {}],
      ["deliver", {}],
      ["cancel", { reason: "Mine now" }],
    ] as const) {
      expect((await act(world, stranger.token, orderId, action, body)).status).toBe(404);
      expect((await act(world, orchard.token, "0".repeat(24), action, body)).status).toBe(404);
      expect((await act(world, buyer.token, orderId, action, body)).status).toBe(403);
    }
  });
});
