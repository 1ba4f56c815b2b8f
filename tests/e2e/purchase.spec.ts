import { codeFor } from "./outbox";
import {
  addToCart,
  checkOut,
  expect,
  fillBilling,
  newEmail,
  PASSWORD,
  payWith,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  stockOf,
  test,
} from "./shop";
import { aStall, onSale } from "./stall";

test.use({ serviceWorkers: "allow" });

test("a newcomer signs up, fills a cart from two merchants, ships elsewhere, pays, and finds the order in the history", async ({
  page,
  request,
  scripts,
}) => {
  // Goods of new stalls that no other test buys from, because the stock is counted.
  const [orchard, dairy] = [await aStall(request), await aStall(request)];
  const word = `Plums${Date.now()}`;
  const first = { _id: await onSale(request, orchard, `${word} by the crate`), title: `${word} by the crate` };
  const goods = [
    first._id,
    await onSale(request, dairy, `Butter ${word}`),
    await onSale(request, orchard, `Jam ${word}`),
  ];
  const email = newEmail();

  await page.goto("/signup/customer");
  await page.getByLabel("First name").fill("Wanda");
  await page.getByLabel("Last name").fill("Walker");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: /create account|sign up/i }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email$/);
  const code = await codeFor(email);
  if (scripts) {
    await page.getByRole("textbox", { name: /1/ }).first().click();
    await page.keyboard.type(code);
  } else {
    await page.getByRole("main").getByRole("textbox").first().fill(code);
  }
  await page
    .getByRole("button", { name: /verify|submit/i })
    .first()
    .click();
  await expect(page.getByText("Account Created Successfully")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email, PASSWORD);
  await expect(page.getByText("Login Successful")).toBeVisible();
  await expect(page).toHaveURL(/\d\/customer$/);

  await page.getByLabel("Search products").fill(word.toUpperCase());
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("3 results found")).toBeVisible();
  for (const product of goods) await addToCart(page, product);
  await page.goto("/shopping_cart");
  await page.getByRole("button", { name: `One more: ${first.title}` }).click();
  await expect(page.getByLabel(`Quantity of ${first.title}`)).toHaveValue("2");
  await expect(page.getByText("$16.800").first()).toBeVisible();

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.getByLabel("First name").first().fill("Wanda");
  await page.getByLabel("Last name").first().fill("Walker");
  await page.getByLabel("Street address").first().fill("12 Orchard Row");
  await page.getByLabel("Zip code").first().fill("K1A 0B1");
  await page.getByLabel("Country / Region").first().selectOption("Canada");
  if (!scripts) await page.getByRole("button", { name: "Update regions" }).first().click();
  await page.getByLabel("Province").first().selectOption("Ontario");
  await expect(page.getByLabel("Street address").first()).toHaveValue("12 Orchard Row");
  await page.getByLabel("Ship to a different address").check();
  const shipping = page.getByRole("group", { name: "Shipping address" });
  await shipping.getByLabel("First name").fill("Bo");
  await shipping.getByLabel("Last name").fill("Walker");
  await shipping.getByLabel("Street address").fill("9 Side Street");
  await shipping.getByLabel("City").fill("Bath");
  await shipping.getByLabel("Country / Region").selectOption("United Kingdom");
  await page.getByLabel("Order Notes").fill("Please ring twice.");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await expect(page.getByText("Test payments: no money moves")).toBeVisible();
  await payWith(page, "4242 4242 4242 4242");
  await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();

  expect(await Promise.all(goods.map((product) => stockOf(request, product)))).toEqual([48, 49, 49]);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await page.getByRole("link", { name: "Order History" }).first().click();
  await expect(page.getByRole("main").getByText("In Transit")).toHaveCount(1);
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page.getByText("9 Side Street")).toBeVisible();
  await expect(page.getByText("Please ring twice.")).toBeVisible();
  // A buyer who did not see the last response learns on every page that the order is paid, and does not pay twice.
  await page.goto("/shopping_cart");
  await expect(page.getByText(/Order #\d+ is paid/)).toBeVisible();
  for (const path of ["/checkout/payment", "/checkout"]) {
    await page.goto(path);
    await expect(page.getByText(/Order #\d+ over \$16.80 is paid/)).toBeVisible();
  }
});

test("who goes back from the payment to the checkout finds the other address and the notes as they were", async ({
  page,
  request,
}) => {
  await signInAsNewBuyer(page, request);
  await addToCart(page, await onSale(request, await aStall(request), `Beans ${Date.now()}`));
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByLabel("Ship to a different address").check();
  const shipping = page.getByRole("group", { name: "Shipping address" });
  await shipping.getByLabel("First name").fill("Bo");
  await shipping.getByLabel("Last name").fill("Walker");
  await shipping.getByLabel("Street address").fill("9 Side Street");
  await shipping.getByLabel("Zip code").fill("BA1 1AA");
  await shipping.getByLabel("Country / Region").selectOption("United Kingdom");
  await page.getByLabel("Order Notes").fill("Please ring twice.");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  const summary = page.getByRole("complementary", { name: "Order Summary" });
  await expect(summary.getByText("9 Side Street")).toBeVisible();
  await expect(summary.getByText("Please ring twice.")).toBeVisible();

  await summary.getByRole("link", { name: "Change address or notes" }).click();
  await expect(page.getByLabel("Ship to a different address")).toBeChecked();
  await expect(shipping.getByLabel("Street address")).toHaveValue("9 Side Street");
  await expect(shipping.getByLabel("Postcode")).toHaveValue("BA1 1AA");
  await expect(shipping.getByLabel("Country / Region")).toHaveValue("United Kingdom");
  await expect(page.getByLabel("Order Notes")).toHaveValue("Please ring twice.");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(summary.getByText("9 Side Street")).toBeVisible();
});

test("an address to ship to that is hidden again is neither sent nor judged, and the city or its postal code is said to be needed", async ({
  page,
  request,
  scripts,
}) => {
  const [product] = await productsInStock(request);
  await signInAsNewBuyer(page, request);
  await addToCart(page, product!._id);
  await page.goto("/checkout");
  await expect(page.getByLabel("City").first()).toHaveAccessibleDescription("City or zip code is needed.");
  await fillBilling(page);
  await page.getByLabel("Ship to a different address").check();
  const shipping = page.getByRole("group", { name: "Shipping address" });
  await shipping.getByLabel("Zip code").fill("nonsense");
  await shipping.getByLabel("Phone").fill("call me");
  await shipping.getByLabel("Country / Region").selectOption("United States");
  await page.getByLabel("Ship to a different address").uncheck();
  const post = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/checkout"));
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  // Without scripts a browser also sends hidden fields, which the server ignores.
  if (scripts) expect((await post).postData()).not.toContain("shipping.");
});

test("a card that is refused says why, keeps the order waiting, and another card pays it", async ({
  page,
  request,
  scripts,
}) => {
  await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await checkOut(page);
  const refusal = {
    "4000000000000002": "Payment failed: Your card was declined.",
    "4000000000009995": "Payment failed: Your card has insufficient funds.",
    "4000000000000069": "Payment failed: Your card has expired.",
    "4000000000000127": "Payment failed: Your card's security code is incorrect.",
    "4000000000000119": "Payment failed: An error occurred while processing your card.",
  };
  for (const [number, sentence] of Object.entries(refusal)) {
    await payWith(page, number);
    await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
    // The server never sends a card number back. With scripts, the browser still has the typed number.
    if (!scripts) await expect(page.getByLabel("Card number")).toHaveValue("");
  }
  await payWith(page, "4242424242424242");
  await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();
});

test("a bank that wants to be sure asks on a page of its own: failing leads back to the card, completing places the order", async ({
  page,
  request,
}) => {
  await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await checkOut(page);
  await payWith(page, "4000002760003184");
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Payment failed: We are unable to authenticate your payment method.")).toBeVisible();
  await payWith(page, "4000002760003184");
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();
});

test("an incomplete card form comes back with its errors and nothing is charged", async ({
  page,
  request,
  scripts,
}) => {
  await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await checkOut(page);
  await page.getByLabel("Card number").fill("42");
  await page.getByLabel("Expiry date").fill("99 / 99");
  await page.getByLabel("Security code").fill("x");
  await page.getByRole("button", { name: /^Pay \$\d/ }).click();
  await expect(page.getByText("Enter the card number: 12 to 19 digits.").first()).toBeVisible();
  await expect(page.getByLabel("Expiry date")).toHaveValue("99 / 99");
  if (scripts) await expect(page.getByRole("alert").first()).toBeFocused();
});

test("a cart that asks for more than there is says so, offers what is left, and charges nothing", async ({
  page,
  request,
}) => {
  await signInAsNewBuyer(page, request);
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await page.goto("/shopping_cart");
  await page.getByLabel(`Quantity of ${product!.title}`).fill("9000");
  await page.getByLabel(`Quantity of ${product!.title}`).press("Enter");
  await expect(page.getByText(/Only \d+ left/)).toBeVisible();
  const onwards = page.getByRole("button", { name: "Proceed to Checkout" });
  await onwards.click();
  await expect(page.getByText(/cannot be ordered as they stand/)).toBeVisible();
  await page.goto("/checkout");
  await expect(page).toHaveURL(/\/shopping_cart$/);
});

test("checkout and payment are for signed-in buyers: anyone else signs in first and comes back", async ({
  page,
  request,
}) => {
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await page.goto("/checkout");
  await expect(page).toHaveURL(/\/login\/customer\?redirect_uri=%2Fcheckout$/);
  await expect(page.getByText("You are not authorized to access this page")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("buyer@example.com");
  await page.getByLabel("Password", { exact: true }).fill("harvest-moon-7");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole("heading", { name: "Billing Information" })).toBeVisible();
});
