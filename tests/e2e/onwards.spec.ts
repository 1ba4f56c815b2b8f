import { codeFor } from "./outbox";
import { expect, newEmail, PASSWORD, productsInStock, test } from "./shop";

/* A person who has to sign up on the way to a page reaches the page in the end. */

test("a visitor who signs up at the checkout is back at the checkout after code and welcome", async ({
  page,
  request,
  scripts,
}) => {
  const [product] = await productsInStock(request);
  await page.goto(`/products/${product!._id}`);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByText("It is in your cart.")).toBeVisible();
  await page.goto("/shopping_cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(/\/login\/code\?redirect_uri=%2Fcheckout$/);
  await page.getByRole("link", { name: "Register" }).click();
  const email = newEmail();
  await page.getByLabel("First name").fill("Wanda");
  await page.getByLabel("Last name").fill("Walker");
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email$/);
  const code = await codeFor(email);
  const boxes = page.getByRole("main").getByRole("textbox");
  if (scripts) {
    await expect(boxes).toHaveCount(5);
    await boxes.first().click();
    await page.keyboard.type(code);
  } else await boxes.first().fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\d\/checkout$/);
});

test("a merchant's sign-up keeps the way through its three steps", async ({ page, request }) => {
  await page.goto("/merchant/products/add");
  await page.getByRole("link", { name: "Register" }).click();
  const email = newEmail();
  await page.getByLabel("First name").fill("Mia");
  await page.getByLabel("Last name").fill("Miller");
  await page.getByRole("main").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Store name").fill("The Mill");
  await page.getByLabel("Business address").fill("1 Mill Road");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Username").fill("miller");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email$/);
  const verified = await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(email) } });
  expect(verified.status()).toBe(200);
  await page.goto("/signup/success");
  await expect(page.getByRole("link", { name: "Login" })).toHaveAttribute(
    "href",
    "/login/merchant?redirect_uri=%2Fmerchant%2Fproducts%2Fadd",
  );
});

test("an address of another site is not kept", async ({ page }) => {
  await page.goto("/login/customer?redirect_uri=https%3A%2F%2Fevil.example%2Fcheckout");
  await expect(page.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/signup/customer");
  await page.goto("/login/customer?redirect_uri=%2F%5Cevil.example");
  await expect(page.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/signup/customer");
});
