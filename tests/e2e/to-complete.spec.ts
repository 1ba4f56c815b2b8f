import { expect, logIn, PASSWORD, DEMO_PASSWORD, test } from "./shop";
import { aStall, onSale, signInAsOperator, somebodyElse, tokenOf } from "./stall";

/* Food information that a category requires, filled in for several products at once. */

test("an operator demands particulars, and a merchant fills in what is missing of all products in one list", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const title = `Cheeses ${process.pid}-${Date.now()}`;
  const operator = await tokenOf(request, "operator@example.com", DEMO_PASSWORD);
  const creation = await request.post("/api/v1/operator/categories", {
    headers: { Authorization: operator },
    multipart: { title, tint: "gold" },
  });
  expect(creation.ok(), await creation.text()).toBe(true);
  const stall = await aStall(request, `Stall of ${title}`, [title]);
  const [cheddar, brie] = [`Cheddar ${stall.email}`, `Brie ${stall.email}`];
  await onSale(request, stall, cheddar);
  await onSale(request, stall, brie);
  const office = await somebodyElse(browser, scripts);
  await signInAsOperator(office);
  await office.goto(`/operator/categories/${stall.categoryId}`);
  for (const name of ["Ingredients", "Allergens", "Net content"])
    await office.getByLabel(name, { exact: true }).check();
  await office.getByRole("button", { name: "Save" }).click();
  await expect(office).toHaveURL(/\/operator\/categories$/);

  await logIn(page, stall.email, PASSWORD, "/login/merchant");
  await page.goto("/merchant/products");
  await page.getByRole("link", { name: "To complete" }).click();
  await page.getByRole("link", { name: "Fill in what is missing" }).click();
  await expect(page.getByText("2 products on sale without something")).toBeVisible();
  const part = (name: string) => page.locator("section", { has: page.getByRole("heading", { level: 2, name }) });
  await part(cheddar)
    .getByLabel(/^Ingredients/)
    .fill("Whole *milk*, salt");
  await part(cheddar)
    .getByLabel(/^Net content/)
    .fill("250 g");
  await part(brie)
    .getByLabel(/^Net content/)
    .fill("a handful");
  const save = page.getByRole("button", { name: "Save what is filled in" });
  await save.click();
  // Each mistake is reported at its field, and nothing typed is lost.
  await expect(page.getByRole("alert")).toContainText("Brie");
  await expect(part(cheddar).getByLabel(/^Ingredients/)).toHaveValue("Whole *milk*, salt");
  await part(brie)
    .getByLabel(/^Net content/)
    .fill("0,2 kg");
  await part(cheddar).getByRole("checkbox", { name: "milk", exact: true }).first().check();
  await save.click();
  await expect(page.getByText("2 products are saved and looked over before the shop shows it")).toBeVisible();
  await expect(page.getByText("1 product on sale without something")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: brie })).toBeVisible();

  // An operator reads what is still missing in the change.
  await office.goto("/operator/review?page=9999");
  await office.getByRole("link", { name: brie }).click();
  await expect(office.getByText("Missing: Ingredients, Allergens.")).toBeVisible();
  await office.context().close();
});
