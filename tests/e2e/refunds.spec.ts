import type { APIRequestContext } from "@playwright/test";
import { expect, mailTo, PASSWORD, productsInStock, signInAsNewBuyer, stockOf, test } from "./shop";
import { signInAsOperator, somebodyElse } from "./stall";

test.use({ actionTimeout: 15_000 });

/** Pays for three pieces of a product for a buyer, through the service; unless told otherwise the order is placed as well. */
async function buyThree(request: APIRequestContext, email: string, product: string, place = true): Promise<{ orderId: string; stripeId: string }> {
  const { token } = (await (await request.post("/api/v1/user/login", { data: { email, password: PASSWORD } })).json()) as { token: string };
  const headers = { Authorization: token };
  const billing = { firstName: "Wanda", lastName: "Walker", streetAddress: "12 Orchard Row" };
  const started = (await (await request.post("/api/v1/product/payment/initialize", { headers, data: { carts: [{ product, quantity: 3 }], billing } })).json()) as { data: string; payment: { stripeId: string; orderId: string } };
  await request.post("/api/v1/test-payments/confirm", { data: { clientSecret: started.data, number: "4242424242424242", expiry: "04 / 34", cvc: "123" } });
  if (place) {
    const placed = await request.post("/api/v1/product/payment/finalize", { headers, data: { stripeId: started.payment.stripeId } });
    expect(placed.status(), await placed.text()).toBe(200);
  }
  return started.payment;
}

test("an operator gives one piece of an order back, then one more from two tabs, then the rest; the buyer sees it each time", async ({ page: buyer, browser, request, scripts }) => {
  const { email } = await signInAsNewBuyer(buyer, request);
  const goods = (await productsInStock(request)).at(scripts ? 2 : 3)!;
  const { orderId } = await buyThree(request, email, goods._id);

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto(`/operator/orders/${orderId}`);
  await operator.getByLabel("What", { exact: true }).selectOption("Single pieces, as entered below");
  await operator.getByLabel("Reason").fill("One of them was bruised.");
  // Nothing was entered: what was typed stays.
  await operator.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(operator.getByText("Enter how many pieces of which product").first()).toBeVisible();
  await expect(operator.getByLabel("Reason")).toHaveValue("One of them was bruised.");
  await operator.getByLabel(goods.title).fill("1");
  await operator.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(operator.getByText("The money is on its way back.")).toBeVisible();
  await expect(operator.getByText("1 of 3 refunded")).toBeVisible();
  await expect(operator.getByText(/^Partly refunded \$/)).toBeVisible();

  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByText("1 of 3 refunded")).toBeVisible();
  await expect(buyer.getByText(/^Partly refunded \$/)).toBeVisible();
  await expect.poll(() => mailTo(request, email, /on its way back/), { timeout: 15_000 }).toContain("One of them was bruised.");

  // A tab that was opened before gives nothing back twice.
  const other = await operator.context().newPage();
  await other.goto(`/operator/orders/${orderId}`);
  await operator.goto(`/operator/orders/${orderId}`);
  for (const tab of [operator, other]) {
    await tab.getByLabel("What", { exact: true }).selectOption("Single pieces, as entered below");
    await tab.getByLabel(goods.title).fill("1");
    await tab.getByLabel("Reason").fill("Another one.");
    await tab.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(tab.getByText(tab === operator ? "The money is on its way back." : "Something of this order was refunded meanwhile.")).toBeVisible();
    await expect(tab.getByText("2 of 3 refunded")).toBeVisible();
  }

  await operator.goto(`/operator/orders/${orderId}`);
  await operator.getByLabel("What", { exact: true }).selectOption({ index: 1 });
  await operator.getByLabel("Reason").fill("And the last.");
  await operator.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(operator.getByText("The money is on its way back.")).toBeVisible();
  await expect(operator.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);
  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByText("This was refunded: And the last.")).toBeVisible();
  expect(await stockOf(request, goods._id)).toBeGreaterThan(30);
});

test("an order that does not exist is not found, whatever its id looks like", async ({ page }) => {
  await signInAsOperator(page);
  for (const id of ["000000000000000000000000", "10001", "..%2f..", "%00"]) {
    const answer = await page.goto(`/operator/orders/${id}`);
    expect([id, [400, 404].includes(answer!.status())]).toEqual([id, true]);
  }
});

test("an operator finds a payment that has no order yet among the provider's, and repairs it", async ({ page: buyer, browser, request, scripts }) => {
  const { email } = await signInAsNewBuyer(buyer, request);
  const goods = (await productsInStock(request)).at(scripts ? 4 : 5)!;
  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  const { orderId, stripeId } = await buyThree(request, email, goods._id, false);
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
  await operator.goto("/operator/payments?since=2999-01-01");
  await expect(operator.getByText("None was begun on this day or later.")).toBeVisible();
});
