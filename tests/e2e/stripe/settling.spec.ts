import type { Page } from "@playwright/test";
import { expect, test } from "../shop";
import { aCheckout, decide, expectReceived, knownToStripe, pay, payInElement, TAKES_ITS_TIME } from "./paying";

/** Pays with a card whose payment takes time, and expects the page to say so. Returns the order's id. */
async function paySlowly(page: Page, scripts: boolean): Promise<string> {
  await pay(page, scripts, TAKES_ITS_TIME);
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  await expect(page.getByText(/please do not pay again/)).toBeVisible();
  return new URL(page.url()).searchParams.get("order") ?? "";
}

/** Without scripts, people reload by the link. With scripts, the page reloads by itself. */
async function lookAgain(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) await page.getByRole("link", { name: "Look again" }).click();
}

test("a payment that takes its time is waited for: nobody is asked to pay again, and it ends in Order Received", async ({
  page,
  request,
  scripts,
}) => {
  await aCheckout(page, request);
  const orderId = await paySlowly(page, scripts);
  const lookedAgain = page.waitForResponse(/\/checkout\/success/);
  await page.getByRole("link", { name: "Look again" }).click();
  await lookedAgain;
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  // A buyer who goes back to pay is led here as well.
  await page.goto("/checkout/payment");
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  await decide(request, orderId, true);
  await lookAgain(page, scripts);
  await expectReceived(page);
  expect((await knownToStripe(request, orderId)).paid).toBe(1);
});

test("a payment that fails in the end leads to the payment page, which says why, and another card pays", async ({
  page,
  request,
  scripts,
}) => {
  await aCheckout(page, request);
  const orderId = await paySlowly(page, scripts);
  await decide(request, orderId, false);
  await lookAgain(page, scripts);
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await expect(page.getByText("Payment failed: Your card was declined.")).toBeVisible();
  await pay(page, scripts);
  await expectReceived(page);
  expect((await knownToStripe(request, orderId)).paid).toBe(1);
});

test("the history says of an order whose payment takes its time that it waits, and leads to where it is told", async ({
  page,
  request,
  scripts,
}) => {
  await aCheckout(page, request);
  const orderId = await paySlowly(page, scripts);
  await page.getByRole("main").getByRole("link", { name: "Order History" }).click();
  await expect(page.getByText("Waiting for payment")).toBeVisible();
  await page.getByRole("link", { name: "Pay now" }).first().click();
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  await decide(request, orderId, true);
  await lookAgain(page, scripts);
  await expectReceived(page);
});

test.describe("a bank that wants its own page", () => {
  test.skip(
    ({ javaScriptEnabled }) => javaScriptEnabled === false,
    "without scripts there is no element to leave from",
  );
  const LEAVES = "4000 0000 0000 7777";

  test("takes the payer away and back: passed, the order is placed", async ({ page, request }) => {
    await aCheckout(page, request);
    await payInElement(page, LEAVES);
    await expect(page.getByRole("heading", { name: "Is this you?" })).toBeVisible();
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await expectReceived(page);
    await expect(page).toHaveURL(/\/checkout\/success\?order=[0-9a-f]{24}$/);
  });

  test("failed, the payment page says why, and another card pays", async ({ page, request }) => {
    await aCheckout(page, request);
    await payInElement(page, LEAVES);
    await page.getByRole("button", { name: "Fail authentication" }).click();
    await expect(page).toHaveURL(/\/checkout\/payment$/);
    await expect(page.getByText(/Payment failed: We are unable to authenticate your payment method\./)).toBeVisible();
    await payInElement(page, "4242 4242 4242 4242");
    await expectReceived(page);
  });

  test("left without an answer, the payment can be made with another card", async ({ page, request }) => {
    await aCheckout(page, request);
    await payInElement(page, LEAVES);
    await expect(page.getByRole("heading", { name: "Is this you?" })).toBeVisible();
    await page.goto("/checkout/payment");
    await payInElement(page, "4242 4242 4242 4242");
    await expectReceived(page);
  });
});

test("a payment link's page waits for a payment that takes its time, and goes on looking at the same one", async ({
  page,
  request,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, "that page has no script of its own");
  await aCheckout(page, request);
  await page.getByRole("button", { name: /^Pay \$[\d.,]+ on Stripe’s page$/ }).click();
  const otherPage = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage();
  await otherPage.goto(page.url());
  await otherPage.getByLabel("Card number").fill(TAKES_ITS_TIME);
  await otherPage.getByRole("button", { name: /^Pay / }).click();
  await expect(otherPage.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
  await otherPage.getByRole("link", { name: "Look again" }).click();
  await expect(otherPage.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
  await decide(request, /\/pay\/([0-9a-f]{24})/.exec(otherPage.url())?.[1] ?? "", true);
  await otherPage.getByRole("link", { name: "Look again" }).click();
  await expect(otherPage.getByRole("heading", { name: "Paid, thank you" })).toBeVisible();
  await otherPage.context().close();
});
