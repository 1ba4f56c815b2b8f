import type { Page } from "@playwright/test";
import sharp from "sharp";
import { SIZES } from "./look";
import { codeFor, linkFor } from "./outbox";
import { DEMO_PASSWORD, expect, scriptsReady, logIn, newEmail, productsInStock, signIn, test } from "./shop";

test("a card's heart and cart buttons toggle, and the header counts", async ({ page }) => {
  await page.goto("/products?q=honey");
  const cards = page.getByRole("main").getByRole("listitem");
  // A card of a product in several sizes has no cart button.
  const heart = cards
    .filter({ has: page.getByRole("button", { name: /^Add to Cart:/ }) })
    .getByRole("button", { name: /^Wishlist:/ })
    .first();
  // Found by its name, because other journeys put newer goods on sale meanwhile.
  const name = (await heart.getAttribute("aria-label"))!;
  const card = cards.filter({ has: page.getByRole("button", { name, exact: true }) });
  await card.getByRole("button", { name: /^Wishlist:/ }).click();
  await expect(page.getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  await expect(card.getByRole("button", { name: /^Wishlist:/ })).toHaveAttribute("aria-pressed", "true");
  await card.getByRole("button", { name: /^Add to Cart:/ }).click();
  await expect(page.getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  await card.getByRole("button", { name: /^In cart:/ }).click();
  await expect(page.getByRole("link", { name: "Shopping Cart, 0 products" })).toBeVisible();
  await page.goto("/wishlist");
  await expect(page.getByRole("main").getByText("Available")).toBeVisible();
});

test("search finds by title and by category in any case, filters and sorting keep together, and pages can be turned", async ({
  page,
  scripts,
}) => {
  await page.goto("/products?q=HONEY");
  await expect(page.getByText(/results? found/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { name: /honey/i }).first()).toBeVisible();
  await page.goto("/products");
  await page.getByRole("radio", { name: "Bakery" }).check({ force: true });
  if (!scripts) await page.getByRole("button", { name: "Update" }).click();
  await expect(page).toHaveURL(/categoryId=Bakery/);
  await page.getByLabel("Sort by").selectOption("price");
  if (!scripts) await page.getByRole("button", { name: "Update" }).click();
  await expect(page).toHaveURL(/sort=price/);
  await expect(page.getByRole("radio", { name: "Bakery" })).toBeChecked();
  const prices = (
    await page
      .getByRole("main")
      .locator("li")
      .filter({ has: page.getByRole("button") })
      .allInnerTexts()
  ).map((text) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replace(",", "")));
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  await page.goto("/products");
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(page.getByRole("main").getByRole("button", { name: /^Wishlist:/ })).toHaveCount(20);
  await page.getByRole("navigation", { name: /pages/i }).getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=3/);
  await expect(page.getByRole("main").getByRole("button", { name: /^Wishlist:/ })).toHaveCount(10);
});

test("a product's page adds the chosen quantity, and cannot add it twice by its button", async ({ page, request }) => {
  const [product] = await productsInStock(request);
  await page.goto(`/products/${product!._id}`);
  await page.getByRole("button", { name: "One more" }).click();
  await expect(page.getByRole("spinbutton", { name: "Quantity" })).toHaveValue("2");
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("button", { name: /^(Add to Cart|In cart)$/ }).first()).toBeDisabled();
  await expect(page.getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  await page.goto("/shopping_cart");
  await expect(page.getByLabel(`Quantity of ${product!.title}`)).toHaveValue("2");
  await page.getByRole("button", { name: `One less: ${product!.title}` }).click();
  await expect(page.getByLabel(`Quantity of ${product!.title}`)).toHaveValue("1");
  await expect(page.getByRole("button", { name: `One less: ${product!.title}` })).toBeDisabled();
  await page.getByRole("button", { name: `Remove ${product!.title}` }).click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("aria-disabled", "true");
});

test("a visitor's cart and wishlist move into the account at login and stay with it", async ({
  page,
  request,
  browser,
}) => {
  const goods = await productsInStock(request);
  const product = goods[2]!;
  await page.goto(`/products/${product._id}`);
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
  const email = newEmail();
  await request.post("/api/v1/user", {
    data: { email, password: DEMO_PASSWORD, firstName: "Mo", lastName: "Bile", privilege: "buyer" },
  });
  await request.post("/api/v1/user/otp", { data: { email, otp: await codeFor(email) } });
  await signIn(page, email, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
  const secondPage = await (await browser.newContext()).newPage();
  await signIn(secondPage, email, DEMO_PASSWORD);
  await expect(secondPage).toHaveURL(/\d\/customer$/);
  await secondPage.goto("/shopping_cart");
  await expect(secondPage.getByLabel(`Quantity of ${product.title}`)).toHaveValue("1");
  await page.getByRole("navigation").getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText(/signed out/i)).toBeVisible();
  await expect(page.getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();
});

test("the contact form keeps what was typed when it is refused, and thanks when it is sent", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("heading", { name: "Just Say Hello" })).toBeVisible();
  const form = page.getByRole("main").locator("form").last();
  await form.getByLabel(/Full name/).fill("Wanda Walker");
  await form.getByLabel(/Email/).fill("wanda@example.com");
  await form.getByLabel(/Subject/).fill("A question");
  await form.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText("Message is required").first()).toBeVisible();
  await expect(form.getByLabel(/Subject/)).toHaveValue("A question");
  await form.getByLabel(/Message/).fill("Do you deliver to the islands?");
  await form.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
});

test("the newsletter waits for the link in the mail", async ({ page }) => {
  const email = newEmail();
  await page.goto("/about");
  await page.getByLabel("Email for the newsletter").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("please open the link we have mailed you")).toBeVisible();
  await page.goto(await linkFor(email, /newsletter/, /\/newsletter\/confirm\?link=[\w.-]+/));
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByText(/Thank you/).first()).toBeVisible();
});

test("a shared link shows a product's picture as a JPEG of the size that the page says", async ({ request }) => {
  const [product] = await productsInStock(request);
  const html = await (await request.get(`/products/${product!._id}`)).text();
  const metaContent = (name: string) =>
    new RegExp(`<meta property="og:image${name}" content="([^"]+)"`).exec(html)?.[1];
  expect(metaContent(":type")).toBe("image/jpeg");
  const picture = await request.get(new URL(metaContent("")!).pathname);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
  const { format, width, height } = await sharp(await picture.body()).metadata();
  expect([format, width, height]).toEqual(["jpeg", Number(metaContent(":width")), Number(metaContent(":height"))]);
});

test("an unknown address says so with the right status and leads on", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: /not found/i })).toBeVisible();
});

test("a heart that is pressed while the line is down leaves the page where it is, and counts once the line is back", async ({
  page,
  context,
  scripts,
}) => {
  test.skip(!scripts, "Without scripts the browser itself says that the line is down.");
  await page.goto("/products");
  await page
    .getByRole("button", { name: /^Wishlist:/ })
    .nth(1)
    .click();
  await expect(page.getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  await context.setOffline(true);
  const heart = page.getByRole("button", { name: /^Wishlist:/ }).first();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("No connection. What you entered is kept on this phone")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Wishlist, 2 products" })).toBeVisible();
});

test("one page more that does not come leaves what was loaded, and comes when the line is back", async ({
  page,
  context,
  scripts,
}) => {
  test.skip(!scripts, "Without scripts the browser itself says that the line is down.");
  await page.goto("/products");
  const loadMore = page.getByRole("link", { name: "Load More" });
  const cards = page.getByRole("main").getByRole("button", { name: /^Wishlist:/ });
  await expect(cards).toHaveCount(10);
  await context.setOffline(true);
  await loadMore.click();
  await expect(page.getByText("No connection. What you asked for comes when the line is back.")).toBeVisible();
  await expect(cards).toHaveCount(10);
  await context.setOffline(false);
  await expect(cards).toHaveCount(20);
  await expect(page.getByText("No connection.")).toBeHidden();
});

test("a page that is long in coming says Loading..., and one that does not come says that it is the line", async ({
  page,
  scripts,
}) => {
  test.skip(!scripts, "Without scripts both are the browser's to say.");
  await page.goto("/about");
  await scriptsReady(page);
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/healthz", async (route) => {
    await arrival;
    await route.abort("internetdisconnected");
  });
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  arrive();
  await expect(page.getByText("No connection. What you asked for comes when the line is back.")).toBeVisible();
  await page.unroute("**/healthz");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Just Say Hello" })).toBeVisible();
});

test("whoever once signed in here, and has nothing in the cart, gets the pages that are kept for everybody", async ({
  request,
}) => {
  const kindOf = async (cookie: string) =>
    (await request.get("/about", { headers: cookie ? { Cookie: cookie } : {} })).headers()["cache-control"];
  expect(await kindOf("")).toContain("public");
  expect(await kindOf("browser=known.once")).toContain("public");
  expect(await kindOf("browser=known.once; notice=x")).toContain("private");
});

const lengthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test("a page is as long at first as when its end is seen, in the shop and in the office", async ({ page }) => {
  await logIn(page, "operator@example.com", DEMO_PASSWORD, "/login/customer");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of ["/terms", "/operator/products"]) {
      await page.goto(path);
      const length = await lengthOf(page);
      // Scrolled without a key, because the effect of a key depends on the browser.
      await page.getByText("© 2024 Fieldstall").scrollIntoViewIfNeeded();
      await expect(page.getByText("© 2024 Fieldstall")).toBeInViewport();
      expect(Math.abs((await lengthOf(page)) - length), `${path} at ${size.width} px`).toBeLessThanOrEqual(2);
    }
  }
});
