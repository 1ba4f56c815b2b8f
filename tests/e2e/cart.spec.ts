import type { APIRequestContext, Page } from "@playwright/test";
import { look } from "./look";
import { addToCart, expect, fillBilling, scriptsReady, productsInStock, signInAsNewBuyer, test } from "./shop";
import { aStall, call, onSale } from "./stall";

/* The cart is one form, and no price changes behind a buyer's back. */

const quantityOf = (page: Page, title: string) => page.getByLabel(`Quantity of ${title}`);

test("a quantity typed into the cart counts when Checkout is pressed", async ({ page, request }) => {
  const [first, second] = await productsInStock(request);
  await signInAsNewBuyer(page, request);
  for (const product of [first!, second!]) await addToCart(page, product._id);
  await page.goto("/shopping_cart");
  await quantityOf(page, first!.title).fill("3");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText("× 3")).toBeVisible();
  await page.goto("/shopping_cart");
  await expect(quantityOf(page, first!.title)).toHaveValue("3");
});

test("a quantity typed by a visitor counts when another line is removed", async ({ page, request }) => {
  const [first, second] = await productsInStock(request);
  for (const product of [first!, second!]) await addToCart(page, product._id);
  await page.goto("/shopping_cart");
  await quantityOf(page, first!.title).fill("4");
  await page.getByRole("button", { name: `Remove ${second!.title}` }).click();
  await expect(quantityOf(page, second!.title)).toHaveCount(0);
  await expect(quantityOf(page, first!.title)).toHaveValue("4");
  // With scripts the quantity is saved a moment later.
  await expect(page.getByText(`$${(first!.amount * 4).toFixed(2)}`).first()).toBeVisible();
  await page.goto("/shopping_cart");
  await expect(quantityOf(page, first!.title)).toHaveValue("4");
});

/** Adds a stall with a product at $4.20, and returns a way to change the price. */
async function aPricedProduct(request: APIRequestContext) {
  const stall = await aStall(request);
  const title = `Quinces of ${stall.email.split("@")[0]}`;
  const id = await onSale(request, stall, title);
  const priceIt = async (amount: string) => {
    const { data } = await call<{ data: { quantity: number; sku: string } }>(
      request,
      stall.token,
      "GET",
      `/product/manage-product/${id}`,
    );
    const answer = await request.put(`/api/v1/product/manage-product?product=${id}`, {
      headers: { Authorization: stall.token },
      data: {
        title,
        description: "Grown with care and picked this morning.",
        amount,
        quantity: data.quantity,
        sku: data.sku,
        barcode: "2900000000017",
        category: stall.categoryId,
        availType: "published",
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  return { id, title, priceIt };
}

test("a price that changed since it was seen is announced in the cart, at the checkout and before the payment", async ({
  page,
  request,
}, info) => {
  const { id, title, priceIt } = await aPricedProduct(request);
  await signInAsNewBuyer(page, request);
  await addToCart(page, id);
  await page.goto("/shopping_cart");
  await expect(page.getByText(/The price was/)).toHaveCount(0);

  await priceIt("4.90");
  await page.goto("/shopping_cart");
  await expect(page.getByText("The price was $4.20 and is $4.90 now.")).toBeVisible();
  // The notice stays until the buyer continues, however often the page is opened.
  await look(page, "/shopping_cart", info, "cart with another price");
  await expect(page.getByText("The price was $4.20 and is $4.90 now.")).toBeVisible();
  await page.goto("/checkout");
  await expect(page.getByText(`${title} was $4.20 and is $4.90 now.`)).toBeVisible();
  await look(page, "/checkout", info, "checkout with another price");

  await page.goto("/shopping_cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await expect(page.getByText(/A price has changed/)).toHaveCount(0);
  await fillBilling(page);
  // The price changes while the buyer types.
  await priceIt("5.30");
  await page.getByRole("button", { name: "Checkout", exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\/payment$/);
  await expect(page.getByText(`${title} was $4.90 and is $5.30 now.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay $5.30" })).toBeVisible();
  await look(page, "/checkout/payment", info, "payment with another price");
});

test("a visitor is told as well", async ({ page, request }) => {
  const { id, priceIt } = await aPricedProduct(request);
  await addToCart(page, id);
  await priceIt("3.80");
  await page.goto("/shopping_cart");
  await expect(page.getByText("The price was $4.20 and is $3.80 now.")).toBeVisible();
});

test("a tab that was left open changes nothing of what another account has, and shows that one's pages then", async ({
  page,
  request,
  context,
  scripts,
}) => {
  test.skip(!scripts, "A page without scripts says for whom it was made in the cart's one form alone.");
  const [first, second] = await productsInStock(request);
  const refusal = (tab: Page) => tab.getByText("This page was made for another account. Nothing was changed.");
  await signInAsNewBuyer(page, request);
  for (const product of [first!, second!]) await addToCart(page, product._id);
  await page.goto("/shopping_cart");
  await scriptsReady(page);
  const [cart, product, shop] = [page, await context.newPage(), await context.newPage()];
  await product.goto(`/products/${second!._id}`);
  await scriptsReady(product);
  await shop.goto("/products");
  await scriptsReady(shop);
  const wishButton = shop.getByRole("button", { name: /^Wishlist: / }).first();

  const otherTab = await context.newPage();
  await signInAsNewBuyer(otherTab, request);
  await addToCart(otherTab, first!._id);
  const expectCartKept = async () => {
    await otherTab.goto("/shopping_cart");
    await expect(quantityOf(otherTab, first!.title)).toHaveValue("1");
    await expect(quantityOf(otherTab, second!.title)).toHaveCount(0);
    await expect(otherTab.getByRole("banner").getByRole("link", { name: /^Wishlist, 0 / })).toBeVisible();
  };

  await cart.getByRole("button", { name: `One more: ${first!.title}` }).click();
  await expect(refusal(cart)).toBeVisible();
  await expect(quantityOf(cart, first!.title)).toHaveValue("1");
  await expect(quantityOf(cart, second!.title)).toHaveCount(0);
  await expectCartKept();

  await wishButton.click();
  await expect(refusal(shop)).toBeVisible();
  await expect(wishButton).toHaveAttribute("aria-pressed", "false");
  await expectCartKept();

  // The cart's tab now shows the other buyer's cart, which a press changes. A tab that was not reloaded is still
  // refused.
  await cart.getByRole("button", { name: `One more: ${first!.title}` }).click();
  await expect(quantityOf(cart, first!.title)).toHaveValue("2");
  await expect(product.getByText("It is in your cart.")).toBeVisible();
  await product.getByRole("button", { name: "Add to wishlist" }).click();
  await expect(refusal(product)).toBeVisible();
  await expect(product.getByText("It is in your cart.")).toHaveCount(0);
});

for (const [action, button] of [
  ["Remove", /^Remove /],
  ["Empty cart", /^Empty cart$/],
] as const)
  test(`${action}, pressed in a tab that was left open, leaves another account's cart as it is`, async ({
    page,
    request,
    context,
    scripts,
  }) => {
    const [product] = await productsInStock(request);
    await signInAsNewBuyer(page, request);
    await addToCart(page, product!._id);
    await page.goto("/shopping_cart");
    if (scripts) await scriptsReady(page);
    const otherTab = await context.newPage();
    await signInAsNewBuyer(otherTab, request);
    await addToCart(otherTab, product!._id);
    await page.getByRole("button", { name: button }).click();
    if (scripts) await expect(page.getByText("made for another account. Nothing was changed.")).toBeVisible();
    else {
      const notice = page.getByText(
        "That page was made for another account. Please sign in again. What you entered is kept.",
      );
      await expect(notice).toBeVisible();
      await page
        .getByRole("link", { name: /customer/i })
        .first()
        .click();
      await expect(page).toHaveURL(/\/login\/customer/);
      await expect(notice).toBeVisible();
    }
    await otherTab.goto("/shopping_cart");
    await expect(quantityOf(otherTab, product!.title)).toHaveValue("1");
  });
