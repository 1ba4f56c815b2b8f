import { tabTo } from "./keys";
import { expect, scriptsReady, productsInStock, signInAsNewBuyer, test } from "./shop";

/* People who use no mouse, and people who hear the page instead of seeing it. */

test("with keys alone a buyer searches, puts food into the cart, changes how many and comes to the payment", async ({
  page,
  request,
  scripts,
}) => {
  test.slow();
  await signInAsNewBuyer(page, request);
  const product = (await productsInStock(request)).find(({ title }) => /^[a-z ]+/i.test(title))!;
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await tabTo(page, page.getByRole("banner").getByLabel("Search products"));
  await page.keyboard.type(product.title);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/products\?q=/);
  // The skip link leads past the header and the filters.
  await page.goto(page.url());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: product.title, exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
  if (scripts) await scriptsReady(page);
  await tabTo(page, page.getByRole("main").getByRole("button", { name: "Add to Cart", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: "Shopping Cart, 1 product" })).toBeVisible();

  await page.goto("/shopping_cart");
  if (scripts) await scriptsReady(page);
  await tabTo(page, page.getByRole("button", { name: /^(Increase|More|One more|\+)/i }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("spinbutton").first()).toHaveValue("2");
  await tabTo(page, page.getByRole("main").getByText("Proceed to Checkout"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout$/);
  await tabTo(page, page.getByLabel("First name", { exact: false }));
});

test("who hears the page hears its parts in their order, what a control is and what has changed", async ({
  page,
  scripts,
}) => {
  const [product] = await productsInStock(page.request);
  await page.goto("/products");
  await expect(page.locator("body")).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - link /Fieldstall/
      - link /Wishlist/
      - link /Shopping Cart/
      - link "My Account"
      - navigation "Main"
      - search "Search the shop":
        - combobox "Search products"
        - button "Search"
    - main:
      - navigation "Breadcrumb"
      - heading "Products" [level=1]
      - status: /\\d+ results found/
      - heading "Results" [level=2]
      - list
    - contentinfo
  `);
  await page.goto(`/products/${product!._id}`);
  if (scripts) await scriptsReady(page);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Add to Cart", exact: true }).click();
  // The result is announced, whatever has the focus.
  await expect(page.getByRole("status").filter({ hasText: /cart/i }).first()).toBeAttached();
  await page.goto("/contact");
  if (scripts) await scriptsReady(page);
  await main.getByLabel("Email").fill("nobody@nowhere");
  await main.getByRole("button", { name: "Send message" }).click();
  const field = main.getByLabel("Email");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/Email is invalid/);
  await expect(main.getByRole("alert")).toContainText("Email is invalid");
});
