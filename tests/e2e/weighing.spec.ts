import { addToCart, checkOut, expect, logIn, PASSWORD, payWith, signInAsNewBuyer, test } from "./shop";
import { aStall, buyGoods, onSale, signInAsNewMerchant, somebodyElse } from "./stall";

/* A cheese that is sold by weight, from the cart to the refund. */

test("what is lighter than it was paid for goes back to the buyer once it is weighed, and only then is it sent", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const stall = await aStall(request);
  const title = `Tomme ${stall.email.split("@")[0]}`;
  const weighed = { price: "20.00", margin: 10 };
  const cheese = await onSale(request, stall, title, { weighed, content: { amount: 300, unit: "g" } });
  await signInAsNewBuyer(page, request);
  await page.goto(`/products/${cheese}`);
  await expect(
    page
      .getByRole("main")
      .getByText(/^about 300\sg, weighed$/)
      .first(),
  ).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByText(/^at most \$6\.60$/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("main").getByText("You pay what it weighs.").first()).toBeVisible();
  await addToCart(page, cheese);
  await checkOut(page);
  await payWith(page, "4242424242424242");
  await expect(page).toHaveURL(/\/checkout\/success/);
  const orders = (await (await page.request.get("/api/v1/product/order")).json()) as {
    data: { docs: { _id: string; itemId: number }[] };
  };
  const { _id: orderId, itemId } = orders.data.docs[0]!;

  const merchant = await somebodyElse(browser, scripts);
  await logIn(merchant, stall.email, PASSWORD, "/login/merchant");
  await merchant.goto(`/merchant/orders/${orderId}`);
  await merchant.getByRole("button", { name: "Mark as shipped" }).click();
  await expect(merchant.getByRole("alert")).toContainText(`Weigh this first: ${title}.`);

  await merchant.goto("/merchant/orders/weigh");
  const scale = merchant.getByLabel(`Weight of #${itemId}`);
  const save = merchant.getByRole("button", { name: "Save weights" });
  // A weight with one digit too many is questioned, and the typed text stays.
  await scale.fill("2800");
  await save.click();
  await expect(merchant.getByRole("alert")).toContainText("far from the usual 300 g");
  await expect(scale).toHaveValue("2800");
  await scale.fill("0,28");
  await save.click();
  await expect(merchant.getByText("The weights of 1 line are saved")).toBeVisible();
  await expect(merchant.getByText("$5.60", { exact: true })).toBeVisible();

  // 280 g at $20.00 per kilo cost $5.60, and $6.60 were paid.
  await page.goto(`/customer/order_history/${orderId}`);
  await expect(page.getByRole("main").getByText(/weighs 280\sg: \$5\.60 at \$20\.00 per kg/)).toBeVisible();
  await expect(page.getByRole("main").getByText("It weighs less than you paid for.").first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText("$1.00");

  await merchant.goto(`/merchant/orders/${orderId}`);
  await merchant.getByRole("button", { name: "Mark as shipped" }).click();
  await expect(merchant.getByRole("button", { name: "Mark as delivered" })).toBeVisible();
  await merchant.goto("/merchant/orders/weigh");
  await expect(merchant.getByText("There is nothing to weigh")).toBeVisible();
  await merchant.context().close();
});

test("more pieces of one order than a line has fields are weighed one hundred after the other", async ({
  page,
  request,
  browser,
  scripts,
}) => {
  const stall = await signInAsNewMerchant(page, request);
  const weighed = { price: "20.00", margin: 10 };
  const content = { amount: 300, unit: "g" };
  const title = `Rounds ${stall.email.split("@")[0]}`;
  const cheese = await onSale(request, stall, title, { weighed, content, quantity: 500 });
  const buyer = await somebodyElse(browser, scripts);
  const { email } = await signInAsNewBuyer(buyer, request);
  await buyGoods(request, email, [{ product: cheese, quantity: 130 }]);
  await buyer.context().close();
  const scales = page.getByLabel(/^Weight of #/);
  const type = () =>
    scales.evaluateAll((fields: HTMLInputElement[]) => {
      for (const field of fields) field.value = "300";
    });
  await page.goto("/merchant/orders/weigh");
  await expect(scales).toHaveCount(100);
  await expect(page.getByText("100 of 130 pieces; the next once these are saved")).toBeVisible();
  await type();
  await page.getByRole("button", { name: "Save weights" }).click();
  await expect(page.getByText("100 of 130 weighed")).toBeVisible();
  await expect(page.getByLabel(/piece 131 of/)).toHaveCount(0);
  await expect(page.getByLabel(/piece 130 of 130/)).toHaveValue("");
  await type();
  await page.getByRole("button", { name: "Save weights" }).click();
  await expect(page.getByText("130 of 130 weighed")).toBeVisible();
  // 39 kg at $20.00 a kilo.
  await expect(page.getByText("$780.00", { exact: true })).toBeVisible();
});
