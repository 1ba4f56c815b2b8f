import sharp from "sharp";
import { expect, test } from "vitest";
import { aPaidOrder } from "../../../tests/fixtures/checkout";
import { aCategory, aProduct, aUser, stockOf, setSold } from "../../../tests/fixtures/shop";
import { onBothDatabases, type World } from "../../../tests/fixtures/world";

const PATH = "/product/manage-product";

async function aStall(world: World) {
  const merchant = await aUser(world, { privilege: "merchant" });
  const [category, otherCategory] = [await aCategory(world, "Vegetables"), await aCategory(world, "Bakery")];
  await world.services.db
    .insertInto("storeCategories")
    .values({ userId: merchant._id, categoryId: category._id })
    .execute();
  const corn = {
    title: "Sweet corn, four cobs",
    description: "Picked at dawn and sold the same day.",
    amount: "12.00",
    quantity: 40,
    sku: "VEG-1",
    barcode: "2900000000017",
    category: category._id,
    image: [],
    tags: ["sweet", "Sweet", " picked today "],
    variations: [
      { variation: "Bundle", value: "4 cobs" },
      { variation: "", value: "" },
    ],
    measurement: { height: 8, width: 18, length: 24, weight: 1.2 },
    availType: "draft",
  };
  const add = (overrides: object = {}) =>
    world.call("POST", PATH, { token: merchant.token, body: { ...corn, ...overrides } });
  const save = (productId: string, overrides: object = {}) =>
    world.call("PUT", `${PATH}?product=${productId}`, { token: merchant.token, body: { ...corn, ...overrides } });
  const publish = (productId: string) =>
    world.services.db
      .updateTable("products")
      .set({ availType: "published", isPublic: 1 })
      .where("_id", "=", productId)
      .execute();
  return { merchant, category, other: otherCategory, corn, add, save, publish };
}

async function aPhoto(world: World, token: string, colour: string): Promise<string> {
  const form = new FormData();
  form.set("intendedFileName", "image");
  form.append(
    "intendedFile[]",
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width: 40, height: 40, channels: 3, background: colour } })
            .png()
            .toBuffer(),
        ),
      ],
      "photo.png",
    ),
  );
  return (await world.call("POST", "/file", { token, form })).body.data[0]._id as string;
}

onBothDatabases("a merchant's products", (world) => {
  test("a discount that leaves less than half a cent leaves a cent: nothing is given away", async () => {
    const { add } = await aStall(world);
    const prices = [];
    for (const [amount, percent] of [
      ["0.01", 51],
      ["0.01", 99],
      ["0.49", 99],
      ["1.49", 99],
      ["1.50", 99],
    ] as const) {
      const addAnswer = await add({
        amount,
        sku: `${amount}-${percent}`,
        discountType: "percentage",
        discountPercentage: percent,
      });
      expect(addAnswer.body.error).toBeUndefined();
      const row = await world.services.db
        .selectFrom("products")
        .select("priceCents")
        .where("_id", "=", addAnswer.body.data._id)
        .executeTakeFirstOrThrow();
      prices.push(row.priceCents);
    }
    expect(prices).toEqual([1, 1, 1, 1, 2]);
  });

  test("a product is added as a draft, is nowhere in the shop, and reads back as it was sent", async () => {
    const { add, merchant, category } = await aStall(world);
    const addAnswer = await add({
      discountType: "percentage",
      discountPercentage: 25,
      vatAmount: "0.60",
      taxClass: "food",
    });
    expect(addAnswer.status).toBe(201);
    expect(addAnswer.body.data).toMatchObject({
      title: "Sweet corn, four cobs",
      amount: 12,
      discountedPrice: 9,
      discount: 25,
      vatAmount: 0.6,
      taxClass: "food",
      quantity: 40,
      availType: "draft",
      isPhysical: true,
      tags: ["Sweet", "picked today"],
      variations: [{ variation: "Bundle", value: "4 cobs" }],
      category: { _id: category._id, title: "Vegetables" },
      sentBackReason: "",
    });
    const { _id } = addAnswer.body.data;
    expect((await world.call("GET", `${PATH}/${_id}`, { token: merchant.token })).body.data).toEqual(
      addAnswer.body.data,
    );
    expect((await world.call("GET", `/product/general/${_id}`)).status).toBe(404);
  });

  test("a title that would turn the prices beside it around is kept as it is read", async () => {
    const { add } = await aStall(world);
    const addAnswer = await add({ title: "\u202egk 1 ,selppA", tags: ["\u2067sweet"] });
    expect([addAnswer.status, addAnswer.body.data.title, addAnswer.body.data.tags]).toEqual([
      201,
      "gk 1 ,selppA",
      ["sweet"],
    ]);
  });

  const missing = "This field is required.";
  test.each<[field: string, value: unknown, message: string]>([
    ["title", "", missing],
    ["title", undefined, missing],
    ["title", "Corn", "Minimum length is 5 characters."],
    ["title", "x".repeat(101), "Maximum length is 100 characters."],
    ["amount", "", missing],
    ["amount", "12", "Invalid format."],
    ["amount", "12.5", "Invalid format."],
    ["amount", "12.345", "Invalid format."],
    ["amount", "-1.00", "Invalid format."],
    ["amount", 1.005, "Invalid format."],
    ["amount", true, "Invalid format."],
    ["category", "vegetables", "Invalid format."],
    ["quantity", [4], "Invalid format."],
    ["title", 5, "Invalid format."],
    ["sku", null, missing],
    ["amount", "0.00", "This must be at least 0.01."],
    ["category", "", missing],
    ["quantity", "", missing],
    ["quantity", "1.5", "Invalid format."],
    ["quantity", "-1", "Invalid format."],
    ["quantity", 1e9, "This can be at most 999999."],
    ["description", "too short", "Minimum length is 20 characters."],
    ["description", "   ", missing],
    ["sku", "", missing],
    ["barcode", " ", missing],
    ["title", "\u202e\u200b\u2800\u200b\u2800\u202e", missing],
  ])("%s %j is refused with its own message", async (field, value, message) => {
    const { add } = await aStall(world);
    const refusal = await add({ [field]: value });
    expect([refusal.status, refusal.body.error[0]]).toMatchObject([422, { field, message }]);
    expect(refusal.body.error).toHaveLength(1);
  });

  test("a number of dollars is taken as well, and half a variation asks for its other half", async () => {
    const { add } = await aStall(world);
    expect((await add({ amount: 12.5, quantity: "7" })).body.data).toMatchObject({ amount: 12.5, quantity: 7 });
    expect((await add({ sku: "B", variations: [{ variation: "Size", value: "" }] })).body.error[0]).toMatchObject({
      field: "variations.0.value",
      message: missing,
    });
    expect((await add({ sku: "C", discountType: "percentage" })).body.error[0]).toMatchObject({
      field: "discountPercentage",
      message: missing,
    });
  });

  test("a category that is not the store's, a second use of a SKU and publishing it oneself are refused", async () => {
    const { add, other } = await aStall(world);
    expect((await add({ category: other._id })).body.error[0]).toMatchObject({
      code: "not_your_category",
      field: "category",
    });
    expect((await add({ availType: "published" })).body.error[0]).toMatchObject({ code: "needs_review" });
    await add();
    const secondAnswer = await add();
    expect([secondAnswer.status, secondAnswer.body.error[0]]).toMatchObject([409, { code: "sku_taken", field: "sku" }]);
  });

  test("nobody but its merchant sees, saves or deletes it", async () => {
    const { add, corn } = await aStall(world);
    const { _id } = (await add()).body.data;
    const [stranger, buyer] = [await aUser(world, { privilege: "merchant" }), await aUser(world)];
    for (const [method, path, body] of [
      ["GET", `${PATH}/${_id}`, undefined],
      ["PUT", `${PATH}?product=${_id}`, corn],
      ["DELETE", `${PATH}?product=${_id}`, undefined],
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
    const { merchant } = await aStall(world);
    for (let n = 1; n <= 12; n += 1)
      await aProduct(world, {
        merchantId: merchant._id,
        title: n === 7 ? "Crème 100%_fraîche" : `Radish ${n}`,
        sku: `R${n}`,
      });
    await aProduct(world, { title: "Somebody else's radish" });
    const list = (search: string) => world.call("GET", `${PATH}${search}`, { token: merchant.token });
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
    const { add, save, publish } = await aStall(world);
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
    const { add, save, publish } = await aStall(world);
    const title = "Sweet corn, 2\u00a0kg";
    const { _id } = (await add({ title, availType: "in-review" })).body.data;
    await publish(_id);
    const savedProduct = (await save(_id, { title: ` ${title}  `, availType: "published" })).body.data;
    expect([savedProduct.title, savedProduct.waiting]).toEqual([title, undefined]);
  });

  test("what was sold while the form was open is not put back on the shelf", async () => {
    const { merchant, category, save } = await aStall(world);
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
    const { add, save } = await aStall(world);
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
    const deleteAnswer = await world.call("DELETE", `${PATH}?product=${product._id}`, { token });
    expect([deleteAnswer.status, deleteAnswer.body]).toEqual([200, { message: "Product deleted Successfully" }]);
    expect((await world.call("GET", `/product/general/${product._id}`)).status).toBe(404);
    expect((await world.call("GET", PATH, { token })).body.data.total).toBe(0);
    expect((await world.call("DELETE", `${PATH}?product=${product._id}`, { token })).status).toBe(404);
    expect(
      (await world.call("GET", "/product/order", { token: buyer.token })).body.data.docs[0].carts[0].product.title,
    ).toBe(product.title);
  });

  test("the same form sent twice makes one product", async () => {
    const { merchant, corn } = await aStall(world);
    const requests = [1, 2].map(() =>
      world.call("POST", PATH, { token: merchant.token, body: corn, headers: { "Idempotency-Key": "form-key-0001" } }),
    );
    const statuses = (await Promise.all(requests)).map((answer) => answer.status).toSorted();
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses);
    expect((await world.call("GET", PATH, { token: merchant.token })).body.data.total).toBe(1);
  });

  test("only one's own pictures can be shown, each in one place; what is let go of is swept", async () => {
    const { merchant, add, save } = await aStall(world);
    const [red, blue] = [await aPhoto(world, merchant.token, "#c33"), await aPhoto(world, merchant.token, "#33c")];
    const stranger = await aUser(world, { privilege: "merchant" });
    const foreign = await aPhoto(world, stranger.token, "#3c3");
    expect((await add({ image: [foreign] })).body.error[0]).toMatchObject({ code: "unknown_image", field: "image" });
    expect((await add({ image: ["0".repeat(24)] })).status).toBe(422);
    const addAnswer = await add({ image: [red, { _id: blue }] });
    expect(addAnswer.body.data.image.map((image: { _id: string }) => image._id)).toEqual([red, blue]);
    expect((await add({ sku: "B", image: [red] })).body.error[0].code).toBe("unknown_image");
    expect(
      (await add({ sku: "C", image: Array.from({ length: 9 }, (_, n) => String(n).repeat(24)) })).body.error[0],
    ).toMatchObject({ field: "image", message: "Too many files" });
    expect((await save(addAnswer.body.data._id, { image: [blue] })).body.data.image).toHaveLength(1);
    const attached = await world.services.db
      .selectFrom("files")
      .select("attached")
      .where("_id", "in", [red, blue])
      .orderBy("attached")
      .execute();
    expect(attached.map((file) => file.attached)).toEqual([0, 1]);
  });

  test("a picture added to a published product waits with the change, and is let go of when it is taken back", async () => {
    const { merchant, add, save, publish } = await aStall(world);
    const [red, blue] = [await aPhoto(world, merchant.token, "#c33"), await aPhoto(world, merchant.token, "#33c")];
    const { _id } = (await add({ image: [red] })).body.data;
    await publish(_id);
    const saveAnswer = await save(_id, { availType: "published", image: [blue] });
    expect(saveAnswer.body.data).toMatchObject({ image: [{ _id: red }], waiting: { image: [{ _id: blue }] } });
    await save(_id, { availType: "published", image: [red] });
    const fileRows = await world.services.db.selectFrom("files").select(["_id", "attached"]).execute();
    expect(new Map(fileRows.map((file) => [file._id, file.attached]))).toEqual(
      new Map([
        [red, 1],
        [blue, 0],
      ]),
    );
  });
});
