import { expect, test } from "vitest";
import { confirm, finalize, initialize } from "../../../tests/fixtures/checkout";
import { aUser } from "../../../tests/fixtures/shop";
import { BAG, oats, PRODUCTS, SACK } from "../../../tests/fixtures/sizes";
import { onBothDatabases } from "../../../tests/fixtures/world";

const pieces = (product: { variants: { quantity: number }[] }) => product.variants.map(({ quantity }) => quantity);

onBothDatabases("sizes of a product", (world) => {
  test("each has its price, stock and content; a list shows the lowest price that is there", async () => {
    const { _id, sack, shown, save } = await oats(world);
    expect(await shown()).toMatchObject({
      amount: 3.2,
      quantity: 12,
      sku: "OAT-1",
      variants: [
        { _id, name: "500 g bag", amount: 3.2, quantity: 10, unitPrice: { amount: 6.4, per: "kg" } },
        { _id: sack, name: "5 kg sack", amount: 24, quantity: 2, unitPrice: { amount: 4.8, per: "kg" } },
      ],
    });
    const sizesOnSale = [
      { ...BAG, _id, quantity: 0 },
      { ...SACK, _id: sack },
    ];
    expect((await save({ variants: sizesOnSale, discountType: "percentage", discountPercentage: 25 })).status).toBe(
      200,
    );
    expect(await shown()).toMatchObject({ amount: 18, originalPrice: 24, quantity: 2, sku: "OAT-1", discount: 25 });
  });

  test("two sizes are two lines of a cart and of an order, and take their own stock", async () => {
    const { _id, sack, shown } = await oats(world);
    const buyer = await aUser(world);
    const unclear = await initialize(world, buyer.token, [{ product: _id, quantity: 1 }]);
    expect([unclear.status, unclear.body.error[0].code, unclear.body.error[0].field]).toEqual([
      409,
      "choose_size",
      "carts.0",
    ]);
    const carts = [
      { product: _id, variant: _id, quantity: 3 },
      { product: _id, variant: sack, quantity: 2 },
    ];
    for (const { variant, quantity } of carts)
      await world.call("PUT", `/user/cart/${_id}`, { token: buyer.token, body: { variant, add: quantity } });
    const quote = (await world.call("POST", "/product/cart", { body: { carts } })).body.data;
    expect([quote.cartTotal, quote.lines.map((line: { subtotal: number }) => line.subtotal)]).toEqual([
      57.6,
      [9.6, 48],
    ]);
    const initialized = await initialize(world, buyer.token, carts);
    expect([pieces(await shown()), (await shown()).quantity]).toEqual([[7, 0], 7]);
    await confirm(world, initialized.body.data);
    const order = (await finalize(world, buyer.token, initialized.body.payment.stripeId)).body.data;
    expect(order.carts).toMatchObject([
      { product: { title: "Rolled oats, 500 g bag", sku: "OAT-1" }, variant: { name: "500 g bag" }, price: 3.2 },
      { product: { title: "Rolled oats, 5 kg sack", sku: "OAT-5" }, variant: { content: { amount: 5, unit: "kg" } } },
    ]);
    expect(order.amount).toBe(57.6);
    expect((await world.call("GET", "/user/lists", { token: buyer.token })).body.data.carts).toEqual([]);
  });

  test("every size's SKU finds the product, in the shop and for operators", async () => {
    const { _id } = await oats(world);
    const operator = await aUser(world, { privilege: "operator" });
    for (const sku of ["OAT-1", "oat-5"]) {
      const publicDocs = (await world.call("GET", `/product/general?q=${sku}`)).body.data.docs;
      const operatorDocs = (await world.call("GET", `/operator/products?q=${sku}`, { token: operator.token })).body.data
        .docs;
      expect([sku, ...publicDocs, ...operatorDocs].map((doc) => doc._id ?? doc)).toEqual([sku, _id, _id]);
    }
  });

  test("the names of sizes find the product; another name does once it is reviewed", async () => {
    const { _id, sack, save } = await oats(world);
    const { token } = await aUser(world, { privilege: "operator" });
    const idsFound = async (q: string) =>
      (await world.call("GET", `/product/general?q=${q}`)).body.data.docs.map((doc: { _id: string }) => doc._id);
    expect([await idsFound("sack"), await idsFound("oats%20bag"), await idsFound("bucket")]).toEqual([
      [_id],
      [_id],
      [],
    ]);
    await save({
      variants: [
        { ...BAG, _id },
        { ...SACK, _id: sack, name: "5 kg bucket" },
      ],
    });
    expect(await idsFound("bucket")).toEqual([]);
    const review = (await world.call("GET", `/operator/review/${_id}`, { token })).body.data;
    const body = { version: review.version };
    expect((await world.call("POST", `/operator/review/${_id}/publish`, { token, body })).status).toBe(200);
    expect([await idsFound("bucket"), await idsFound("sack")]).toEqual([[_id], []]);
  });

  test("a new product is found by its sizes from its publication on", async () => {
    const { add } = await oats(world);
    const { token } = await aUser(world, { privilege: "operator" });
    const variants = [
      { ...BAG, sku: "RYE-1" },
      { ...SACK, sku: "RYE-5", name: "Bushel" },
    ];
    const { _id } = (await add({ title: "Whole rye", variants, availType: "in-review" })).body.data;
    const { version } = (await world.call("GET", `/operator/review/${_id}`, { token })).body.data;
    await world.call("POST", `/operator/review/${_id}/publish`, { token, body: { version } });
    const { docs } = (await world.call("GET", "/product/general?q=bushel")).body.data;
    expect(docs.map((doc: { _id: string }) => doc._id)).toEqual([_id]);
  });

  test("twenty buyers for two sacks get two, and no bag is taken for them", async () => {
    const { _id, sack, managed } = await oats(world);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aUser(world)));
    const checkouts = await Promise.all(
      buyers.map(({ token }) => initialize(world, token, [{ product: _id, variant: sack, quantity: 1 }])),
    );
    expect(checkouts.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(new Set(checkouts.filter(({ status }) => status !== 200).map(({ body }) => body.error[0].code))).toEqual(
      new Set(["sold_out"]),
    );
    expect(pieces(await managed())).toEqual([10, 0]);
  });

  test("a product on sale sells a new size once it is reviewed, and another name or content then", async () => {
    const { _id, sack, save, shown, managed } = await oats(world);
    const jar = { name: "1 kg jar", sku: "OAT-2", barcode: "292", amount: "6.00", quantity: 4 };
    const variants = [{ ...BAG, _id, name: "Half a kilo", amount: "3.50" }, { ...SACK, _id: sack }, jar];
    expect((await save({ variants })).status).toBe(200);
    expect((await shown()).variants).toMatchObject([{ name: "500 g bag", amount: 3.5 }, { name: "5 kg sack" }]);
    expect(await managed()).toMatchObject({
      variants: [{ isPending: false }, { isPending: false }, { name: "1 kg jar", isPending: true }],
      waiting: { sizes: [{ name: "Half a kilo" }, { name: "5 kg sack" }, { name: "1 kg jar" }] },
    });
    const { token } = await aUser(world);
    const put = (body: object) => world.call("PUT", `/user/cart/${_id}`, { token, body });
    expect([
      (await put({ variant: `${_id}-3`, add: 1 })).status,
      (await put({ variant: sack, add: 1 })).status,
    ]).toEqual([404, 200]);
    const operator = await aUser(world, { privilege: "operator" });
    const review = (await world.call("GET", `/operator/review/${_id}`, { token: operator.token })).body.data;
    const decided = await world.call("POST", `/operator/review/${_id}/publish`, {
      token: operator.token,
      body: { version: review.version },
    });
    expect(decided.status).toBe(200);
    expect((await shown()).variants).toMatchObject([
      { name: "Half a kilo", amount: 3.5 },
      { name: "5 kg sack" },
      { name: "1 kg jar", quantity: 4 },
    ]);
  });

  test("a size that is removed is gone for others, and stays in orders; its id is not used again", async () => {
    const { _id, sack, save, shown, managed } = await oats(world);
    const buyer = await aUser(world);
    await initialize(world, buyer.token, [{ product: _id, variant: sack, quantity: 1 }]);
    await save({ variants: [{ ...BAG, _id }] });
    expect(await shown()).toMatchObject({ amount: 3.2, quantity: 10, variants: [{ _id, name: "" }] });
    const quote = await world.call("POST", "/product/cart", {
      body: { carts: [{ product: _id, variant: sack, quantity: 1 }] },
    });
    expect(quote.body.data.lines[0].problem).toBe("gone");
    await save({
      variants: [
        { ...BAG, _id },
        { ...SACK, sku: "OAT-9" },
      ],
    });
    expect((await managed()).variants.map((size: { _id: string }) => size._id)).toEqual([_id, `${_id}-3`]);
  });

  test("a payload that knows no sizes changes the first alone", async () => {
    const { save, managed } = await oats(world);
    const first = { amount: "2.90", quantity: 8, sku: "OAT-1", barcode: "290" };
    expect((await save({ ...first, variants: undefined })).status).toBe(200);
    expect((await managed()).variants).toMatchObject([
      { name: "500 g bag", amount: 2.9, quantity: 8, content: BAG.content },
      { name: "5 kg sack", amount: 24, quantity: 2 },
    ]);
  });

  test("bad sizes are told at their field, and nothing is changed", async () => {
    const { _id, sack, save, managed, add } = await oats(world);
    const before = await managed();
    const refusal = async (variants: object[]) => {
      const { status, body } = await save({ variants });
      return [
        status,
        ...body.error.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`),
      ];
    };
    const [bag, otherSize] = [
      { ...BAG, _id },
      { ...SACK, _id: sack },
    ];
    expect(await refusal([bag, { ...otherSize, name: "500 G BAG" }])).toEqual([
      422,
      "variants.1.name: Another size has this name.",
    ]);
    expect(await refusal([bag, { ...otherSize, name: "" }])).toEqual([422, "variants.1.name: This field is required."]);
    expect(await refusal([bag, { ...otherSize, sku: "OAT-1" }])).toEqual([
      422,
      "variants.1.sku: Another size has this SKU.",
    ]);
    expect(await refusal([bag, { ...otherSize, content: { amount: 0, unit: "g" } }])).toEqual([
      422,
      "variants.1.content.amount: An amount is more than 0 and has at most three decimals.",
    ]);
    expect(await refusal([bag, { ...otherSize, content: { amount: 16, unit: "oz" } }])).toEqual([
      422,
      "variants.1.content: This marketplace uses metric units: g, kg, ml, cl, l or pieces.",
    ]);
    expect(await refusal([bag, { ...otherSize, drained: { amount: 6, unit: "kg" } }])).toEqual([
      422,
      "variants.1.drained: The drained weight can be at most the net content.",
    ]);
    expect(await refusal([bag, { ...otherSize, _id: `${_id}-7` }])).toEqual([
      422,
      "variants.1._id: The product has no such size, or no more.",
    ]);
    expect(
      (await save({ variants: Array.from({ length: 31 }, (_, n) => ({ ...BAG, name: `${n}`, sku: `S${n}` })) })).status,
    ).toBe(422);
    const skuTaken = await add({
      variants: [
        { ...BAG, sku: "RYE-1" },
        { ...SACK, sku: "OAT-5" },
      ],
    });
    expect([skuTaken.status, skuTaken.body.error[0].code, skuTaken.body.error[0].field]).toEqual([
      409,
      "sku_taken",
      "variants.1.sku",
    ]);
    expect(await managed()).toEqual(before);
  });

  test("the stock of each size is set by itself; without a word which, nothing is changed", async () => {
    const { merchant, _id, sack, managed } = await oats(world);
    const set = async (products: object[]) =>
      (await world.call("PUT", `${PRODUCTS}/stock`, { token: merchant.token, body: { products } })).body.data;
    expect(await set([{ product: _id, quantity: 1 }])).toMatchObject({ refused: 1, docs: [{ code: "several_sizes" }] });
    const stockReport = await set([{ product: _id, variant: sack, quantity: 9 }]);
    expect(stockReport).toMatchObject({ changed: 1, docs: [{ title: "Rolled oats, 5 kg sack", from: "2", to: "9" }] });
    expect([pieces(await managed()), (await managed()).variants[1].stockVersion]).toEqual([[10, 9], 1]);
  });
});
