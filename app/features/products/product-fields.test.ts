import { expect, test } from "vitest";
import { aCornStall, PRODUCTS_PATH } from "../../../tests/fixtures/corn-stall";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a merchant's products", (world) => {
  test("a discount that leaves less than half a cent leaves a cent: nothing is given away", async () => {
    const { add } = await aCornStall(world);
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
    const { add, merchant, category } = await aCornStall(world);
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
    expect((await world.call("GET", `${PRODUCTS_PATH}/${_id}`, { token: merchant.token })).body.data).toEqual(
      addAnswer.body.data,
    );
    expect((await world.call("GET", `/product/general/${_id}`)).status).toBe(404);
  });

  test("a title that would turn the prices beside it around is kept as it is read", async () => {
    const { add } = await aCornStall(world);
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
    const { add } = await aCornStall(world);
    const refusal = await add({ [field]: value });
    expect([refusal.status, refusal.body.error[0]]).toMatchObject([422, { field, message }]);
    expect(refusal.body.error).toHaveLength(1);
  });

  test("a number of dollars is taken as well, and half a variation asks for its other half", async () => {
    const { add } = await aCornStall(world);
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
    const { add, other } = await aCornStall(world);
    expect((await add({ category: other._id })).body.error[0]).toMatchObject({
      code: "not_your_category",
      field: "category",
    });
    expect((await add({ availType: "published" })).body.error[0]).toMatchObject({ code: "needs_review" });
    await add();
    const secondAnswer = await add();
    expect([secondAnswer.status, secondAnswer.body.error[0]]).toMatchObject([409, { code: "sku_taken", field: "sku" }]);
  });
});
