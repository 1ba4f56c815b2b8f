import type { Page } from "@playwright/test";
import { expect, test } from "../shop";
import { onSale, signInAsNewMerchant, signInAsOperator, somebodyElse } from "../stall";
import { boughtWithStripe, transfersFor } from "./paying";

/** Reloads the payments until the payouts match. */
async function expectPayout(page: Page, words: RegExp): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto("/merchant/payments");
        return page.getByRole("table", { name: "Payouts, newest first" }).innerText();
      },
      { intervals: [500] },
    )
    .toMatch(words);
}

test("a merchant opens an account in two goes, is paid out for what has arrived, and gives up the share of what is refunded", async ({
  page,
  browser,
  request,
  scripts,
}) => {
  test.slow();
  const stall = await signInAsNewMerchant(page, request);
  await page.goto("/merchant");
  const title = `Jar of quinces ${Date.now()}`;
  const product = await onSale(request, stall, title);
  await page.getByRole("link", { name: "Settings" }).first().click();
  const payouts = page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Payouts" }) });
  await expect(payouts.getByText("Not set up")).toBeVisible();
  await expect(payouts.getByText("We keep 10% of what you sell.")).toBeVisible();
  await payouts.getByRole("button", { name: "Set up payouts" }).click();
  await page.getByRole("button", { name: "Leave it for later" }).click();
  await expect(page.getByText("Your payout account is not complete yet. You can go on at any time.")).toBeVisible();
  await expect(payouts.getByText("Not complete", { exact: true })).toBeVisible();

  // Sales wait until the account is ready.
  const orderId = await boughtWithStripe(request, [{ product, quantity: 2 }]);
  await page.goto(`/merchant/orders/${orderId}`);
  await page.getByRole("button", { name: "Mark as shipped" }).click();
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
  await expectPayout(page, /Waiting/);
  await expect(page.getByText("Your money is kept for you until your payout account is ready.")).toBeVisible();
  await page.getByRole("link", { name: "Set it up in your settings" }).click();
  await payouts.getByRole("button", { name: "Go on with Stripe" }).click();
  await page.getByRole("button", { name: "Answer everything", exact: true }).click();
  await expect(page.getByText("Your payout account is ready.")).toBeVisible();
  await expect(payouts.getByText("Ready", { exact: true })).toBeVisible();
  await expect(payouts.getByRole("button")).toHaveCount(0);

  // 2 × $4.20 less 10%.
  await expectPayout(page, /Paid out[\s\S]*\$0\.84[\s\S]*\$7\.56/);
  const owed = (label: string) => page.getByRole("main").locator("dl > div").filter({ hasText: label });
  await expect(owed("Paid out")).toContainText("$7.56");
  await expect(owed("Owed to you")).toContainText("$0.00");
  await expect(page.getByText("Your money is kept for you")).toHaveCount(0);

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto(`/operator/orders/${orderId}`);
  await operator.getByLabel("What", { exact: true }).selectOption("Single pieces or amounts, as entered below");
  await operator.getByRole("group", { name: title }).getByLabel("Pieces").fill("1");
  await operator.getByRole("button", { name: "Show the sums" }).click();
  const sums = operator.getByRole("region", { name: "The sums" });
  await expect(sums).toContainText(/which we give up\$0\.42.*was sent the money for it already: \$3\.78 is taken back/);
  await sums.getByLabel("Reason").fill("The lid was broken.");
  await sums.getByRole("button", { name: "Refund $4.20" }).click();
  await expect(operator.getByText("The money is on its way back.")).toBeVisible();
  await operator.context().close();

  await expectPayout(page, /[-−]\$3\.78/);
  await expect(owed("Given back")).toContainText("$4.20");
  await expect(owed("Paid out")).toContainText("$3.78");
  await expect(owed("Fees")).toContainText("$0.42");
  await expect(owed("Owed to you")).toContainText("$0.00");
  expect(await transfersFor(request, orderId)).toEqual([{ sent: 756, takenBack: [378] }]);
});

test("answers that are looked at first are said to be, and a link of the provider's that was used leads to a fresh one", async ({
  page,
  request,
}) => {
  await signInAsNewMerchant(page, request);
  await page.goto("/merchant/account_settings");
  await page.getByRole("button", { name: "Set up payouts" }).click();
  await expect(page.getByRole("heading", { name: "Open your payout account" })).toBeVisible();
  const first = page.url();
  await page.getByRole("button", { name: "Answer everything, to be checked" }).click();
  await expect(page.getByText("Thank you. Your answers are being checked.")).toBeVisible();
  await expect(page.getByText("Being checked", { exact: true })).toBeVisible();
  await page.goto(first);
  await expect(page.getByRole("heading", { name: "Open your payout account" })).toBeVisible();
  expect(page.url()).not.toBe(first);
});
