import { linkFor } from "../outbox";
import { expect, test } from "../shop";
import { aCheckout, expectReceived, knownToStripe, pay, payOnStripesPage } from "./paying";

test("a mailed link pays the order on another device, without signing in, and opening it does nothing", async ({
  page,
  request,
  browser,
  baseURL,
  javaScriptEnabled,
  scripts,
}) => {
  const { email } = await aCheckout(page, request);
  if (scripts) await page.getByText("Other ways to pay").click();
  await page.getByRole("button", { name: "Mail me a payment link" }).click();
  await expect(page.getByText(/We have mailed a payment link to .+ It works until \d\d:\d\d UTC\./)).toBeVisible();
  const link = await linkFor(email, /Pay for order/, /\/pay\/[\w.-]+/);
  const orderId = /[0-9a-f]{24}/.exec(link)![0];

  const otherContext = await browser.newContext({ baseURL, javaScriptEnabled });
  const phone = await otherContext.newPage();
  await phone.goto(link);
  await expect(phone.getByRole("heading", { name: /^Pay for order #\d+$/ })).toBeVisible();
  await expect(phone.getByText(/^\d\d:\d\d UTC$/)).toBeVisible();
  expect(await knownToStripe(request, orderId)).toEqual({ pages: 0, paid: 0 });

  // The payer goes back without paying, and then pays.
  await phone.getByRole("button", { name: /^Pay \$[\d.,]+ on Stripe’s page$/ }).click();
  await phone.getByRole("link", { name: "Back to the shop" }).click();
  await payOnStripesPage(phone, "4242 4242 4242 4242");
  await expect(phone.getByRole("heading", { name: "Paid, thank you" })).toBeVisible();
  expect(await knownToStripe(request, orderId)).toEqual({ pages: 1, paid: 1 });
  await phone.goto(link);
  await expect(phone.getByRole("heading", { name: "Paid, thank you" })).toBeVisible();
  await expect(phone.getByRole("button", { name: /^Pay / })).toHaveCount(0);
  await otherContext.close();

  await page.goto("/customer/order_history");
  await expect(page.getByRole("main").getByText("In Transit")).toHaveCount(1);
});

test("the buyer who comes back from Stripe's page signed in goes on where they were", async ({
  page,
  request,
  scripts,
}) => {
  await aCheckout(page, request);
  if (scripts) await page.getByText("Other ways to pay").click();
  await page.getByRole("button", { name: /^Pay \$[\d.,]+ on Stripe’s page$/ }).click();
  await page.getByRole("link", { name: "Back to the shop" }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  // Two ways to pay were open for the order, and one of them pays.
  await pay(page, scripts);
  await expectReceived(page);
});

test("a link that is not ours is not found", async ({ page }) => {
  const answer = await page.goto("/pay/0123456789abcdef01234567.forged");
  expect(answer?.status()).toBe(404);
  // No search engine, cache or other site learns of such a link, whether it is ours or not.
  expect(answer?.headers()).toMatchObject({
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("someone else's visit to the payment page leads to the login, not to the payment", async ({
  page,
  request,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  await aCheckout(page, request);
  const stranger = await browser.newContext({ baseURL, javaScriptEnabled });
  const secondPage = await stranger.newPage();
  await secondPage.goto("/checkout/payment");
  await expect(secondPage).toHaveURL(/\/login\/customer\?redirect_uri=%2Fcheckout%2Fpayment$/);
  await stranger.close();
});
