import { expect, scriptsReady, test } from "./shop";
import { look } from "./look";

test("a word with a letter wrong finds what was meant, by typing it into the header", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("search", { name: "Search the shop" }).getByLabel("Search products");
  await field.fill("sourdogh");
  await field.press("Enter");
  await expect(page.getByText("These are the results for sourdough.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Country Sourdough" })).toBeVisible();
});

test("while one types the browser offers what the shop has, and without scripts its categories", async ({
  page,
  scripts,
}) => {
  await page.goto("/");
  const field = page.getByRole("banner").getByLabel("Search products");
  const offered = page.locator("#q-words option");
  await expect(offered.filter({ has: page.locator("xpath=self::*[@value='Vegetables']") })).toHaveCount(1);
  if (!scripts) return;
  await scriptsReady(page);
  // In capitals with a wrong letter. Browsers only show suggestions that contain the typed text, so the label adds it.
  await field.pressSequentially("SOURDOGH");
  await expect(offered.and(page.locator("[value^='Country Sourdough']"))).toHaveAttribute(
    "label",
    /^Country Sourdough.* \(sourdogh\)$/,
  );
  await field.fill("sourdou");
  await expect(offered.and(page.locator("[value^='Country Sourdough']"))).not.toHaveAttribute("label", /./);
  // Without a response, typing continues and no message appears.
  await page.route("**/api/v1/product/suggestions**", (route) => route.abort());
  await field.fill("cheddar");
  await field.press("Enter");
  await expect(page).toHaveURL(/q=cheddar/);
  await expect(page.getByRole("alert").getByRole("button")).toHaveCount(0);
});

test("filters stand in the address, keep together, and go one by one", async ({ page, scripts, viewport }) => {
  await page.goto("/products?q=cheese");
  if (scripts) await scriptsReady(page);
  if (viewport!.width < 900) await page.locator("summary", { hasText: "Labels, allergens, price" }).click();
  await page.getByLabel("To $").fill("20");
  // With scripts each field is sent when it loses the focus, so there is no Apply button.
  if (scripts) await page.getByLabel("To $").press("Tab");
  else await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page.getByRole("button", { name: "Apply filters" })).toHaveCount(scripts ? 0 : 1);
  await expect(page).toHaveURL(/maxPrice=20/);
  const filterList = page.getByRole("list", { name: "Chosen filters" });
  await expect(filterList.getByRole("link", { name: "Remove filter: Up to $20" })).toBeVisible();
  await page.getByLabel(/^In stock/).check();
  if (!scripts) await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(/inStock=1/);
  await expect(page).toHaveURL(/q=cheese/);
  await expect(page.getByLabel("To $")).toHaveValue("20");
  await expect(page.getByLabel(/^In stock/)).toBeChecked();
  await page.getByLabel("Sort by").selectOption("price-up");
  if (!scripts) await page.getByRole("button", { name: "Update" }).click();
  await expect(page).toHaveURL(/sort=price-up/);
  await filterList.getByRole("link", { name: "Remove filter: Up to $20" }).click();
  await expect(page).not.toHaveURL(/maxPrice=\d/);
  await expect(page).toHaveURL(/sort=price-up/);
  await expect(page.getByLabel("To $")).toHaveValue("");
  await filterList.getByRole("link", { name: "Remove filter: In stock" }).click();
  await expect(filterList).toHaveCount(0);
  await expect(page.getByLabel(/^In stock/)).not.toBeChecked();
  await page.goto("/products?q=cheese&minPrice=cheap&inStock=1");
  await expect(page.getByRole("alert").getByText("Price must be an amount, such as 4 or 4.50.")).toBeVisible();
  await expect(page.getByLabel(/^In stock/)).toBeChecked();
});

test("labels and allergens narrow the list, stand in the address, and go one by one", async ({
  page,
  scripts,
  viewport,
}) => {
  await page.goto("/products?categoryId=Bakery");
  if (scripts) await scriptsReady(page);
  if (viewport!.width < 900) await page.locator("summary", { hasText: "Labels, allergens, price" }).click();
  await page
    .getByRole("group", { name: "Labels" })
    .getByLabel(/^Vegan/)
    .check();
  if (!scripts) await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(/labels=vegan/);
  await page
    .getByRole("group", { name: "Without" })
    .getByLabel(/^celery/)
    .check();
  if (!scripts) await page.getByRole("button", { name: "Apply filters" }).click();
  await expect(page).toHaveURL(/without=celery/);
  await expect(page).toHaveURL(/labels=vegan/);
  const results = page.getByRole("main").getByRole("listitem");
  await expect(results.filter({ hasText: "Country Sourdough" })).toBeVisible();
  await expect(results.filter({ hasText: "Croissants" })).toHaveCount(0);
  const filterList = page.getByRole("list", { name: "Chosen filters" });
  await filterList.getByRole("link", { name: "Remove filter: Without celery" }).click();
  await expect(page).not.toHaveURL(/without=/);
  await expect(page.getByRole("group", { name: "Labels" }).getByLabel(/^Vegan/)).toBeChecked();
});

test("a slip and a word that finds nothing still lead to the goods, and the page says what it left out", async ({
  page,
}) => {
  await page.goto("/products?q=sourdogh+unicorn");
  await expect(page.getByText("These are the results for sourdough.")).toBeVisible();
  await expect(page.getByText("These are the results without “unicorn”.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Country Sourdough" })).toBeVisible();
});

test("a search that finds nothing leads to one that finds something", async ({ page }) => {
  await page.goto("/products?q=sourdough&minPrice=900");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("link", { name: "Search without filters" }).click();
  await expect(page).toHaveURL(/q=sourdough$/);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Country Sourdough" })).toBeVisible();
});

for (const address of ["/products?q=sourdogh+unicorn", "/products?q=cheese&maxPrice=900&inStock=1&rating=2"])
  test(`${address} fits every screen and is readable for all`, async ({ page }, info) => {
    await look(page, address, info);
  });
