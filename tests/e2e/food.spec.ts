import { DEMO_PASSWORD, expect, signIn, test } from "./shop";
import { call, tokenOf } from "./stall";

/* The label of a food, from the merchant's form to the buyer's page. */

test("a merchant says what the label says, is asked back about an allergen, and buyers read it", async ({
  page,
  request,
}) => {
  const sku = `FOOD-${process.pid}-${Date.now()}`;
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  await page.goto("/merchant/products/add");
  await page.getByLabel("Title").fill(`Cheese of ${sku}`);
  await page.getByLabel("Description").fill("Made on the farm and aged for nine months.");
  await page.getByLabel("Price").fill("9.45");
  await page.getByLabel("SKU").fill(sku);
  await page.getByLabel("Barcode").fill("2900000000000");
  await page.getByLabel("Quantity").fill("18");
  await page.getByLabel("Product Category").selectOption({ index: 1 });
  for (const part of ["Food information", "Ingredients and allergens", "Nutrition", "Storage, origin and more"])
    await page.locator("summary", { hasText: part }).click();
  await page.getByLabel("Ingredients").fill("Raw cow's *milk* (98%), sea salt <b>");
  await page.getByLabel("It contains none of these").check();
  await page.getByLabel("Energy, kcal").fill("405");
  for (const [name, value] of Object.entries({
    Fat: "33",
    Saturates: "21,5",
    Carbohydrate: "0.5",
    Sugars: "0.1",
    Protein: "26",
    Salt: "71",
  }))
    await page.getByLabel(`${name}, g`, { exact: true }).fill(value);
  await page.getByLabel("Country of origin").selectOption("United States");
  await page.getByRole("combobox", { name: "Status" }).selectOption("in-review");
  await page.getByRole("button", { name: "Add Product" }).click();

  // First the sum exceeds 100 g, then the starred milk is no chosen allergen. Each is reported, and no typed text lost.
  await expect(page.getByRole("alert")).toContainText("130.5 g together");
  await page.getByLabel("Salt, g", { exact: true }).fill("1.7");
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByRole("alert")).toContainText("The ingredients emphasise “milk”");
  await expect(page.getByLabel("The ingredients and the allergens are right as they stand")).toBeVisible();
  await page.getByLabel("It contains none of these").uncheck();
  await page.getByLabel("milk", { exact: true }).selectOption("contains");
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByText("Product Added Successfully")).toBeVisible();

  const ownProducts = (await (
    await page.request.get(`/api/v1/product/manage-product?q=${encodeURIComponent(sku)}`)
  ).json()) as { data: { docs: { _id: string }[] } };
  const id = ownProducts.data.docs[0]?._id ?? "";
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const { data } = await call<{ data: { version: string } }>(request, operator, "GET", `/operator/review/${id}`);
  await call(request, operator, "POST", `/operator/review/${id}/publish`, { version: data.version });

  await page.goto(`/products/${id}#additional`);
  await expect(page.locator("article").getByText("Contains: milk.").first()).toBeVisible();
  const label = page.getByRole("table", { name: "What its label says" });
  await expect(label.getByRole("row", { name: /^Ingredients/ })).toContainText("Raw cow's milk (98%), sea salt <b>");
  await expect(label.locator("strong", { hasText: /^milk$/ })).toHaveCount(1);
  await expect(label.getByRole("rowheader", { name: "Energy" })).toBeVisible();
  await expect(label.getByRole("row", { name: /^Energy/ })).toContainText("1,695 kJ / 405 kcal");
  await expect(label.getByRole("row", { name: /^Origin/ })).toContainText("United States");
});
