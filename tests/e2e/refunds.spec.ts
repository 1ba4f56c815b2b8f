import type { Page } from "@playwright/test";
import { look } from "./look";
import { mailTo } from "./outbox";
import { expect, signInAsNewBuyer, STALL, stockOf, test } from "./shop";
import { aStall, buyGoods, onSale, signInAsOperator, somebodyElse } from "./stall";

test("an operator gives one piece of an order back, then one more from two tabs, then the rest; the buyer sees it each time", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await signInAsNewBuyer(buyer, request);
  const title = `Basket of eggs ${Date.now()}`;
  const product = await onSale(request, await aStall(request), title);
  const { orderId } = await buyGoods(request, email, [{ product, quantity: 3 }]);
  expect(await stockOf(request, product)).toBe(47);

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto(`/operator/orders/${orderId}`);
  const choose = async (tab: Page, option: string | { index: number }) => {
    await tab.getByLabel("What", { exact: true }).selectOption(option);
    await tab.getByRole("button", { name: "Show the sums" }).click();
  };
  const pieces = (tab: Page) => tab.getByRole("group", { name: title }).getByLabel("Pieces");
  const single = "Single pieces or amounts, as entered below";
  // No pieces were entered.
  await choose(operator, single);
  await expect(operator.getByText("Enter how many pieces of which product").first()).toBeVisible();
  await pieces(operator).fill("4");
  await choose(operator, single);
  await expect(operator.getByText(`Only 3 pieces of ${title} are left to refund.`)).toBeVisible();
  await pieces(operator).fill("1");
  await choose(operator, single);
  const sums = operator.getByRole("region", { name: "The sums" });
  if (scripts) await expect(sums).toBeFocused();
  await expect(sums).toContainText("The buyer gets back$4.20");
  await expect(sums).toContainText(`Of it borne by ${STALL}$4.20`);
  await expect(sums).toContainText("Left of the part then$8.40");
  await look(operator, new URL(operator.url()).pathname + new URL(operator.url()).search, info, "operator-refund");
  // Without a reason nothing happens, and the sums stay.
  await sums.getByLabel("Reason").fill("  ");
  await sums.getByRole("button", { name: "Refund $4.20" }).click();
  await expect(sums.getByText("Reason is required").first()).toBeVisible();
  await sums.getByLabel("Reason").fill("One of them was bruised.");
  await sums.getByRole("button", { name: "Refund $4.20" }).click();
  await expect(operator.getByText("The money is on its way back.")).toBeVisible();
  await expect(operator.getByText("1 of 3 refunded")).toBeVisible();
  await expect(operator.getByText(/^Partly refunded \$/)).toBeVisible();

  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByText("1 of 3 refunded")).toBeVisible();
  await expect(buyer.getByText(/^Partly refunded \$/)).toBeVisible();
  await expect.poll(() => mailTo(email, /on its way back/)).toContain("One of them was bruised.");

  // A tab that was opened earlier does not refund twice. It says so, keeps what was typed, and shows the current sums.
  const secondPage = await operator.context().newPage();
  for (const tab of [operator, secondPage]) {
    await tab.goto(`/operator/orders/${orderId}`);
    await pieces(tab).fill("1");
    await choose(tab, single);
  }
  for (const tab of [operator, secondPage]) {
    await tab.getByLabel("Reason").fill("Another one.");
    await tab.getByRole("button", { name: "Refund $4.20" }).click();
    await expect(tab.getByText("2 of 3 refunded")).toBeVisible();
  }
  await expect(secondPage.getByText("Something of this order was refunded meanwhile.").first()).toBeVisible();
  await expect(secondPage.getByLabel("Reason")).toHaveValue("Another one.");
  await expect(secondPage.getByRole("region", { name: "The sums" })).toContainText("Left of the part then$0");

  await operator.goto(`/operator/orders/${orderId}`);
  await choose(operator, { index: 1 });
  await operator.getByLabel("Reason").fill("And the last.");
  await operator.getByRole("button", { name: "Refund $4.20" }).click();
  await expect(operator.getByText("The money is on its way back.")).toBeVisible();
  await expect(operator.getByRole("region", { name: "Refund", exact: true })).toHaveCount(0);
  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByText("This was refunded: And the last.")).toBeVisible();
  expect(await stockOf(request, product)).toBe(50);
});

test("an order that does not exist is not found, whatever its id looks like", async ({ page }) => {
  await signInAsOperator(page);
  for (const id of ["000000000000000000000000", "10001", "..%2f..", "%00"]) {
    const answer = await page.goto(`/operator/orders/${id}`);
    expect([id, [400, 404].includes(answer!.status())]).toEqual([id, true]);
  }
});

test("an operator finds a payment that has no order yet among the provider's, and repairs it", async ({
  page: buyer,
  browser,
  request,
  scripts,
}) => {
  const { email } = await signInAsNewBuyer(buyer, request);
  const product = await onSale(request, await aStall(request), `Sack of flour ${Date.now()}`);
  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  const { orderId, stripeId } = await buyGoods(request, email, [{ product, quantity: 3 }], { placed: false });
  await operator.goto("/operator");
  await operator.getByRole("link", { name: "Payments", exact: true }).first().click();
  const row = operator.getByRole("row").filter({ hasText: stripeId });
  await expect(row).toContainText("Paid there, but the order is not placed here.");
  await row.getByRole("button", { name: /^Repair/ }).click();
  await expect(operator.getByText("Both agree now.")).toBeVisible();
  await expect(row).toContainText("Agrees");
  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByRole("heading", { level: 1, name: "Order Details" })).toBeVisible();

  await operator.getByRole("link", { name: "Older payments" }).click();
  await expect(operator.getByRole("link", { name: "Newest" })).toBeVisible();
  await operator.goto("/operator/payments?since=2099-01-01");
  await expect(operator.getByText("None was begun on this day or later.")).toBeVisible();
});
