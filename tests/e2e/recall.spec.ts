import { look } from "./look";
import { mailTo } from "./outbox";
import { expect, signInAsNewBuyer, test } from "./shop";
import { aStall, buyGoods, onSale, signInAsNewMerchant, signInAsOperator, somebodyElse } from "./stall";

test("an operator finds a product, takes it off sale, writes to its buyers and gives all of them their money back", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await signInAsNewBuyer(buyer, request);
  const title = `Plum jam ${Date.now()}`;
  const product = await onSale(request, await aStall(request), title);
  const { orderId } = await buyGoods(request, email, [{ product, quantity: 2 }]);

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto("/operator/jobs");
  await operator.getByLabel("Order, payment, email, product, SKU or stall").fill(title.toUpperCase());
  await operator.getByRole("button", { name: "Find" }).click();
  await expect(operator.getByRole("region", { name: "Products" })).toContainText("On sale");
  await look(operator, `/operator/search?find=${encodeURIComponent(email)}`, info, "find");
  await expect(operator.getByRole("region", { name: "Orders" })).toContainText(email);
  await operator.goto("/operator/products");
  await operator.getByRole("searchbox", { name: "Title, SKU, stall or ID" }).fill(title);
  await operator
    .getByRole("search", { name: "Title, SKU, stall or ID" })
    .getByRole("button", { name: "Search" })
    .click();
  await operator.getByRole("link", { name: title }).click();
  // Without a reason nothing happens, and the field says so.
  await operator.getByLabel("Reason").fill("  ");
  await operator.getByRole("button", { name: "Take off sale" }).click();
  await expect(operator.getByText("Reason is required").first()).toBeVisible();
  await operator.getByLabel("Reason").fill("There may be glass in it.");
  await operator.getByRole("button", { name: "Take off sale" }).click();
  await expect(operator.getByRole("heading", { name: "Taken off sale" })).toBeVisible();
  expect((await buyer.goto(`/products/${product}`))?.status()).toBe(404);
  await look(operator, `/operator/products?q=${encodeURIComponent(title)}`, info, "products");
  await look(operator, `/operator/products/${product}`, info, "product");

  await operator.getByRole("link", { name: "Recall", exact: true }).click();
  await expect(operator.getByText("1 order of 1 buyer, 2 pieces, of all days.")).toBeVisible();
  await operator.getByLabel("Subject").fill("Please do not eat it");
  await operator.getByLabel("Message").fill("There may be glass in it.\n\nWe are sorry.");
  await look(operator, new URL(operator.url()).pathname, info, "recall");
  await operator.getByLabel("Subject").fill("Please do not eat it");
  await operator.getByLabel("Message").fill("There may be glass in it.\n\nWe are sorry.");
  await operator.getByRole("button", { name: "Preview" }).click();
  await expect(operator.getByText("Hello Wanda,")).toBeVisible();
  await look(operator, new URL(operator.url()).pathname, info, "letter");
  await operator.getByRole("button", { name: "Send to one buyer" }).click();
  await expect(operator.getByRole("button", { name: /^Send/ })).toHaveCount(0);
  await expect.poll(() => mailTo(email, /Please do not eat it/)).toContain("We are sorry.");

  await operator.getByRole("link", { name: "Back to the recall" }).click();
  await operator.getByLabel("Reason").fill("There may be glass in it.");
  await operator.getByRole("button", { name: "Give it back" }).click();
  await expect(operator).toHaveURL(/\/operator\/recalls\/[0-9a-f]{24}$/);
  await expect(async () => {
    await operator.reload();
    expect(await operator.getByText("Done", { exact: true }).isVisible()).toBe(true);
  }).toPass();
  await expect(operator.getByText("1, $8.40")).toHaveCount(2);
  await look(operator, new URL(operator.url()).pathname, info, "progress");
  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByText("This was refunded: There may be glass in it.")).toBeVisible();
});

test("a merchant reads on the first screen and beside the product why it is off sale, and saving does not put it back", async ({
  page: merchant,
  browser,
  request,
  scripts,
}, info) => {
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Pear jam ${Date.now()}`;
  const product = await onSale(request, stall, title);
  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await operator.goto(`/operator/products/${product}`);
  await operator.getByLabel("Reason").fill("The label leaves out the nuts.");
  await operator.getByRole("button", { name: "Take off sale" }).click();
  await expect(operator.getByRole("button", { name: "Put back on sale" })).toBeVisible();

  await merchant.goto("/merchant");
  const first = merchant.getByRole("region", { name: "Waiting for you" });
  await expect(first).toContainText("1 product taken off sale by our team");
  await expect(first).toContainText("The label leaves out the nuts.");
  await look(merchant, "/merchant", info, "first-screen");
  await merchant.getByRole("link", { name: title }).first().click();
  await expect(merchant.getByRole("alert")).toContainText("The label leaves out the nuts.");
  await merchant.getByRole("link", { name: "Edit Product" }).click();
  await merchant.getByLabel("Quantity").first().fill("7");
  await merchant.getByRole("button", { name: "Save Product" }).click();
  expect((await request.get(`/api/v1/product/general/${product}`)).status()).toBe(404);

  await operator.goto(`/operator/products/${product}`);
  await operator.getByRole("button", { name: "Put back on sale" }).click();
  await expect(operator.getByRole("button", { name: "Take off sale" })).toBeVisible();
  expect((await request.get(`/api/v1/product/general/${product}`)).status()).toBe(200);
});
