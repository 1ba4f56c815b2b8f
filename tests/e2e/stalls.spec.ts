import type { APIRequestContext, Page } from "@playwright/test";
import { look, watchConsole } from "./look";
import { addToCart, checkOut, expect, productFound, productsInStock, signInAsNewBuyer, test } from "./shop";
import { aPicture, onSale, signInAsNewMerchant, somebodyElse, type Stall } from "./stall";

test.beforeEach(({ page }) => watchConsole(page));

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const card = (page: Page) => page.locator("section#stall");

async function close(page: Page, from: number, until: number): Promise<void> {
  await page.goto("/merchant/account_settings");
  await card(page).getByLabel("First day").fill(dayIn(from));
  await card(page).getByLabel("Last day").fill(dayIn(until));
  await card(page).getByRole("button", { name: "Save the stall" }).click();
  await expect(page.getByText("Your stall is saved")).toBeVisible();
}

/** Signs in a new merchant with a stall and a product on sale. */
async function aStallWithGoods(
  page: Page,
  request: APIRequestContext,
  title: string,
): Promise<{ stall: Stall; product: string; path: string }> {
  const stall = await signInAsNewMerchant(page, request);
  const product = await onSale(request, stall, title);
  await page.goto("/merchant/account_settings");
  const path = (await card(page).getByRole("link", { name: "See its page" }).getAttribute("href")) ?? "";
  return { stall, product, path };
}

test("a merchant writes the stall's page; what is refused keeps what was typed, and what is saved stands there", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const { path } = await aStallWithGoods(page, request, `Crisp pears ${Date.now()}`);
  const form = card(page);
  await form.getByLabel("About the stall").fill("Pears, and nothing but pears.");
  await form.getByLabel("Place").fill("Market Row 3");
  await form.getByLabel("Opening hours").fill("Saturday 7–13");
  await form.getByLabel("First day").fill(dayIn(9));
  await form.getByLabel("Last day").fill(dayIn(2));
  await form.getByRole("button", { name: "Save the stall" }).click();
  await expect(form.getByText("The last day is before the first one.").first()).toBeVisible();
  await expect(form.getByLabel("About the stall")).toHaveValue("Pears, and nothing but pears.");
  await form.getByLabel("Last day").fill(dayIn(12));
  await form.locator("input[type=file]").setInputFiles(await aPicture("banner.png", "#9b5"));
  await form.getByRole("button", { name: "Save the stall" }).click();
  await expect(page.getByText("Your stall is saved")).toBeVisible();

  const visitor = await somebodyElse(browser, scripts);
  await visitor.goto(path);
  const main = visitor.getByRole("main");
  for (const text of ["Pears, and nothing but pears.", "Market Row 3", "Saturday 7–13", /^Closed from .* to .*\.$/])
    await expect(main.getByText(text)).toBeVisible();
  await expect(main.locator("header img")).toHaveJSProperty("complete", true);
  await expect(main.getByRole("button", { name: /^Add to Cart: Crisp pears/ })).toBeEnabled();
});

test("while a stall is on holiday its goods are seen and not bought, and everything says until when", async ({
  page,
  request,
  browser,
  scripts,
}, info) => {
  test.slow();
  const title = `Sweet pears ${Date.now()}`;
  const { product, path } = await aStallWithGoods(page, request, title);
  const buyer = await somebodyElse(browser, scripts);
  await signInAsNewBuyer(buyer, request);
  await addToCart(buyer, product);
  await checkOut(buyer);

  await close(page, 0, 3);

  // The open payment page charges no buyer.
  await buyer.getByLabel("Card number").fill("4242424242424242");
  await buyer.getByLabel("Expiry date").fill("04 / 34");
  await buyer.getByLabel("Security code").fill("123");
  await buyer.getByRole("button", { name: /^Pay \$\d/ }).click();
  await expect(buyer).toHaveURL(/\/(shopping_cart|checkout)$/);
  await expect(buyer.getByText(/Nothing was charged/)).toBeVisible();
  await buyer.goto("/shopping_cart");
  await expect(buyer.getByText(/The stall is closed until .*Remove it, or order after that day\./)).toBeVisible();
  await buyer.goto("/checkout");
  await expect(buyer).toHaveURL(/\/shopping_cart$/);

  const visitor = await somebodyElse(browser, scripts);
  await visitor.goto(`/products/${product}`);
  await expect(visitor.getByText(/The stall is closed until/)).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Add to Cart", exact: true })).toBeDisabled();
  await look(visitor, path, info, "stall-closed");
  await expect(visitor.getByText(/^Closed until/)).toBeVisible();
  await expect(visitor.getByRole("button", { name: `Add to Cart: ${title}` })).toBeDisabled();

  // The merchant ends the holiday.
  await page.goto("/merchant/account_settings");
  await card(page).getByLabel("First day").fill("");
  await card(page).getByLabel("Last day").fill("");
  await card(page).getByRole("button", { name: "Save the stall" }).click();
  await expect(page.getByText("Your stall is saved")).toBeVisible();
  await visitor.goto(path);
  await expect(visitor.getByRole("button", { name: `Add to Cart: ${title}` })).toBeEnabled();
});

test("a stall is found by its name on cards, product pages and in the cart, which is grouped by stall", async ({
  page,
  request,
}, info) => {
  test.slow();
  const goods = await productsInStock(request);
  const [one, three] = [goods[0]!, goods[1]!];
  const two = await productFound(request, "sweetcorn");
  const { storeName, _id } = one.merchant;
  await page.goto(`/products?q=${encodeURIComponent(one.title)}`);
  await page.getByRole("main").getByRole("link", { name: storeName }).first().click();
  await expect(page).toHaveURL(new RegExp(`/stalls/${_id}$`));
  await expect(page.getByRole("heading", { level: 1, name: storeName })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Load More" }).click();
  await expect(page).toHaveURL(/page=2&from=1/);
  await look(page, `/stalls/${_id}`, info, "stall");
  await page.goto(`/products/${one._id}`);
  await expect(page.getByRole("article").getByRole("link", { name: storeName })).toHaveAttribute(
    "href",
    `/stalls/${_id}`,
  );
  // The cart lists them by stall, not in the order of the presses.
  for (const { _id: id } of [one, two, three]) await addToCart(page, id);
  await page.goto("/shopping_cart");
  const rows = page.getByRole("table", { name: "Products in your cart" }).getByRole("row");
  await expect(rows).toHaveText([
    /Product/,
    storeName,
    new RegExp(one.title),
    new RegExp(three.title),
    two.merchant.storeName,
    new RegExp(two.title),
  ]);
  await rows.getByRole("link", { name: storeName }).click();
  await expect(page).toHaveURL(new RegExp(`/stalls/${_id}$`));
});

test("a stall that is not there answers 404, with ways on", async ({ page }) => {
  for (const id of ["0".repeat(24), "nonsense"]) {
    const answer = await page.goto(`/stalls/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Stall not found" })).toBeVisible();
  }
});
