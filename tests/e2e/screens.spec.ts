import { analyse, look, SIZES, watchConsole } from "./look";
import {
  addToCart,
  checkOut,
  DEMO_PASSWORD,
  expect,
  productFound,
  productsInStock,
  signIn,
  signInAsNewBuyer,
  test,
} from "./shop";

const PUBLIC = [
  "/",
  "/products",
  "/products?q=zzzz",
  "/products?categoryId=Fruit&sort=price",
  "/wishlist",
  "/shopping_cart",
  "/about",
  "/contact",
  "/faqs",
  "/terms",
  "/privacy",
  "/developers",
  "/developers/refusals",
  "/developers/merchants-products",
  "/developers/no-such-group",
  "/newsletter",
  "/signup",
  "/signup/customer",
  "/signup/verify_email",
  "/signup/success",
  "/resend-otp",
  "/login",
  "/login/customer",
  "/login/merchant",
  "/reset_password",
  "/reset_password/success",
  "/checkout/success",
  "/products/000000000000000000000000",
  "/no/such/page",
  "/offline",
  "/outbox",
];

const BUYERS = [
  "/customer",
  "/customer/order_history",
  "/customer/order_history/000000000000000000000000",
  "/customer/account_settings",
  "/customer/delete_account",
];

const MERCHANTS = [
  "/merchant",
  "/merchant/products",
  "/merchant/products/add",
  "/merchant/products/import",
  "/merchant/orders",
  "/merchant/search?find=tomato",
  "/merchant/orders/to_ship",
  "/merchant/orders/packing",
  "/merchant/payments",
  "/merchant/payments/statements",
  "/merchant/sales_report",
  "/merchant/account_settings",
  "/merchant/account_settings/webhooks",
];

const OPERATORS = [
  "/operator",
  "/operator/review",
  "/operator/categories",
  "/operator/synonyms",
  "/operator/exports",
  "/operator/merchants",
  "/operator/users",
  "/operator/orders",
  "/operator/payments",
  "/operator/support",
  "/operator/newsletter",
  "/operator/jobs",
  "/operator/audit_log",
];

test.beforeEach(({ page }) => watchConsole(page));

for (const path of PUBLIC) {
  test(`everybody can read ${path}`, async ({ page }, info) => {
    await look(page, path, info);
  });
}

test("everybody can read a product's page", async ({ page, request }, info) => {
  const product = await productFound(request, "honey");
  await look(page, `/products/${product._id}`, info, "product");
});

test("a buyer can read every page of the buyer's area", async ({ page }, info) => {
  test.slow();
  await signIn(page, "buyer@example.com", DEMO_PASSWORD);
  await expect(page).toHaveURL(/\d\/customer$/);
  for (const path of BUYERS) await look(page, path, info);
  await page.goto("/customer/order_history");
  const href = await page.getByRole("main").getByRole("table").getByRole("link").first().getAttribute("href");
  await look(page, href!, info, "order-details");
  await look(page, "/wishlist", info, "wishlist-full");
});

test("a merchant can read every page of the merchant's area", async ({ page }, info) => {
  test.slow();
  await signIn(page, "merchant@example.com", DEMO_PASSWORD, "/login/merchant");
  await expect(page).toHaveURL(/\d\/merchant$/);
  for (const path of MERCHANTS) await look(page, path, info);
  const head = "SKU,Title,Description,Price,Quantity,Barcode,Product category";
  const good = "LOOK-1,Something new to look at,It is only here to be looked at.,3.00,4,29,Fruit";
  for (const [name, row] of [
    ["import-changes", good],
    ["import-errors", "LOOK-2,Tiny,short,x,y,,Nowhere"],
  ] as const) {
    await page.goto("/merchant/products/import");
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(`${head}\n${row}\n`) });
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page).toHaveURL(/\/import\/[0-9a-f]{24}$/);
    await look(page, new URL(page.url()).pathname, info, name);
  }
});

test("an operator can read every page of the operator's area", async ({ page }, info) => {
  test.slow();
  await signIn(page, "operator@example.com", DEMO_PASSWORD);
  await expect(page).toHaveURL(/\d\/operator$/);
  for (const path of OPERATORS) await look(page, path, info);
});

test("a buyer can read every page on the way to an order", async ({ page, request }, info) => {
  test.slow();
  await signInAsNewBuyer(page, request);
  const goods = await productsInStock(request);
  for (const product of goods.slice(0, 3)) await addToCart(page, product._id);
  await look(page, "/shopping_cart", info, "cart-full");
  await look(page, "/checkout", info);
  await checkOut(page);
  await look(page, "/checkout/payment", info);
});

test("a form that comes back with errors can be read, and keeps what was typed", async ({ page, scripts }) => {
  await page.setViewportSize(SIZES[0]!);
  await page.goto("/signup/customer");
  await page.getByLabel("Email", { exact: true }).fill("wanda@example.com");
  await page.getByLabel("First name").fill("Wanda");
  await page.getByLabel("Last name").fill("Walker");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: /create account|sign up/i }).click();
  await expect(page.getByText("Password must have at least 8 characters.").first()).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("wanda@example.com");
  expect(await analyse(page, scripts)).toEqual([]);
});
