import type { Page } from "@playwright/test";
import { analyse } from "./look";
import { addToCart, DEMO_PASSWORD, expect, logIn, productsInStock, test } from "./shop";

/* People's system settings: larger text, other colours, printing, right-to-left text. */

/** Returns the addresses that most people see, with a product in the cart. */
async function mainPages(page: Page): Promise<string[]> {
  const [product] = await productsInStock(page.request);
  await addToCart(page, product!._id);
  return [
    "/",
    "/products",
    `/products/${product!._id}`,
    `/stalls/${product!.merchant._id}`,
    "/shopping_cart",
    "/login/customer",
    "/signup/customer",
    "/contact",
  ];
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens each page at this width, changes it, and returns the pages that scroll sideways. */
async function scrollSideways(
  page: Page,
  addresses: string[],
  width: number,
  change: (page: Page) => Promise<unknown>,
) {
  await page.setViewportSize({ width, height: 640 });
  const differences: unknown[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await change(page);
    const by = await overflow(page);
    if (by > 0) differences.push([address, by]);
  }
  return differences;
}

const turn = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));

test("read from the right, no page scrolls sideways, and what stood at the start stands there still", async ({
  page,
}) => {
  test.slow();
  const pages = await mainPages(page);
  for (const width of [360, 1280]) expect(await scrollSideways(page, pages, width, turn)).toEqual([]);
  await page.goto("/products");
  await turn(page);
  const middle = 640;
  const at = async (box: Promise<{ x: number; width: number } | null>) => {
    const { x, width } = (await box)!;
    return x + width / 2;
  };
  const banner = page.getByRole("banner");
  expect(await at(banner.getByRole("link").first().boundingBox())).toBeGreaterThan(middle);
  expect(await at(banner.getByRole("link", { name: "My Account" }).boundingBox())).toBeLessThan(middle);
  const card = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 3 }) });
  const whole = (await card.first().boundingBox())!;
  const heart = (await card
    .first()
    .getByRole("button", { name: /^Wishlist/ })
    .boundingBox())!;
  expect(heart.x - whole.x).toBeLessThan(whole.width / 2);
  // Arrows point in the reading direction.
  const arrow = page.getByRole("navigation", { name: "Pages" }).locator("svg").last();
  const mirrored = () => arrow.evaluate((icon) => getComputedStyle(icon).transform);
  expect(await mirrored()).toBe("matrix(-1, 0, 0, 1, 0, 0)");
  await page.goto("/products");
  expect(await mirrored()).toBe("none");
});

test("work areas read from the right as well", async ({ page }) => {
  test.slow();
  await logIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  const pages = ["/merchant", "/merchant/orders", "/merchant/products", "/merchant/account_settings"];
  for (const width of [360, 1280]) expect(await scrollSideways(page, pages, width, turn)).toEqual([]);
});

test("with text twice as large, and magnified four times, everything is in the page", async ({ page }) => {
  test.slow();
  const pages = await mainPages(page);
  const doubleText = () => page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  for (const width of [360, 1280]) expect(await scrollSideways(page, pages, width, doubleText)).toEqual([]);
  // 1280 pixels at 400 % zoom are 320 pixels.
  expect(await scrollSideways(page, pages, 320, async () => undefined)).toEqual([]);
});

test("with text twice as large a merchant's first screen shows every figure whole", async ({ page }) => {
  await logIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  const doubleText = () => page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  expect(await scrollSideways(page, ["/merchant"], 360, doubleText)).toEqual([]);
  const cut = await page
    .getByRole("main")
    .locator("li, td, td > *")
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
  expect(cut).toEqual([]);
});

test("with the system's own colours, what only a ground says is said by a line", async ({ page, scripts }) => {
  const [product] = await productsInStock(page.request);
  await addToCart(page, product!._id);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ forcedColors: "active" });
  // Each card has its sign of a lower price.
  await page.goto("/products?onSale=1");
  const border = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => parseFloat(getComputedStyle(one).borderTopWidth));
  expect(await border("main :checked + span")).toBeGreaterThanOrEqual(2);
  expect(await border("nav[aria-label=Pages] [aria-current]")).toBeGreaterThanOrEqual(2);
  expect(await border("main ul > li > span")).toBeGreaterThanOrEqual(1);
  expect(await analyse(page, scripts)).toEqual([]);
});

test("who asks for more contrast gets it: soft text and hairlines are as clear as the rest", async ({
  page,
  scripts,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const soft = async (contrast: "more" | "no-preference") => {
      await page.emulateMedia({ colorScheme, contrast });
      await page.goto("/");
      return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--soft-ink"));
    };
    expect(await soft("more")).not.toBe(await soft("no-preference"));
    await page.emulateMedia({ colorScheme, contrast: "more" });
    // Axe itself is a script. The styles are the same without scripts.
    expect(await analyse(page, scripts)).toEqual([]);
  }
});

test("an order on paper has what was ordered, and nothing to press", async ({ page }) => {
  await logIn(page, "buyer@example.com", DEMO_PASSWORD, "/login/customer");
  await page.goto("/customer/order_history");
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/order_history\/[0-9a-f]{24}$/);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
  await expect(page.getByRole("main").getByText(/\$\d/).first()).toBeVisible();
  for (const role of ["banner", "contentinfo", "navigation", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("an invoice on paper has its sum, and nothing to press", async ({ page }) => {
  await logIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await page.goto("/merchant/orders");
  const order = await page.getByRole("main").getByRole("link", { name: /#\d+$/ }).first().getAttribute("href");
  await page.goto(`${order}/invoice`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("main").getByText(/\$\d/).last()).toBeVisible();
  for (const role of ["banner", "contentinfo", "navigation", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});
