import path from "node:path";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import Database from "better-sqlite3";
import sharp from "sharp";
import { look } from "./look";
import {
  addToCart,
  DEMO_PASSWORD,
  expect,
  fillBilling,
  logIn,
  PASSWORD,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  test,
} from "./shop";

/** Returns a picture of one colour. */
const pear = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#9acd32" } })
    .png()
    .toBuffer();

/* A session that ends in the middle of a form. After signing in again, the same person finds the form filled in. */

const SAID = "Please sign in again. What you entered is kept.";
/** The data folder of the journeys' shop (playwright.config.ts). */
const DATA = ".test/e2e-data";
const FILLED_IN = /This was not sent yet\. What you entered is filled in again/;

/** Logs out in another tab of the same browser. */
async function logOutElsewhere(context: BrowserContext, area: string) {
  const tab = await context.newPage();
  await tab.goto(area);
  await tab
    .getByRole("button", { name: /log ?out/i })
    .first()
    .click();
  await expect(tab).not.toHaveURL(new RegExp(`${area}$`));
  await tab.close();
}

async function signInHere(page: Page, email: string, password: string) {
  // Waits for the login page, because the form that was sent may have an address field as well.
  await expect(page).toHaveURL(/\/login\//);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Lets the sessions of an account expire. The browser still has its cookie. */
function timeGoesBy(email: string) {
  const database = new Database(path.join(DATA, "fieldstall.db"));
  const sql = `update tokens set "expiresAt" = ? where "userId" = (select _id from users where email = ?)`;
  const { changes } = database.prepare(sql).run(new Date(Date.now() - 1000).toISOString(), email);
  database.close();
  expect(changes).toBeGreaterThan(0);
}

async function choosePasswordElsewhere(request: APIRequestContext, email: string, newPassword: string) {
  const login = await request.post("/api/v1/user/login", { data: { email, password: PASSWORD } });
  const { token } = (await login.json()) as { token: string };
  const passwordAnswer = await request.put("/api/v1/user/update-password", {
    headers: { Authorization: token },
    data: { oldPassword: PASSWORD, newPassword, confirmNewPassword: newPassword },
  });
  expect(passwordAnswer.status()).toBe(200);
}

test("a checkout typed while the session ended stands filled in after signing in, and is sent then", async ({
  page,
  request,
  context,
}, info) => {
  const [product] = await productsInStock(request);
  const { email } = await signInAsNewBuyer(page, request);
  await addToCart(page, product!._id);
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByLabel("Order Notes").fill("Leave it with the neighbour.");
  await logOutElsewhere(context, "/customer");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page.getByText(SAID)).toBeVisible();

  await signInHere(page, email, PASSWORD);
  await expect(page.getByText(FILLED_IN)).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\?kept=[0-9a-f]{64}$/);
  await look(page, `/checkout${new URL(page.url()).search}`, info, "checkout filled in again");
  const values = async () => {
    await expect(page.getByLabel("Order Notes")).toHaveValue("Leave it with the neighbour.");
    await expect(page.getByLabel("Street address").first()).toHaveValue("12 Orchard Row");
    await expect(page.getByLabel("Country / Region").first()).toHaveValue("United States");
  };
  await values();
  // The page can be loaded again, because a response may be lost on its way.
  await page.reload();
  await values();
  const address = page.url();
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await page.goto(address);
  await expect(page.getByText(FILLED_IN)).toHaveCount(0);
});

test("another account that signs in instead never sees it, and what it holds is not done in its name", async ({
  page,
  request,
  context,
}) => {
  const first = await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await page.getByLabel("First name").first().fill("Waltraud");
  const tab = await context.newPage();
  await signInAsNewBuyer(tab, request);
  // The page still belongs to the first account. The browser is now signed in as the second.
  await page.getByRole("button", { name: /save/i }).first().click();
  await expect(page.getByText(`That page was made for another account. ${SAID}`)).toBeVisible();
  await tab.goto("/customer/account_settings");
  await expect(tab.getByLabel("First name").first()).toHaveValue("Wanda");

  const address = new URL(page.url());
  const second = await context.newPage();
  await second.goto(address.searchParams.get("redirect_uri")!);
  await expect(second.getByText(FILLED_IN)).toHaveCount(0);
  await expect(second.getByLabel("First name").first()).toHaveValue("Wanda");

  await signInHere(page, first.email, PASSWORD);
  await expect(page.getByText(FILLED_IN)).toBeVisible();
  await expect(page.getByLabel("First name").first()).toHaveValue("Waltraud");
});

test("an address that comes back after the sign-in writes over nothing that was saved meanwhile", async ({
  page,
  request,
  context,
  browser,
  scripts,
}) => {
  const address = "/customer/account_settings";
  const save = (tab: Page) => tab.locator("#billing").getByRole("button", { name: "Save Changes" }).click();
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto(address);
  await page.getByLabel("Street address").fill("12 Orchard Row");
  const secondPage = await (await browser.newContext({ javaScriptEnabled: scripts })).newPage();
  await logIn(secondPage, email, PASSWORD, "/login/customer");
  await secondPage.goto(address);
  await secondPage.getByLabel("City").fill("Burlington");
  await save(secondPage);
  await expect(secondPage.getByText("Billing Information Updated Successfully")).toBeVisible();

  await logOutElsewhere(context, "/customer");
  await save(page);
  await signInHere(page, email, PASSWORD);
  await expect(page.getByText(FILLED_IN)).toBeVisible();
  await expect(page.getByLabel("Street address")).toHaveValue("12 Orchard Row");
  await save(page);
  await expect(page.getByText("Billing Information Updated Successfully")).toBeVisible();
  await expect(page.getByLabel("Street address")).toHaveValue("12 Orchard Row");
  await expect(page.getByLabel("City")).toHaveValue("Burlington");
});

test("a product that was being added comes back with its picture", async ({ page, context, scripts }) => {
  // With scripts, a picture is uploaded by itself before the form is sent.
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  await page.goto("/merchant/products/add");
  await page.getByLabel("Title").fill("Pears of the old tree, a bag");
  await page.getByLabel("Description").fill("Picked at dawn and sold the same day.");
  await page.getByLabel("Price").fill("12.00");
  await page.getByLabel("SKU").fill("PEAR-1");
  await page.getByLabel("Barcode").fill("2900000000000");
  await page.getByLabel("Quantity").fill("40");
  await page.getByLabel("Product Category").selectOption({ index: 1 });
  await page
    .locator("input[type=file][name=photos]")
    .setInputFiles({ name: "pear.png", mimeType: "image/png", buffer: await pear() });
  if (scripts) await expect(page.getByText("pear.png is uploaded.")).toBeAttached();
  await logOutElsewhere(context, "/merchant");
  await page
    .getByRole("button", { name: /^(add|save)( product)?$/i })
    .first()
    .click();
  await expect(page.getByText(SAID)).toBeVisible();
  await signInHere(page, "merchant@example.com", DEMO_PASSWORD);
  await expect(page.getByText(FILLED_IN)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Pears of the old tree, a bag");
  await expect(page.locator("input[name='image[0]']")).toHaveValue(/^[0-9a-f]{24}$/);
});

test("a session whose time is over in the middle of a form asks to sign in again, and the form stands filled in", async ({
  page,
  request,
}) => {
  const [product] = await productsInStock(request);
  const { email } = await signInAsNewBuyer(page, request);
  await addToCart(page, product!._id);
  await page.goto("/checkout");
  await fillBilling(page);
  await page.getByLabel("Order Notes").fill("Leave it in the shed.");
  timeGoesBy(email);
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page.getByText(SAID)).toBeVisible();
  // It stays, while other notices disappear after three seconds.
  await expect(page.getByText(SAID)).toHaveCSS("animation-name", "none");
  await signInHere(page, email, PASSWORD);
  await expect(page.getByText(FILLED_IN)).toBeVisible();
  await expect(page.getByLabel("Order Notes")).toHaveValue("Leave it in the shed.");
  await expect(page.getByLabel("Street address").first()).toHaveValue("12 Orchard Row");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await expect(page.getByText("Leave it in the shed.")).toBeVisible();
});

test("what was put into the cart and the wishlist when the session had ended is there after signing in", async ({
  page,
  request,
}) => {
  const [inCart, wishProduct] = await productsInStock(request);
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto(`/products/${inCart!._id}`);
  await page.getByLabel(/^Quantity/).fill("3");
  timeGoesBy(email);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByText("What you added is kept. Please sign in again.")).toBeVisible();
  await page
    .getByRole("link", { name: /customer/i })
    .first()
    .click();
  await signInHere(page, email, PASSWORD);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto("/shopping_cart");
  await expect(page.getByLabel(`Quantity of ${inCart!.title}`)).toHaveValue("3");
  await page.goto(`/products/${wishProduct!._id}`);
  timeGoesBy(email);
  await page.getByRole("button", { name: "Add to wishlist" }).click();
  await expect(page.getByText("What you added is kept. Please sign in again.")).toBeVisible();
  await page.goto("/login/customer");
  await signInHere(page, email, PASSWORD);
  await expect(page.getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
});

test("a password that is changed on another device ends the session in the middle of a form, which is kept for who knows the new one", async ({
  page,
  request,
}) => {
  const { email } = await signInAsNewBuyer(page, request);
  await page.goto("/customer/account_settings");
  await page.getByLabel("First name").first().fill("Waltraud");
  await choosePasswordElsewhere(request, email, "walnut-harbour-31");
  await page.getByRole("button", { name: /save/i }).first().click();
  await expect(page.getByText(SAID)).toBeVisible();
  await signInHere(page, email, PASSWORD);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.getByText(FILLED_IN)).toHaveCount(0);
  await signInHere(page, email, "walnut-harbour-31");
  await expect(page.getByText(FILLED_IN)).toBeVisible();
  await expect(page.getByLabel("First name").first()).toHaveValue("Waltraud");
  await page.getByRole("button", { name: /save/i }).first().click();
  await expect(page.getByText(FILLED_IN)).toHaveCount(0);
  await page.goto("/customer/account_settings");
  await expect(page.getByLabel("First name").first()).toHaveValue("Waltraud");
});
