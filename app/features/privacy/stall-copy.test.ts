import { expect, test } from "vitest";
import { everyProductOf } from "~/features/products/every-product.server";
import { manyProducts } from "../../../tests/fixtures/many-products";
import { aDeliveredOrder, reviewLine } from "../../../tests/fixtures/reviews";
import { aProduct, aUser } from "../../../tests/fixtures/shop";
import { oats, orderOf } from "../../../tests/fixtures/sizes";
import { counted, onBothDatabases } from "../../../tests/fixtures/world";
import { issueToken } from "~/features/accounts/tokens.server";

onBothDatabases("a merchant's copy of everything", (world) => {
  test("holds products with sizes, contents and food information, and sales with sizes and weights", async () => {
    const { merchant, _id, sack, save } = await oats(world);
    const { token } = merchant;
    const weighed = { contentMilli: 300_000, contentUnit: "g", unitPriceCents: 2000, weightUnit: "kg" } as const;
    const cheese = await aProduct(world, { merchantId: merchant._id, amountCents: 660, title: "Cheese", ...weighed });
    const food = { ingredients: "Rolled *oats*", allergens: { gluten: "contains" }, originCountry: "IE" };
    expect(
      (await save({ variants: undefined, amount: "3.20", quantity: 10, sku: "OAT-1", barcode: "290", food })).status,
    ).toBe(200);
    const order = await orderOf(world, (await aUser(world)).token, [
      { product: _id, variant: sack, quantity: 1 },
      { product: cheese._id, quantity: 1 },
    ]);
    const weights = [{ order: order._id, line: order.carts[1]._id, pieces: [280] }];
    const path = "/product/order/merchant/weights";
    expect((await world.call("POST", path, { token, body: { weights } })).body.data.refused).toEqual([]);

    const { status, body, headers } = await world.call("GET", "/user/export", { token });
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
    expect(body.data).toMatchObject({
      user: { email: merchant.email },
      sessions: [{ createdAt: expect.any(String) }],
      products: [
        { title: "Cheese", variants: [{ content: { amount: 300, unit: "g" }, weighed: { price: 20, margin: 10 } }] },
        {
          title: "Rolled oats",
          waiting: { food },
          variants: [
            { name: "500 g bag", sku: "OAT-1", content: { amount: 500, unit: "g" }, amount: 3.2 },
            { name: "5 kg sack", sku: "OAT-5", content: { amount: 5, unit: "kg" }, quantity: 1 },
          ],
        },
      ],
      sales: [
        {
          _id: order._id,
          refunded: 1,
          carts: [
            { variant: { _id: sack, name: "5 kg sack", content: { amount: 5, unit: "kg" } }, price: 24 },
            { product: { title: "Cheese" }, price: 6.6, weighed: { price: 20, per: "kg", weights: [0.28], due: 5.6 } },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon|passwordHash|"hash"/);
  });

  test("holds what the stall wrote in conversations, and its answers to reviews, but no words of buyers", async () => {
    const order = await aDeliveredOrder(world);
    const { buyer, productId } = order;
    const { db } = world.services;
    const token = await issueToken(db, world.services, order.merchantId);
    const { title } = await db
      .selectFrom("products")
      .select("title")
      .where("_id", "=", productId)
      .executeTakeFirstOrThrow();
    await reviewLine(world, order, { stars: 4, text: "Sweet as can be." });
    const { _id: review } = await db.selectFrom("reviews").select("_id").executeTakeFirstOrThrow();
    await world.call("PUT", `/merchant/reviews/${review}/answer`, { token, body: { answer: "Come again." } });
    const question = { kind: "product", id: productId, text: "Are they ripe?" };
    const { body } = await world.call("POST", "/conversations", { token: buyer.token, body: question });
    const conversation = `/conversations/${body.data._id}`;
    await world.call("POST", `${conversation}/messages`, { token, body: { text: "They are." } });
    await world.call("POST", `${conversation}/reports`, { token, body: { reason: "Rude." } });
    await db.updateTable("reviews").set({ hiddenAt: "2026-03-02T12:00:00.000Z" }).execute();

    const copy = (await world.call("GET", "/user/export", { token })).body.data;
    expect(copy.reviewAnswers).toEqual([
      expect.objectContaining({ review, product: title, stars: 4, answer: "Come again." }),
    ]);
    expect(copy.stallConversations).toMatchObject([
      { about: "product", title, messages: [{ text: "They are." }], reports: [{ reason: "Rude." }] },
    ]);
    expect(JSON.stringify(copy)).not.toMatch(/Are they ripe|Sweet as can be/);

    const otherStall = await aUser(world, { privilege: "merchant" });
    const otherCopy = (await world.call("GET", "/user/export", { token: otherStall.token })).body.data;
    expect([otherCopy.stallConversations, otherCopy.reviewAnswers]).toEqual([[], []]);
  });

  test("has every product once, a hundred in memory at a time, and none of another stall", async () => {
    const { stalls } = await manyProducts(world, 500, (n) => n - (n % 3));
    const merchantId = stalls[0]!._id;
    const own = await world.services.db
      .selectFrom("products")
      .select("_id")
      .where("merchantId", "=", merchantId)
      .execute();
    expect(own).toHaveLength(251);
    const pages = everyProductOf(world.services, merchantId);
    const { answer, statements } = await counted(() => pages.next());
    expect([answer.value?.length, statements]).toEqual([100, 3]);
    await pages.return(undefined);

    const token = await issueToken(world.services.db, world.services, merchantId);
    const { products, sales } = (await world.call("GET", "/user/export", { token })).body.data;
    expect(products.map((product: { _id: string }) => product._id).toSorted()).toEqual(
      own.map((product) => product._id).toSorted(),
    );
    expect(sales).toEqual([]);
    const buyer = await aUser(world);
    const copy = (await world.call("GET", "/user/export", { token: buyer.token })).body.data;
    expect([copy.products, copy.sales]).toEqual([undefined, undefined]);
  });
});
