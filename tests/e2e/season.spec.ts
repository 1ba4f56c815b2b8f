import { DEMO_PASSWORD, expect, signIn, test } from "./shop";
import { call, tokenOf } from "./stall";

/* The season of a product, from the merchant's form to the buyer's page. */

test("a merchant says when a product is in season, and outside of it buyers read when it is back", async ({
  page,
  browser,
  request,
}) => {
  const token = await tokenOf(request, "merchant@example.com", DEMO_PASSWORD);
  const sku = `SEASON-${process.pid}-${Date.now()}`;
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  await page.goto("/merchant/products/add");
  await page.getByLabel("Title").fill(`Peas of ${sku}`);
  await page.getByLabel("Description").fill("Picked in the morning, sold in the pod.");
  await page.getByLabel("Price").fill("4.50");
  await page.getByLabel("SKU").fill(sku);
  await page.getByLabel("Barcode").fill("2900000000000");
  await page.getByLabel("Quantity").fill("18");
  await page.getByLabel("Product Category").selectOption({ index: 1 });
  const openSeason = () => page.locator("summary", { hasText: "Season and notice" }).click();
  await openSeason();
  await page.getByLabel("Season from").fill("2020-05-01");
  await page.getByLabel("Notice, hours").fill("48");
  await page.getByRole("combobox", { name: "Status" }).selectOption("in-review");
  await page.getByRole("button", { name: "Add Product" }).click();

  // A season also needs a last day. Nothing typed is lost.
  await expect(page.getByRole("alert").first()).toContainText("Season to");
  await expect(page.getByLabel("Season from")).toHaveValue("2020-05-01");
  await page.getByLabel("Season to").fill("2020-06-24");
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText("Product Added Successfully")).toBeVisible();

  const path = "/product/manage-product";
  const { data: ownProducts } = await call<{ data: { docs: { _id: string }[] } }>(
    request,
    token,
    "GET",
    `${path}?q=${sku}`,
  );
  const id = ownProducts.docs[0]?._id ?? "";
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const { data } = await call<{ data: { version: string } }>(request, operator, "GET", `/operator/review/${id}`);
  await call(request, operator, "POST", `/operator/review/${id}/publish`, { version: data.version });

  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(`/products/${id}`);
  await expect(buyer.getByText("It was sold until 24 June 2020.")).toBeVisible();
  await expect(buyer.getByText("Order it 48 hours before you want it")).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Add to Cart", exact: true })).toBeDisabled();
  await buyer.goto(`/products?q=${sku}`);
  await expect(buyer.getByText("Out of season")).toBeVisible();

  // A change of the season takes effect at once and needs no review.
  await page.goto(`/merchant/products/${id}/edit`);
  await openSeason();
  await page.getByLabel("Season from").fill("2020-01-01");
  await page.getByLabel("Season to").fill("2020-12-31");
  await page.getByLabel("Every year").check();
  await page.getByRole("button", { name: "Save Product" }).click();
  await expect(page.getByText("Product Updated Successfully")).toBeVisible();
  await buyer.goto(`/products/${id}`);
  await expect(buyer.getByText("In season 1 January to 31 December, every year")).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Add to Cart", exact: true })).toBeEnabled();
});
