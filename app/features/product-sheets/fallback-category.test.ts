import { expect, test } from "vitest";
import { aCategory, aProduct } from "../../../tests/fixtures/shop";
import { aStall, HEAD, PATH, row } from "../../../tests/fixtures/spreadsheets";
import { onBothDatabases } from "../../../tests/fixtures/world";

const WITHOUT_COLUMN = `SKU,Title,Description,Price,Quantity,Barcode
A,Field beans from the hill,Picked in the morning and packed by noon.,3.50,12,4006381333931
`;

onBothDatabases("a category for the rows of a sheet that have none", (world) => {
  test("lets a sheet without a column of categories be taken over", async () => {
    const { check, apply, category, token } = await aStall(world);
    const refused = (await check(WITHOUT_COLUMN)).body.error;
    expect(refused).toMatchObject([{ code: "missing_column", field: "file" }]);
    expect(refused[0].message).toContain("One category can be chosen for all rows instead.");
    const checked = (await check(WITHOUT_COLUMN, "beans.csv", category._id)).body.data;
    expect(checked).toMatchObject({ created: 1, wrong: 0, fallbackCategory: "Vegetables" });
    expect((await apply(checked._id)).body.data).toMatchObject({ created: 1 });
    const { docs } = (await world.call("GET", PATH, { token })).body.data;
    expect(docs).toMatchObject([{ title: "Field beans from the hill", category: { title: "Vegetables" } }]);
  });

  test("fills empty cells alone, and leaves products that the sheet says nothing of where they are", async () => {
    const { check, merchant, category, db } = await aStall(world);
    const fruits = await aCategory(world, "Fruits");
    await db.insertInto("storeCategories").values({ userId: merchant._id, categoryId: fruits._id }).execute();
    const csv = `${HEAD}\n${row("A")}\n${row("B", { category: "" })}\n`;
    const { docs, wrong } = (await check(csv, "own.csv", fruits._id)).body.data;
    expect(wrong).toBe(0);
    const titles = docs.map(
      ({ changes }: { changes: { column: string; to: string }[] }) =>
        changes.find(({ column }) => column === "Product category")?.to,
    );
    expect(titles).toEqual(["Vegetables", "Fruits"]);
    await aProduct(world, { merchantId: merchant._id, categoryId: category._id, sku: "OLD", quantity: 3 });
    const stock = (await check("SKU,Quantity\nOLD,5\n", "stock.csv", fruits._id)).body.data;
    expect(stock.docs).toMatchObject([{ outcome: "changed", changes: [{ column: "Quantity" }] }]);
  });

  test("is one of the store's own", async () => {
    const { check } = await aStall(world);
    const cheese = await aCategory(world, "Cheese");
    for (const categoryId of [cheese._id, "rotten"])
      expect((await check(WITHOUT_COLUMN, "a.csv", categoryId)).body.error).toMatchObject([
        { code: "not_your_category", field: "category" },
      ]);
  });
});
