import { look } from "./look";
import { mailTo } from "./outbox";
import { expect, signInAsNewBuyer, stockOf, test } from "./shop";
import { buyGoods, onSale, signInAsNewMerchant, somebodyElse } from "./stall";

test("a merchant gives a sum of a line back, then a piece from two tabs, and reads what it comes to before; the buyer sees it", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  const { email } = await signInAsNewBuyer(buyer, request);
  const page = await somebodyElse(browser, scripts);
  const title = `Jar of plums ${Date.now()}`;
  const product = await onSale(request, await signInAsNewMerchant(page, request), title);
  const { orderId } = await buyGoods(request, email, [{ product, quantity: 3 }]);

  await page.goto(`/merchant/orders/${orderId}`);
  await page.getByRole("link", { name: "Cancel or refund a part" }).click();
  await page.getByRole("button", { name: "Show the sums" }).click();
  await expect(page.getByText("Enter how many pieces, or an amount")).toBeVisible();
  const line = page.getByRole("group", { name: title });
  await line.getByLabel("or an amount in $").fill("99");
  await page.getByRole("button", { name: "Show the sums" }).click();
  await expect(page.getByText(`Only $12.60 of the price of ${title} are left to refund.`)).toBeVisible();
  await line.getByLabel("or an amount in $").fill("1,60");
  await page.getByRole("button", { name: "Show the sums" }).click();
  const sums = page.getByRole("region", { name: "The sums" });
  await expect(sums).toContainText("The customer gets back$1.60");
  await expect(sums).toContainText("Of it borne by you$1.60");
  await look(page, new URL(page.url()).pathname + new URL(page.url()).search, info, "merchant-refund");
  await page.getByLabel("Reason for the customer").fill("One jar was half full.");
  await page.getByRole("button", { name: "Give $1.60 back" }).click();
  await expect(page.getByText("The customer gets $1.60 back.")).toBeVisible();
  await expect(page.getByText("Partly refunded $1.60")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as shipped" })).toBeVisible();
  await expect.poll(() => mailTo(email, /on its way back/)).toContain("One jar was half full.");

  // A piece is worth its share of what is left after a refund. Both tabs saw the same sums, so the second one is late.
  const secondPage = await page.context().newPage();
  await page.goto(`/merchant/orders/${orderId}/refund`);
  const field = await page.locator('[name^="quantity."]').getAttribute("name");
  for (const tab of [page, secondPage]) await tab.goto(`/merchant/orders/${orderId}/refund?${field}=1`);
  for (const tab of [page, secondPage]) {
    await tab.getByLabel("Reason for the customer").fill("And one was broken.");
    await tab.getByRole("button", { name: "Give $3.67 back" }).click();
    if (tab === page) await expect(tab.getByText("The customer gets $3.67 back.")).toBeVisible();
  }
  // The late tab says so, keeps what was typed, and shows the current sums.
  await expect(secondPage.getByText("Something of this order was refunded meanwhile.").first()).toBeVisible();
  await expect(secondPage.getByLabel("Reason for the customer")).toHaveValue("And one was broken.");
  await expect(secondPage.getByText("Partly refunded $5.27")).toBeVisible();
  await expect(page.getByText("1 of 3 refunded, $5.27")).toBeVisible();
  // The refund did not restock the pieces.
  expect(await stockOf(request, product)).toBe(47);
  await look(page, `/merchant/orders/${orderId}`, info, "merchant-order-refunded");

  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByRole("list", { name: "Given back" })).toContainText("One jar was half full.");
  await expect(buyer.getByRole("list", { name: "Given back" })).toContainText(`1 × ${title} $3.67`);
  await look(buyer, `/customer/order_history/${orderId}`, info, "buyer-order-refunded");
});
