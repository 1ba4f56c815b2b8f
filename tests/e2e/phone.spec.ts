import type { Page } from "@playwright/test";
import { addToCart, DEMO_PASSWORD, expect, logIn, productsInStock, signIn, signInAsNewBuyer, test } from "./shop";
import { signInAsNewMerchant } from "./stall";

/* The parts of the site in the first screen of a small phone, measured in CSS pixels. */

test.use({ viewport: { width: 360, height: 640 } });

const boxes = async (page: Page, selector: string) => {
  // After a press the page is there before its styles, and a measurement then would be without them.
  await page.waitForLoadState();
  return page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
};

test("the header leaves the screen to the page: at most 112 pixels", async ({ page }) => {
  for (const address of ["/", "/products", "/login"]) {
    await page.goto(address);
    const { height } = (await page.getByRole("banner").boundingBox())!;
    expect([address, Math.round(height) <= 112, height]).toEqual([address, true, height]);
  }
});

test("a work area has a header of 56 pixels, its title within the first 100, and one menu", async ({ page }) => {
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  for (const address of ["/merchant", "/merchant/orders", "/merchant/products"]) {
    await page.goto(address);
    const header = (await page.getByRole("banner").boundingBox())!;
    expect([address, Math.round(header.height)]).toEqual([address, 57]);
    const title = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
    expect([address, title.y <= 100, title.y]).toEqual([address, true, title.y]);
  }
  const menu = page.getByRole("navigation", { name: "Merchant" });
  await expect(menu).toBeHidden();
  await page.locator("summary", { hasText: "Menu" }).click();
  await menu.getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL(/\/merchant\/orders$/);
  await expect(menu).toBeHidden();
  await page.getByRole("search", { name: "Find anything" }).getByRole("searchbox").fill("tomato");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/merchant\/search\?find=tomato$/);
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
});

test("home shows food within the first screen, and enough of it to be seen", async ({ page }) => {
  await page.goto("/");
  const [hero] = await boxes(page, "main section picture img");
  const visibleHeight = Math.min(hero!.bottom, 640) - hero!.top;
  expect(visibleHeight).toBeGreaterThanOrEqual(160);
});

test("cards stand in two columns wherever there are any", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  const addresses = ["/products", `/products/${product!._id}`, `/stalls/${product!.merchant._id}`];
  for (const address of addresses) {
    await page.goto(address);
    const cards = await boxes(page, "main ul > li:has(h3)");
    const columns = new Set(cards.map(({ left }) => Math.round(left)));
    expect([address, cards.length > 1, columns.size]).toEqual([address, true, 2]);
  }
});

test("a buyer's account has one menu", async ({ page, request }) => {
  await signInAsNewBuyer(page, request);
  await page.goto("/customer/order_history");
  await expect(page.locator("summary", { hasText: "Menu" }).filter({ visible: true })).toHaveCount(1);
});

test("home shows its five products in one row that scrolls sideways, and its categories once", async ({ page }) => {
  await page.goto("/");
  const cards = await boxes(page, "main ul > li:has(h3)");
  expect([cards.length, new Set(cards.map(({ top }) => Math.round(top))).size]).toEqual([5, 1]);
  await expect(page.getByRole("main").getByRole("link", { name: "Bakery" })).toHaveCount(1);
});

test("the lines of the cards of a row stand at the same height, and no row keeps room for a line that it lacks", async ({
  page,
}) => {
  await page.goto("/products");
  await page.waitForLoadState();
  const cards = await page.locator("main ul > li:has(h3)").evaluateAll((all) =>
    all.map((card) => {
      const [title, size, price, button] = ["h3 a", "h3 + p", "h3 + p + p", "form > div > :last-child"]
        .map((selector) => card.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect())
        .map(({ top, bottom }) => ({ top: Math.round(top), bottom }));
      return {
        row: Math.round(card.getBoundingClientRect().top),
        lines: [size?.top, price?.top, button?.top].join(),
        room: (size?.top ?? 0) - (title?.bottom ?? 0),
      };
    }),
  );
  const rows = [...new Set(cards.map(({ row }) => row))].map((top) => cards.filter(({ row }) => row === top));
  expect(rows.map((row) => row.length)).toEqual(rows.map(() => 2));
  expect(rows.map((row) => new Set(row.map(({ lines }) => lines)).size)).toEqual(rows.map(() => 1));
  expect(rows.filter((row) => Math.min(...row.map(({ room }) => room)) > 8)).toEqual([]);
});

test("the way to pay a cart is on the screen with its total, and leaves a low screen to the page", async ({
  page,
  request,
}) => {
  const products = await productsInStock(request);
  for (const product of products.slice(0, 4)) await addToCart(page, product._id);
  await page.goto("/shopping_cart");
  const onwards = page.getByRole("button", { name: "Proceed to Checkout" });
  await expect(onwards).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(onwards).not.toBeInViewport();
  await page.goto(`/products/${products[0]!._id}`);
  await expect(page.getByRole("button", { name: "Add to Cart", exact: true })).not.toBeInViewport();
});

const heights = async (page: Page, rows = "main tbody tr") =>
  (await boxes(page, rows)).map(({ top, bottom }) => bottom - top).toSorted((a, b) => a - b);

test("five orders of a merchant's stand on the screen", async ({ page }) => {
  await logIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await page.goto("/merchant/orders");
  const rows = await heights(page, "main form li");
  expect(rows.length).toBeGreaterThanOrEqual(6);
  expect(rows[Math.floor(rows.length / 2)]! * 5).toBeLessThanOrEqual(640);
});

test("five products of a merchant's stand on the screen", async ({ page, request }) => {
  await signInAsNewMerchant(page, request);
  const goods = ["Pears", "Sweetcorn", "Plum jam", "Runner beans", "Oyster mushrooms", "Rhubarb"];
  const csv = [
    "SKU,Title,Description,Price,Quantity,Barcode,Product category,Status",
    ...goods.map((title, n) => `P-${n},${title},Picked at dawn and sold the same day.,3.50,40,29,Fruit,In review`),
  ].join("\n");
  await page.goto("/merchant/products/import");
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "goods.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 6 products" }).click();
  await expect(page.getByText("Import done: 6 added")).toBeVisible();
  const rows = await heights(page);
  expect(rows.length).toBe(6);
  expect(rows.slice(0, 5).reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(640);
});

test("the third decimal of a sum is there, small and faint", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  await addToCart(page, product!._id);
  await page.goto("/shopping_cart");
  const total = page.getByRole("complementary").locator("dd").last();
  await expect(total).toHaveText(/^\$[\d,]+\.\d{3}$/);
  const [sum, third] = await Promise.all(
    [total, total.locator("small")].map((of) =>
      of.evaluate((one) => [parseFloat(getComputedStyle(one).fontSize), getComputedStyle(one).color] as const),
    ),
  );
  expect(third![0]).toBeLessThan(0.8 * sum![0]);
  expect(third![1]).not.toBe(sum![1]);
});

test.describe("under a finger", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("a notice stands in the screen, not over what is pressed, and lets a press through", async ({
    page,
    request,
  }) => {
    const [product] = await productsInStock(request);
    await page.goto(`/products/${product!._id}`);
    await page.getByLabel("Email for the newsletter").fill(`reader-${Date.now()}@example.com`);
    await page.getByRole("button", { name: "Subscribe" }).click();
    const notice = page.locator("body > p").filter({ hasText: /mail|newsletter/i });
    await expect(notice).toBeVisible();
    // Its sheets must be loaded: before that the page has a layout, but nothing is painted.
    await page.waitForLoadState();
    const box = (await notice.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(640);
    // Sticky buttons are in the lower half of a phone's screen.
    expect(box.y + box.height).toBeLessThanOrEqual(320);
    const header = (await page.getByRole("banner").boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(await notice.evaluate((one) => getComputedStyle(one).pointerEvents)).toBe("none");
  });

  test("in a work area a notice stands between the header and the heading, and hides neither", async ({ page }) => {
    await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
    const notice = page.getByRole("status").filter({ hasText: "Login Successful" });
    await expect(notice).toBeVisible();
    await page.waitForLoadState();
    const { y, height } = (await notice.boundingBox())!;
    const header = (await page.getByRole("banner").boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(header.y + header.height);
    expect((await page.getByRole("heading", { level: 1 }).boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
  });
});
