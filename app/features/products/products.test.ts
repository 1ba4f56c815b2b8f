import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aCornStall, PRODUCTS_PATH } from "../../../tests/fixtures/corn-stall";
import { aProduct, aUser, stockOf, setSold } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a merchant's products", (world) => {
  test("nobody but its merchant sees, saves or deletes it", async () => {
    const { add, corn } = await aCornStall(world);
    const { _id } = (await add()).body.data;
    const [stranger, buyer] = [await aUser(world, { privilege: "merchant" }), await aUser(world)];
    for (const [method, path, body] of [
      ["GET", `${PRODUCTS_PATH}/${_id}`, undefined],
      ["PUT", `${PRODUCTS_PATH}?product=${_id}`, corn],
      ["DELETE", `${PRODUCTS_PATH}?product=${_id}`, undefined],
    ] as const) {
      expect(
        (await world.call(method, path, { token: stranger.token, body })).body.error[0].code === "not_your_category" ||
          (await world.call(method, path, { token: stranger.token, body })).status === 404,
      ).toBe(true);
      expect((await world.call(method, path, { token: buyer.token, body })).status).toBe(403);
      expect((await world.call(method, path, { body })).status).toBe(401);
    }
  });

  test("the list is the merchant's own, ten a page, and found by a part of the title in any case", async () => {
    const { merchant } = await aCornStall(world);
    for (let n = 1; n <= 12; n += 1)
      await aProduct(world, {
        merchantId: merchant._id,
        title: n === 7 ? "Crème 100%_fraîche" : `Radish ${n}`,
        sku: `R${n}`,
      });
    await aProduct(world, { title: "Somebody else's radish" });
    const list = (search: string) => world.call("GET", `${PRODUCTS_PATH}${search}`, { token: merchant.token });
    const [first, second] = [await list(""), await list("?page=2")];
    expect(first.body.data).toMatchObject({ page: 1, hasNextPage: true, total: 12 });
    expect([first.body.data.docs.length, second.body.data.docs.length, second.body.data.hasNextPage]).toEqual([
      10,
      2,
      false,
    ]);
    expect(first.body.data.docs[0].title).toBe("Radish 12");
    expect((await list("?page=2&from=1")).body.data.docs).toHaveLength(12);
    expect((await list("?q=CREME%20100%25_")).body.data).toMatchObject({
      total: 1,
      docs: [{ title: "Crème 100%_fraîche" }],
    });
    // Neither the category's title nor a wildcard matches.
    expect((await list("?q=vegetables")).body.data.total).toBe(0);
    expect((await list("?q=%25")).body.data.total).toBe(1);
  });

  test("of a published product stock and price change at once, the rest waits while the published version stays on sale", async () => {
    const { add, save, publish } = await aCornStall(world);
    const { _id } = (await add({ availType: "in-review" })).body.data;
    await publish(_id);
    const saveAnswer = await save(_id, {
      availType: "published",
      title: "Sweeter corn, four cobs",
      amount: "15.00",
      quantity: 3,
    });
    expect(saveAnswer.body.data).toMatchObject({
      title: "Sweet corn, four cobs",
      amount: 15,
      quantity: 3,
      availType: "published",
      waiting: { title: "Sweeter corn, four cobs", tags: ["Sweet", "picked today"] },
    });
    expect((await world.call("GET", `/product/general/${_id}`)).body.data).toMatchObject({
      title: "Sweet corn, four cobs",
      amount: 15,
      quantity: 3,
    });
    // Saving the published values takes the change back.
    expect((await save(_id, { availType: "in-review" })).body.data.waiting).toBeUndefined();
    // As a draft it leaves the shop, with everything that was changed.
    expect((await save(_id, { title: "Sweetest corn" })).body.data).toMatchObject({
      availType: "draft",
      title: "Sweetest corn",
    });
    expect((await world.call("GET", `/product/general/${_id}`)).status).toBe(404);
  });

  test("a title with a space that does not break is saved as it is, and nothing waits for review", async () => {
    const { add, save, publish } = await aCornStall(world);
    const title = "Sweet corn, 2\u00a0kg";
    const { _id } = (await add({ title, availType: "in-review" })).body.data;
    await publish(_id);
    const savedProduct = (await save(_id, { title: ` ${title}  `, availType: "published" })).body.data;
    expect([savedProduct.title, savedProduct.waiting]).toEqual([title, undefined]);
  });

  test("what was sold while the form was open is not put back on the shelf", async () => {
    const { merchant, category, save } = await aCornStall(world);
    const product = await aProduct(world, {
      merchantId: merchant._id,
      categoryId: category._id,
      quantity: 10,
      sku: "VEG-1",
    });
    await setSold(world.services.db, { quantity: 8 }, product._id);
    await save(product._id, { availType: "published", quantity: 10, quantityBefore: 10 });
    expect(await stockOf(world, product._id)).toBe(8);
    await save(product._id, { availType: "published", quantity: 15, quantityBefore: 10 });
    expect(await stockOf(world, product._id)).toBe(13);
    // Events of one millisecond have no order.
    world.clock.forward(1);
    await save(product._id, { availType: "published", quantity: 4 });
    expect(await stockOf(world, product._id)).toBe(4);
    await setSold(world.services.db, { quantity: 9 }, product._id);
    await save(product._id, { availType: "published", quantity: 999_999, quantityBefore: 4 });
    expect(await stockOf(world, product._id)).toBe(999_999);
  });

  test("sending it in again takes the reason away that it was sent back with", async () => {
    const { add, save } = await aCornStall(world);
    const { _id } = (await add({ availType: "in-review" })).body.data;
    await world.services.db
      .updateTable("products")
      .set({ availType: "draft", sentBackReason: "The photo is blurred." })
      .where("_id", "=", _id)
      .execute();
    expect((await save(_id)).body.data).toMatchObject({ availType: "draft", sentBackReason: "The photo is blurred." });
    expect((await save(_id, { availType: "in-review" })).body.data).toMatchObject({
      availType: "in-review",
      sentBackReason: "",
    });
  });

  test("a deleted product is gone at once, and the order that holds it stays whole", async () => {
    const { buyer, product } = await aPaidOrder(world);
    const merchant = await world.services.db
      .selectFrom("users")
      .select(["_id"])
      .where("_id", "=", product.merchantId)
      .executeTakeFirstOrThrow();
    const { issueToken } = await import("~/features/accounts/tokens.server");
    const token = await issueToken(world.services.db, world.services, merchant._id);
    const deleteAnswer = await world.call("DELETE", `${PRODUCTS_PATH}?product=${product._id}`, { token });
    expect([deleteAnswer.status, deleteAnswer.body]).toEqual([200, { message: "Product deleted Successfully" }]);
    expect((await world.call("GET", `/product/general/${product._id}`)).status).toBe(404);
    expect((await world.call("GET", PRODUCTS_PATH, { token })).body.data.total).toBe(0);
    expect((await world.call("DELETE", `${PRODUCTS_PATH}?product=${product._id}`, { token })).status).toBe(404);
    expect(
      (await world.call("GET", "/product/order", { token: buyer.token })).body.data.docs[0].carts[0].product.title,
    ).toBe(product.title);
  });

  test("the same form sent twice makes one product", async () => {
    const { merchant, corn } = await aCornStall(world);
    const requests = [1, 2].map(() =>
      world.call("POST", PRODUCTS_PATH, {
        token: merchant.token,
        body: corn,
        headers: { "Idempotency-Key": "form-key-0001" },
      }),
    );
    const statuses = (await Promise.all(requests)).map((answer) => answer.status).toSorted();
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses);
    expect((await world.call("GET", PRODUCTS_PATH, { token: merchant.token })).body.data.total).toBe(1);
  });
});
