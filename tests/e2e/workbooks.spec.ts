import { aWorkbook } from "../fixtures/workbooks";
import { look } from "./look";
import { expect, test } from "./shop";
import { call, signInAsNewMerchant } from "./stall";

/* Workbooks as a merchant keeps them in Excel. */

const HEAD = ["SKU", "Title", "Description", "Price", "Quantity", "Barcode", "Product category"];
const DESCRIPTION = "Ripe, sweet and heavy as they should be.";

test("a workbook is looked at row by row, mended, taken over, and taken back as a whole", async ({
  page,
  request,
}, info) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  const payload = {
    title: "Pears by the crate",
    description: DESCRIPTION,
    amount: "12.00",
    quantity: "3",
    sku: "X-1",
    barcode: "29",
    category: stall.categoryId,
  };
  await call(request, stall.token, "POST", "/product/manage-product", payload);
  await page.goto("/merchant/products/import");
  const send = async (name: string, rows: (string | number)[][]) => {
    const buffer = Buffer.from(await aWorkbook([HEAD, ...rows]));
    const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    await page.getByLabel("Excel or CSV file").setInputFiles({ name, mimeType, buffer });
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByRole("heading", { name })).toBeVisible();
  };
  const pears = ["X-1", "Pears by the crate", DESCRIPTION, 12.5, 3, "29", "Vegetables"];
  const corn = ["X-2", "Sweet corn, four cobs", "Picked at dawn and sold today.", 3.5, 40, "29", "Vegetables"];

  await send("wrong.xlsx", [pears, corn, ["X-3", "Tiny", DESCRIPTION, "cheap", 1, "29", "Vegetables"]]);
  const wrong = page.getByRole("row", { name: /Row 4/ });
  await expect(wrong).toContainText("B4, Title: “Tiny” Minimum length is 5 characters.");
  await expect(wrong).toContainText("D4, Price: “cheap” Write an amount with a point or a comma before the cents");
  await expect(page.getByText("Nothing was changed.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import/ })).toHaveCount(0);

  await send("stock.xlsx", [pears, corn]);
  await expect(page.getByRole("row", { name: /Sweet corn/ })).toContainText("New");
  await expect(page.getByRole("row", { name: /Pears/ })).toContainText("Price: 12.00 → 12.50");
  const reportPath = new URL(page.url()).pathname;
  await look(page, reportPath, info, "workbook-preview");
  await page.getByRole("button", { name: "Import 2 products" }).click();
  await expect(page.getByText("Import done: 1 added, 1 changed.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Pears.*\$12\.50/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Sweet corn.*\$3\.50/ })).toBeVisible();

  await page.goto(reportPath);
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Price: 12.50 → 12.00")).toBeVisible();
  await expect(page.getByRole("row", { name: /Sweet corn/ })).toContainText("Delete");
  await page.getByRole("button", { name: "Take back 2 products" }).click();
  await expect(page.getByText("Import taken back: 1 changed back, 1 deleted.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Pears.*\$12\.00/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Sweet corn/ })).toHaveCount(0);
});
