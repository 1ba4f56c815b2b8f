import { expect, test } from "vitest";
import { aStall, HEAD, row } from "../../../tests/fixtures/spreadsheets";
import { aWorkbook } from "../../../tests/fixtures/workbooks";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases("a workbook", (world) => {
  test("is taken as a CSV is, and one that cannot be read is refused in a sentence", async () => {
    const { check, apply, products } = await aStall(world);
    const cells = [HEAD, row("A"), row("0012", { price: "4.25", status: "In review" })].map((line) => line.split(","));
    const figures = cells.map((line, at) => line.map((cell, column) => (at === 1 && column === 3 ? 3.5 : cell)));
    const checked = await check(await aWorkbook(figures), "products.xlsx");
    expect(checked.body.data).toMatchObject({ fileName: "products.xlsx", created: 2, wrong: 0, encoding: "" });
    await apply(checked.body.data._id);
    expect((await products()).toSorted((a, b) => a.sku.localeCompare(b.sku))).toMatchObject([
      { sku: "0012", amount: 4.25, availType: "in-review" },
      { sku: "A", amount: 3.5, availType: "draft" },
    ]);
    // As for a CSV, the error names the row that Excel shows.
    const wrong = await check(await aWorkbook([["SKU", "Price"], [], ["A", "dear"]]));
    expect(wrong.body.data.docs).toMatchObject([{ row: 3, outcome: "wrong" }]);
    const cut = await check((await aWorkbook(cells)).subarray(0, 900));
    expect([cut.status, cut.body.error]).toMatchObject([422, [{ code: "unreadable_workbook", field: "file" }]]);
  });
});
