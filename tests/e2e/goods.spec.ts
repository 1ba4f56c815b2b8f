import { expect, test } from "./shop";
import { look } from "./look";
import { call, onSale, signInAsNewMerchant } from "./stall";

/* A merchant changes many products at once. */

test.use({ viewport: { width: 360, height: 740 } });

test("ticked products get new prices, each seen before, and one that was saved meanwhile is told and left", async ({
  page,
  request,
}, info) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  const word = Date.now();
  const [figs, plums, pears] = [
    await onSale(request, stall, `Figs ${word}`),
    await onSale(request, stall, `Plums ${word}`),
    await onSale(request, stall, `Pears ${word}`),
  ];
  const priceOf = async (id: string) =>
    (await call<{ data: { amount: number } }>(request, stall.token, "GET", `/product/manage-product/${id}`)).data
      .amount;

  await page.goto("/merchant/products");
  await page.getByRole("button", { name: "Change ticked" }).click();
  await expect(page.getByText("Tick the products first.")).toBeVisible();
  for (const title of [`Figs ${word}`, `Plums ${word}`]) await page.getByLabel(`Tick ${title}`).check();
  await page.getByRole("button", { name: "Change ticked" }).click();
  await expect(page.getByText("2 products. You see what becomes of each")).toBeVisible();
  await page.getByRole("button", { name: "See the new prices" }).click();
  await expect(page.getByText("Write a number from 0.1 to 900")).toBeVisible();
  await page.getByLabel("Per cent").fill("7,5");
  await page.getByLabel("Rounded").selectOption("To 5 cents");
  await page.getByRole("button", { name: "See the new prices" }).click();
  await expect(page.getByRole("row", { name: `Figs ${word}` })).toContainText("$4.20 → $4.50");
  expect(await priceOf(figs)).toBe(4.2);

  // Another window changes the plums. The bulk change must not overwrite their new price.
  await call(request, stall.token, "POST", "/product/manage-product/many", {
    products: [{ product: plums }],
    change: { what: "price", percent: 100 },
  });
  await page.getByRole("button", { name: "Change prices (2)" }).click();
  const notChangedRegion = page.getByRole("region", { name: "1 not changed" });
  await expect(notChangedRegion).toContainText("1 product is changed. This one stays as before:");
  await expect(notChangedRegion).toContainText(`Plums ${word}: This product was changed since it was read.`);
  expect([await priceOf(figs), await priceOf(plums), await priceOf(pears)]).toEqual([4.5, 8.4, 4.2]);
  await notChangedRegion.getByRole("link", { name: "Look at it again" }).click();
  await expect(page.getByText("1 product. You see what becomes of each")).toBeVisible();

  const changeAddress = `/merchant/products/change?product=${figs}&product=${pears}`;
  await look(page, changeAddress, info, "goods-change");
  await look(page, `${changeAddress}&what=price&percent=10`, info, "goods-preview");
  await look(page, "/merchant/products", info, "goods-list");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/merchant/products");
  await page.getByRole("link", { name: "Change all 3" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row", { name: `Pears ${word}` })).toContainText("Leaves the shop and your list");
  await page.getByRole("button", { name: "Delete (3)" }).click();
  await expect(page.getByText("3 products changed")).toBeVisible();
  await expect(page.getByText("Your stall is still empty")).toBeVisible();
});

test("stock is counted on the phone: one press saves every line that was changed, and marks say what runs low", async ({
  page,
  request,
  scripts,
}, info) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  const word = Date.now();
  const figs = await onSale(request, stall, `Figs ${word}`);
  await onSale(request, stall, `Plums ${word}`);
  await page.goto("/merchant/products");
  await page.getByRole("link", { name: "Change stock" }).click();
  await page.getByLabel(`In stock of Figs ${word}`).fill("41");
  await page.getByText("Low at: when you are told").click();
  await page.getByLabel(`Low at of Figs ${word}`).fill("sixty");
  await page.getByRole("button", { name: "Save the stock" }).click();
  await expect(page.getByText("Invalid format.").first()).toBeVisible();
  await expect(page.getByLabel(`In stock of Figs ${word}`)).toHaveValue("41");
  await page.getByLabel(`Low at of Figs ${word}`).fill("60");
  await page.getByRole("button", { name: `One less: Figs ${word}` }).click();
  // Without scripts, the press has already saved it.
  if (scripts) await page.getByRole("button", { name: "Save the stock" }).click();
  await expect(page.getByText("1 product changed")).toBeVisible();
  await expect(page.getByLabel(`In stock of Figs ${word}`)).toHaveValue("40");
  const { data } = await call<{ data: object }>(request, stall.token, "GET", `/product/manage-product/${figs}`);
  expect(data).toMatchObject({ quantity: 40, lowStockAt: 60, runsLow: true });
  await page.getByLabel("Write to me in the morning").uncheck();
  await page.getByLabel("Low at, where a product has no mark").fill("5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Write to me in the morning")).not.toBeChecked();
  await page.goto("/merchant");
  await page.getByRole("link", { name: "1 product low on stock" }).click();
  await expect(page.getByRole("row", { name: `Figs ${word}` })).toContainText("Low Stock");
  await page.getByRole("link", { name: `Figs ${word}`, exact: true }).click();
  await page.getByRole("link", { name: "Stock history" }).click();
  await expect(page.getByRole("row", { name: "Corrected by Mira Stallholder" })).toContainText("−10");
  // The editor shows the same threshold. Its price needs no decimals.
  await page.goto(`/merchant/products/${figs}/edit`);
  await expect(page.getByLabel("Low at")).toHaveValue("60");
  await page.getByLabel("Low at").fill("few");
  await page.getByLabel("Price").fill("4");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByText("Invalid format.").first()).toBeVisible();
  await page.getByLabel("Low at").fill("30");
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByText("Product Updated Successfully")).toBeVisible();
  const savedProduct = await call<{ data: object }>(request, stall.token, "GET", `/product/manage-product/${figs}`);
  expect(savedProduct.data).toMatchObject({ amount: 4, quantity: 40, lowStockAt: 30 });
  await look(page, `/merchant/products/${figs}/edit`, info, "goods-editor");
  await look(page, `/merchant/products/${figs}/stock`, info, "goods-history");
  await look(page, "/merchant/products/stock", info, "goods-stock");
});
