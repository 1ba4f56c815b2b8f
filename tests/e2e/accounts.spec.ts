import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { codeFor, linkFor } from "./outbox";
import {
  addToCart,
  expect,
  fillBilling,
  newEmail,
  PASSWORD,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  test,
} from "./shop";
import { aStall, buyGoods, onSale } from "./stall";

async function enterCode(page: Page, code: string, scripts: boolean) {
  if (scripts) {
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(5);
    await page.getByRole("main").getByRole("textbox").first().click();
    await page.keyboard.type(code);
  } else await page.getByRole("main").getByRole("textbox").first().fill(code);
}

test("somebody who has not verified cannot sign in, is told so, and finds the way to a new code", async ({
  page,
  request,
}) => {
  const email = newEmail();
  await request.post("/api/v1/user", {
    data: { email, password: PASSWORD, firstName: "Una", lastName: "Verified", privilege: "buyer" },
  });
  // A job makes the account after the response to the sign-up.
  const before = await codeFor(email);
  await signIn(page, email, PASSWORD);
  await expect(page.getByRole("alert").filter({ hasText: "not verified" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByRole("link", { name: "Email not verified? Verify" }).click();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email/);
  const code = await codeFor(email, before);
  // A newcomer to the demo reads the code there.
  await page.goto("/outbox");
  await expect(page.getByRole("article").filter({ hasText: email }).filter({ hasText: code })).toBeVisible();
});

test("somebody whose keyboard has digits of its own confirms an address with them, orders and pays", async ({
  page,
  request,
  scripts,
}) => {
  const inArabic = (text: string) => text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] as string);
  const email = newEmail();
  await page.goto("/signup/customer");
  await page.getByLabel("First name").fill("Amal");
  await page.getByLabel("Last name").fill("Haddad");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: /create account|sign up/i }).click();
  await expect(page).toHaveURL(/\/signup\/verify_email$/);
  await enterCode(page, inArabic(await codeFor(email)), scripts);
  await page
    .getByRole("button", { name: /verify|submit/i })
    .first()
    .click();
  await expect(page.getByText("Account Created Successfully")).toBeVisible();
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);

  await addToCart(page, await onSale(request, await aStall(request), `Dates ${Date.now()}`));
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByLabel("Phone").first().fill(inArabic("+20 100 1234567"));
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await page.getByLabel("Card number").fill(inArabic("4242 4242 4242 4242"));
  await page.getByLabel("Expiry date").fill(inArabic("04 / 34"));
  await page.getByLabel("Security code").fill(inArabic("123"));
  await page.getByRole("button", { name: /^Pay \$\d/ }).click();
  await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();
  await page.goto("/customer/order_history");
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page.getByText("+201001234567").first()).toBeVisible();
});

test("a wrong password is refused above the form, and nothing typed but the password is lost", async ({ page }) => {
  await signIn(page, "buyer@example.com", "not-the-password");
  await expect(page.getByRole("alert").filter({ hasText: "Email or password is wrong." })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("buyer@example.com");
});

test("a reset that somebody has begun is not gone on with by who signs out or in next on the same phone", async ({
  page,
  request,
}) => {
  const { email } = await signInAsNewBuyer(page, request);
  const begin = async () => {
    await page.goto("/reset_password");
    await page.getByRole("main").getByLabel("Email", { exact: true }).fill(newEmail());
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page).toHaveURL(/\/reset_password\/verification$/);
  };
  const isForgotten = async () => {
    await page.goto("/reset_password/verification");
    await expect(page).toHaveURL(/\/reset_password$/);
  };
  await begin();
  await page.goto("/customer");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await isForgotten();
  await begin();
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/customer");
  await isForgotten();
});

test("the page on which somebody logs out is dropped from the browser's memory once it is in there", async ({
  page,
  request,
}) => {
  await signInAsNewBuyer(page, request);
  await page.goto("/customer");
  // A headless browser keeps no pages for Back. After the logout, this response makes other browsers drop theirs.
  const dropped = page.waitForResponse("**/logout/forget");
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  expect(await (await dropped).headerValue("clear-site-data")).toBe('"cache"');
  await page.reload();
  await expect(page.getByText("You are signed out.")).toHaveCount(0);
  const foreign = await request.get("/logout/forget", { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect([foreign.status(), foreign.headers()["clear-site-data"]]).toEqual([200, undefined]);
});

test("a forgotten password is replaced by way of the mailed code", async ({ page, request, scripts, browser }) => {
  const { email } = await signInAsNewBuyer(page, request);
  const secondPage = await (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
  await secondPage.goto("/login/customer");
  await secondPage.getByRole("link", { name: "Forgotten Password?" }).click();
  await expect(secondPage.getByRole("heading", { name: "Reset password" })).toBeVisible();
  await secondPage.getByLabel("Email", { exact: true }).fill(email);
  await secondPage.getByRole("button", { name: "Send code" }).click();
  await expect(secondPage).toHaveURL(/\/reset_password\/verification$/);
  await enterCode(secondPage, await linkFor(email, /for a new password/, /\d{5}(?= is your code)/), scripts);
  await secondPage.getByRole("main").getByRole("button").first().click();
  await expect(secondPage).toHaveURL(/\/reset_password\/newPassword$/);
  const field = (name: string) => secondPage.locator(`input[name=${name}]`);
  await field("password").fill("brand-new-basket-1");
  await field("confirmPassword").fill("brand-new-basket-2");
  if (scripts) await expect(secondPage.getByText("Passwords do not match").first()).toBeVisible();
  await field("confirmPassword").fill("brand-new-basket-1");
  await secondPage
    .getByRole("main")
    .getByRole("button", { name: /save|set|change|reset|submit/i })
    .first()
    .click();
  await expect(secondPage).toHaveURL(/\/reset_password\/success$/);
  // The earlier session has ended.
  await page.goto("/customer");
  await expect(page).toHaveURL(/\/login\/customer/);
  await signIn(page, email, "brand-new-basket-1");
  await expect(page).toHaveURL(/\d\/customer$/);
});

test("a picture of 20 MB is refused on its form, which keeps what was typed", async ({ page, request }, info) => {
  test.slow();
  await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  const profile = page.locator("section").filter({ has: page.getByRole("heading", { name: "Account Settings" }) });
  await profile.getByLabel("First name").fill("Wilma");
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3a7" } })
    .png()
    .toBuffer();
  // Read from a file, because Playwright sends bytes to the browser as text.
  const file = info.outputPath("me.png");
  await writeFile(file, Buffer.concat([png, Buffer.alloc(20_000_000)]));
  await profile.locator("input[type=file]").setInputFiles(file);
  await profile.getByRole("button", { name: /save/i }).click();
  await expect(profile.getByText("File is larger than 10485760 bytes").first()).toBeVisible();
  await expect(profile.getByLabel("First name")).toHaveValue("Wilma");
});

test("settings save the profile with a picture, the billing address and a new password", async ({
  page,
  request,
  scripts,
}) => {
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  const card = (name: string) =>
    page
      .getByRole("main")
      .locator("section")
      .filter({ has: page.getByRole("heading", { name }) });
  const profile = card("Account Settings");
  await profile.getByLabel("First name").fill("Wilma");
  await profile.locator("input[type=file]").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: "#3a7" } })
      .png()
      .toBuffer(),
  });
  // The picture is shown above the button and moves it down, so it must appear first.
  if (scripts) await expect(profile.getByRole("img", { name: "me.png" })).toBeVisible();
  await profile.getByRole("button", { name: /save/i }).click();
  await expect(page.getByText("Profile Updated Successfully")).toBeVisible();
  const billing = card("Billing Address");
  await billing.getByLabel("Street address").fill("1 New Lane");
  await billing.getByLabel("Country / Region").selectOption("Germany");
  if (!scripts) await billing.getByRole("button", { name: "Update regions" }).click();
  await billing.getByLabel("State").selectOption("Bayern");
  await billing.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Billing Information Updated Successfully")).toBeVisible();
  const password = card("Change Password");
  await password.getByLabel(/^Old password|^Current password/i).fill(PASSWORD);
  await password.getByLabel(/^New password/i).fill("another-basket-22");
  await password.getByLabel(/^Confirm/i).fill("another-basket-22");
  await password.getByRole("button", { name: /change|save|update/i }).click();
  await expect(page.getByText("Password Changed Successfully")).toBeVisible();
  await page.goto("/customer");
  await expect(page.getByText("1 New Lane")).toBeVisible();
  await expect(page.getByRole("main").getByText("Wilma Walker")).toBeVisible();
  const data = await page.request.get("/customer/my_data");
  expect(data.headers()["content-disposition"]).toContain("attachment");
  expect(await data.text()).toContain(email);
});

test("a state of the country that was chosen before is asked about, in the settings and at the checkout", async ({
  page,
  request,
  scripts,
}) => {
  const [product] = await productsInStock(request);
  await signInAsNewBuyer(page, request);
  await addToCart(page, product!._id);
  await page.goto("/customer/account_settings");
  const billing = page.locator("section").filter({ has: page.getByRole("heading", { name: "Billing Address" }) });
  await billing.getByLabel("Country / Region").selectOption("Germany");
  if (!scripts) await billing.getByRole("button", { name: "Update regions" }).click();
  await billing.getByLabel("State").selectOption("Bayern");
  await billing.getByLabel("Country / Region").selectOption("Canada");
  await billing.getByRole("button", { name: "Save Changes" }).click();
  if (!scripts) {
    await expect(billing.getByText("Bayern is not in Canada.").first()).toBeVisible();
    await billing.getByLabel("Province").selectOption("Ontario");
    await billing.getByRole("button", { name: "Save Changes" }).click();
  }
  await expect(page.getByText("Billing Information Updated Successfully")).toBeVisible();

  await page.goto("/checkout");
  for (const label of ["First name", "Last name", "Street address", "City"])
    await page.getByLabel(label).first().fill("Bath");
  await page.getByLabel("Country / Region").first().selectOption("United Kingdom");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  if (!scripts) {
    await expect(page.getByText("Ontario is not in United Kingdom.").first()).toBeVisible();
    await page.getByRole("button", { name: "Checkout", exact: true }).click();
  }
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await expect(page.getByText("Ontario")).toBeHidden();
});

test("an account can be deleted with its password, and cannot be used afterwards", async ({ page, request }) => {
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await page.getByRole("link", { name: /delete/i }).click();
  await page.getByLabel("Your password").fill("wrong-one");
  await page
    .getByRole("main")
    .getByRole("button", { name: /delete/i })
    .click();
  await expect(page.getByText("The password is wrong.").first()).toBeVisible();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page
    .getByRole("main")
    .getByRole("button", { name: /delete/i })
    .click();
  await expect(page).toHaveURL(/\d\/$/);
  await signIn(page, email, PASSWORD);
  await expect(page.getByRole("alert").filter({ hasText: "Email or password is wrong." })).toBeVisible();
});

test("who never had the answer to a deletion and asks again is told that the account is gone", async ({
  page,
  request,
}) => {
  await signInAsNewBuyer(page, request);
  const cookies = await page.context().cookies();
  const ask = () =>
    page.context().request.post("/customer/delete_account", {
      form: { password: PASSWORD },
      headers: { "Sec-Fetch-Site": "same-origin" },
      maxRedirects: 0,
    });
  await ask();
  // The browser still has the session, as if the response had been lost.
  await page.context().addCookies(cookies);
  const second = await ask();
  await page.goto(second.headers()["location"] ?? "");
  await expect(page.getByText("If you have deleted your account just now, that is done")).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("authToken");
});

test("an order can be bought again", async ({ page, request }) => {
  const { email } = await signInAsNewBuyer(page, request);
  const [plain, otherProduct] = await productsInStock(request);
  const { orderId } = await buyGoods(request, email, [
    { product: plain!._id, quantity: 1 },
    { product: otherProduct!._id, quantity: 2 },
  ]);
  await page.goto("/customer/order_history");
  await page.getByRole("button", { name: /^buy again order #/i }).click();
  await expect(page).toHaveURL(/\/shopping_cart/);
  await expect(page.getByText("Everything is in your cart again.")).toBeVisible();
  await page.getByRole("button", { name: "Empty cart" }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await page.goto("/customer/order_history");
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/${orderId}$`));
  await page.getByRole("button", { name: /buy again/i }).click();
  await expect(page).toHaveURL(/\/shopping_cart/);
  await expect(page.getByLabel(`Quantity of ${plain!.title}`)).toHaveValue("1");
  await expect(page.getByLabel(`Quantity of ${otherProduct!.title}`)).toHaveValue("2");
});

test("an order that is not there says so inside the area", async ({ page }) => {
  await signIn(page, "buyer@example.com", "harvest-moon-7");
  await expect(page).toHaveURL(/\d\/customer$/);
  const response = await page.goto("/customer/order_history/000000000000000000000000");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("404 - Page Not Found")).toBeVisible();
  await page.getByRole("link", { name: "Go to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("an address to come back to counts only when it is on this site", async ({ page }) => {
  await signIn(page, "buyer@example.com", "harvest-moon-7", "/login/customer?redirect_uri=https%3A%2F%2Fevil.example");
  await expect(page).toHaveURL(/\d\/customer$/);
});
