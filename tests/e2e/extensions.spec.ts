import { EXTENSIONS } from "./extensions";
import {
  expect,
  fillBilling,
  newEmail,
  PASSWORD,
  payWith,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  test,
} from "./shop";
import { signInAsOperator } from "./stall";

/* Elements that extensions put into a page before its scripts start cost no press and no typed word, on ten screens. */

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "Extensions are scripts.");

for (const [name, addElement] of Object.entries(EXTENSIONS))
  test(`each screen keeps the first press and the first field beside ${name}`, async ({ page, request }) => {
    test.slow();
    const [product] = await productsInStock(request);
    const { email } = await signInAsNewBuyer(page, request);
    await page.context().clearCookies();
    await page.addInitScript(`addEventListener("DOMContentLoaded", ${addElement.toString()})`);
    const main = page.getByRole("main");
    const header = page.getByRole("banner");

    await test.step("list", async () => {
      await page.goto("/products?q=honey");
      await main
        .getByRole("button", { name: /^Wishlist:/ })
        .first()
        .click();
      await expect(header.getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
    });
    await test.step("wishlist", async () => {
      await page.goto("/wishlist");
      await main.getByRole("button", { name: /^Remove/ }).click();
      await expect(main.getByText("Your wishlist is empty")).toBeVisible();
    });
    await test.step("product", async () => {
      await page.goto(`/products/${product!._id}`);
      await main.getByLabel(/^Quantity/).fill("2");
      await main.getByRole("button", { name: "Add to Cart", exact: true }).click();
      await expect(main.getByText("2 of it are in your cart.")).toBeVisible();
    });
    await test.step("cart", async () => {
      await page.goto("/shopping_cart");
      await page.getByLabel(`Quantity of ${product!.title}`).fill("3");
      await page.getByRole("button", { name: "Proceed to Checkout" }).click();
      await expect(page).toHaveURL(/\/login/);
      await page.goto("/shopping_cart");
      await expect(page.getByLabel(`Quantity of ${product!.title}`)).toHaveValue("3");
    });
    await test.step("contact", async () => {
      await page.goto("/contact");
      await page.getByLabel("Full name").fill("Wanda Walker");
      await main.getByLabel("Email").fill(newEmail());
      await page.getByLabel("Subject").fill("Quinces");
      await page.getByLabel("Message").fill("Will there be quinces again in October?");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByText("Your message has been sent successfully!")).toBeVisible();
    });
    await test.step("login", async () => {
      await signIn(page, email, PASSWORD);
      await expect(page).toHaveURL(/\d\/customer$/);
    });
    await test.step("account", async () => {
      await page.goto("/customer/account_settings");
      await page.getByLabel("Street address").fill("1 New Lane");
      await page.getByRole("button", { name: "Save Changes" }).nth(1).click();
      await expect(page.getByText("Billing Information Updated Successfully")).toBeVisible();
      await expect(page.getByLabel("Street address")).toHaveValue("1 New Lane");
    });
    await test.step("checkout", async () => {
      await page.goto("/checkout");
      await fillBilling(page);
      await page.getByRole("button", { name: "Checkout", exact: true }).click();
      await expect(page).toHaveURL(/\/checkout\/payment$/);
    });
    await test.step("payment", async () => {
      await payWith(page, "4242 4242 4242 4242");
      await expect(page.getByRole("heading", { name: "Order Received" })).toBeVisible();
    });
    await test.step("category", async () => {
      await page.context().clearCookies();
      await signInAsOperator(page);
      await page.goto("/operator/categories");
      const title = `Pickles ${Date.now()}`;
      await page.getByLabel("Title").fill(title);
      await page.getByRole("button", { name: "Add category" }).click();
      await page.getByRole("link", { name: title }).click();
      // Waits for the new page, because the page before it has a field with the same label.
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.getByLabel("Title").fill(`${title} again`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText(`${title} again is saved.`)).toBeVisible();
    });
  });
