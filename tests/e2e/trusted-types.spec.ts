import type { Page } from "@playwright/test";
import {
  addToCart,
  DEMO_PASSWORD,
  expect,
  scriptsReady,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  test,
} from "./shop";

test.use({ serviceWorkers: "allow" });

/* In a browser with Trusted Types, no string becomes script or markup on our pages. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "There are no scripts to be trusted.");

/** Collects the errors and warnings of a page from now on. */
function complaints(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(`${page.url()}: ${message.text()}`);
  });
  return errors;
}

/** Opens pages and lets their scripts load. */
async function walk(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    const answer = await page.goto(path);
    expect([path, answer?.headers()["content-security-policy"]]).toEqual([
      path,
      expect.stringMatching(/require-trusted-types-for 'script'; trusted-types default in-place$/),
    ]);
    await scriptsReady(page);
  }
}

test("a visitor's pages work with nothing to complain of, a product opened from the list as well", async ({
  page,
  request,
}) => {
  const errors = complaints(page);
  const [product] = await productsInStock(request);
  await walk(page, [
    "/",
    "/products",
    "/shopping_cart",
    "/wishlist",
    "/login",
    "/signup/merchant",
    "/contact",
    "/faqs",
  ]);
  await page.goto("/products");
  await scriptsReady(page);
  await page.locator(`a[href^="/products/"]`).first().click();
  await expect(page.locator('script[type="application/ld+json"]')).toBeAttached();
  await walk(page, [`/products/${product!._id}`]);
  expect(errors).toEqual([]);
});

test("a buyer's pages and the checkout work with nothing to complain of", async ({ page, request }) => {
  const errors = complaints(page);
  const [product] = await productsInStock(request);
  await signInAsNewBuyer(page, request);
  await addToCart(page, product!._id);
  await walk(page, [
    "/customer",
    "/customer/account_settings",
    "/checkout",
    "/security",
    "/security/passkeys",
    "/sessions",
  ]);
  expect(errors).toEqual([]);
});

test("a merchant's and an operator's pages work with nothing to complain of", async ({ page }) => {
  const errors = complaints(page);
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  await walk(page, ["/merchant", "/merchant/products", "/merchant/products/add", "/merchant/account_settings"]);
  await page.context().clearCookies();
  await signIn(page, "operator@example.com", DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/operator$/);
  await walk(page, ["/operator", "/operator/users", "/operator/categories", "/operator/audit_log"]);
  expect(errors).toEqual([]);
});

test("markup, code and addresses elsewhere are refused, an address of the shop's own is not", async ({ page }) => {
  await page.goto("/products");
  await scriptsReady(page);
  const attempts = await page.evaluate(() => {
    const outcome = (work: () => void) => {
      try {
        work();
        return "taken";
      } catch (failure) {
        return (failure as Error).name;
      }
    };
    const script = () => document.createElement("script");
    return {
      markup: outcome(() => (document.createElement("div").innerHTML = "<img src=x onerror=alert(1)>")),
      parsed: outcome(() => new DOMParser().parseFromString("<p>", "text/html")),
      code: outcome(() => (script().text = "alert(1)")),
      handler: outcome(() => document.createElement("p").setAttribute("onclick", "alert(1)")),
      elsewhere: outcome(() => (script().src = "https://example.com/a.js")),
      data: outcome(() => (script().src = "data:text/javascript,alert(1)")),
      own: outcome(() => (script().src = "/sw.js")),
      policy: outcome(() => window.trustedTypes?.createPolicy("planted", {})),
      words: outcome(() => (document.createElement("div").innerHTML = "only words")),
    };
  });
  expect(attempts).toEqual({
    markup: "TypeError",
    parsed: "TypeError",
    code: "TypeError",
    handler: "TypeError",
    elsewhere: "TypeError",
    data: "TypeError",
    own: "taken",
    policy: "TypeError",
    words: "taken",
  });
});
