import { look } from "./look";
import { codeFor, linkFor } from "./outbox";
import { addToCart, expect, fillBilling, newEmail, payWith, productsInStock, signInAsNewBuyer, test } from "./shop";
import { onSale, signInAsNewMerchant, somebodyElse } from "./stall";

test("a first visit has two pages from the cart to the checkout, and no password", async ({
  page,
  request,
  scripts,
}, info) => {
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await page.goto("/shopping_cart");
  await page.getByLabel(`Quantity of ${product!.title}`).fill("2");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(/\/login\/code\?redirect_uri=%2Fcheckout$/);
  await look(page, "/login/code?redirect_uri=%2Fcheckout", info, "address");
  const email = newEmail();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page).toHaveURL(/\/login\/code\/enter$/);
  await look(page, "/login/code/enter", info, "code");
  const code = await codeFor(email);
  const boxes = page.getByRole("main").getByRole("textbox");
  const enter = async (digits: string) => {
    if (scripts) {
      await expect(boxes).toHaveCount(5);
      await boxes.first().click();
      await page.keyboard.type(digits);
    } else await boxes.first().fill(digits);
    await page.getByRole("button", { name: "Go on" }).click();
  };
  await enter(code);
  await expect(page).toHaveURL(/\d\/checkout$/);
  await expect(page.getByText("× 2")).toBeVisible();

  // The link in the same mail signs in another browser, once.
  const link = await linkFor(email, /code to sign in/, /\/login\/link\?link=\S+/);
  const otherPage = await somebodyElse(page.context().browser()!, scripts);
  await otherPage.goto(link);
  await otherPage.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(otherPage).toHaveURL(/\d\/customer$/);
  await otherPage.goto(link);
  await otherPage.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(otherPage.getByText(/link/i).first()).toBeVisible();
  await expect(otherPage).toHaveURL(/\/login\/link/);
});

test("addresses are kept, chosen at checkout by radio buttons, and past orders keep theirs", async ({
  page,
  request,
}, info) => {
  test.slow();
  await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByLabel("Ship to a different address").check();
  const shipping = page.getByRole("group", { name: "Shipping address" });
  await shipping.getByLabel("First name").fill("Grace");
  await shipping.getByLabel("Last name").fill("Hopper");
  await shipping.getByLabel("Street address").fill("1 Lake Lane");
  await shipping.getByLabel("City").fill("Springfield");
  await shipping.getByLabel("Country / Region").selectOption("United States");
  await shipping.getByLabel("Keep this address in my account").check();
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);

  await page.goto("/customer/account_settings/addresses");
  await page.getByRole("link", { name: "Add an address" }).click();
  await page.getByLabel("First name").fill("Mira");
  await page.getByLabel("Last name").fill("Stallholder");
  await page.getByLabel("Street address").fill("3 Market Row");
  await page.getByLabel("City").fill("Troy");
  await page.getByLabel("Country / Region").selectOption("Germany");
  await page.getByLabel("The usual one").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The address is saved.")).toBeVisible();
  await look(page, "/customer/account_settings/addresses", info, "addresses");

  await page.goto("/checkout");
  // The checkout keeps the choice that was made before the payment page.
  await expect(page.getByRole("radio", { name: /Grace Hopper/ })).toBeChecked();
  await look(page, "/checkout", info, "checkout with addresses");
  await page.getByRole("radio", { name: /Mira Stallholder/ }).check();
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await payWith(page, "4242 4242 4242 4242");
  await expect(page).toHaveURL(/\/checkout\/success/);

  await page.goto("/customer/account_settings/addresses");
  await page.getByRole("link", { name: "Change or remove the address of Mira Stallholder" }).click();
  await page.waitForURL(/\/addresses\/\w+$/);
  await look(page, new URL(page.url()).pathname, info, "address");
  await page.getByLabel("Street address").fill("9 Other Row");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("9 Other Row")).toBeVisible();
  await page.goto("/customer/order_history");
  await look(page, "/customer/order_history", info, "history");
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page.getByText("3 Market Row")).toBeVisible();
  await expect(page.getByText("9 Other Row")).toHaveCount(0);
});

test("a stall is followed, something sold out is waited for, and mails end by one press", async ({
  page,
  browser,
  request,
  scripts,
}, info) => {
  test.slow();
  const merchant = await somebodyElse(browser, scripts);
  const stall = await signInAsNewMerchant(merchant, request);
  const title = `Quinces ${Date.now()}`;
  // Sold out, because the job that looks for restocked products would end the notice.
  const product = await onSale(request, stall, title, { quantity: 0 });

  await merchant.goto("/merchant/account_settings");
  await merchant.getByLabel("Name of the trader").fill("Mira Stallholder Ltd");
  await merchant.getByRole("button", { name: "Save who sells" }).click();
  await expect(merchant.getByText("The postal address is required").first()).toBeVisible();
  await merchant.getByLabel("Postal address").fill("3 Market Row\nTroy");
  await merchant.getByRole("button", { name: "Save who sells" }).click();
  await expect(merchant.getByText("Who sells is saved")).toBeVisible();

  await page.goto(`/products/${product}`);
  await page.getByRole("link", { name: "Mira's Stall" }).first().click();
  await page.getByText("Who sells here").click();
  await expect(page.getByText("Mira Stallholder Ltd")).toBeVisible();
  await page.getByRole("link", { name: "Follow this stall" }).click();
  await page.waitForURL(/\/follow$/);
  await look(page, new URL(page.url()).pathname, info, "follow");
  const email = newEmail();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByText("Almost there")).toBeVisible();
  const confirm = await linkFor(email, /Follow/, /\/watch\/[\w.-]+/);
  await page.goto(confirm);
  await look(page, confirm, info, "confirm");
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();

  await signInAsNewBuyer(page, request);
  await page.goto(`/products/${product}/notice`);
  await page.getByRole("button", { name: "Tell me", exact: true }).click();
  await expect(page.getByText("We tell you once it is back.")).toBeVisible();
  await page.goto("/customer/notices");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await look(page, "/customer/notices", info, "notices");
  await page.getByRole("button", { name: "Stop mails: Reviews" }).click();
  await expect(page.getByText("We write to you about it no more.")).toBeVisible();
  await page.getByRole("button", { name: `End notices of ${title}` }).click();
  await expect(page.getByText("Nothing yet")).toBeVisible();
});
