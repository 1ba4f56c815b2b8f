import { lookAtPage } from "./look";
import { addToCart, expect, fillBilling, payWith, signInAsNewBuyer, test } from "./shop";
import { onSale, signInAsNewMerchant, somebodyElse } from "./stall";

/** The weekday three days from now, so that no cut-off has passed at any time of day. */
const WEEKDAY = String(new Date(Date.now() + 3 * 86_400_000).getUTCDay() || 7);

test("a buyer adds to an order, which is handed over with it by one code", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const loaf = await onSale(request, stall, `Loaf ${Date.now()}`);
  const cake = await onSale(request, stall, `Cake ${Date.now()}`);
  await merchant.goto("/merchant/account_settings/ways/add");
  await merchant.getByLabel("Name", { exact: true }).fill("Town Hall Market");
  await merchant.getByLabel("Address").fill("1 Market Square, Burlington");
  await merchant.getByLabel("Day", { exact: true }).selectOption(WEEKDAY);
  await merchant.getByLabel("From (optional)", { exact: true }).fill("09:00");
  await merchant.getByLabel("To (optional)", { exact: true }).fill("12:00");
  await merchant.getByRole("button", { name: "Save", exact: true }).click();
  await expect(merchant.getByText("Town Hall Market is saved.")).toBeVisible();

  await signInAsNewBuyer(page, request);
  /** Buys a product with the first matching choice: a time, or together with an order. Ends on the order's page. */
  const buy = async (product: string, choice: RegExp) => {
    await addToCart(page, product);
    await page.goto("/checkout");
    await fillBilling(page);
    await page.getByRole("radio", { name: choice }).first().check();
    await lookAtPage(page, "checkout of what is added", info);
    await page.getByRole("button", { name: "Checkout", exact: true }).click();
    await expect(page).toHaveURL(/\/checkout\/payment$/);
    await payWith(page, "4242 4242 4242 4242");
    await expect(page).toHaveURL(/\/checkout\/success/);
    await page.getByRole("link", { name: "See the order" }).click();
    await page.waitForURL(/\/customer\/order_history\/[0-9a-f]{24}$/);
  };
  const codeOf = () => page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText();
  await buy(loaf, /, 9 to 12/);
  const code = await codeOf();
  await page.getByRole("link", { name: "Add to this order" }).click();
  await page.waitForURL(/\/change\/[0-9a-f]{24}#add$/);
  await expect(page.getByRole("heading", { name: "Add something" })).toBeVisible();
  await expect(page.getByText(/choose “Together with your order #\d+” at the checkout/)).toBeVisible();
  await lookAtPage(page, "adding to an order", info);

  await buy(cake, /^Together with your order #\d+/);
  expect(await codeOf()).toBe(code);
  await expect(page.getByText(/Handed over together with your order #\d+/)).toBeVisible();
  const calendar = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
  const file = await (await page.context().request.get(calendar ?? "")).text();
  expect(file.replaceAll("\r\n ", "")).toMatch(/orders #\d+ and #\d+/);
  await lookAtPage(page, "order that was added", info);
  await page.getByRole("link", { name: /^your order #\d+$/ }).click();
  await expect(page.getByText(/Handed over together with your order #\d+/)).toBeVisible();

  await merchant.goto("/merchant");
  await merchant.getByRole("link", { name: /1 order on / }).click();
  await expect(merchant.getByText(/Loaf \d+ · 1 × Cake \d+/)).toBeVisible();
  await lookAtPage(merchant, "a day with an order that was added to", info);
  await merchant.getByRole("link", { name: "Hand over" }).click();
  await merchant.getByLabel("Code", { exact: true }).fill(code);
  if (!scripts) await merchant.getByRole("button", { name: "Find" }).click();
  const card = merchant.getByRole("article");
  await expect(card.getByText(/^Loaf \d+$/)).toBeVisible();
  await expect(card.getByText(/^Cake \d+$/)).toBeVisible();
  await lookAtPage(merchant, "handing over two orders", info);
  await merchant.getByRole("button", { name: "Handed over" }).click();
  await expect(merchant.getByText("1 of 1")).toBeVisible();
  if (scripts) await expect(merchant.getByText("sent", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("You have collected it.")).toBeVisible();
});
