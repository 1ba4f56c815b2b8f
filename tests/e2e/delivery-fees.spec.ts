import type { Page } from "@playwright/test";
import { lookAtPage } from "./look";
import { addToCart, expect, fillBilling, payWith, signInAsNewBuyer, test } from "./shop";
import { onSale, signInAsNewMerchant, somebodyElse } from "./stall";

/** The figure next to a label in a page's sums. */
const figure = (page: Page, label: RegExp) =>
  page.locator("dl > div", { has: page.locator("dt", { hasText: label }) }).first();

const checkOut = (page: Page) => page.getByRole("button", { name: "Checkout", exact: true }).click();

test("a delivery has a fee: set up, paid below a sum and free above it, shown on every screen, given back", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const now = Date.now();
  const [loafName, cakeName, lobsterName] = [`Loaf ${now}`, `Cake ${now}`, `Lobster ${now}`];
  const loaf = await onSale(request, stall, loafName, { amount: "8.40" });
  const cake = await onSale(request, stall, cakeName, { amount: "3.00" });
  const lobster = await onSale(request, stall, lobsterName, { amount: "20.00" });

  await merchant.goto("/merchant/account_settings/ways/add");
  await merchant.getByRole("combobox", { name: "What it is" }).selectOption("delivery");
  await merchant.getByLabel("Name", { exact: true }).fill("Evening round");
  await merchant.getByLabel(/^Postcodes and towns/).fill("05401-05408, Burlington");
  await merchant.getByLabel(/^Fee/).fill("4,50");
  await merchant.getByLabel(/^Free from/).fill("5");
  await merchant.getByLabel(/^Least order/).fill("6");
  for (const name of [loafName, cakeName]) {
    await merchant.getByLabel(/^Find a product/).fill(name);
    await merchant.getByRole("button", { name: "Find", exact: true }).click();
    await merchant.getByRole("button", { name: `Add ${name}` }).click();
    await expect(merchant.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await merchant.getByRole("button", { name: "Save", exact: true }).click();
  // Nothing typed is lost while the amounts contradict each other.
  await expect(merchant.getByText(/Every order comes to that much/).first()).toBeVisible();
  await expect(merchant.getByLabel(/^Fee/)).toHaveValue("4,50");
  await expect(merchant.getByRole("button", { name: `Remove ${cakeName}` })).toBeVisible();
  await merchant.getByLabel(/^Free from/).fill("9");
  await lookAtPage(merchant, "way with a fee", info);
  await merchant.getByRole("button", { name: "Save", exact: true }).click();
  await expect(merchant.getByText("Evening round is saved.")).toBeVisible();

  // The cart contains goods that this delivery method does not carry.
  await signInAsNewBuyer(page, request);
  await addToCart(page, loaf);
  await addToCart(page, lobster);
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByRole("button", { name: "Update times and prices" }).click();
  await expect(page.getByText(`Without ${lobsterName}, Evening round would do.`)).toBeVisible();
  await expect(page.getByLabel("Street address").first()).toHaveValue("12 Orchard Row");
  await lookAtPage(page, "checkout without a way", info);
  await checkOut(page);
  await expect(page.getByText(`Evening round is not for ${lobsterName}.`).first()).toBeVisible();
  await page.goto("/shopping_cart");
  await page
    .getByRole("row", { name: new RegExp(lobsterName) })
    .getByRole("button", { name: /Remove/ })
    .click();
  await expect(page.getByRole("row", { name: new RegExp(lobsterName) })).toHaveCount(0);
  await expect(figure(page, /^Shipping/)).toContainText("$4.50");
  await expect(figure(page, /^Total/)).toContainText("$12.90");

  await page.goto("/checkout");
  await expect(page.getByText(/Evening round, \$4\.50, free from \$9\.00/)).toBeVisible();
  await expect(figure(page, /^Total/)).toContainText("$12.90");
  await fillBilling(page);
  await checkOut(page);
  await expect(figure(page, /^Shipping/)).toContainText("$4.50");
  await expect(page.getByRole("button", { name: "Pay $12.90" })).toBeVisible();
  await payWith(page, "4242 4242 4242 4242");
  await expect(page).toHaveURL(/\/checkout\/success/);
  await expect(page.getByText(/over \$12\.90 is paid/)).toBeVisible();
  await page.goto("/customer/order_history");
  await page
    .getByRole("main")
    .getByRole("link", { name: /View|Details|#\d+/ })
    .first()
    .click();
  await expect(figure(page, /^Subtotal/)).toContainText("$8.40");
  await expect(figure(page, /^Shipping/)).toContainText("$4.50");
  await expect(figure(page, /^Total/)).toContainText("$12.90");
  const ownAddress = page.url();

  // Too little for this delivery method, and then enough for free delivery.
  await addToCart(page, cake);
  await page.goto("/checkout");
  await fillBilling(page);
  await checkOut(page);
  await expect(page.getByText(/Evening round is for orders of at least \$6\.00/).first()).toBeVisible();
  await expect(page.getByText("For $3.00 more from this stall, Evening round would do.")).toBeVisible();
  await addToCart(page, loaf);
  await page.goto("/checkout");
  await expect(page.getByText(/Evening round, free/)).toBeVisible();
  await expect(figure(page, /^Shipping/)).toContainText("Free");
  await fillBilling(page);
  await checkOut(page);
  await expect(page.getByRole("button", { name: "Pay $11.40" })).toBeVisible();

  await merchant.goto("/merchant/orders");
  await merchant.getByRole("main").getByRole("link", { name: /#\d+$/ }).first().click();
  await expect(figure(merchant, /^Subtotal/)).toContainText("$8.40");
  const sums = merchant.getByRole("region", { name: "Order List" });
  await expect(sums.locator("dl > div", { hasText: "Shipping" })).toContainText("$4.50");
  await expect(figure(merchant, /^Grand Total/)).toContainText("$12.90");
  const order = merchant.url();
  await merchant.goto(`${order}/invoice`);
  await expect(figure(merchant, /^Grand Total/)).toContainText("$12.90");
  await merchant.goto(`${order}/refund`);
  await merchant.getByLabel(/^Give the delivery fee of \$4\.50 back too/).check();
  await merchant.getByRole("button", { name: "Show the sums" }).click();
  await expect(figure(merchant, /^Delivery fee/)).toContainText("$4.50");
  await expect(figure(merchant, /^The customer gets back/)).toContainText("$4.50");
  await merchant.getByLabel("Pieces").fill("1");
  await merchant.getByRole("button", { name: "Show the sums" }).click();
  await expect(figure(merchant, /^The customer gets back/)).toContainText("$12.90");
  await lookAtPage(merchant, "refund with a delivery fee", info);
  await merchant.getByLabel("Reason for the customer").fill("The van broke down.");
  await merchant.getByRole("button", { name: "Give $12.90 back" }).click();
  await expect(merchant.getByText("The customer gets $12.90 back.")).toBeVisible();

  await page.goto(ownAddress);
  await expect(figure(page, /^Refunded/)).toContainText("$12.90");
  await expect(page.getByText(/delivery fee \$4\.50/)).toBeVisible();
  await lookAtPage(page, "order with a delivery fee", info);
});
