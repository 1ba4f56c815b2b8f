import { look } from "./look";
import { mailTo } from "./outbox";
import { expect, PASSWORD, signInAsNewBuyer, test } from "./shop";
import {
  buyGoods,
  boughtBy,
  call,
  onSale,
  openReport,
  signInAsNewMerchant,
  signInAsOperator,
  somebodyElse,
  tokenOf,
} from "./stall";

test("a delivered order is reviewed, answered, reported and decided on, and the stars follow", async ({
  page: buyer,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const { email } = await signInAsNewBuyer(buyer, request);
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Quince jelly ${Date.now()}`;
  const product = await onSale(request, stall, title);
  const { orderId } = await buyGoods(request, email, [{ product, quantity: 1 }]);
  const sale = `/product/order/merchant/${orderId}`;
  await call(request, stall.token, "POST", `${sale}/ship`, { carrier: "Parcels", trackingNumber: "1" });
  await buyer.goto(`/customer/order_history/${orderId}`);
  await expect(buyer.getByRole("link", { name: `Review ${title}` })).toHaveCount(0);
  await call(request, stall.token, "POST", `${sale}/deliver`);

  // Stars are shown only for a product that has a rating.
  await buyer.goto(`/products/${product}`);
  await expect(buyer.getByRole("heading", { name: "Reviews" })).toHaveCount(0);
  await buyer.goto(`/customer/order_history/${orderId}`);
  await buyer.getByRole("link", { name: `Review ${title}` }).click();
  await expect(buyer).toHaveURL(/\/review\/[0-9a-f]{24}$/);
  const form = new URL(buyer.url()).pathname;
  await look(buyer, form, info, "form");
  await buyer.getByLabel("2 · Not so good").check();
  await buyer.getByLabel("Your words").fill("Set like stone. https://example.com/\nSmells of quince.");
  await buyer.getByLabel("Show my first name").check();
  await buyer.getByRole("button", { name: "Send review" }).click();
  await expect(buyer.getByText("Your review is shown with the product")).toBeVisible();
  await look(buyer, `/products/${product}`, info, "product");
  const section = buyer.getByRole("region", { name: "Reviews" });
  await expect(section).toContainText("Set like stone. https://example.com/");
  await expect(section).toContainText("Wanda W.");
  await expect(section.getByRole("link", { name: "https" })).toHaveCount(0);

  await merchant.goto("/merchant/reviews");
  await look(merchant, "/merchant/reviews", info, "stall");
  await merchant.getByText("Answer", { exact: true }).click();
  await merchant.getByLabel("Your answer").fill("We have boiled it more gently since.");
  await merchant.getByRole("button", { name: "Save answer" }).click();
  await expect(merchant.getByText("Your answer is shown under the review")).toBeVisible();

  await buyer.goto(form);
  await buyer.getByLabel("4 · Good").check();
  await buyer.getByRole("button", { name: "Save review" }).click();
  await expect(buyer.getByText("Your review is shown with the product")).toBeVisible();
  await look(buyer, `/products/${product}/reviews`, info, "reviews");
  await expect(buyer.getByRole("article")).toContainText("We have boiled it more gently since.");
  await buyer.getByRole("button", { name: "Useful" }).click();
  await expect(buyer.getByText("Noted as useful")).toBeVisible();

  const reader = await somebodyElse(browser, scripts);
  await reader.goto(`/products/${product}/reviews`);
  await expect(reader.getByRole("button", { name: "Useful (1)" })).toBeVisible();
  await reader.getByRole("link", { name: "Report" }).click();
  await expect(reader).toHaveURL(/\/report$/);
  await look(reader, new URL(reader.url()).pathname, info, "report");
  await reader.getByLabel("What is wrong with it?").fill(`It is an advertisement, ${title}.`);
  await reader.getByRole("button", { name: "Report" }).click();
  await expect(reader.getByText("Our team looks at this review")).toBeVisible();

  const operator = await somebodyElse(browser, scripts);
  await signInAsOperator(operator);
  await look(operator, "/operator/customer_reviews", info, "newest");
  await openReport(operator, { kind: "review" }, title);
  await operator.getByLabel("Reason").fill("It advertises a site.");
  await operator.getByRole("button", { name: "Hide the review" }).click();
  await expect(operator.getByText("the person is told why")).toBeVisible();
  await expect.poll(() => mailTo(email, /no longer shown/)).toContain("It advertises a site.");
  await reader.goto(`/products/${product}`);
  await expect(reader.getByRole("heading", { name: "Reviews" })).toHaveCount(0);

  // The list of the newest reviews has the decision as well.
  await operator.goto("/operator/customer_reviews");
  const hidden = operator.getByRole("article").filter({ hasText: title });
  await hidden.getByRole("button", { name: "Show it again" }).click();
  await expect(operator.getByText("The review is shown again")).toBeVisible();
  await reader.goto(`/products/${product}`);
  await expect(reader.getByRole("region", { name: "Reviews" })).toContainText("Set like stone.");
  await merchant.goto("/merchant/reviews");
  await merchant.getByText("Change the answer").click();
  await merchant.getByRole("button", { name: "Take the answer back" }).click();
  await expect(merchant.getByText("Your answer is no longer shown")).toBeVisible();
});

test("an answered review leaves the list of those without an answer, and the next one stays folded", async ({
  page,
  request,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  const product = await onSale(request, stall, `Medlar jelly ${Date.now()}`);
  for (const text of ["Set like stone.", "Smells of medlars."]) {
    const { email, orderId } = await boughtBy(request, product, "Walker");
    const sale = `/product/order/merchant/${orderId}`;
    await call(request, stall.token, "POST", `${sale}/ship`, { carrier: "Parcels", trackingNumber: "1" });
    await call(request, stall.token, "POST", `${sale}/deliver`);
    const buyer = await tokenOf(request, email, PASSWORD);
    const lines = await call<{ data: { line: string }[] }>(request, buyer, "GET", `/user/orders/${orderId}/reviews`);
    await call(request, buyer, "PUT", `/user/order-lines/${lines.data[0]!.line}/review`, { stars: 4, text });
  }
  await page.goto("/merchant/reviews?state=unanswered");
  const articles = page.getByRole("article");
  await articles.first().getByText("Answer", { exact: true }).click();
  await articles.first().getByLabel("Your answer").fill("We boil it more gently now.");
  await articles.first().getByRole("button", { name: "Save answer" }).click();
  await expect(page.getByText("Your answer is shown under the review")).toBeVisible();
  await expect(articles).toHaveCount(1);
  await expect(articles).toContainText("Set like stone.");
  await expect(page.getByLabel("Your answer")).toBeHidden();
});
