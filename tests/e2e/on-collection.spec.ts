import { lookAtPage } from "./look";
import { addToCart, expect, fillBilling, signInAsNewBuyer, test } from "./shop";
import { onSale, signInAsNewMerchant, signInAsOperator, somebodyElse } from "./stall";

/** The weekday three days from now, so that no cut-off has passed at any time of day. */
const WEEKDAY = String(new Date(Date.now() + 3 * 86_400_000).getUTCDay() || 7);

test("an operator allows paying at collection, a buyer orders so, and the stall takes the money and gives change", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto("/operator/pay_on_collection");
  await operator.getByLabel("Stalls can offer it").check();
  await operator.getByLabel("Unpaid orders of a buyer").fill("0");
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText("Unpaid orders must be a whole number from 1 to 20.").first()).toBeVisible();
  await operator.getByLabel("Unpaid orders of a buyer").fill("1");
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText("The terms are saved.", { exact: false })).toBeVisible();
  await lookAtPage(operator, "terms of paying at collection", info);

  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const loaf = await onSale(request, stall, `Loaf ${Date.now()}`);
  await merchant.goto("/merchant/account_settings/ways/add");
  await merchant.getByLabel("Name", { exact: true }).fill("Town Hall Market");
  await merchant.getByLabel("Address").fill("1 Market Square, Burlington");
  await merchant.getByLabel("Buyers can pay when they collect").check();
  await merchant.getByLabel("Day", { exact: true }).selectOption(WEEKDAY);
  await merchant.getByLabel("From (optional)", { exact: true }).fill("09:00");
  await merchant.getByLabel("To (optional)", { exact: true }).fill("12:00");
  await merchant.getByRole("button", { name: "Save", exact: true }).click();
  await expect(merchant.getByText("Town Hall Market is saved.")).toBeVisible();

  await signInAsNewBuyer(page, request);
  const order = async () => {
    await addToCart(page, loaf);
    await page.goto("/checkout");
    await fillBilling(page);
    await page
      .getByRole("radio", { name: /, 9 to 12/ })
      .first()
      .check();
    await page.getByRole("radio", { name: "When you collect" }).check();
  };
  await order();
  await lookAtPage(page, "checkout that can be paid at collection", info);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page.getByText(/is placed: you pay when you collect/)).toBeVisible();
  await page.getByRole("link", { name: "See the order" }).click();
  await expect(page.getByText(/^To be paid at collection: \$/).first()).toBeVisible();
  const address = page.url();
  const code = await page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/).innerText();
  await lookAtPage(page, "order to be paid at collection", info);

  // The operator's limit is one order at a time.
  await addToCart(page, loaf);
  await page.goto("/checkout");
  await expect(page.getByText(/You have an order to pay when you collect/)).toBeVisible();
  await expect(page.getByRole("radio", { name: "When you collect" })).toHaveCount(0);

  await merchant.goto(`/merchant/orders/${new URL(address).pathname.split("/").at(-1)}`);
  await merchant.getByLabel("Sum given").fill("0,50");
  await merchant.getByRole("button", { name: "Paid and handed over" }).click();
  await expect(merchant.getByLabel("Sum given")).toHaveAccessibleDescription(/\$4\.20 are to be paid/);
  await expect(merchant.getByLabel("Sum given")).toHaveValue("0,50");
  await lookAtPage(merchant, "an order whose sum given is refused", info);

  await merchant.goto("/merchant");
  await merchant.getByRole("link", { name: /1 order on / }).click();
  await expect(merchant.getByText(/^To be paid at collection: \$/)).toBeVisible();
  await merchant.getByRole("link", { name: "Hand over", exact: true }).click();
  await merchant.waitForURL(/\/hand-over$/);
  await merchant.getByLabel("Code", { exact: true }).fill(code);
  if (!scripts) await merchant.getByRole("button", { name: "Find" }).click();
  await expect(merchant.getByText(/^To be paid at collection: \$/)).toBeVisible();
  await lookAtPage(merchant, "a hand-over that is to be paid", info);
  await merchant.getByLabel("Sum given").fill("1000,00");
  await merchant.getByRole("button", { name: "Handed over" }).click();
  if (scripts) await expect(merchant.getByText("sent", { exact: true })).toBeVisible();
  else await expect(merchant.getByText(/Paid at collection: \$.*, given \$1,000\.00, change \$/).first()).toBeVisible();
  await merchant.goto("/merchant/payments");
  await expect(merchant.getByText("Paid to you at collection")).toBeVisible();
  await lookAtPage(merchant, "payments with what was paid at collection", info);

  await page.goto(address);
  await expect(page.getByText(/^Paid at collection: \$/).first()).toBeVisible();
  await expect(page.getByText("You have collected it.")).toBeVisible();
});
