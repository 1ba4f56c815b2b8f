import { expect, test } from "vitest";
import { aDeliveredOrder, reviewLine } from "../../../tests/fixtures/reviews";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";
import { moveProductRating } from "~/features/products/rating.server";
import { inTransaction } from "~/platform/database/database.server";

onBothDatabases("reviews", (world) => {
  const listOf = async (productId: string, query = "") =>
    (await world.call("GET", `/product/general/${productId}/reviews${query}`)).body.data;
  const productNow = async (productId: string) =>
    (await world.call("GET", `/product/general/${productId}`)).body.data as {
      rating: number | null;
      reviews?: { count: number; mean: number };
    };
  const sums = (productId: string) =>
    world.services.db
      .selectFrom("products as p")
      .innerJoin("stores as s", "s.userId", "p.merchantId")
      .select([
        "p.reviewCount",
        "p.reviewStars",
        "p.rating",
        "s.reviewCount as stallCount",
        "s.reviewStars as stallStars",
      ])
      .where("p._id", "=", productId)
      .executeTakeFirstOrThrow();

  test("are shown with first name and initial, or without, and the size that was bought", async () => {
    const first = await aDeliveredOrder(world);
    expect((await reviewLine(world, first, { stars: 5, text: "  Sweet.\n", withName: true })).status).toBe(200);
    world.clock.forward(60);
    const second = await aDeliveredOrder(world, { productId: first.productId });
    await reviewLine(world, second, { stars: 4 });
    const page = await listOf(first.productId);
    expect(page.docs).toMatchObject([
      { stars: 4, text: "", name: "", size: "1 kg", isRefunded: false, answer: null },
      { stars: 5, text: "Sweet.", name: "Ada B." },
    ]);
    expect([page.reviews, page.spread.map(({ count }: { count: number }) => count)]).toEqual([
      { count: 2, mean: 4.5 },
      [1, 1, 0, 0, 0],
    ]);
    expect(await productNow(first.productId)).toMatchObject({ rating: 5, reviews: { count: 2, mean: 4.5 } });
    expect((await listOf(first.productId, "?stars=5")).docs).toHaveLength(1);
    expect((await world.call("GET", `/stall/${first.merchantId}`)).body.data.reviews).toEqual({ count: 2, mean: 4.5 });
  });

  test("are one of a buyer and a product, sent twice, from two tabs, or about another order", async () => {
    const { buyer, productId, lineId, orderId } = await aDeliveredOrder(world);
    const secondOrder = await aDeliveredOrder(world, { buyerId: buyer._id, productId });
    const answers = await Promise.all([
      reviewLine(world, { buyer, lineId }, { stars: 2 }),
      reviewLine(world, { buyer, lineId }, { stars: 2 }),
      reviewLine(world, { buyer, lineId: secondOrder.lineId }, { stars: 2 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await sums(productId)).toMatchObject({ reviewCount: 1, reviewStars: 2, stallCount: 1, stallStars: 2 });
    const lines = (await world.call("GET", `/user/orders/${orderId}/reviews`, { token: buyer.token })).body.data;
    expect(lines).toMatchObject([{ line: lineId, refusal: null, review: { stars: 2, withName: false } }]);
  });

  test("changed from several tabs at once come to the sums of one of them", async () => {
    const order = await aDeliveredOrder(world);
    await reviewLine(world, order, { stars: 5 });
    await Promise.all([1, 2, 3, 4, 1, 2, 3, 4].map((stars) => reviewLine(world, order, { stars })));
    const { reviewCount, reviewStars, stallStars } = await sums(order.productId);
    const [review] = (await listOf(order.productId)).docs;
    expect([reviewCount, reviewStars, stallStars]).toEqual([1, review.stars, review.stars]);
  });

  test("can be changed for thirty days, and the sums follow", async () => {
    const order = await aDeliveredOrder(world);
    await reviewLine(world, order, { stars: 1, text: "Late." });
    world.clock.forward(30 * 86_400);
    order.buyer.token = await issueToken(world.services.db, world.services, order.buyer._id);
    expect((await reviewLine(world, order, { stars: 4, text: "Late, and good.", withName: true })).status).toBe(200);
    expect(await sums(order.productId)).toMatchObject({ reviewCount: 1, reviewStars: 4, rating: 4, stallStars: 4 });
    expect((await listOf(order.productId)).docs).toMatchObject([{ text: "Late, and good.", name: "Ada B." }]);
    world.clock.forward(1);
    const lateReview = await reviewLine(world, order, { stars: 5 });
    expect([lateReview.status, lateReview.body.error[0].code]).toEqual([409, "review_final"]);
    // Sending the same review again is no change.
    expect((await reviewLine(world, order, { stars: 4, text: "Late, and good.", withName: true })).status).toBe(200);
  });

  test("are refused before it has arrived, after all of it was given back, and to strangers and the stall itself", async () => {
    const { db } = world.services;
    const order = await aDeliveredOrder(world);
    const codeOf = async (as = order) => (await reviewLine(world, as)).body.error?.[0].code;
    const part = (columns: {
      statusText?: "Shipped" | "Delivered" | "Refunded";
      refundedCents?: number;
      merchantId?: string;
    }) => db.updateTable("orderParts").set(columns).where("_id", "=", order.partId).execute();
    await part({ statusText: "Shipped" });
    expect(await codeOf()).toBe("not_arrived");
    await part({ statusText: "Refunded" });
    expect(await codeOf()).toBe("line_refunded");
    await part({ statusText: "Delivered", refundedCents: 250 });
    expect(await codeOf()).toBe("line_refunded");
    await part({ refundedCents: 0, merchantId: order.buyer._id });
    expect(await codeOf()).toBe("own_stall");
    await part({ merchantId: order.merchantId });
    expect(await codeOf({ ...order, buyer: await aUser(world) })).toBe("unknown_line");
    expect((await reviewLine(world, order, { stars: 6 })).body.error[0].field).toBe("stars");
    expect((await reviewLine(world, order, { stars: 5, text: "x".repeat(2001) })).body.error[0]).toMatchObject({
      code: "too_big",
      field: "text",
    });
    expect(await sums(order.productId)).toMatchObject({ reviewCount: 0, reviewStars: 0, rating: null });
    expect(await codeOf()).toBeUndefined();
    // A later refund does not remove the review, which then says so.
    await db.updateTable("orderLines").set({ refundedQuantity: 1 }).where("_id", "=", order.lineId).execute();
    expect((await listOf(order.productId)).docs).toMatchObject([{ isRefunded: true }]);
  });

  test("keep emoji, links and other scripts as text", async () => {
    for (const text of ["👍🏽👍🏽", "https://example.com/<b>", "طازج جدا"]) {
      const order = await aDeliveredOrder(world);
      expect((await reviewLine(world, order, { stars: 3, text })).status).toBe(200);
      expect((await listOf(order.productId)).docs[0].text).toBe(text);
    }
  });

  test("order lists by a weighted mean: one of five stars does not beat fifty of 4.8", async () => {
    const [single, twoSizes, bad] = [
      await aProduct(world, { rating: null }),
      await aProduct(world, { rating: null }),
      await aProduct(world, { rating: null }),
    ];
    const rate = (productId: string, stars: number) =>
      inTransaction(world.services.db, (trx) => moveProductRating(trx, productId, { reviews: 1, stars }));
    await rate(single._id, 5);
    for (let n = 0; n < 50; n += 1) await rate(twoSizes._id, n % 5 === 0 ? 4 : 5);
    await rate(bad._id, 1);
    await world.services.dialect.announceChange(world.services.db);
    for (const q of ["", "&q=product"]) {
      const list = (await world.call("GET", `/product/general?sort=rating${q}`)).body.data.docs;
      expect(list.map(({ _id }: { _id: string }) => _id)).toEqual([twoSizes._id, single._id, bad._id]);
      expect(list[0].reviews).toEqual({ count: 50, mean: 4.8 });
    }
  });

  test("are told to the stall's own server, without the buyer", async () => {
    const order = await aDeliveredOrder(world);
    await world.services.db
      .insertInto("webhookEndpoints")
      .values({
        _id: "a".repeat(24),
        merchantId: order.merchantId,
        url: "https://example.com/hook",
        events: JSON.stringify(["review.created"]),
        enabled: 1,
        secrets: "[]",
        failingSince: null,
        turnedOffAt: null,
        busyUntil: null,
        createdAt: "2026-03-02T12:00:00.000Z",
      })
      .execute();
    await reviewLine(world, order, { stars: 5, text: "Sweet.", withName: true });
    await reviewLine(world, order, { stars: 4, text: "Sweet.", withName: true });
    const deliveries = await world.services.db.selectFrom("webhookDeliveries").select(["type", "body"]).execute();
    expect(deliveries.map(({ type }) => type)).toEqual(["review.created"]);
    expect(JSON.parse(deliveries[0]?.body ?? "").data).toMatchObject({
      review: { stars: 5, text: "Sweet." },
      product: { _id: order.productId },
    });
    expect(deliveries[0]?.body).not.toContain("Ada");
  });

  test("stay without the name once their writer has left, and lose no vote that others gave", async () => {
    const order = await aDeliveredOrder(world);
    await reviewLine(world, order, { stars: 5, text: "Sweet.", withName: true });
    const id = (await listOf(order.productId)).docs[0]._id as string;
    const stranger = await aUser(world);
    for (const token of [order.buyer.token, stranger.token])
      await world.call("PUT", `/reviews/${id}/useful`, { token, body: { isUseful: true } });
    expect((await listOf(order.productId)).docs[0].useful).toBe(2);
    const exported = (await world.call("GET", "/user/export", { token: order.buyer.token })).body;
    expect(JSON.stringify(exported)).toContain("Sweet.");
    const deletion = await world.call("DELETE", "/user", {
      token: order.buyer.token,
      body: { password: "correct-horse-9" },
    });
    expect(deletion.status).toBe(200);
    expect((await listOf(order.productId)).docs).toMatchObject([{ text: "Sweet.", name: "", useful: 1, stars: 5 }]);
    expect(await sums(order.productId)).toMatchObject({ reviewCount: 1, reviewStars: 5 });
  });
});
